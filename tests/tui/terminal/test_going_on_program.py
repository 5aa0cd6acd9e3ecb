"""A run that is ended from outside, and the next start that goes on with it."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from tests.tui.terminal.harness import Terminal

PROGRAM = [sys.executable, "-m", "sgns_tui"]


def change_and_leave_at_once(terminal: Terminal) -> None:
    terminal.press("+")
    terminal.wait_for("lr 0.2")
    terminal.press("ctrl+c", "ctrl+c")
    assert terminal.exit_status() == 0


@pytest.mark.parametrize("end", [signal.SIGHUP, signal.SIGTERM, None])
def test_what_was_done_is_there_after_the_end(tmp_path: Path, end: signal.Signals | None) -> None:
    home = {"HOME": str(tmp_path)}
    with Terminal(PROGRAM, environ=home) as terminal:
        terminal.wait_for("q quit")
        terminal.press(*[".", "."], "+", "right", "right")
        terminal.wait_for("lr 0.2")
        if end is None:
            terminal.hang_up()
        else:
            terminal.signal(end)
        assert terminal.exit_status() == 128 + (end or signal.SIGHUP)
    with Terminal(PROGRAM, environ=home) as terminal:
        terminal.wait_for("Left unfinished: worked, update 3, 1 change. R goes on with it.")
        terminal.press("R")
        terminal.wait_for("Here again, at update 3.")
        terminal.wait_for("lr 0.2")
        terminal.press("q")
        terminal.wait_for("Leave without them?")
        terminal.press("y")
        assert terminal.exit_status() == 0
    with Terminal(PROGRAM, environ=home) as terminal:
        terminal.wait_for("q quit")
        terminal.press("R")
        terminal.wait_for("No run ended without being left.")
        change_and_leave_at_once(terminal)
        assert b"kept for the next start" in terminal.output
    assert len(list(tmp_path.rglob("unfinished/*.json"))) == 1


@pytest.mark.parametrize("why", ["autosave is off", "no folder"])
def test_what_cannot_be_kept_is_not_said_to_be(tmp_path: Path, why: str) -> None:
    if why == "no folder":
        (tmp_path / ".local").write_text("no folder")
    else:
        folder = tmp_path / ".config" / "sgns-tui"
        folder.mkdir(parents=True)
        (folder / "settings.toml").write_text("autosave = false\n")
    with Terminal(PROGRAM, environ={"HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("q quit")
        change_and_leave_at_once(terminal)
        assert b"changes that were not saved are not kept" in terminal.output
        assert b"kept for the next start" not in terminal.output


def test_after_kill_9_the_next_start_offers_to_go_on(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path)}
    with Terminal(PROGRAM, environ=home) as terminal:
        terminal.wait_for("q quit")
        terminal.press(".", ".", "+", "right", "right")
        terminal.wait_for("lr 0.2")
        terminal.wait_for(lambda: bool(list(tmp_path.rglob("unfinished/*.json"))))
        terminal.signal(signal.SIGKILL)
        assert terminal.exit_status() == -signal.SIGKILL
    with Terminal(PROGRAM, environ=home) as terminal:
        terminal.wait_for("Left unfinished: worked, update 3, 1 change. R goes on with it.")
        terminal.press("R")
        terminal.wait_for("Here again, at update 3.")
        terminal.wait_for("lr 0.2")
        terminal.press("q", "y")
        assert terminal.exit_status() == 0
    assert list(tmp_path.rglob("unfinished/*.json")) == []
