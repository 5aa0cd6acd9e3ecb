"""Groups of rows that lie together, where nobody has said which words belong together."""

from __future__ import annotations

import numpy as np

from sgns_core.draws import Stream, uniforms
from sgns_core.errors import InvalidInput
from sgns_core.trace import Floats, Indices

_BLOCK = 1 << 21  # values looked at at once
_CANDIDATES = 4


def kmeans(
    rows: Floats, k: int, seed: int, before: Indices | None = None, rounds: int = 50
) -> Indices:
    """Return the number of each row's group (n,), from 0; -1 for rows that are not finite.

    Lloyd's rounds from centers chosen by k-means++ (Arthur and Vassilvitskii 2007), whose chances
    are a pure function of `seed`; there are fewer groups where fewer than `k` rows differ. before:
    groups (n,) of an earlier moment, from whose means it starts: they keep their numbers. Without
    them groups are numbered in the order of their first rows. Raises InvalidInput for k below 1.
    """
    if k < 1:
        raise InvalidInput("k-means needs a number of groups from 1, got {k}", k=k)
    usable = np.isfinite(rows).all(axis=1)
    labels = np.full(len(rows), -1, np.intp)
    points = _scaled(rows[usable])
    if not len(points):
        return labels
    known = None if before is None else _known_groups(before[usable], k)
    centers = _plus_plus(points, k, seed) if known is None else _means(points, known, k)
    groups = _nearest(points, centers)
    for _ in range(rounds):
        moved = _nearest(points, _means(points, groups, len(centers), centers))
        if np.array_equal(moved, groups):
            break
        groups = moved
    labels[usable] = groups if known is not None else _in_order(groups)
    return labels


def tightest_kmeans(rows: Floats, k: int, seed: int, tries: int) -> Indices:
    """Return the groups (n,) of `kmeans` with the least sum of squares about their means.

    From `tries` starts, with seeds from `seed` on: a single start often leaves few rows in groups
    that everybody sees to be others.
    """
    found = [kmeans(rows, k, seed + n) for n in range(tries)]
    return min(found, key=lambda groups: _within(rows, groups))


def _within(rows: Floats, groups: Indices) -> float:
    """Return the sum of squares of rows about the means of their groups."""
    usable = groups >= 0
    points, labels = _scaled(rows[usable]), groups[usable]
    if not len(points):
        return 0.0
    apart = points - _means(points, labels, int(labels.max()) + 1)[labels]
    return float(np.einsum("ij,ij->", apart, apart))


def _scaled(rows: Floats) -> Floats:
    """Return the rows about their mean, and so small that no square overflows."""
    if not len(rows):
        return rows
    largest = float(np.abs(rows).max())
    scaled = np.ldexp(rows, -int(np.frexp(largest)[1])) if largest > 0 else rows
    return np.asarray(scaled - scaled.mean(axis=0))


def _known_groups(before: Indices, k: int) -> Indices | None:
    """Return earlier groups where they can be gone on from: all `k` have a row."""
    sizes = np.bincount(before[before >= 0], minlength=k)
    return before if len(sizes) == k and sizes.all() else None


def _plus_plus(points: Floats, k: int, seed: int) -> Floats:
    """Return up to `k` centers: rows by chance in proportion to their squared distances.

    Of a few such rows the one that leaves least to the others is taken: a heap that gets two
    centers, while another gets none, is a poor start that rounds do not mend.
    """
    chance = uniforms(seed, 0, k, _CANDIDATES, Stream.KMEANS)
    chosen = [min(int(chance[0, 0] * len(points)), len(points) - 1)]
    distances = _squares(points, points[chosen])[:, 0]
    for u in chance[1:]:
        ends = np.cumsum(distances)
        if not ends[-1] > 0:
            break
        drawn = np.searchsorted(ends, u * ends[-1], side="right")
        drawn = np.minimum(drawn, len(points) - 1)
        left = np.minimum(distances[:, None], _squares(points, points[drawn]))  # (n, candidates)
        best = int(left.sum(axis=0).argmin())
        chosen.append(int(drawn[best]))
        distances = left[:, best]
    return points[chosen]


def _squares(points: Floats, centers: Floats) -> Floats:
    """Return squared distances (n, c), exactly 0 where they are."""
    result = np.empty((len(points), len(centers)))
    size = max(1, _BLOCK // points.shape[1])
    for start in range(0, len(points), size):
        part = points[start : start + size]
        for column, center in enumerate(centers):
            apart = part - center
            np.einsum("ij,ij->i", apart, apart, out=result[start : start + size, column])
    return result


def _nearest(points: Floats, centers: Floats) -> Indices:
    """Return the nearest center of each point (n,), the first among equals."""
    return np.asarray(_squares(points, centers).argmin(axis=1), np.intp)


def _means(points: Floats, groups: Indices, k: int, empty: Floats | None = None) -> Floats:
    """Return the mean of each group (k, d); that of an empty one is as it was in `empty`."""
    inside = groups >= 0
    sizes = np.bincount(groups[inside], minlength=k)
    sums = np.stack(
        [np.bincount(groups[inside], column[inside], minlength=k) for column in points.T], axis=1
    )
    means = sums / np.maximum(sizes, 1)[:, None]
    return means if empty is None else np.where(sizes[:, None] > 0, means, empty)


def _in_order(groups: Indices) -> Indices:
    """Return the groups numbered in the order of their first rows."""
    present, firsts = np.unique(groups, return_index=True)
    numbers = np.empty(int(present.max()) + 1, np.intp)
    numbers[present[np.argsort(firsts)]] = np.arange(len(present))
    return numbers[groups]
