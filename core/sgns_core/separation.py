"""How far apart groups of points are: the mean silhouette."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sgns_core.errors import InvalidInput


def mean_silhouette(points: npt.ArrayLike, labels: npt.ArrayLike) -> float:
    """Return the mean silhouette of points (n, d) in the groups that labels (n,) name.

    With a(i) the mean Euclidean distance of point i from the others of its group, and b(i) the
    smallest of its mean distances from the points of another group, the silhouette of i is
    (b(i) - a(i)) / max(a(i), b(i)), and 0 for the only point of a group (Rousseeuw 1987,
    "Silhouettes: a graphical aid to the interpretation and validation of cluster analysis",
    J. Comput. Appl. Math. 20, section 2). Where a(i) and b(i) are both 0 it is 0 as well. The mean
    over all points is from -1 to 1: near 1 for tight groups far apart, near 0 where they overlap.

    Labels are of any kind that can be told apart: strings or whole numbers. Takes memory in
    proportion to n * n: it is meant for the words of a map, not for a whole vocabulary.

    Raises InvalidInput for shapes that do not fit, a point that is not finite, and fewer than two
    groups.
    """
    rows = _checked_points(points)
    groups = _checked_groups(labels, len(rows))
    sizes = np.bincount(groups)  # (g,)
    # The value is the same at every scale and place; here no square overflows or vanishes.
    rows = _near_one(rows)
    rows = _near_one(rows - rows.min(axis=0))
    sums = _distances(rows) @ np.eye(len(sizes))[groups]  # (n, g)
    everyone = np.arange(len(rows))
    own_size = sizes[groups]
    own = sums[everyone, groups] / np.maximum(own_size - 1, 1)  # a point is no other of its group
    others = sums / sizes
    others[everyone, groups] = np.inf
    nearest = others.min(axis=1)
    larger = np.maximum(own, nearest)
    silhouettes = np.zeros(len(rows))
    np.divide(nearest - own, larger, out=silhouettes, where=(own_size > 1) & (larger > 0))
    return float(silhouettes.mean())


def _near_one(rows: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the rows times the power of two that brings their largest value into 0.5..1."""
    exponent = int(np.frexp(np.abs(rows).max())[1])
    scaled: npt.NDArray[np.float64] = np.ldexp(rows, -exponent)
    return scaled


def _distances(rows: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the Euclidean distance (n, n) of every two rows, summed one component at a time."""
    squares = np.zeros((len(rows), len(rows)))
    for component in rows.T:
        squares += (component[:, None] - component) ** 2
    roots: npt.NDArray[np.float64] = np.sqrt(squares)
    return roots


def _checked_points(points: npt.ArrayLike) -> npt.NDArray[np.float64]:
    try:
        rows = np.array(points, np.float64)
    except (TypeError, ValueError):
        raise InvalidInput("points must be numbers, in rows of one length") from None
    if rows.ndim != 2 or not rows.size:
        raise InvalidInput(
            "points must have shape (n, d) with at least one row and column, got {shape}",
            shape=rows.shape,
        )
    bad = np.flatnonzero(~np.isfinite(rows).all(axis=1))
    if len(bad):
        raise InvalidInput(
            "points must be finite, got {value} in row {row}",
            value=rows[bad[0]].tolist(),
            row=int(bad[0]),
        )
    return rows


def _checked_groups(labels: npt.ArrayLike, size: int) -> npt.NDArray[np.intp]:
    """Return for each label (n,) the number of its group, from 0."""
    given = np.array(labels)
    if given.shape != (size,):
        raise InvalidInput(
            "labels must have shape ({size},), one for each point, got {shape}",
            size=size,
            shape=given.shape,
        )
    names, groups = np.unique(given, return_inverse=True)
    if len(names) < 2:
        raise InvalidInput(
            "all points have the label {label}; a silhouette needs two groups or more",
            label=repr(names[0].item()),
        )
    return groups
