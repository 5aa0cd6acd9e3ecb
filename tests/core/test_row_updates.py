"""The last updates that moved a row, against the same run made step by step."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgns_core.examples import example
from sgns_core.row_updates import last_row_updates
from sgns_core.settings import Settings
from sgns_core.timeline import Timeline


def moves(steps: int) -> list[tuple[int, int, list[float]]]:
    """Input, positive and change of each update, seen by going one step at a time."""
    timeline = Timeline(example("groups"), Settings())
    seen = []
    for _ in range(steps):
        block, before = timeline.block(timeline.position, 1), timeline.E.copy()
        timeline.step()
        row = int(block.inputs[0])
        seen.append((row, int(block.positives[0]), (timeline.E[row] - before[row]).tolist()))
    return seen


MOVES = moves(400)


def cosine(one: list[float], other: list[float]) -> float:
    product = sum(a * b for a, b in zip(one, other, strict=True))
    return product / math.hypot(*one) / math.hypot(*other)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 400), st.integers(0, 30), st.integers(1, 6), st.integers(1, 400))
def test_they_are_those_of_the_run_made_step_by_step(
    steps: int, row: int, count: int, within: int
) -> None:
    timeline = Timeline(example("groups"), Settings())
    timeline.step(steps)
    tables = timeline.E.tobytes(), timeline.Ep.tobytes()
    found = last_row_updates(timeline, row, count, within)
    own = [(n, *MOVES[n][1:]) for n in range(max(0, steps - within), steps) if MOVES[n][0] == row]
    assert [(u.update, u.positive) for u in found] == [(n + 1, p) for n, p, _ in own][::-1][:count]
    for update, (place, (_, _, change)) in zip(found, list(enumerate(own))[::-1], strict=False):
        assert update.size == pytest.approx(math.hypot(*change), abs=1e-12)
        if place:
            expected = cosine(change, own[place - 1][2])
            assert update.agreement == pytest.approx(expected, abs=1e-6)
        else:
            assert math.isnan(update.agreement)
    assert timeline.position == steps
    assert (timeline.E.tobytes(), timeline.Ep.tobytes()) == tables


def test_a_row_that_cannot_move_has_no_direction() -> None:
    timeline = Timeline(example("pair"), Settings(k=3))
    row = int(timeline.block(0, 1).inputs[0])
    timeline.step(3)
    assert len(last_row_updates(timeline, row)) == 3
    assert last_row_updates(timeline, (row + 1) % 3) == []


def test_a_stop_is_still_known_afterwards() -> None:
    timeline = Timeline(example("pair"), Settings(k=3, lr=1e200))
    timeline.step(50)
    stop = timeline.stop
    assert stop is not None
    row = int(timeline.block(0, 1).inputs[0])
    found = last_row_updates(timeline, row)
    assert timeline.stop == stop
    assert len(found) == min(5, timeline.position)
    assert all(np.isfinite(update.size) for update in found)
