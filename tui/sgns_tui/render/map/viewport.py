"""Which part of the plane a map shows, and where in it a point falls."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sgns_core.record import record
from sgns_core.trace import Flags, Floats

ROW = 2.0
"""A row of cells is so many columns high: most fonts have cells of 1 to 2."""

_MARGIN = 0.04  # of the width and height, free on each side after fitting
_SMALLEST, _LARGEST = 1e-250, 1e250  # world units a column; beyond them arithmetic breaks down


@record
class Viewport:
    """The point of the plane in the middle of a map, and the world units that one column shows.

    x, y: the middle. unit: from 1e-250 to 1e250; a row shows 2 * unit, so that circles stay round.
    """

    x: float = 0.0
    y: float = 0.0
    unit: float = 0.02

    def cells(self, points: Floats, width: int, height: int) -> Floats:
        """Return where points (..., 2) fall, as (column, row), both from 0 at the upper left.

        Points that are not finite, or too far away for a number, are not finite there.
        """
        placed = np.empty(points.shape)
        with np.errstate(over="ignore", invalid="ignore"):
            np.subtract(points[..., 0], self.x, out=placed[..., 0])
            np.subtract(self.y, points[..., 1], out=placed[..., 1])
            placed[..., 0] /= self.unit
            placed[..., 1] /= self.unit * ROW
            placed[..., 0] += width / 2
            placed[..., 1] += height / 2
        return placed

    def world(self, column: float, row: float, width: int, height: int) -> tuple[float, float]:
        """Return the point of the plane at a place of the map, the inverse of `cells`."""
        x = self.x + (column - width / 2) * self.unit
        return x, self.y - (row - height / 2) * self.unit * ROW

    def panned(self, columns: float, rows: float) -> Viewport:
        """Return the part so many cells to the right, and down."""
        return replace(self, x=self.x + columns * self.unit, y=self.y - rows * self.unit * ROW)

    def zoomed(self, factor: float, about: tuple[float, float] | None = None) -> Viewport:
        """Return a part `factor` times as large on the screen; `about` stays where it is."""
        x, y = (self.x, self.y) if about is None else about
        unit = min(max(self.unit / factor, _SMALLEST), _LARGEST)
        share = unit / self.unit
        return Viewport(x + (self.x - x) * share, y + (self.y - y) * share, unit)


def fitted(points: Floats, width: int, height: int) -> Viewport:
    """Return the smallest part that shows all finite points (n, 2), with a margin around them.

    Without a finite point it is the default; around a single place it is as wide as the place is
    far from 0.
    """
    finite = finite_rows(points)
    usable = points if finite.all() else points[finite]
    if not len(usable):
        return Viewport()
    low = np.array([usable[:, 0].min(), usable[:, 1].min()])
    high = np.array([usable[:, 0].max(), usable[:, 1].max()])
    low, high = np.clip((low, high), -_LARGEST, _LARGEST)
    middle = low + (high - low) / 2
    room = (1 - 2 * _MARGIN) * np.array([max(width - 1, 1), max(height - 1, 1) * ROW])
    unit = float(((high - low) / room).max())
    # Below this the cells of such points could not be told apart in float64.
    least = float(np.abs(middle).max()) * 1e-12
    if unit <= least:
        unit = max(float(np.abs(middle).max()), 1.0) / max(width, 1)
    return Viewport(float(middle[0]), float(middle[1]), min(max(unit, _SMALLEST), _LARGEST))


def followed(viewport: Viewport, points: Floats, width: int, height: int) -> Viewport:
    """Return a part that shows all points: this one as long as they are in it and half fill it."""
    best = fitted(points, width, height)
    if best.unit < viewport.unit / 2:
        return best
    placed = viewport.cells(points, width, height)
    inside = (placed >= 0) & (placed < np.array([width, height]))
    return viewport if inside[finite_rows(points)].all() else best


def finite_rows(points: Floats) -> Flags:
    """Return which points (n, 2) are finite; column by column, which is many times as fast."""
    finite: Flags = np.isfinite(points[:, 0])
    finite &= np.isfinite(points[:, 1])
    return finite
