"""Rows: what is sent for a change, and that it is short."""

from __future__ import annotations

import pytest

from sgns_tui.terminal.canvas import Canvas
from sgns_tui.terminal.choice import Depth, Glyphs
from sgns_tui.terminal.diff import Pen, Row, look_of, move, row_update
from sgns_tui.terminal.styles import PLAIN, Styles

STYLES = Styles(Depth.PALETTE)
WIDTH = 40
START = Pen(0, 0, PLAIN)


def row(content: str) -> Row:
    canvas = Canvas(WIDTH, 1, STYLES, Glyphs.UNICODE)
    canvas.feed(f"\x1b[1;1H{content}")
    return look_of(canvas.grid.texts[0], canvas.grid.styles[0], STYLES)


def update(shown: str, wanted: str, pen: Pen = START, fills: bool = True) -> str:
    return row_update(0, row(shown), row(wanted), pen, STYLES, fills)[0]


@pytest.mark.parametrize(
    ("shown", "wanted", "sent"),
    [
        ("abc", "abc", ""),
        ("abc", "abd", "\x1b[2Cd"),
        ("steps 12", "steps 13", "\x1b[7C3"),
        ("a....b", "x....y", "x....y"),  # writing the gap is no longer than the jump
        ("a" + "." * 20 + "b", "x" + "." * 20 + "y", "x\x1b[20Cy"),
        ("a long sentence, all of it", "a long", "\x1b[7C\x1b[K"),
        ("a long", "a short and longer one", "\x1b[2Cshort and longer one"),
        ("\x1b[31mab\x1b[0m", "\x1b[31mac\x1b[0m", "\x1b[C\x1b[31mc"),
        ("", "\x1b[1;31ma\x1b[0m\x1b[1mb\x1b[0mc", "\x1b[1;31ma\x1b[39mb\x1b[mc"),
        ("", "\x1b[1;31ma \x1b[0m b", "\x1b[1;31ma  \x1b[mb"),
    ],
)  # fmt: skip
def test_what_is_sent(shown: str, wanted: str, sent: str) -> None:
    assert update(shown, wanted) == sent


GREY = "\x1b[48;5;235m"


def test_colored_ends_are_erased_only_where_erasing_fills() -> None:
    wanted = f"{GREY}{'ab' + ' ' * (WIDTH - 2)}\x1b[0m"
    assert update("", wanted) == f"{GREY}ab\x1b[K"
    assert update("", wanted, fills=False) == f"{GREY}ab{' ' * (WIDTH - 2)}"


def test_the_last_column_leaves_nobody_knows_where() -> None:
    text, pen = row_update(0, row(""), row("x" * WIDTH), START, STYLES, True)
    assert text == "x" * WIDTH
    assert (pen.x, pen.y) == (None, None)


def test_a_row_with_emoji_is_written_anew_from_there_on() -> None:
    text = update("ab 👍 cdef", "ab 👍 cdeg")
    assert "👍" in text
    assert text.index("\x1b[K") < text.index("👍") < text.index("\x1b[1;6H") < text.index("cdeg")


def test_an_unknown_style_is_reset_first() -> None:
    assert update("", "a", Pen()) == "\x1b[H\x1b[ma"


@pytest.mark.parametrize(
    ("pen", "place", "sent"),
    [
        (Pen(3, 3), (3, 3), ""),
        (Pen(3, 3), (4, 3), "\x1b[C"),
        (Pen(3, 3), (2, 3), "\b"),
        (Pen(30, 3), (0, 3), "\r"),
        (Pen(30, 3), (1, 3), "\r\x1b[C"),
        (Pen(3, 3), (3, 4), "\x1b[B"),
        (Pen(3, 3), (3, 2), "\x1b[A"),
        (Pen(), (0, 0), "\x1b[H"),
        (Pen(), (0, 4), "\x1b[5H"),
        (Pen(), (7, 4), "\x1b[5;8H"),
    ],
)
def test_moves(pen: Pen, place: tuple[int, int], sent: str) -> None:
    assert move(pen, *place) == sent
