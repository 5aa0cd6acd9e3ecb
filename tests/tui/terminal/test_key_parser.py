"""Keys from any input: nothing raises, and what follows a broken sequence is read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events

from sgns_tui.terminal.key_parser import KeyParser

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


@given(st.lists(pieces, max_size=6))
def test_any_input(parts: list[str]) -> None:
    keys = KeyParser()
    for part in parts:
        list(keys.feed(part))
        list(keys.tick())


@pytest.mark.parametrize("broken", ["\x1b[99999999999999999999~", "\x1b[99999999999999999999;1u"])
def test_what_follows_is_read(broken: str) -> None:
    messages = list(KeyParser().feed(f"a{broken}\x1b[Cb"))
    keys = [message.key for message in messages if isinstance(message, events.Key)]
    assert keys[0] == "a"
    assert keys[-2:] == ["right", "b"]
