from __future__ import annotations

from itertools import pairwise
from unittest.mock import patch

import numpy as np
import pytest

from sgns_core import limits, log, search
from sgns_core.edits import Choice, SetChoice, SetK, SetLr, SetPolicy
from sgns_core.errors import InvalidInput
from sgns_core.examples import example
from sgns_core.log import LossLog
from sgns_core.neighbors import neighbors
from sgns_core.policy import ARTICLE, FASTTEXT, GENSIM, WORD2VEC_C, Policy
from sgns_core.search import (
    Collision,
    EpochEnd,
    Event,
    FalseNegative,
    LossAbove,
    LossBelow,
    NeighborChanged,
    Touched,
    back_until,
    nearest,
    run_until,
)
from sgns_core.settings import Settings
from sgns_core.source import Source
from sgns_core.timeline import Timeline
from tests.core.runs import PlainRun, same_bits, zipf_text

TEXT = zipf_text(7, 14, 4)
LENGTH = 90


@pytest.fixture(autouse=True)
def _small() -> object:
    with (
        patch.multiple(limits, INTERVAL=8, STRETCH_BYTES=4_000, FRAME_BYTES=40_000, AHEAD=3),
        patch.object(search, "_BLOCK", 7),
    ):
        yield


def slow_nearest(table: np.ndarray, row: int) -> int:
    best, found = -np.inf, -1
    for other in range(len(table)):
        sizes = np.linalg.norm(table[other]), np.linalg.norm(table[row])
        if other == row or not all(sizes):
            continue
        cosine = float(sum(table[other] * table[row])) / float(sizes[0] * sizes[1])
        if cosine > best + 1e-12:
            best, found = cosine, other
    return found


def contexts(source: Source, window: int) -> set[tuple[int, int]]:
    assert source.tokens is not None
    ids, offsets = source.tokens.ids.tolist(), source.tokens.offsets.tolist()
    return {
        (ids[i], ids[j])
        for start, stop in pairwise(offsets)
        for i in range(start, stop)
        for j in range(start, stop)
        if i != j and abs(i - j) <= window
    }


class Log:
    """What every update of a run was, written down by the plain run."""

    def __init__(self, seen: Timeline, event: Event, steps: int) -> None:
        source, settings = seen.source, seen.settings
        run = PlainRun(source, settings, seen.edits)
        true = contexts(source, settings.window) if source.corpus else set()
        starts: set[int] = set()
        if isinstance(event, EpochEnd):
            total = 0
            for epoch in range(steps):
                starts.add(total)
                total += len(source.epoch_pairs(settings, epoch))
        self.named: list[bool] = []
        before = -2
        for step in range(steps):
            trace = run.trace()
            used = [
                int(row)
                for row, skipped in zip(trace.negatives, trace.skipped[1:], strict=True)
                if not skipped
            ]
            match event:
                case LossAbove(value):
                    named = trace.loss > value
                case LossBelow(value):
                    named = trace.loss < value
                case Touched(row):
                    named = row in (trace.center, trace.target, *used)
                case Collision():
                    named = trace.target in trace.negatives.tolist()
                case FalseNegative():
                    named = any((trace.center, row) in true for row in used)
                case EpochEnd():
                    named = step in starts
                case NeighborChanged(row):
                    now = slow_nearest(run.E, row)
                    named = step > 0 and now != before
                    before = now
            self.named.append(named)
            run.step()

    def after(self, step: int, limit: int) -> int | None:
        return next((s for s in range(step + 1, step + limit + 1) if self.named[s]), None)

    def before(self, step: int) -> int | None:
        return next((s for s in range(step - 1, -1, -1) if self.named[s]), None)


