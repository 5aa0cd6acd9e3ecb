"""Keys from any input: nothing raises, and what follows a broken sequence is read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._xterm_parser import XTermParser
from textual.message import Message

from sgns_tui.terminal.key_parser import KeyParser
from sgns_tui.terminal.sequences import ESC, HELD_TIME, Sequences

pieces = st.one_of(
    st.text(max_size=8),
    st.sampled_from(["\x1b", "\x1b[", "\x1b[<", "\x1b[200~", "\x1b[201~", "\x1bO", "\x1b[M"]),
    st.builds(
        lambda numbers, end: "\x1b[" + ";".join(map(str, numbers)) + end,
        st.lists(st.one_of(st.integers(0, 300), st.integers(0, 10**30)), max_size=4),
        st.sampled_from([*"umMR~AHPZIOcnty$", "$y", ":1u"]),
    ),
    st.builds("\x1b[<{};{};{}M".format, st.integers(), st.integers(), st.integers(0, 10**20)),
)


def messages(*parts: str) -> list[Message]:
    """Return what parts say that come one right after the other, and then nothing more."""
    sequences, keys = Sequences(), KeyParser()
    whole = [piece for part in parts for piece in sequences.feed(part, 1.0)]
    whole += [*sequences.idle(1.0 + HELD_TIME), *sequences.idle(2.0 + HELD_TIME)]
    return [message for piece in whole for message in keys.feed(piece)]


def names(found: list[Message]) -> list[str]:
    return [message.key for message in found if isinstance(message, events.Key)]


@given(st.lists(pieces, max_size=6))
def test_any_input(parts: list[str]) -> None:
    messages(*parts)


@pytest.mark.parametrize("broken", ["\x1b[99999999999999999999~", "\x1b[99999999999999999999;1u"])
def test_what_follows_is_read(broken: str) -> None:
    assert names(messages(f"a{broken}\x1b[Cb")) == ["a", "right", "b"]


@pytest.mark.parametrize("sequence", [key for key in ANSI_SEQUENCES_KEYS if len(key) > 2])
def test_every_key_is_what_textual_takes_it_for_wherever_it_breaks(sequence: str) -> None:
    expected = names(list(XTermParser().feed(sequence)))
    for cut in range(len(sequence)):
        assert names(messages(sequence[:cut], sequence[cut:])) == expected


def test_escape_and_alt() -> None:
    assert names(messages(ESC)) == ["escape"]
    assert names(messages("\x1bq", "a")) == ["alt+q", "a"]
    assert names(messages("\x1b\x1b[A")) == ["escape", "up"]


@pytest.mark.parametrize("unknown", ["\x1b[1;5Y", "\x1b[?1u", "\x1b[0n", "\x1bOz", "\x1bP1\x1b\\"])
def test_a_sequence_that_says_nothing_is_not_typed(unknown: str) -> None:
    assert names(messages(unknown, "a")) == ["a"]


@pytest.mark.parametrize("cut", range(1, 20))
def test_a_paste_is_one_message_wherever_it_breaks(cut: int) -> None:
    paste = "\x1b[200~[A]\x00\x1bq\x1b[201~"
    found = messages(paste[:cut], paste[cut:], "a")
    assert [message.text for message in found if isinstance(message, events.Paste)] == ["[A]\x1bq"]
    assert names(found) == ["a"]


def test_what_textual_remembers_stays_over_a_sequence_that_says_nothing() -> None:
    found = messages("\x1b[<35;5;5M\x1b[1;5Y\x1b[<35;9;5M")
    moves = [message for message in found if isinstance(message, events.MouseMove)]
    assert [move.delta_x for move in moves] == [4, 4]
