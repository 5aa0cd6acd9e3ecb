"""Ctrl+z gives the terminal back to the shell, and `fg` brings a whole screen again."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tui.terminal.harness import Terminal

PROGRAM = [sys.executable, "-m", "sgns_tui"]
SHELL = ["bash", "--norc", "--noediting", "-i"]
WAYS: dict[str, Callable[[str], str]] = {
    "typed": lambda line: line,
    "from a script": lambda line: shlex.join(["sh", "-c", f"{line}; exit $?"]),  # one job with it
}


def shell(folder: Path) -> Terminal:
    terminal = Terminal(SHELL, environ={"HOME": str(folder), "PS1": "shell>"}, size=(120, 36))
    terminal.wait_for("shell>")
    return terminal


def typed(line: str) -> bytes:
    return line.encode() + b"\n"


def stop(terminal: Terminal) -> None:
    terminal.press("ctrl+z")
    terminal.wait_for("Stopped")
    assert not terminal.modes_on
    terminal.send(typed("clear; echo $((6 * 7))"))
    terminal.wait_for(lambda: terminal.screen_text().startswith("42\nshell>"))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("arguments", [["--example", "groups"], ["watch"]])
def test_away_and_back(tmp_path: Path, way: str, arguments: list[str]) -> None:
    line = WAYS[way](shlex.join([*PROGRAM, *arguments]))
    with shell(tmp_path) as terminal:
        terminal.send(typed(line))
        terminal.wait_for("q quit")
        terminal.press(".", ".", ".")
        terminal.wait_for("update 4 |")
        for update in ("update 5 |", "update 6 |"):
            stop(terminal)
            terminal.send(typed("fg"))
            terminal.wait_for("q quit")
            assert "Stopped" not in terminal.screen_text()
            terminal.press(".")
            terminal.wait_for(update)
        terminal.press("q")
        terminal.wait_for("shell>")
        terminal.send(typed("echo left with $?"))
        terminal.wait_for("left with 0")
        assert not terminal.modes_on


def test_in_the_background_it_waits_for_the_terminal(tmp_path: Path) -> None:
    with shell(tmp_path) as terminal:
        terminal.send(typed(shlex.join([*PROGRAM, "watch"])))
        terminal.wait_for("q quit")
        stop(terminal)
        terminal.send(typed("clear; bg; wait; clear; jobs"))
        terminal.wait_for(lambda: terminal.screen_text().startswith("[1]+  Stopped"))
        assert not terminal.modes_on
        terminal.send(typed("fg"))
        terminal.wait_for("q quit")
        terminal.press("q")
        terminal.wait_for("shell>")


def test_where_no_shell_waits_it_goes_on(tmp_path: Path) -> None:
    with Terminal(PROGRAM, environ={"HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("q quit")
        terminal.press("ctrl+z")
        terminal.wait_for("No shell waits behind this program")
        terminal.press("right", "q")
        assert terminal.exit_status() == 0
