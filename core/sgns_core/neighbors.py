"""Which words lie nearest to a word."""

from __future__ import annotations

import numpy as np

from sgns_core.trace import Floats


def neighbors(table: Floats, row: int, count: int) -> list[tuple[int, float]]:
    """Return up to `count` (row, cosine) of a table (V, d), the nearest to `row` first.

    Rows of zeros have no direction and are left out, as is the row itself; among equals the first
    comes first.
    """
    norms = np.sqrt(np.einsum("ij,ij->i", table, table))
    if not norms[row]:
        return []
    cosines = np.full(len(table), -np.inf)
    np.divide(np.einsum("ij,j->i", table, table[row]), norms, out=cosines, where=norms > 0)
    cosines /= norms[row]
    cosines[row] = -np.inf
    order = np.argsort(-cosines, kind="stable")[:count]
    return [(int(r), float(cosines[r])) for r in order if cosines[r] > -np.inf]
