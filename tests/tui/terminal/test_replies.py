import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_tui.terminal.replies import Replies

REPLIES = [
    "\x1b[?62;22c", "\x1b[>0;276;0c", "\x1b[0n", "\x1b[?15n", "\x1b[?1u", "\x1b[8;24;80t",
    "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\", "\x1b]4;1;rgb:0/0/0\x07", "\x1bP>|xterm(380)\x1b\\",
    "\x1b_Gi=31;OK\x1b\\",
]  # fmt: skip
KEYS = [
    "a", "ж", "\x1b", "\x1b[A", "\x1b[1;5C", "\x1b[200~text\x1b[201~", "\x1b[97;5u", "\x1bOP", "\r",
    "\x1b[<0;10;5M", "\x1b[I", "\x1b[?2026;2$y", "\x1b[48;24;80;480;800t", "\x1b[15~", "\x1b[Z",
]  # fmt: skip
REPORT = "\x1b[12;40R"


@pytest.mark.parametrize("reply", REPLIES)
@pytest.mark.parametrize("expecting", [True, False])
def test_replies_are_swallowed(reply: str, expecting: bool) -> None:
    assert Replies().feed(f"a{reply}b", expecting=expecting) == ("ab", 0)


@given(st.lists(st.sampled_from([*KEYS[:2], *KEYS[3:]]), max_size=6), st.booleans())
def test_what_a_person_types_stays(keys: list[str], expecting: bool) -> None:
    replies = Replies()
    text, reports = replies.feed("".join(keys), expecting=expecting)
    assert (text + replies.release(), reports) == ("".join(keys), 0)


def test_reports_are_counted_where_they_are_expected() -> None:
    assert Replies().feed(f"a{REPORT}b{REPORT}", expecting=True) == ("ab", 2)
    assert Replies().feed("\x1b[1;2R", expecting=False) == ("\x1b[1;2R", 0)  # shift+F3


@given(
    st.lists(st.sampled_from([REPORT, *REPLIES, *KEYS[:2], *KEYS[3:]]), max_size=8),
    st.lists(st.integers(0, 200)),
)
def test_it_does_not_matter_where_the_line_breaks(parts: list[str], cuts: list[int]) -> None:
    whole = "".join(parts)
    # A lone Escape is a key: only the two characters of a start are told apart from it.
    places = sorted({0, len(whole), *(cut for cut in cuts if whole[cut - 1 : cut] != "\x1b")})
    places = [place for place in places if place <= len(whole)]
    replies, text, reports = Replies(), "", 0
    for start, end in itertools.pairwise(places):
        some, count = replies.feed(whole[start:end], expecting=True)
        text, reports = text + some, reports + count
    text += replies.release()
    typed = [part for part in parts if part in KEYS]
    assert (text, reports) == ("".join(typed), parts.count(REPORT))


def test_what_is_no_reply_after_all_is_given_back() -> None:
    replies = Replies()
    assert replies.feed("\x1b[12;4", expecting=True) == ("", 0)
    assert replies.holding
    assert replies.release() == "\x1b[12;4"
    assert not replies.holding


@pytest.mark.parametrize(
    "reply", ["\x1b_Gi=1;OK\x1b\\", "\x1bP>|x 1\x1b\\", "\x1b[0n", "\x1b^p\x1b\\", "\x1bXs\x1b\\"]
)
def test_a_reply_that_nobody_expects_may_come_in_two_parts(reply: str) -> None:
    for cut in range(2, len(reply)):
        replies = Replies()
        first, _ = replies.feed(reply[:cut], expecting=False)
        rest, _ = replies.feed(reply[cut:], expecting=False)
        assert first + rest == ""
