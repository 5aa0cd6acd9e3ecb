"""The plane that shows most of a table: principal components that do not flip or turn."""

from __future__ import annotations

import numpy as np

from sgns_core.record import record
from sgns_core.trace import Flags, Floats

_BLOCK = 1 << 21  # values looked at at once
_ROUNDING = 1e-12  # variance below this share of the largest is none


@record(eq=False)
class Projection:
    """Two axes for rows of d components.

    axes: (2, d), at right angles and of length 1; for d = 1 the second is zero. held: the share of
    the variance that lies in the plane, 0 to 1. left_out: rows that are not finite. The origin
    stays the origin: means are not taken away, so that 0 is where no training has been.
    """

    axes: Floats
    held: float
    left_out: int

    def apply(self, rows: Floats) -> Floats:
        """Return the places (n, 2) of rows (n, d); not finite for rows that are not finite."""
        if self.axes.shape[1] == 2 and np.array_equal(self.axes, np.eye(2)):
            return np.array(rows, np.float64)
        with np.errstate(over="ignore", invalid="ignore"):
            return np.asarray(rows @ self.axes.T, np.float64)


def project(rows: Floats, before: Projection | None = None) -> Projection:
    """Return the plane of largest variance of rows (n, d); for d of 1 and 2 the rows themselves.

    The axes are the first two principal components: eigenvectors of the covariance of the finite
    rows, each with its largest component positive. With `before` they are turned and mirrored
    within the plane to lie as near as they can to the axes of the frame before (orthogonal
    Procrustes: Schoenemann 1966), so that a picture neither flips nor turns. Where rows have no
    variance in one or both directions, the axes of the frame before, or unit vectors, fill in.
    """
    dim = rows.shape[1]
    usable = _finite(rows)
    left_out = int(len(rows) - usable.sum())
    if dim <= 2:
        return Projection(np.eye(2, dim), 1.0, left_out)
    if before is not None and before.axes.shape != (2, dim):
        before = None
    variances, components = np.linalg.eigh(_covariance(rows, usable))  # ascending
    variances = np.maximum(variances[::-1], 0.0)
    found = int((variances[:2] > _ROUNDING * max(variances[0], np.finfo(float).tiny)).sum())
    axes = _signed(_completed(components.T[::-1][:found], dim, before))
    if before is not None:
        axes = _aligned(axes, before.axes)
    total = float(variances.sum())
    held = float(variances[:2].sum()) / total if total > 0 else 1.0
    return Projection(axes, min(held, 1.0), left_out)


def _finite(rows: Floats) -> Flags:
    """Return which rows (n,) are finite, without a table of flags as large as the rows."""
    usable = np.ones(len(rows), np.bool_)
    for part in _parts(rows):
        np.isfinite(rows[part]).all(axis=1, out=usable[part])
    return usable


def _parts(rows: Floats) -> list[slice]:
    size = max(1, _BLOCK // max(rows.shape[1], 1))
    return [slice(start, start + size) for start in range(0, len(rows), size)]


def _covariance(rows: Floats, usable: Flags) -> Floats:
    """Return the covariance (d, d) of the usable rows, up to a factor, safe from overflow."""
    dim = rows.shape[1]
    total = np.zeros((dim, dim))
    count = int(usable.sum())
    if count < 2:
        return total
    every = count == len(rows)
    largest, mean = 0.0, np.zeros(dim)
    for part in _parts(rows):
        kept = rows[part] if every else rows[part][usable[part]]
        if len(kept):
            largest = max(largest, float(np.abs(kept).max()))
            mean += (kept / count).sum(axis=0)
    if not largest > 0:
        return total
    scale = np.ldexp(1.0, -int(np.frexp(largest)[1]))
    for part in _parts(rows):
        kept = rows[part] if every else rows[part][usable[part]]
        centered = kept * scale - mean * scale
        total += centered.T @ centered
    return total


def _completed(axes: Floats, dim: int, before: Projection | None) -> Floats:
    """Return two axes (2, dim): those that were found, and what is nearest to those before."""
    found = list(axes)
    wanted = [*(() if before is None else before.axes), *np.eye(3, dim)]
    while len(found) < 2:
        rests = [vector - sum((vector @ axis) * axis for axis in found) for vector in wanted]
        sizes = [float(np.linalg.norm(rest)) for rest in rests]
        # The first that is mostly free, so that small changes do not choose another.
        place = next(i for i, size in enumerate(sizes) if size > 0.5)
        found.append(rests[place] / sizes[place])
    return np.array(found)


def _signed(axes: Floats) -> Floats:
    """Return the axes with the largest component of each positive."""
    largest = np.abs(axes).argmax(axis=1)
    return np.asarray(axes * np.sign(axes[np.arange(2), largest])[:, None])


def _aligned(axes: Floats, before: Floats) -> Floats:
    """Return the axes turned and mirrored in their plane to be nearest to those before.

    With U S V^T = before axes^T, the orthogonal R that makes R axes nearest to before is U V^T.
    """
    left, _, right = np.linalg.svd(before @ axes.T)
    return np.asarray(left @ right @ axes)
