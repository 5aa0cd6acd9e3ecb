"""The plane that shows most of a table: principal components that do not flip or turn."""

from __future__ import annotations

from dataclasses import dataclass

from sgns_core.trace import Floats


@dataclass(frozen=True, eq=False)
class Projection:
    """Two axes for rows of d components.

    axes: (2, d); for d = 1 the second is zero. held: the share of variance in the plane, 0 to 1.
    left_out: rows that are not finite. The origin stays the origin: means are not taken away.
    """

    axes: Floats
    held: float
    left_out: int

    def apply(self, rows: Floats) -> Floats:
        """Return the places (n, 2) of rows (n, d); nan for rows that are not finite."""
        raise NotImplementedError


def project(rows: Floats, before: Projection | None = None) -> Projection:
    """Return the plane of largest variance of rows (n, d); for d of 1 and 2 the rows themselves."""
    raise NotImplementedError