def make(policy: Policy, **chosen: object) -> Timeline:
    made = Timeline(TEXT, Settings(policy=policy, window=2, k=2, lr=0.5, **chosen))  # type: ignore[arg-type]
    for at, change in (
        (11, SetK(4)),
        (23, SetLr(0.9)),
        (40, SetChoice(Choice(1, 2))),
        (51, SetChoice(None)),
        (60, SetPolicy(policy.with_parts(power=0.0))),
    ):
        made.seek(at)
        made.edit(change)
    made.seek(LENGTH)
    return made


EVENTS: list[Event] = [
    LossAbove(2.5),
    LossBelow(1.9),
    LossAbove(99.0),
    Touched(0),
    Touched(6),
    Collision(),
    FalseNegative(),
    EpochEnd(),
    NeighborChanged(1),
]
CASES = [
    pytest.param(policy, chosen, id=f"{policy.name}-{chosen}")
    for policy, chosen in (
        (ARTICLE, {}),
        (WORD2VEC_C, {"shrink": True}),
        (GENSIM, {"subsample": 0.1}),
        (FASTTEXT, {"shrink": True, "subsample": 0.2}),
    )
]


@pytest.mark.parametrize("event", EVENTS, ids=str)
@pytest.mark.parametrize(("policy", "chosen"), CASES)
def test_every_search_finds_what_a_full_log_names(
    policy: Policy, chosen: dict[str, object], event: Event
) -> None:
    seen = make(policy, **chosen)
    full = Log(seen, event, LENGTH + 12)
    for begin in range(0, LENGTH, 5):
        for limit in (0, 1, 8, LENGTH - begin + 10):
            seen.seek(begin)
            wanted = full.after(begin, limit)
            assert run_until(seen, event, limit) == (wanted is not None)
            assert seen.position == (begin + limit if wanted is None else wanted)
        seen.seek(begin)
        wanted = full.before(begin)
        assert back_until(seen, event) == (wanted is not None)
        assert seen.position == (begin if wanted is None else wanted)
    run = PlainRun(TEXT, seen.settings, seen.edits).to(seen.position)
    assert same_bits(seen.E, run.E)
    assert same_bits(seen.Ep, run.Ep)


@pytest.mark.parametrize("event", [LossBelow(1.9), Touched(6), NeighborChanged(1)], ids=str)
def test_a_fresh_run_finds_the_same_as_one_that_was_there_before(event: Event) -> None:
    settings = Settings(window=2, k=2, lr=0.5)
    again = Timeline(TEXT, settings)
    again.seek(LENGTH)
    fresh = Timeline(TEXT, settings)
    again.seek(0)
    for _ in range(6):
        assert run_until(fresh, event, 60) == run_until(again, event, 60)
        assert fresh.position == again.position
        assert same_bits(fresh.E, again.E)


def test_forgotten_losses_are_made_again() -> None:
    with patch.object(log, "CHUNK", 7):  # as many as a search reads at once
        seen = make(ARTICLE)
        full = Log(seen, LossBelow(1.9), LENGTH + 12)
        seen._history.branch.log.limit = 2
        seen.step(30)
        seen.back(30)
        assert np.isnan(seen.losses(0, LENGTH)).sum() > LENGTH - 20
        for begin in range(LENGTH, 0, -9):
            seen.seek(begin)
            wanted = full.before(begin)
            assert back_until(seen, LossBelow(1.9)) == (wanted is not None)
            assert seen.position == (begin if wanted is None else wanted)
            seen.seek(begin - 1)
            assert run_until(seen, LossBelow(1.9), 11) == (full.after(begin - 1, 11) is not None)


@pytest.mark.parametrize(
    "event", [*EVENTS[2:3], Touched(6), EpochEnd(), NeighborChanged(1)], ids=str
)
@pytest.mark.parametrize("answers", [0, 1, 2, 5])
def test_a_search_that_is_called_off_stands_on_its_way(event: Event, answers: int) -> None:
    for begin in (0, 33):
        seen = Timeline(TEXT, Settings(window=2, k=0, lr=0.5))
        seen.seek(begin)
        left = [True] * answers

        def go_on(left: list[bool] = left) -> bool:
            return bool(left and left.pop())

        found = run_until(seen, event, 400, go_on)
        assert begin <= seen.position <= begin + 7 * answers + 1
        assert answers or not found
        run = PlainRun(TEXT, seen.settings).to(seen.position)
        assert same_bits(seen.E, run.E)


