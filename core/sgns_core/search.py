"""Run until, and run back until: where in a run something happens."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sgns_core.errors import InvalidInput
from sgns_core.neighbors import scaled_rows
from sgns_core.record import record
from sgns_core.schedule import Block
from sgns_core.timeline import Timeline
from sgns_core.trace import Flags, Floats

_BLOCK = 512


@record
class LossAbove:
    """An update whose loss before it is above a value."""

    value: float


@record
class LossBelow:
    """An update whose loss before it is below a value."""

    value: float


@record
class Touched:
    """An update that reads a word: as input, target, or negative that counts."""

    row: int


@record
class Collision:
    """An update with a negative that equals its target."""


@record
class FalseNegative:
    """An update with a negative that counts and is a true context of its input somewhere."""


@record
class EpochEnd:
    """The first update of an epoch: the one before has ended."""


@record
class NeighborChanged:
    """The step at which the word nearest to a word in E, by cosine, has become another."""

    row: int


Event = LossAbove | LossBelow | Touched | Collision | FalseNegative | EpochEnd | NeighborChanged


def run_until(
    timeline: Timeline,
    event: Event,
    limit: int,
    go_on: Callable[[], bool] = lambda: True,
) -> bool:
    """Go forward to stand before the next update that the event names; tell whether there is one.

    At most `limit` updates ahead are looked at, and only while `go_on()` says so. Without a find
    the run stands where it looked last, or on the way there if it was called off or cannot go on.
    Pairs and draws are looked up, not run: only a loss or a neighbour needs the updates themselves.
    """
    begin = timeline.position
    if isinstance(event, NeighborChanged):
        return _forward_neighbor(timeline, event.row, limit, go_on)
    if isinstance(event, LossAbove | LossBelow):
        return _forward_loss(timeline, event, limit, go_on)
    start = begin + 1
    while start <= begin + limit and go_on():
        block = timeline.block(start, min(_BLOCK, begin + limit + 1 - start))
        hits = np.flatnonzero(_happens(timeline, event, block))
        if len(hits):
            return _run_to(timeline, start + int(hits[0]), go_on)
        start += len(block)
    _run_to(timeline, start - 1, go_on)
    return False


def back_until(timeline: Timeline, event: Event, go_on: Callable[[], bool] = lambda: True) -> bool:
    """Go back to stand before the last earlier update that the event names.

    Without one the run stands where it stood. The log of losses and the draws are looked up; only a
    neighbour needs the states themselves.
    """
    begin = timeline.position
    if isinstance(event, NeighborChanged):
        return _back_neighbor(timeline, event.row, go_on)
    stop = begin
    while stop > 0 and go_on():
        start = max(0, stop - _BLOCK)
        hits = np.flatnonzero(_happened(timeline, event, start, stop))
        if len(hits):
            timeline.seek(start + int(hits[-1]))
            return True
        stop = start
    timeline.seek(begin)
    return False


def nearest(table: Floats, row: int) -> int:
    """Return the row with the largest cosine to `row` (V, d), -1 where there is none.

    Rows of zeros have no direction; among equals the first counts.
    """
    table, _ = scaled_rows(table)
    norms = np.sqrt(np.einsum("ij,ij->i", table, table))
    if not norms[row]:
        return -1
    scores = np.einsum("ij,j->i", table, table[row])
    usable = norms > 0
    usable[row] = False
    if not usable.any():
        return -1
    cosines = np.full(len(table), -np.inf)
    np.divide(scores, norms, out=cosines, where=usable)
    return int(cosines.argmax())


def _happens(timeline: Timeline, event: Event, block: Block) -> Flags:
    """Return which updates of a block (n,) the event names, by pairs and draws alone."""
    match event:
        case Touched(row):
            return block.touches(row)
        case Collision():
            return np.asarray(block.collisions.any(axis=1), np.bool_)
        case FalseNegative():
            return np.asarray(timeline.schedule.true_contexts(block).any(axis=1), np.bool_)
        case EpochEnd():
            if timeline.source.corpus is None:
                raise InvalidInput(
                    "{source} has no text, so it has no epochs", source=timeline.source.name
                )
            place = timeline.schedule.place
            steps = range(block.start, block.start + len(block.inputs))
            return np.array([place(step)[1] == 0 for step in steps])
        case _:
            raise TypeError(event)


def _happened(timeline: Timeline, event: Event, start: int, stop: int) -> Flags:
    """Return which of updates start..stop-1, already made, the event names."""
    if isinstance(event, LossAbove | LossBelow):
        losses = timeline.losses(start, stop)
        if np.isnan(losses).any():  # forgotten: made again
            timeline.seek(start)
            timeline.step(stop - start)  # `seek` would leave out what lies before a keyframe
            losses = timeline.losses(start, stop)
        return losses > event.value if isinstance(event, LossAbove) else losses < event.value
    parts = []
    while start < stop:
        block = timeline.block(start, stop - start)
        parts.append(_happens(timeline, event, block))
        start += len(block)
    return np.concatenate(parts)


def _forward_loss(
    timeline: Timeline, event: LossAbove | LossBelow, limit: int, go_on: Callable[[], bool]
) -> bool:
    """Make updates until one had such a loss, and stand before it."""
    start, last = timeline.position + 1, timeline.position + limit
    while start <= last and go_on():
        stop = min(start + _BLOCK, last + 1)
        # What is in the log need not be made again.
        reached = stop if stop <= timeline.length else timeline.seek(stop)
        if reached > start:
            hits = np.flatnonzero(_happened(timeline, event, start, reached))
            if len(hits):
                timeline.seek(start + int(hits[0]))
                return True
        if reached < stop:
            return False
        start = stop
    timeline.seek(start - 1)
    return False


def _run_to(timeline: Timeline, step: int, go_on: Callable[[], bool]) -> bool:
    """Go forward to a step while `go_on()` says so; tell whether it was reached."""
    if timeline.position < step:
        timeline.seek(min(step, max(timeline.position, timeline.length)))
    while timeline.position < step and go_on():
        piece = min(step, timeline.position + _BLOCK)
        if timeline.seek(piece) < piece:
            break
    return timeline.position == step


def _forward_neighbor(timeline: Timeline, row: int, limit: int, go_on: Callable[[], bool]) -> bool:
    before = nearest(timeline.E, row)
    for _ in range(limit):
        if not go_on() or not timeline.step():
            return False
        if nearest(timeline.E, row) != before:
            return True
    return False


def _back_neighbor(timeline: Timeline, row: int, go_on: Callable[[], bool]) -> bool:
    """Go back step by step to the last change before here."""
    begin = timeline.position
    if begin == 0:
        return False
    timeline.back()
    after = nearest(timeline.E, row)
    while timeline.position > 0 and go_on():
        timeline.back()
        if nearest(timeline.E, row) != after:
            timeline.step()
            return True
    timeline.seek(begin)
    return False
