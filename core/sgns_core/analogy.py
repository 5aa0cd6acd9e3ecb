"""Analogies: a is to b as c is to which word?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np

from sgns_core.errors import InvalidInput
from sgns_core.neighbors import NeighborSearch, Table, cosines
from sgns_core.trace import Floats

Method = Literal["add", "mul"]
METHODS: tuple[Method, ...] = get_args(Method)
EPSILON = 0.001
"""What keeps the quotient of `mul` from a division by zero, as in the paper."""

_BLOCK = 1 << 20  # values made float64 at once
_NOTHING = 1e-12  # where a sum of three unit vectors is zero but for rounding


def analogy(
    search: NeighborSearch, a: int, b: int, c: int, count: int, method: Method = "add"
) -> list[tuple[int, float]]:
    """Return up to `count` (row, value) that are to c as b is to a, the likeliest first.

    add: the cosine with b - a + c, the three made one long first (3CosAdd). mul:
    cos(x, b) cos(x, c) / (cos(x, a) + 0.001), each cosine moved to 0..1 as (cos + 1) / 2
    (3CosMul; Levy and Goldberg 2014, "Linguistic regularities in sparse and explicit word
    representations", equations 2 and 5). The three rows themselves are left out, as are rows that
    have no direction. Among equals the first row comes first.

    Raises InvalidInput where b - a + c is zero. The three rows must have a direction.
    """
    if method == "mul":
        return _multiplied(search, (a, b, c), count)
    query = sum_of_units(search.table, (a, b, c))
    if query is None:
        raise InvalidInput("b - a + c is zero, which has no direction; try --method mul")
    return search.nearest(query, count, without={a, b, c})


def sum_of_units(table: Table, inputs: Sequence[int]) -> Floats | None:
    """Return b - a + c (d,) of the rows `inputs` made one long, None where that is zero."""
    a, b, c = (unit(table[row].astype(np.float64)) for row in inputs)
    query: Floats = b - a + c
    return query if np.abs(query).max() > _NOTHING else None


def multiplied(rows: Table, table: Table, inputs: Sequence[int]) -> Floats:
    """Return the scores of 3CosMul of `rows` (n, d) for the rows a, b and c of a table."""
    to_a, to_b, to_c = ((cosines(rows, table[row].astype(np.float64)) + 1) / 2 for row in inputs)
    scores: Floats = to_b * to_c / (to_a + EPSILON)
    return scores


def unit(row: Floats) -> Floats:
    """Return a row (d,) made one long."""
    scaled: Floats = row / np.abs(row).max()
    length: Floats = scaled / np.sqrt(scaled @ scaled)
    return length


def _multiplied(
    search: NeighborSearch, inputs: Sequence[int], count: int
) -> list[tuple[int, float]]:
    rows = np.setdiff1d(np.flatnonzero(search.norms > 0), inputs)
    values = np.empty(len(rows))
    step = max(1, _BLOCK // search.table.shape[1])
    for start in range(0, len(rows), step):
        block = search.table[rows[start : start + step]]
        values[start : start + step] = multiplied(block, search.table, inputs)
    order = np.argsort(-values, kind="stable")[:count]
    return [(int(rows[place]), float(values[place])) for place in order]
