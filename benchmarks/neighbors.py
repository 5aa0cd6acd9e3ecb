"""Nearest words of 400,000 vectors of 300 values, beside the bare product of matrix and vector."""

from __future__ import annotations

import itertools
import sys

import numpy as np

from benchmarks.paired import Ratio, compare, table
from sgns_core.neighbors import NeighborSearch

WORDS, DIM, TOP = 400_000, 300, 10


def run(words: int = WORDS, dim: int = DIM, repeats: int = 25) -> list[Ratio]:
    """Return how long the `TOP` nearest take, in bare products `E @ query`, norms known."""
    random = np.random.default_rng(1)
    E = random.standard_normal((words, dim), np.float32)
    search = NeighborSearch(E)
    rows = itertools.cycle(random.integers(words, size=1000).tolist())
    queries = itertools.cycle(random.standard_normal((1000, dim), np.float32))

    def nearest() -> object:
        row = next(rows)
        return search.nearest(E[row], TOP, without=(row,))

    def product() -> object:
        return E @ next(queries)

    name = f"nearest {TOP} of {words:,} x {dim}"
    return [compare(name, nearest, product, repeats=repeats, target=1.5)]


if __name__ == "__main__":
    print(table(run(*map(int, sys.argv[1:]))))
