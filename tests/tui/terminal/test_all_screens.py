"""Every screen as a plain terminal gets it: ASCII alone, no colour, or sixteen colours."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sgns_tui.app import SCREENS
from sgns_tui.terminal.choice import Depth
from sgns_tui.terminal.palette import ANSI_COLORS, DEFAULT, VGA_COLORS
from tests.tui.terminal.harness import Terminal
from tests.tui.terminal.test_contrast import contrast, seen
from tests.tui.terminal.test_step_program import assert_left, colors, home, start

__all__ = ["home"]  # the fixture

# What a person finds each screen's meaning by, whatever the colours: signs, words, frames.
MARKS = {
    "step": ("[select]", ">heard<", "players c", "0.2446  0.0386 +", "-~", "+ heard    1"),
    "train": ("> Map", "+ heard    1", "- drums~", "max", "animals", "others", "paused"),
    "noise": ("> Bars", "the paper", "0.75 *", "keep *", "0.787396 <= u < 0.796815"),
    "batch": ("dpr *", "[-0.03]", "0.04~!", "-0.02^", "-0.01=", "softmax"),
    "pmi": ("> Optimum", "o a pair", "in        soup       -1.405   -3.066", "0.7628"),
    "cost": ("> One pair", "full softmax", "13 times as much", "m measures"),
    "explore": ("the rows themselves", "animals", "music", "No word is selected", "cosine"),
}  # fmt: skip
FOREIGN = "кіт 漢字 e\u0301 \u202e a 👩\u200d🚀 b c a b кіт 漢字"


def walk(terminal: Terminal) -> Iterator[str]:
    """Go to every screen, and give its name once its marks are there."""
    for number, name in enumerate(SCREENS, start=1):
        terminal.press(str(number))
        for mark in MARKS[name]:
            terminal.wait_for(mark)
        yield name


def leave(terminal: Terminal) -> bytes:
    """Leave, and return what was sent while the screen was there."""
    terminal.press("q")
    assert_left(terminal)
    return bytes(terminal.output).rpartition(b"\x1b[?1049l")[0]


def test_sixteen_colours_show_the_marks_and_can_be_read(home: dict[str, str]) -> None:
    with start(home, "--example", "groups", "--color", "16") as terminal:
        for name in walk(terminal):
            cells = {cell for row in terminal.cells(Depth.TRUE) for cell in row}
            pairs = {
                (cell.foreground, cell.background)
                for cell in cells
                if cell.text.isalnum() and DEFAULT not in (cell.foreground, cell.background)
            }
            assert len({text for text, _ground in pairs}) > 2, name  # colours are used at all
            for sixteen in (ANSI_COLORS, VGA_COLORS):
                for text, ground in pairs:
                    ratio = contrast(seen(text, sixteen), seen(ground, sixteen))
                    assert ratio >= 4.5, (name, text, ground)
        sent = colors(leave(terminal))
        assert not sent & {38, 48}  # these lead to other colours than the sixteen
        assert sent & {*range(30, 38), *range(90, 98)}


@pytest.mark.parametrize("by", ["--color none", "NO_COLOR"])
def test_no_colour_means_not_one_colour_code(home: dict[str, str], by: str) -> None:
    options = by.split() if by.startswith("-") else []
    environ = {} if options else {by: "1"}
    with start(home, "--example", "groups", *options, environ=environ) as terminal:
        assert list(walk(terminal)) == list(SCREENS)
        codes = colors(leave(terminal))
        assert codes
        assert max(codes) < 30


def test_ascii_means_not_one_byte_above_0x7f(home: dict[str, str]) -> None:
    with start(home, "--sentence", FOREIGN, "--glyphs", "ascii") as terminal:
        for number in range(1, len(SCREENS) + 1):
            terminal.press(str(number), "tab", "tab", "down", "right")
            terminal.press("?")
            terminal.wait_for("Esc goes back")
            terminal.press("escape")
            terminal.wait_for(lambda: "Esc goes back" not in terminal.screen_text())
        terminal.press("1", ":")
        terminal.wait_for("Search for commands")
        terminal.press("escape")
        terminal.wait_for(lambda: "Search for commands" not in terminal.screen_text())
        terminal.press("O")
        terminal.wait_for("Open:")
        terminal.press("escape")
        terminal.wait_for("select")
        terminal.press("q", "y")
        terminal.exit_status()
        screen = bytes(terminal.output).rpartition(b"\x1b[?1049l")[0]
        assert len(screen) > 10_000
        assert max(screen) < 0x80
