"""The screens on theory in a pseudo-terminal: a walk over all of them, and how it leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.terminal.harness import Terminal
from tests.tui.terminal.test_step_program import assert_left, colors, home, start

__all__ = ["home"]  # the fixture


def walk(terminal: Terminal) -> None:
    """Go over all screens, with a key or two on each."""
    terminal.press("3")
    terminal.wait_for("How are negatives drawn?")
    terminal.press("d", "right")
    terminal.wait_for("on trial")
    terminal.press("enter")
    terminal.wait_for("power 0.8")
    terminal.press("4")
    terminal.wait_for("What if the other examples")
    terminal.press("o", "m", "u")
    terminal.wait_for("The diagonal stands out")
    terminal.press("5")
    terminal.wait_for("What do the scores learn?")
    terminal.press("r", ">", "d")
    terminal.wait_for("Fit which d's?")
    terminal.send(b"1\r")
    terminal.wait_for("Sampled training, 100 updates")
    terminal.press("6")
    terminal.wait_for("What does the softmax cost?")
    terminal.press("b")
    terminal.wait_for("300,000,000")
    terminal.press("?")
    terminal.wait_for("Read it")
    terminal.press("escape")
    terminal.wait_for(lambda: "Read it" not in terminal.screen_text())
    terminal.press("1")
    terminal.wait_for("select")
    terminal.press("z", "z")
    terminal.wait_for("power 0.75")
    terminal.press("q")
    terminal.press("y")


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (180, 50)])
def test_a_walk_over_all_screens(home: dict[str, str], size: tuple[int, int]) -> None:
    with start(home, size=size) as terminal:
        walk(terminal)
        assert "to come back: sgns-tui" in assert_left(terminal)


def test_no_color_means_not_one_color_code(home: dict[str, str]) -> None:
    with start(home, environ={"NO_COLOR": "1"}) as terminal:
        walk(terminal)
        terminal.exit_status()
        assert max(colors(bytes(terminal.output))) < 30


def test_ascii_means_ascii(home: dict[str, str]) -> None:
    with start(home, "--glyphs", "ascii", size=(80, 24)) as terminal:
        walk(terminal)
        terminal.exit_status()
        screen = bytes(terminal.output).rpartition(b"\x1b[?1049l")[0]
        assert max(screen) < 0x80


def test_leaving_while_a_fit_is_under_way(home: dict[str, str], tmp_path: Path) -> None:
    with start(home, "--example", "groups") as terminal:
        terminal.press("5")
        terminal.wait_for("What do the scores learn?")
        terminal.press("f")
        terminal.wait_for("Esc stops it")
        terminal.wait_for("iteration")
        terminal.press("q")
        assert_left(terminal)


def test_leaving_while_measuring(home: dict[str, str]) -> None:
    with start(home, "--example", "groups") as terminal:
        terminal.press("6")
        terminal.wait_for("What does the softmax cost?")
        terminal.press("b", "m")
        terminal.wait_for("measuring")
        terminal.press("ctrl+c", "ctrl+c")
        assert_left(terminal)
