"""Two runs side by side: one setting apart, and in step whatever is done."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgns_core.errors import InvalidInput
from sgns_tui.comparing import SETTINGS, ComparedSession, compared_options, open_compared
from sgns_tui.opening import SourceOptions
from sgns_tui.session_opening import open_session

GROUPS = SourceOptions(example="groups")


def test_only_the_setting_that_is_named_differs() -> None:
    session = open_compared(GROUPS, "power=0")
    mine, theirs = session.config, session.other.config
    assert (mine.policy.power, theirs.policy.power) == (0.75, 0.0)
    assert theirs.policy.with_parts(power=0.75) == mine.policy
    assert (mine.lr, mine.k) == (theirs.lr, theirs.k)
    assert session.settings.seed == session.other.settings.seed


def test_each_run_is_the_one_it_would_be_alone() -> None:
    session = open_compared(GROUPS, "k=2")
    session.forward(300)
    session.backward(120)
    session.set_lr(0.5)
    session.forward(40)
    alone = open_session(SourceOptions(example="groups", k=2))
    alone.forward(180)
    alone.set_lr(0.5)
    alone.forward(40)
    assert session.other.timeline.E.tobytes() == alone.timeline.E.tobytes()
    alone = open_session(GROUPS)
    alone.forward(180)
    alone.set_lr(0.5)
    alone.forward(40)
    assert session.timeline.E.tobytes() == alone.timeline.E.tobytes()


@pytest.mark.parametrize(
    ("wanted", "change"),
    [
        ("lr=0.5", lambda s: s.set_lr(0.01)),
        ("k=1", lambda s: s.set_k(9)),
        ("power=0", lambda s: s.set_policy(power=1.0)),
        ("policy=gensim", lambda s: s.set_policy(collision="redraw")),
    ],
)
def test_what_sets_them_apart_stays_when_it_is_changed_here(wanted: str, change) -> None:  # type: ignore[no-untyped-def]
    session = open_compared(GROUPS, wanted)
    before = session.other.config
    change(session)
    assert session.other.config == before
    assert session.undo()
    assert session.other.config == before
    assert not session.undo()


MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("forward"), st.integers(1, 40)),
        st.tuples(st.just("backward"), st.integers(1, 40)),
        st.tuples(st.just("next"), st.integers(1, 30)),
        st.tuples(st.just("lr"), st.sampled_from([0.01, 0.1, 0.7])),
        st.tuples(st.just("k"), st.integers(0, 6)),
        st.tuples(st.just("undo"), st.just(0)),
        st.tuples(st.just("redo"), st.just(0)),
    ),
    max_size=12,
)


@given(MOVES)
@settings(max_examples=30, deadline=None)
def test_they_stay_in_step(moves: list[tuple[str, float]]) -> None:
    session = open_compared(GROUPS, "power=0")
    for name, value in moves:
        match name:
            case "next":
                for _ in range(int(value)):
                    session.next()
            case "lr":
                session.set_lr(value)
            case "k":
                session.set_k(int(value))
            case "undo":
                session.undo()
            case "redo":
                session.redo()
            case _:
                getattr(session, name)(int(value))
        assert session.other.update == session.update
        assert len(session.other.timeline.edits) == len(session.timeline.edits)
        assert session.other.config.policy.power == 0.0


def test_where_the_other_run_stops_so_does_this_one() -> None:
    session = open_compared(SourceOptions(example="groups", lr=0.1), "lr=1e308")
    made = session.forward(5000)
    assert session.other.timeline.stop is not None
    assert session.update == session.other.update == made < 5000
    assert session.forward(10) == 0


def test_another_seed_is_for_both() -> None:
    session = open_compared(GROUPS, "k=2").with_seed(9)
    assert isinstance(session, ComparedSession)
    assert (session.settings.seed, session.other.settings.seed) == (9, 9)
    assert (session.config.k, session.other.config.k) == (5, 2)


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ("power", "SETTING=VALUE"),
        ("power=", "SETTING=VALUE"),
        ("powr=1", "power"),
        ("k=few", "takes a number"),
        ("policy=glove", "one of article"),
        ("k=5.5", "takes a number"),
    ],
)
def test_what_cannot_be_compared_is_said(wanted: str, says: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        compared_options(GROUPS, wanted)
    assert says in str(caught.value)


def test_equal_runs_are_refused() -> None:
    with pytest.raises(InvalidInput, match="same"):
        open_compared(SourceOptions(example="groups", k=5), "k=5")
    with pytest.raises(InvalidInput, match="same"):
        open_compared(GROUPS, "lr=0.1")


def test_every_setting_that_is_offered_can_be_set() -> None:
    values = {
        "policy": "gensim", "collision": "skip", "order": "sequential", "range": "stop",
        "sigmoid": "word2vec-table", "direction": "context", "noise-counts": "pairs",
    }  # fmt: skip
    for name in SETTINGS:
        session = open_compared(GROUPS, f"{name}={values.get(name, '3')}")
        assert session.forward(3) == 3
        assert session.other.update == 3
