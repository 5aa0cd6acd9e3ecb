"""Input that breaks anywhere and comes when it comes; every time is handed in."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.constants import ESCAPE_DELAY

from sgns_tui.terminal.sequences import ESC, HELD_TIME, LONGEST, Sequences

REPLIES = [
    "\x1b[12;40R", "\x1b[?62;22c", "\x1b[>0;276;0c", "\x1b[0n", "\x1b[?15n", "\x1b[?1u",
    "\x1b[8;24;80t", "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\", "\x1b]4;1;rgb:0/0/0\x07",
    "\x1bP>|xterm(380)\x1b\\", "\x1b_Gi=31;OK\x1b\\", "\x1b[?2026;2$y", "\x1b^p\x1b\\",
    "\x1bXs\x1b\\", "\x1bP1+r544e=787465726d\x1b\\", "\x1b[48;24;80;480;800t", "\x1b]ltitle\x1b\\",
]  # fmt: skip
KEYS = [
    "\x1b[A", "\x1b[1;5C", "\x1b[97;5u", "\x1bOP", "\x1b[<0;10;5M", "\x1b[<0;-1;5m", "\x1b[I",
    "\x1b[15~", "\x1b[Z", "\x1b[[A", "\x1b[3$", "\x1b[7^", "\x1b[M !!", "\x1b[M\ufffd\xe9a",
]  # fmt: skip
PASTES = [
    "\x1b[200~[A]\x1b[201~", "\x1b[200~\x1b[201~", "\x1b[200~q\x1b[20\x1b]1;\r\x03\x1b[201~",
]  # fmt: skip
TYPED = ["a", "ж", "[", "[A", "]1;", "\r", "\x03", "O"]


class Stream:
    """Sequences with a clock that a test moves."""

    def __init__(self) -> None:
        self.sequences = Sequences()
        self.now = 100.0
        self.pieces: list[str] = []

    def feed(self, text: str) -> None:
        self.pieces += self.sequences.feed(text, self.now)

    def wait(self, seconds: float) -> None:
        """Let time pass with nothing to read, looked at ten times a second."""
        for _ in range(round(seconds * 10)):
            self.now += 0.1
            self.pieces += self.sequences.idle(self.now)


@given(
    st.lists(st.sampled_from([*REPLIES, *KEYS, *PASTES, *TYPED]), max_size=8),
    st.lists(st.tuples(st.integers(0, 200), st.sampled_from([0.0, 0.1, 1.0, 2.9])), max_size=6),
)
def test_it_does_not_matter_where_the_line_breaks_and_for_how_long(
    parts: list[str], cuts: list[tuple[int, float]]
) -> None:
    """A second apart, too: only right behind an Esc that begins something can it be told apart."""
    whole = "".join(parts)
    pauses = dict(cuts)
    starts = set(itertools.accumulate(map(len, parts), initial=0))
    stream = Stream()
    for place, character in enumerate(whole):
        if place - 1 not in starts or whole[place - 1] != ESC:
            stream.wait(pauses.get(place, 0.0))
        stream.feed(character)
        if not stream.sequences.holding:
            stream.now += 10.0
    typed = "".join("" if part in [*REPLIES, *KEYS, *PASTES] else part for part in parts)
    assert "".join(piece for piece in stream.pieces if piece[0] != ESC) == typed
    assert [piece for piece in stream.pieces if piece[0] == ESC] == [
        part for part in parts if part[0] == ESC
    ]


@pytest.mark.parametrize(
    "start", ["[", "[1;", "[?", "]", "]11;rgb", "P", "P>|x", "X", "^", "_", "O"]
)
def test_what_has_no_end_is_dropped_and_never_typed(start: str) -> None:
    stream = Stream()
    stream.feed(ESC + start)
    stream.wait(HELD_TIME - 0.2)
    assert stream.sequences.holding
    stream.wait(0.4)
    stream.feed("a")
    assert stream.pieces == ["a"]


def test_escape_is_given_after_its_delay_and_no_later() -> None:
    sequences = Sequences()
    assert sequences.feed(ESC, 0.0) == []
    assert sequences.idle(ESCAPE_DELAY * 0.9) == []
    assert sequences.idle(ESCAPE_DELAY) == [ESC]
    assert sequences.idle(6.0) == []


def test_a_process_that_was_kept_waiting_takes_what_is_there_before_it_decides() -> None:
    """The time that counts is that in which nothing was there to be read."""
    stream = Stream()
    stream.feed(ESC)
    stream.now += 60.0
    stream.feed("[")
    stream.now += 60.0
    stream.feed("A")
    assert stream.pieces == ["\x1b[A"]


def test_escape_twice_and_escape_with_a_key() -> None:
    stream = Stream()
    stream.feed("\x1b\x1b")
    stream.wait(0.2)
    stream.feed("\x1bf\x1b\x1b[A")
    assert stream.pieces == [ESC, ESC, "\x1bf", ESC, "\x1b[A"]


@pytest.mark.parametrize(
    "sequence", [*REPLIES[:-1], "\x1b[1;5C", "\x1b[15~", "\x1b[<0;10;5M", "\x1b[<35;1;1m"]
)
def test_the_rest_of_a_sequence_may_come_after_its_esc_was_given_for_escape(sequence: str) -> None:
    stream = Stream()
    stream.feed(ESC)
    stream.wait(1.0)
    stream.feed(sequence[1:] + "a")
    assert stream.pieces == [ESC, "a"]


@pytest.mark.parametrize("typed", ["[A", "[", "]1", "P", "Open", "[1", "[n", "_x", "12;40R", "q"])
def test_what_is_typed_after_escape_stays(typed: str) -> None:
    stream = Stream()
    stream.feed(ESC)
    stream.wait(0.2)
    stream.feed(typed)
    assert stream.pieces == [ESC, typed]


def test_only_what_is_read_first_after_escape_may_be_its_rest() -> None:
    stream = Stream()
    stream.feed(ESC)
    stream.wait(0.2)
    stream.feed("a")
    stream.feed("[0n")
    stream.feed(ESC)
    stream.wait(0.5 + HELD_TIME)
    stream.feed("[0n")
    assert stream.pieces == [ESC, "a", "[0n", ESC, "[0n"]


@pytest.mark.parametrize(
    ("broken", "pieces"),
    [
        ("\x1b[1\x03", ["\x03"]), ("\x1b[\r", ["\r"]), ("\x1b[1\x1b[A", ["\x1b[A"]),
        ("\x1bP1\x03", ["\x03"]), ("\x1b]1;x\x1b[A", ["\x1b[A"]), ("\x1bPq", ["q"]),
        ("\x1b]n", ["n"]), ("\x1bOж", ["ж"]), ("\x1b[ж", ["ж"]), ("\x1b[M \x1b[A", ["\x1b[A"]),
        ("\x1b[[q", ["q"]), ("\x1b_x\x1b\x1b[A", [ESC, "\x1b[A"]),
    ],
)  # fmt: skip
def test_what_breaks_a_sequence_off_is_read(broken: str, pieces: list[str]) -> None:
    assert Sequences().feed(broken, 1.0) == pieces


@pytest.mark.parametrize("start", ["\x1b[", "\x1bP", "\x1b]1;"])
def test_no_sequence_takes_input_without_end(start: str) -> None:
    sequences = Sequences()
    assert sequences.feed(start + "1" * (LONGEST - len(start)), 1.0) == []
    assert sequences.holding
    assert sequences.feed("1" + "q", 1.0) == ["q"]


@given(st.lists(st.text(st.sampled_from("\x1b[]PO_^X\\?;1$~M<200\x07\x03aж"), max_size=9)))
def test_nothing_raises_and_no_text_holds_an_esc(texts: list[str]) -> None:
    stream = Stream()
    for text in texts:
        stream.feed(text)
        stream.wait(0.1)
    stream.wait(HELD_TIME + 0.2)
    assert all(piece.rfind(ESC) <= 0 or "\\" in piece or "~" in piece for piece in stream.pieces)
    assert not stream.sequences.holding
