"""The monkey of `make soak`, for a few seconds: no fault, whatever is pressed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sgns_tui.app import SCREENS
from tests.tui.monkey import growth, play


@pytest.mark.parametrize("seed", [11, 12])
def test_a_short_play(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkey, _sizes = asyncio.run(play(seed, 300))
    assert len(monkey.seen) >= len(SCREENS) // 2


def test_growth_is_the_slope_after_the_warm_up() -> None:
    sizes = [0.0, 50.0, 80.0, 90.0, *[100.0 + 3 * at for at in range(6)]]
    assert growth(sizes, 10_000) == pytest.approx(3)
