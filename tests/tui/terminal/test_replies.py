"""What the terminal says, told apart from what is typed."""

from __future__ import annotations

import pytest

from sgns_tui.terminal.replies import is_report, late_reply


@pytest.mark.parametrize(
    ("piece", "report"),
    [
        ("\x1b[12;40R", True), ("\x1b[1;2R", True), ("\x1b[R", False), ("\x1b[1;2;3R", False),
        ("\x1b[12;40Ra", False), ("[12;40R", False), ("a", False),
    ],
)  # fmt: skip
def test_where_the_cursor_is(piece: str, report: bool) -> None:
    assert is_report(piece) is report


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("[12;40R", 7), ("[12;40Rq", 7), ("[0n", 3), ("[?1u", 4), ("]11;rgb:1/2/3\x07", 14),
        ("]11;rgb:1/2/3", 0), ("P>|x\x1b\\q", 6), ("P>|x", 0), ("[A", 0), ("[", 0), ("[1n", 0),
        ("a[0n", 0), ("O", 0), ("", 0),
    ],
)  # fmt: skip
def test_the_rest_of_a_sequence(text: str, length: int) -> None:
    assert late_reply(text) == length
