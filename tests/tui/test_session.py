from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from sgns_core.edits import Choice, SetChoice, SetK, SetLr, SetPolicy, SetValue
from sgns_core.errors import InvalidInput
from sgns_core.examples import example, example_names
from sgns_core.policy import FASTTEXT, PRESETS, WORD2VEC_C, Policy
from sgns_core.search import Collision, EpochEnd, LossAbove, LossBelow, NeighborChanged, Touched
from sgns_core.settings import Settings
from sgns_core.source import Source
from sgns_core.timeline import Stop
from sgns_core.trace import StepTrace
from sgns_tui.session import Session
from sgns_tui.stages import Kind, first_of, stages_of
from tests.core.runs import PlainRun, same_bits, same_trace, zipf_text

TEXT = zipf_text(6, 20, 5)
TOO_FAST = 1.7e308
SOURCES = [TEXT, *map(example, example_names())]


def opened(source: Source = TEXT, **chosen: object) -> Session:
    dim = source.tables[0].shape[1] if source.tables else 2
    return Session(source, Settings(**{"k": 2, "dim": dim, "window": 2, **chosen}))  # type: ignore[arg-type]


def is_sound(session: Session) -> None:
    """Check a session against the plain run of its edits."""
    timeline = session.timeline
    trace = session.trace
    walk = stages_of(trace)
    assert session.stage == walk[session.at] == session.progress.stage
    made = session.at >= first_of(Kind.UPDATE, trace)
    assert timeline.position == session.update + made
    run = PlainRun(session.source, session.settings, timeline.edits).to(session.update)
    assert run.position == session.update
    assert same_trace(trace, run.trace(allow_overflow=True))
    if made:
        assert run.step()
    assert same_bits(timeline.E, run.E)
    assert same_bits(timeline.Ep, run.Ep)


Place = tuple[int, int, bytes, bytes, StepTrace]


def place(session: Session) -> Place:
    seen = session.timeline
    return session.update, session.at, seen.E.tobytes(), seen.Ep.tobytes(), session.trace


def same_place(one: Place, other: Place) -> bool:
    return one[:4] == other[:4] and same_trace(one[4], other[4])


