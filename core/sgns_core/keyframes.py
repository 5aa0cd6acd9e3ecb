"""The states of a run that are kept, as the rows that changed since the one before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from sgns_core.record import record
from sgns_core.trace import Flags, Floats, Indices

Tables = tuple[Floats, Floats]

FRAME_OVERHEAD = 900  # bytes of a keyframe's objects, beside what its arrays hold
_BASE_VALUES = 1 << 18  # of the first tables, made at once


@record(eq=False)
class Keyframe:
    """The rows of both tables that changed between the keyframe before and step `at`.

    rows: of E and of Ep, sorted; values: what they hold after `at` updates, (m, d) each.
    """

    at: int
    rows: tuple[Indices, Indices]
    values: tuple[Floats, Floats]

    @property
    def nbytes(self) -> int:
        """Return the memory it takes."""
        return FRAME_OVERHEAD + sum(array.nbytes for array in (*self.rows, *self.values))

    def merged_after(self, earlier: Keyframe) -> Keyframe:
        """Return this keyframe with what changed before `earlier` too, which may then go."""
        rows, values = [], []
        for table in (0, 1):
            here, before = self.rows[table], earlier.rows[table]
            both = np.union1d(before, here)
            merged = np.empty((len(both), self.values[table].shape[1]))
            merged[np.searchsorted(both, before)] = earlier.values[table]
            merged[np.searchsorted(both, here)] = self.values[table]
            rows.append(both)
            values.append(merged)
        return Keyframe(self.at, (rows[0], rows[1]), (values[0], values[1]))


def keyframe_bytes(changed: tuple[Flags, Flags], dim: int) -> int:
    """Return the memory that a keyframe of the marked rows would take."""
    count = int(np.count_nonzero(changed[0])) + int(np.count_nonzero(changed[1]))
    return FRAME_OVERHEAD + count * 8 * (dim + 1)


def take_keyframe(at: int, tables: Tables, changed: tuple[Flags, Flags]) -> Keyframe:
    """Return a keyframe of the rows that `changed` (V,) marks in each table."""
    rows = (np.flatnonzero(changed[0]), np.flatnonzero(changed[1]))
    return Keyframe(at, rows, (tables[0][rows[0]], tables[1][rows[1]]))


def thinned(frames: Iterable[Keyframe], interval: int) -> list[Keyframe]:
    """Return the keyframes at multiples of `interval`, the changes of those between merged in.

    What changed after the last of these is dropped with the keyframes that held it.
    """
    kept: list[Keyframe] = []
    waiting: Keyframe | None = None
    for frame in frames:
        whole = frame if waiting is None else frame.merged_after(waiting)
        waiting = None if frame.at % interval == 0 else whole
        if waiting is None:
            kept.append(whole)
    return kept


def restore(
    tables: Tables,
    changed: tuple[Flags, Flags],
    frames: Sequence[Keyframe],
    base: Callable[[int, int, int], Floats],
) -> tuple[Flags, Flags]:
    """Put both tables into the state of the last of `frames`, or of `base` where there is none.

    changed: (V,) per table, at least the rows that differ from the base now. base(table, start,
    stop): those rows of the first table 0 or 1. Returns the rows that may differ from the base
    afterwards. Only rows that differ here or there are written.
    """
    differing = (changed[0].copy(), changed[1].copy())  # here or there
    for frame in frames:
        for table in (0, 1):
            differing[table][frame.rows[table]] = True
    left = (differing[0].copy(), differing[1].copy())
    for frame in reversed(frames):
        for table in (0, 1):
            rows = frame.rows[table]
            needed = left[table][rows]
            tables[table][rows[needed]] = frame.values[table][needed]
            left[table][rows] = False
        if not (left[0].any() or left[1].any()):
            break
    after = (differing[0] & ~left[0], differing[1] & ~left[1])
    size, dim = tables[0].shape
    many = max(1, _BASE_VALUES // dim)
    for table in (0, 1):
        for start in range(0, size, many):
            stop = min(start + many, size)
            needed = left[table][start:stop]
            if needed.any():
                tables[table][start:stop][needed] = base(table, start, stop)[needed]
    return after