@pytest.mark.parametrize("event", [LossAbove(99.0), Touched(0), NeighborChanged(1)], ids=str)
def test_a_search_back_that_is_called_off_goes_nowhere(event: Event) -> None:
    seen = Timeline(TEXT, Settings(window=2, k=0))
    seen.seek(50)
    assert not back_until(seen, event, lambda: False)
    assert seen.position == 50


def test_a_long_way_to_a_find_can_be_called_off() -> None:
    seen = Timeline(TEXT, Settings(window=2))
    asked = 0

    def go_on() -> bool:
        nonlocal asked
        asked += 1
        return seen.position < 30

    seen.block = lambda start, count: Timeline.block(seen, start, 7)  # type: ignore[method-assign]
    with patch.object(
        search, "_happens", lambda _, __, block: np.full(len(block), block.start > 70)
    ):
        assert not run_until(seen, Touched(0), 400, go_on)
    assert 30 <= seen.position <= 37


def test_a_search_stops_where_the_run_does() -> None:
    for event in (LossAbove(1e9), NeighborChanged(1), Touched(0)):
        seen = Timeline(TEXT, Settings(window=2, k=2))
        seen.seek(20)
        seen.edit(SetLr(1.7e308))
        begin = seen.position
        found = run_until(seen, event, 50)
        assert seen.stop is not None or found
        assert not isinstance(event, LossAbove) or not found
        if seen.stop is not None:
            assert seen.stop.at == seen.position >= begin
        assert np.isfinite(seen.E).all()


def test_ends_of_epochs_need_a_text() -> None:
    source = example("worked")
    bare = Source(
        name="bare", vocabulary=source.vocabulary, tables=source.tables, wanted=source.wanted
    )
    seen = Timeline(bare, Settings())
    seen.step(3)
    with pytest.raises(InvalidInput, match="no text"):
        run_until(seen, EpochEnd(), 5)
    with pytest.raises(InvalidInput, match="no text"):
        back_until(seen, EpochEnd())
    assert seen.position == 3
    assert not run_until(seen, FalseNegative(), 5)


def test_the_nearest_row_has_the_largest_cosine() -> None:
    table = np.array([[1.0, 0.0], [0.0, 0.0], [5.0, 1.0], [0.5, 0.1], [0.9, 0.0], [-1.0, 0.0]])
    assert nearest(table, 0) == 4
    assert nearest(table, 1) == -1
    assert nearest(table, 5) in (2, 3)
    assert nearest(table[:2], 0) == -1
    assert nearest(np.array([[1.0, 0.0], [-1.0, 0.0], [-2.0, 0.0]]), 0) == 1


def test_the_nearest_row_is_found_among_rows_of_any_size() -> None:
    table = np.array([[1e200, 1e200], [3e-200, -2e-200], [2e180, 1e180], [0.0, 0.0], [-1.0, 5.0]])
    found = [nearest(table, row) for row in range(5)]
    assert found == [neighbors(table, row, 1)[0][0] if row != 3 else -1 for row in range(5)]


def test_a_log_holds_at_least_two_blocks() -> None:
    with patch.object(log, "CHUNK", 4):
        made = LossLog(2)
        for start in range(0, 40, 3):
            made.write(start, np.arange(start, start + 3, dtype=float))
            assert made.read(start, start + 3).tolist() == [start, start + 1, start + 2]
        made.write(6, np.array([6.0, 7.0, 8.0]))
        assert made.read(6, 9).tolist() == [6.0, 7.0, 8.0]
