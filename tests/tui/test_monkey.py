"""The monkey of `make soak`, for a few seconds: no fault, whatever is pressed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.tui.monkey import play


@pytest.mark.parametrize("seed", [11, 12])
def test_a_short_play(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asyncio.run(play(seed, 150))
