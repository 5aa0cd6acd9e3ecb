"""Ranks, and how well two orders agree."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from sgns_core.trace import Floats


def average_ranks(values: npt.ArrayLike) -> Floats:
    """Return the rank of each value (n,), from 1; equal values share the mean of their ranks."""
    _, places, counts = np.unique(
        np.asarray(values, np.float64), return_inverse=True, return_counts=True
    )
    last = np.cumsum(counts)
    ranks: Floats = (last - (counts - 1) / 2)[places]
    return ranks


def spearman(one: npt.ArrayLike, other: npt.ArrayLike) -> float:
    """Return Spearman's rank correlation of two series (n,): Pearson's of their average ranks.

    nan where it does not exist: fewer than two values, or one series with all values equal.
    """
    x, y = average_ranks(one), average_ranks(other)
    if len(x) < 2:
        return math.nan
    x, y = x - x.mean(), y - y.mean()
    sizes = math.sqrt(float(x @ x) * float(y @ y))
    return math.nan if sizes == 0 else max(-1.0, min(1.0, float(x @ y) / sizes))