@pytest.mark.parametrize("policy", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_going_back_visits_the_same_places_in_reverse(source: Source, policy: Policy) -> None:
    if policy.collision == "redraw" and source.wanted.target in (source.wanted.negatives or ()):
        policy = policy.with_parts(collision="keep")
    session = opened(source, policy=policy, lr=0.5)
    assert not session.previous()
    visited = [place(session)]
    while session.update < 4:
        assert session.next()
        visited.append(place(session))
    assert [one[:2] for one in visited] == sorted({one[:2] for one in visited})
    for earlier in reversed(visited[:-1]):
        assert session.previous()
        assert same_place(place(session), earlier)
    assert not session.previous()
    assert (session.update, session.at, session.timeline.position) == (0, 0, 0)


@pytest.mark.parametrize("source", [TEXT, example("worked")], ids=lambda source: source.name)
def test_every_edit_at_every_stage(source: Source) -> None:
    edits: list[tuple[str, Callable[[Session], None]]] = [
        ("lr", lambda session: session.set_lr(0.7)),
        ("k", lambda session: session.set_k(3)),
        ("power", lambda session: session.set_policy(power=0.0)),
        ("direction", lambda session: session.set_policy(direction="context")),
        ("preset", lambda session: session.edit(SetPolicy(WORD2VEC_C))),
        ("pair", lambda session: session.choose(1, 2)),
        ("center", lambda session: session.choose(center=3)),
        ("target", lambda session: session.choose(target=0)),
        ("negatives", lambda session: session.choose(negatives=(1, 1, 0))),
        ("release", lambda session: session.release()),
        ("value", lambda session: session.set_value("Ep", 2, 1, -0.5)),
    ]
    first = opened(source, lr=0.5)
    first.forward(2)
    for at in range(len(stages_of(first.trace))):
        for name, make in edits:
            session = opened(source, lr=0.5)
            session.forward(2)
            for _ in range(at):
                assert session.next()
            before = place(session)
            made = before[1] >= first_of(Kind.UPDATE, session.trace)
            old = session.timeline.config()
            make(session)
            is_sound(session)
            assert session.update == before[0] + made
            assert [edit.at for edit in session.timeline.edits] == [before[0] + made]
            if name == "lr":
                assert session.at == (0 if made else at)
                assert (session.config.lr, session.trace.lr) == (0.7, 0.7)
            elif name not in ("power", "direction", "preset"):
                assert session.at == 0
            choice = session.config.choice
            if name == "pair":
                assert (session.trace.center, session.trace.target) == (1, 2)
            elif name == "center":
                assert session.trace.center == 3
                assert choice is not None
                assert choice.negatives == (old.choice.negatives if old.choice else None)
            elif name == "target":
                assert session.trace.target == 0
            elif name == "negatives":
                assert session.trace.negatives.tolist() == [1, 1, 0]
            elif name == "release":
                assert choice is None
            elif name == "value":
                assert session.timeline.Ep[2, 1] == -0.5
            assert session.next()
            is_sound(session)
            assert session.undo()
            is_sound(session)
            assert (session.update, session.timeline.edits) == (before[0] + made, ())
            assert session.timeline.config() == old
            assert session.redo()
            is_sound(session)
            assert not session.redo()


def test_a_change_of_draws_never_carries_the_stage_past_the_update() -> None:
    """Other negatives may touch fewer rows, which moves every later stage."""
    for seed in range(40):
        session = opened(k=4, seed=seed)
        assert session.finish()
        assert session.previous()
        assert session.previous()
        session.set_policy(power=0.0)
        is_sound(session)


def test_moves_by_whole_updates() -> None:
    session = opened()
    assert session.forward() == 1
    session.next()
    assert session.forward(5) == 5
    assert (session.update, session.at) == (6, 0)
    session.finish()
    is_sound(session)
    assert session.stage.kind is Kind.CHECK
    assert session.forward() == 1
    assert (session.update, session.at) == (7, 0)
    assert session.forward(0) == 0
    assert session.forward(-3) == 0
    assert session.backward(2) == 2
    assert session.backward(-2) == 0
    assert session.update == 5
    assert session.backward(99) == 5
    assert session.go_to(12)
    is_sound(session)
    with pytest.raises(InvalidInput):
        session.go_to(-1)
    is_sound(session)
    assert session.update == 12
    assert session.timeline.length == 12


def test_searches_keep_the_place_where_they_lead_nowhere() -> None:
    session = opened()
    session.go_to(20)
    for steps in (0, 4, len(stages_of(session.trace)) - 2, len(stages_of(session.trace)) - 1):
        session.go_to(20)
        for _ in range(steps):
            session.next()
        before = place(session)
        assert not session.back_until(LossAbove(1e9))
        assert same_place(place(session), before)
        assert not session.until(LossAbove(1e9), go_on=lambda: False)
        assert same_place(place(session), before)
        assert session.until(LossAbove(0.0))
        assert (session.update, session.at) == (21, 0)
        is_sound(session)
        assert session.back_until(LossBelow(1e9))
        assert (session.update, session.at) == (20, 0)
        is_sound(session)
    bare = example("worked")
    bare = Source(name="bare", vocabulary=bare.vocabulary, tables=bare.tables, wanted=bare.wanted)
    session = opened(bare)
    session.finish()
    with pytest.raises(InvalidInput, match="no text"):
        session.until(EpochEnd())
    is_sound(session)
    assert session.stage.kind is Kind.CHECK


def test_a_pair_can_be_chosen_where_there_is_none() -> None:
    bare = example("worked")
    session = opened(Source(name="bare", vocabulary=bare.vocabulary, tables=bare.tables))
    with pytest.raises(InvalidInput, match="no text"):
        session.trace  # noqa: B018
    with pytest.raises(InvalidInput):
        session.choose(center=1)
    session.choose(1, 2)
    is_sound(session)
    assert session.forward(3) == 3
    with pytest.raises(InvalidInput):
        session.release()
    is_sound(session)


def test_an_edit_that_is_refused_changes_nothing() -> None:
    session = opened(example("collision"))
    session.next()
    before = place(session)
    for refused in (
        SetLr(-1.0),
        SetK(-1),
        SetPolicy(FASTTEXT),
        SetChoice(Choice(0, 99)),
        SetValue("E", 0, 99, 1.0),
        SetValue("Ep", 0, 0, float("nan")),
    ):
        with pytest.raises(InvalidInput):
            session.edit(refused)
        assert same_place(place(session), before)
    with pytest.raises(InvalidInput):
        session.set_value("F", 0, 0, 1.0)
    with pytest.raises(InvalidInput):
        session.set_policy(colour="red")
    assert not session.undo()


def overflowing(session: Session) -> None:
    """Look at an update that cannot be made, from each of its stages."""
    timeline = session.timeline
    update = session.update
    while session.at + 1 < first_of(Kind.UPDATE, session.trace):
        assert session.next()
        is_sound(session)
    last = place(session)
    moves: list[Callable[[], object]] = [
        session.next,
        session.finish,
        session.forward,
        lambda: session.forward(9),
        lambda: session.until(LossAbove(1e9)),
        lambda: session.until(NeighborChanged(0)),
    ]
    for move in moves:
        assert not move()
        assert isinstance(timeline.stop, Stop)
        assert timeline.stop.at == update
        bad = session.trace
        rows = bad.center_after if timeline.stop.table == "E" else bad.touched_after
        assert timeline.stop.row in (
            [bad.center] if timeline.stop.table == "E" else bad.touched.tolist()
        )
        assert not np.isfinite(rows).all() or not np.isfinite(bad.scores).all()
        assert same_place(place(session), last)
    assert not session.go_to(update + 5)
    assert timeline.stop is not None
    assert (session.update, session.at) == (update, 0)
    is_sound(session)
    if update:
        assert session.previous()
        assert (session.update, session.stage.kind) == (update - 1, Kind.CHECK)
        is_sound(session)
        assert session.forward(4) == 1
        assert timeline.stop is not None
        assert session.update == update
        assert session.backward(3) == min(3, update)
        is_sound(session)
        session.go_to(update)


@pytest.mark.parametrize("updates", [0, 1, 6])
@pytest.mark.parametrize("source", [TEXT, example("worked")], ids=lambda source: source.name)
def test_a_rate_that_overflows_stops_the_run_and_keeps_the_place(
    source: Source, updates: int
) -> None:
    session = opened(source)
    session.forward(updates)
    session.next()
    session.next()
    # Large vectors, and a rate that takes them past the largest number.
    session.edit(SetValue("E", session.trace.center, 0, 1e150))
    session.set_lr(TOO_FAST)
    overflowing(session)
    assert session.undo()
    assert session.forward(3) == 3
    is_sound(session)


def test_a_score_that_overflows_stops_the_run_and_keeps_the_place() -> None:
    session = opened()
    session.forward(3)
    center, target = session.trace.center, session.trace.target
    session.set_value("E", center, 0, 1e200)
    session.set_value("Ep", target, 0, -1e200)
    overflowing(session)
    assert session.undo()
    assert session.undo()
    is_sound(session)


@pytest.mark.parametrize("policy", PRESETS.values(), ids=PRESETS)
def test_a_run_that_cannot_begin_can_be_looked_at(policy: Policy) -> None:
    source = zipf_text(3, 9, 4)
    session = opened(source, policy=policy, lr=TOO_FAST, dim=1)
    is_sound(session)
    if session.timeline.step():
        session = opened(source, policy=policy, dim=1)
        session.set_value("E", session.trace.center, 0, 1e200)
        session.set_value("Ep", session.trace.target, 0, 1e200)
    overflowing(session)
    session.set_lr(0.1)
    is_sound(session)


class AnyOrder(RuleBasedStateMachine):
    """Whatever is pressed, the session stands at a sound place."""

    @initialize(source=st.sampled_from(SOURCES), lr=st.sampled_from([0.1, 3.0, TOO_FAST]))
    def begin(self, source: Source, lr: float) -> None:
        self.session = opened(source, lr=lr)

    @rule(times=st.integers(1, 30))
    def next(self, times: int) -> None:
        for _ in range(times):
            before = place(self.session)
            if not self.session.next():
                assert self.session.timeline.stop is not None
                assert same_place(place(self.session), before)

    @rule(times=st.integers(1, 30))
    def previous(self, times: int) -> None:
        for _ in range(times):
            before = place(self.session)
            if self.session.previous():
                after = self.session.update, self.session.at
                assert self.session.next()
                assert same_place(place(self.session), before)
                assert self.session.previous()
                assert after == (self.session.update, self.session.at)
            else:
                assert before[:2] == (0, 0)

    @rule(count=st.integers(0, 12))
    def forward(self, count: int) -> None:
        begin = self.session.update
        made = self.session.forward(count)
        assert made == count or self.session.timeline.stop
        assert self.session.update == begin + made

    @rule(count=st.integers(0, 12))
    def backward(self, count: int) -> None:
        begin = self.session.update
        assert self.session.backward(count) == begin - self.session.update == min(begin, count)

    @rule(update=st.integers(0, 30))
    def go_to(self, update: int) -> None:
        assert self.session.go_to(update) or self.session.timeline.stop
        assert self.session.at == 0

    @rule()
    def finish(self) -> None:
        assert self.session.finish() or self.session.timeline.stop

    @rule(
        event=st.sampled_from(
            [LossAbove(2.0), LossBelow(1.0), Touched(0), Collision(), NeighborChanged(1)]
        ),
        forward=st.booleans(),
    )
    def search(self, event: LossAbove, forward: bool) -> None:
        if forward:
            self.session.until(event, 20)
        else:
            self.session.back_until(event)

    @rule(
        change=st.one_of(
            st.builds(SetLr, st.sampled_from([0.0, 0.5, TOO_FAST])),
            st.builds(SetK, st.integers(0, 4)),
            st.builds(SetPolicy, st.sampled_from(list(PRESETS.values()))),
            st.builds(
                SetChoice,
                st.none() | st.builds(Choice, st.integers(0, 4), st.integers(0, 4), st.none()),
            ),
            st.builds(
                SetValue,
                st.sampled_from(["E", "Ep"]),
                st.integers(0, 4),
                st.integers(0, 1),
                st.sampled_from([0.0, 1.0, 1e200, -1e200]),
            ),
        )
    )
    def edit(self, change: SetLr) -> None:
        before = place(self.session)
        try:
            self.session.edit(change)
        except InvalidInput:
            assert same_place(place(self.session), before)

    @rule()
    def undo(self) -> None:
        self.session.undo()

    @rule()
    def redo(self) -> None:
        self.session.redo()

    @invariant()
    def is_sound(self) -> None:
        if hasattr(self, "session"):
            is_sound(self.session)


def test_no_order_of_keys_loses_the_place() -> None:
    run_state_machine_as_test(
        AnyOrder,
        settings=settings(
            max_examples=25,
            stateful_step_count=20,
            deadline=None,
            phases=[Phase.explicit, Phase.reuse, Phase.generate],
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_another_seed_is_another_session_at_its_beginning() -> None:
    session = opened()
    session.forward(3)
    other = session.with_seed(9)
    assert (other.update, other.at, other.settings.seed) == (0, 0, 9)
    assert session.update == 3
    assert other.words == session.words


def test_looking_at_an_update_that_is_made_leaves_it_made() -> None:
    session = opened()
    session.timeline.step()
    made = session.timeline.E.copy()
    assert same_trace(session.trace, PlainRun(TEXT, session.settings).trace())
    assert session.timeline.position == 1
    assert same_bits(session.timeline.E, made)
