"""Several words among themselves: every cosine, which one fits least, how alike all are."""

from __future__ import annotations

import numpy as np

from sgns_core.errors import InvalidInput
from sgns_core.neighbors import Table
from sgns_core.record import record
from sgns_core.trace import Floats

ALIKE = 0.9
"""The cosine at and above which words can hardly be told apart."""


def unit_rows(rows: Table) -> Floats:
    """Return rows (n, d) in float64, each made one long; a row of zeros stays zero.

    The largest part is divided out first, so that no square overflows or vanishes.
    """
    wide = rows.astype(np.float64)
    sizes = np.abs(wide).max(axis=1, keepdims=True)
    scaled = wide / np.where(sizes > 0, sizes, 1.0)
    norms = np.sqrt(np.einsum("ij,ij->i", scaled, scaled))[:, None]
    units: Floats = scaled / np.where(norms > 0, norms, 1.0)
    return units


def similarity_table(rows: Table) -> Floats:
    """Return the cosine of every two rows (n, n), symmetric, exactly 1 on the diagonal.

    nan where one of the two is a row of zeros, which has no direction. The rows must be finite.
    """
    units = unit_rows(rows)
    cosines = np.clip(units @ units.T, -1.0, 1.0)
    table: Floats = (cosines + cosines.T) / 2
    np.fill_diagonal(table, 1.0)
    lost = ~units.any(axis=1)
    table[lost] = np.nan
    table[:, lost] = np.nan
    return table


def mean_with_others(rows: Table) -> Floats:
    """Return the mean cosine (n,) of each row (n, d) with the others; the least is the odd one out.

    With unit vectors u and their mean m, (n u_i . m - 1) / (n - 1) is this very mean, so that the
    order is that of the cosines with m, by which other programs choose. Raises InvalidInput for
    fewer than three rows. The rows must have a direction.
    """
    if len(rows) < 3:
        raise InvalidInput(
            "an odd one out needs three words or more, got {count}; add some", count=len(rows)
        )
    table = similarity_table(rows)
    means: Floats = (table.sum(axis=1) - 1.0) / (len(rows) - 1)
    return means


@record
class Alikeness:
    """The cosines of all pairs of some words: their mean, and the share that is 0.9 or more."""

    words: int
    mean: float
    share: float

    @property
    def all_alike(self) -> bool:
        """Whether nearly all cosines are so near 1 that they tell words no longer apart."""
        return self.words >= 3 and self.share >= ALIKE


def alikeness(rows: Table) -> Alikeness:
    """Return how alike rows (n, d) are, over all pairs of different rows that have a direction."""
    units = unit_rows(rows)
    units = units[units.any(axis=1)]
    if len(units) < 2:
        return Alikeness(len(units), float("nan"), 0.0)
    above = np.triu_indices(len(units), 1)
    cosines = np.clip(units @ units.T, -1.0, 1.0)[above]
    return Alikeness(len(units), float(cosines.mean()), float((cosines >= ALIKE).mean()))
