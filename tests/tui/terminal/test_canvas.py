"""What Textual writes, taken apart: cells here, everything else on in order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_tui.terminal.canvas import Canvas
from sgns_tui.terminal.choice import Depth, Glyphs, TerminalChoice
from sgns_tui.terminal.palette import DEFAULT
from sgns_tui.terminal.screen import SYNC_START, ScreenState
from sgns_tui.terminal.styles import Style, Styles


def canvas(width: int = 10, height: int = 3, glyphs: Glyphs = Glyphs.UNICODE) -> Canvas:
    return Canvas(width, height, Styles(Depth.TRUE), glyphs)


def rows(taken: Canvas) -> list[str]:
    return ["".join(row) for row in taken.grid.texts]


OTHERS = [
    "\x1b[?1049h", "\x1b[?25l", "\x1b[?1004h", "\x1b[>17u", "\x1b[<u", "\x1b[?2048$p", "\x1b[6n",
    "\x1b]2;a title\x07", "\x1b]52;c;aGVsbG8=\x07", "\x1b]22;pointer\x1b\\", "\x07", "\x1b[2 q",
    "\x1bPq\x1b\\", "\x1b7", "\x1b(B",
]  # fmt: skip


@given(st.lists(st.sampled_from(OTHERS), max_size=8))
def test_what_is_not_about_cells_is_handed_on_in_order(sequences: list[str]) -> None:
    taken = canvas()
    for sequence in sequences:
        taken.feed(sequence)
    assert taken.others == sequences
    assert rows(taken) == [" " * 10] * 3


def test_text_and_style_land_in_cells() -> None:
    taken = canvas()
    taken.feed("\x1b[2;3H\x1b[1;31mab\x1b[0mc\n\x1b[3;1Hd")
    assert rows(taken) == [" " * 10, "  abc     ", "d         "]
    styles = [taken.styles[number] for number in taken.grid.styles[1][2:5]]
    assert styles == [Style(1 << 1, 1, DEFAULT)] * 2 + [Style()]
    assert taken.touched == {1, 2}
    assert (taken.x, taken.y) == (1, 2)


@pytest.mark.parametrize(
    "hostile",
    [
        "\x1b]0;x\x07",
        "\x1b[?1000h",
        "\x1b[2J",
        "\x1bc",
        "\x9b2J",
        "\x07",
        "\x1bP1\x1b\\",
        "\x1b[5n",
    ],
)
def test_in_a_frame_text_cannot_be_a_command(hostile: str) -> None:
    taken = canvas(40)
    taken.feed("\x1b[2;1Hkept")
    taken.feed(f"\x1b[1;1Hword {hostile} end")
    assert taken.others == []
    assert rows(taken)[1].startswith("kept")
    assert rows(taken)[0].startswith("word ")
    assert " end" in rows(taken)[0]
    assert rows(taken)[0].isprintable()


def test_links_keep_their_text_and_lose_their_address() -> None:
    taken = canvas()
    taken.feed("\x1b[1;1H\x1b]8;id=1;https://example.org\x1b\\text\x1b]8;;\x1b\\")
    assert rows(taken)[0] == "text      "
    assert taken.others == []


def test_half_of_a_wide_character_is_never_left() -> None:
    taken = canvas(4, 1)
    taken.feed("\x1b[1;1H漢字")
    assert taken.grid.texts == [["漢", "", "字", ""]]
    taken.feed("\x1b[1;2Hx")
    assert taken.grid.texts == [[" ", "x", "字", ""]]
    taken.feed("\x1b[1;3Hy")
    assert taken.grid.texts == [[" ", "x", "y", " "]]
    taken.feed("\x1b[1;4H漢")  # no room for it
    assert taken.grid.texts == [[" ", "x", "y", " "]]
    taken.feed("\x1b[1;2H字")
    taken.resize(2, 1)
    assert taken.grid.texts == [[" ", " "]]


def test_marks_share_the_cell_of_their_letter() -> None:
    taken = canvas(4, 1)
    taken.feed("\x1b[1;1He\u0301x")
    assert taken.grid.texts == [["e\u0301", "x", " ", " "]]


@given(st.text(max_size=60), st.sampled_from(Glyphs))
def test_anything_at_all_is_survived_and_nothing_unprintable_kept(
    data: str, glyphs: Glyphs
) -> None:
    for start in ("", "\x1b[1;1H"):
        taken = canvas(glyphs=glyphs)
        taken.feed(start + data)
        for texts, styles in zip(taken.grid.texts, taken.grid.styles, strict=True):
            assert len(texts) == len(styles) == 10
            assert not any(ord(c) < 32 or 0x7F <= ord(c) < 0xA0 for text in texts for c in text)


def test_a_frame_is_synchronised_only_if_textual_found_it_supported_and_it_is_long() -> None:
    for marks, length, expected in [(True, 600, True), (True, 8, False), (False, 600, False)]:
        state = ScreenState(80, 24, TerminalChoice())
        state.next_piece(4096)
        if marks:
            state.write("\x1b[?2026h")
        for row in range(1, 9):
            state.write(f"\x1b[{row};1H" + "x" * (length // 8))
        if marks:
            state.write("\x1b[?2026l")
        assert (SYNC_START.encode() in state.next_piece(8192)) is expected


def test_nothing_is_sent_for_what_is_shown_already() -> None:
    state = ScreenState(20, 4, TerminalChoice())
    frame = "\x1b[2;1H\x1b[38;2;1;2;3mabc\x1b[0m\x1b[1;1H"
    state.write(frame)
    assert state.next_piece(4096)
    state.write(frame)
    assert state.next_piece(4096) == b""
    # Of a blank only the ground can be seen.
    state.write("\x1b[3;1H\x1b[1;31m   \x1b[0m\x1b[1;1H")
    assert state.next_piece(4096) == b""


def test_the_first_frame_says_in_which_color_the_screen_is_erased() -> None:
    state = ScreenState(40, 3, TerminalChoice(depth=Depth.PALETTE, erases_in_color=True))
    state.write("\x1b[?1049h")
    assert state.next_piece(2048) == b"\x1b[?1049h"
    rows = "\n".join(f"word {y}".ljust(40) for y in range(3))
    state.write(f"\x1b[1;1H\x1b[48;5;233m{rows}\x1b[0m")
    piece = state.next_piece(2048)
    assert piece.startswith(b"\x1b[m\x1b[48;5;233m\x1b[2J")
    assert b"\x1b[K" not in piece
    assert piece.count(b" ") == 3  # blanks that are there already are not written


def test_cells_that_are_not_to_be_shown_are_kept_for_later() -> None:
    state = ScreenState(20, 4, TerminalChoice())
    state.show_cells(False)
    state.write("\x1b[1;1Habc")
    state.write("\x1b[?25l")
    assert state.next_piece(4096) == b"\x1b[?25l"
    state.show_cells(True)
    assert b"abc" in state.next_piece(4096)


def test_rows_with_few_changes_go_first() -> None:
    state = ScreenState(80, 10, TerminalChoice())
    while state.next_piece(4096):
        pass
    for row in range(1, 9):
        state.write(f"\x1b[{row};1H" + "".join(chr(0x2801 + row + i) for i in range(80)))
    state.write("\x1b[10;1Hkey 17\x1b[1;1H")
    assert b"key 17" in state.next_piece(100)


def test_a_moving_picture_does_not_leave_its_lower_rows_unseen() -> None:
    state = ScreenState(80, 10, TerminalChoice())
    while state.next_piece(4096):
        pass
    sent = b""
    for picture in range(10):
        for row in range(10):
            letter = chr(ord("a") + row)
            state.write(f"\x1b[{row + 1};1H" + f"{letter}{picture % 10}" * 40)
        sent += state.next_piece(60)
    assert all(letter in sent for letter in b"abcdefghij")
