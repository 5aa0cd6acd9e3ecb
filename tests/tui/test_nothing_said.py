"""`sgns-tui` without a word is the same with click and without."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from sgns_tui import bare
from sgns_tui.cli import COMPLETION, asked, run
from sgns_tui.opening import SourceOptions
from sgns_tui.preferences import ScreenOptions

FRONT_END = inspect.signature(bare.open_front_end)


def opened_by(
    command: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> tuple[dict[str, Any], SourceOptions, ScreenOptions]:
    """Return what a command hands to the front end, all defaults filled in."""
    calls: list[dict[str, Any]] = []

    def note(*given: Any, **named: Any) -> None:
        bound = FRONT_END.bind(*given, **named)
        bound.apply_defaults()
        calls.append(bound.arguments)

    monkeypatch.setattr(bare, "open_front_end", note)
    assert run(command, []) == 0
    (call,) = calls
    source = SourceOptions(**call.pop("source_options"))
    screens = call.pop("screens") or ScreenOptions()
    return call, source, screens


def test_both_ways_open_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(COMPLETION, raising=False)
    monkeypatch.setattr(sys, "argv", ["sgns-tui"])
    alone = asked()
    monkeypatch.setattr(sys, "argv", ["sgns-tui", "--plain"])
    by_click = asked()
    assert alone is not by_click
    assert opened_by(alone, monkeypatch) == opened_by(by_click, monkeypatch)


def test_a_shell_that_completes_is_answered_by_click(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["sgns-tui"])
    alone = asked()
    monkeypatch.setenv(COMPLETION, "bash_source")
    assert asked() is not alone


def test_the_screens_need_no_click() -> None:
    script = "import sys, sgns_tui.cli, sgns_tui.starting; sys.exit('click' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
