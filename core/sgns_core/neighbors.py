"""Which words lie nearest to a word."""

from __future__ import annotations

import numpy as np

from sgns_core.trace import Floats


def neighbors(table: Floats, row: int, count: int) -> list[tuple[int, float]]:
    """Return up to `count` (row, cosine) of a table (V, d), the nearest to `row` first.

    Rows of zeros have no direction and are left out, as is the row itself; among equals the first
    comes first.
    """
    sizes = np.abs(table).max(axis=1, keepdims=True)  # divided out: squares then stay in range
    usable = sizes[:, 0] > 0
    if not usable[row]:
        return []
    scaled = np.divide(table, sizes, out=np.zeros_like(table), where=sizes > 0)
    norms = np.sqrt(np.einsum("ij,ij->i", scaled, scaled))
    cosines = np.full(len(table), -np.inf)
    products = np.einsum("ij,j->i", scaled, scaled[row])
    np.divide(products, norms * norms[row], out=cosines, where=usable)
    cosines[row] = -np.inf
    order = np.argsort(-cosines, kind="stable")[:count]
    return [(int(r), float(cosines[r])) for r in order if cosines[r] > -np.inf]


def nearest(table: Floats, row: int, count: int) -> list[tuple[int, float]]:
    """Return up to `count` (row, Euclidean distance) of a table (V, d), the nearest first.

    The row itself and rows whose distance is not finite are left out; among equals the first comes
    first.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        apart = table - table[row]
        distances = np.sqrt(np.einsum("ij,ij->i", apart, apart))
    distances[row] = np.inf
    distances[np.isnan(distances)] = np.inf
    order = np.argsort(distances, kind="stable")[:count]
    return [(int(r), float(distances[r])) for r in order if distances[r] < np.inf]
