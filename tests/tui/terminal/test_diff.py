"""Rows: what is sent for a change, and that it is short."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_tui.terminal.canvas import Canvas
from sgns_tui.terminal.choice import Depth, Glyphs
from sgns_tui.terminal.diff import Pen, Row, look_of, move, row_update
from sgns_tui.terminal.styles import PLAIN, Styles
from tests.tui.terminal.emulator import Emulator

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
        ("0.12 3.45 6.78 9.01 |", "     x              |", "     x\x1b[13X"),
        ("\x1b[31mab\x1b[0m", "\x1b[31mac\x1b[0m", "\x1b[C\x1b[31mc"),
        ("", "\x1b[1;31ma\x1b[0m\x1b[1mb\x1b[0mc", "\x1b[1;31ma\x1b[39mb\x1b[mc"),
        ("", "\x1b[1;31ma \x1b[0m b", "\x1b[1;31ma  \x1b[mb"),
    ],
)  # fmt: skip
def test_what_is_sent(shown: str, wanted: str, sent: str) -> None:
    assert update(shown, wanted) == sent


def test_points_of_two_colors_in_turns_are_written_color_by_color() -> None:
    points = "".join(f"\x1b[38;5;{111 + turn % 2}m*\x1b[0m    " for turn in range(8))
    sent = update("", points)
    assert sent.count("\x1b[38;5;111m") == sent.count("\x1b[38;5;112m") == 1
    assert sent.index("\x1b[38;5;111m") < sent.index("\x1b[38;5;112m")


GREY = "\x1b[48;5;235m"


def test_colored_ends_are_erased_only_where_erasing_fills() -> None:
    wanted = f"{GREY}{'ab' + ' ' * (WIDTH - 2)}\x1b[0m"
    assert update("", wanted) == f"{GREY}ab\x1b[K"
    assert update("", wanted, fills=False) == f"{GREY}ab{' ' * (WIDTH - 2)}"


PIECES = st.lists(
    st.builds(
        lambda style, text, blanks: f"{style}{text}{' ' * blanks}\x1b[0m",
        st.sampled_from(["", "\x1b[1m", "\x1b[31m", GREY]),
        st.text("ab.", max_size=6),
        st.integers(0, 25),
    ),
    max_size=6,
).map("".join)


@given(shown=PIECES, wanted=PIECES, x=st.integers(0, WIDTH - 1), fills=st.booleans())
def test_a_row_becomes_what_is_wanted(shown: str, wanted: str, x: int, fills: bool) -> None:
    """Whichever way is the shortest, and wherever the cursor was."""
    ours, plain = (Emulator(WIDTH, 1, fills=fills) for _ in range(2))
    before, after = row(shown[:200]), row(wanted[:200])
    for old, new, emulator in ((before, after, ours), (row(""), after, plain)):
        text, pen = row_update(0, row(""), old, START, STYLES, fills)
        emulator.feed(text.encode())
        emulator.feed(f"\x1b[1;{x + 1}H".encode())
        text, pen = row_update(0, old, new, Pen(x, 0, pen.style), STYLES, fills)
        emulator.feed(text.encode())
        if pen.x is not None:
            assert emulator.cursor[0] == pen.x
    assert ours.seen() == plain.seen()


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
