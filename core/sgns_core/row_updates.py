"""The last updates that moved one row of E, and how far they agree."""

from __future__ import annotations

import math

import numpy as np

from sgns_core.record import record
from sgns_core.timeline import Timeline
from sgns_core.trace import Floats

_BLOCK = 4096


@record
class RowUpdate:
    """One update in which a word was the input row.

    update: its number, from 1. positive: the scored positive row. size: the norm of the change.
    agreement: the cosine with the change before it, nan where there is none or one is zero.
    """

    update: int
    positive: int
    size: float
    agreement: float


def last_row_updates(
    timeline: Timeline, row: int, count: int = 5, within: int = 2000
) -> list[RowUpdate]:
    """Return up to `count` updates with input `row` among the last `within`, the newest first.

    They are made again to see their changes, and the timeline stands where it stood afterwards:
    call it in the thread that moves the timeline. One update more is looked at for the last cosine.
    """
    standing, stop = timeline.position, timeline.stop
    first = max(0, standing - within)
    made = _with_input(timeline, row, first, standing)[-count - 1 :]
    changes: list[tuple[int, int, Floats]] = []
    try:
        for step in made:
            timeline.seek(step)
            trace = timeline.trace()
            with np.errstate(over="ignore"):
                change = trace.center_after - trace.v_center
            changes.append((step, trace.target, change))
    finally:
        timeline.seek(standing)
        timeline.stop = stop
    found = [
        RowUpdate(
            step + 1,
            positive,
            math.hypot(*change.tolist()),
            _cosine(changes[place - 1][2], change) if place else math.nan,
        )
        for place, (step, positive, change) in enumerate(changes)
    ]
    return found[::-1][:count]


def _with_input(timeline: Timeline, row: int, start: int, stop: int) -> list[int]:
    """Return the updates of start..stop-1 whose input is a row."""
    found: list[int] = []
    while start < stop:
        block = timeline.block(start, min(_BLOCK, stop - start))
        found += (np.flatnonzero(block.inputs == row) + start).tolist()
        start += len(block)
    return found


def _cosine(one: Floats, other: Floats) -> float:
    sizes = float(np.abs(one).max()), float(np.abs(other).max())
    if not all(0 < size < math.inf for size in sizes):
        return math.nan
    one, other = one / sizes[0], other / sizes[1]  # squares then stay in range
    return float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))
