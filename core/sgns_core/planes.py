"""Planes to look at words in: principal components, directions of meaning, an analogy, two columns.

A plane gives each row two numbers and says which share of the rows' variance it holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

import numpy as np

from sgns_core.errors import InvalidInput
from sgns_core.neighbors import Table
from sgns_core.projection import Projection, project
from sgns_core.record import record
from sgns_core.similarity import unit_rows
from sgns_core.trace import Floats

_BLOCK = 1 << 20  # values made float64 at once
_NOTHING = 1e-9  # of unit vectors: what is left is rounding


@record(eq=False)
class Plane:
    """Two axes (2, d), each one long, and the point (d,) that lies at 0, 0.

    cosine: between the axes; 0 where they are at right angles. A place is the dot product of each
    axis with what leads from the origin to the row.
    """

    axes: Floats
    origin: Floats
    cosine: float = 0.0

    def apply(self, rows: Table) -> Floats:
        """Return the places (n, 2) of rows (n, d)."""
        places = np.empty((len(rows), 2))
        with np.errstate(over="ignore", invalid="ignore"):
            for part in _parts(rows):
                places[part] = (rows[part] - self.origin) @ self.axes.T
        return places


def principal_plane(rows: Table, before: Projection | None = None) -> tuple[Plane, Projection]:
    """Return the plane of largest variance of rows (n, d), as `project` finds it, for next time."""
    found = project(cast(Floats, rows), before)  # which makes float64 of them, block by block
    return Plane(found.axes, np.zeros(rows.shape[1])), found


def component_plane(dim: int, across: int, up: int) -> Plane:
    """Return the plane of two components, numbered from 0; InvalidInput for one there is not."""
    for number in (across, up):
        if not 0 <= number < dim:
            raise InvalidInput(
                "there is no component {n}; they go from 1 to {dim}", n=number + 1, dim=dim
            )
    if across == up:
        raise InvalidInput("both axes are component {n}; name two that differ", n=across + 1)
    axes = np.zeros((2, dim))
    axes[0, across] = axes[1, up] = 1.0
    return Plane(axes, np.zeros(dim))


def direction(table: Table, pairs: Sequence[tuple[int, int]]) -> Floats:
    """Return the direction (d,), one long, from the first words of pairs of rows to the second.

    It is the mean of the differences of unit vectors, second less first, so that each pair has the
    same say. Raises InvalidInput where they cancel out. The rows must have a direction.
    """
    firsts = unit_rows(table[np.array([a for a, _ in pairs], np.intp)])
    seconds = unit_rows(table[np.array([b for _, b in pairs], np.intp)])
    total: Floats = (seconds - firsts).mean(axis=0)
    length = float(np.sqrt(total @ total))
    if length <= _NOTHING:
        raise InvalidInput(
            "the words of this axis do not differ in direction; name pairs of different words"
        )
    return total / length


def semantic_plane(across: Floats, up: Floats) -> Plane:
    """Return the plane of two directions (d,), each one long; they may lean on each other.

    Raises InvalidInput where they are the same line.
    """
    cosine = float(np.clip(across @ up, -1.0, 1.0))
    if abs(cosine) >= 1.0 - _NOTHING:
        raise InvalidInput("both axes point the same way; name pairs that mean different things")
    return Plane(np.stack([across, up]), np.zeros(len(across)), cosine)


def analogy_plane(a: Floats, b: Floats, c: Floats) -> Plane:
    """Return the plane through three points (d,), b at 0, 0 and a on the first axis.

    a - b + c lies in it, and the four make a parallelogram of their true lengths and angles.
    Raises InvalidInput where the three lie on a line.
    """
    first, second = a - b, c - b
    length = float(np.sqrt(first @ first))
    if length > _NOTHING:
        first = first / length
        second = second - (second @ first) * first
    size = float(np.sqrt(second @ second))
    if length <= _NOTHING or size <= _NOTHING:
        raise InvalidInput("these three words lie on one line, which makes no plane; change one")
    return Plane(np.stack([first, second / size]), np.array(b, np.float64))


def held_variance(rows: Table, axes: Floats) -> float:
    """Return the share, 0 to 1, of the variance of rows (n, d) in the span of axes (2, d).

    Rows must be finite; where they do not vary at all it is 1.
    """
    if not len(rows):
        return 1.0
    largest = np.float64(max(float(np.abs(rows[part]).max()) for part in _parts(rows)))
    if not largest > 0:
        return 1.0
    mean = np.zeros(rows.shape[1])
    for part in _parts(rows):
        mean += (rows[part] / largest).sum(axis=0, dtype=np.float64)
    mean /= len(rows)
    _left, sizes, basis = np.linalg.svd(axes, full_matrices=False)
    span = basis[sizes > _NOTHING].T  # (d, 2), or one column where both axes are one line
    total = inside = 0.0
    for part in _parts(rows):
        centered = rows[part] / largest - mean
        spanned = centered @ span
        total += float(np.einsum("ij,ij->", centered, centered))
        inside += float(np.einsum("ij,ij->", spanned, spanned))
    return min(1.0, inside / total) if total > 0 else 1.0


def _parts(rows: Table) -> Iterator[slice]:
    """Yield slices of as many rows as are looked at at once: float64 copies stay small."""
    size = max(1, _BLOCK // max(rows.shape[1], 1))
    for start in range(0, len(rows), size):
        yield slice(start, start + size)
