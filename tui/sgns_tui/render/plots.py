"""The one adapter to plotext: finite values in, plain lines out.

plotext has one figure for the whole process; every call here clears it first and builds it whole.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

SMALLEST = (20, 6)
_PLAIN_FRAME = str.maketrans("─│┌┐└┘┬┴├┤┼", "-|+++++++++")

_LARGEST = 1e100  # the products of larger values overflow in plotext
_LONG = 1e7  # numbers that are written with a power of ten


def plot_lines(
    curves: Sequence[tuple[Sequence[float], Sequence[float]]],
    points: Sequence[tuple[float, float, str]],
    cells: int,
    rows: int,
    ascii_only: bool,
    title: str = "",
    *,
    labels: tuple[str, str] = ("", ""),
    logarithmic: bool = False,
) -> list[str]:
    """Return curves, and points each drawn as one character, in `cells` x `rows`.

    labels: of the x and the y axis. logarithmic: both axes are, and what is not above 0 is left
    out, as is what is not finite or beyond 1e100. Where the room is too small the result is empty.
    Everything is ASCII if asked for.
    """
    if cells < SMALLEST[0] or rows < SMALLEST[1]:
        return []
    import plotext  # late: not every screen has a plot, and it takes its time

    plotext.clear_figure()
    plotext.limit_size(False, False)
    plotext.plot_size(cells, rows)
    plotext.theme("clear")
    if title:
        plotext.title(title)
    plotext.xlabel(labels[0])
    plotext.ylabel(labels[1])
    if logarithmic:
        plotext.xscale("log")
        plotext.yscale("log")
    places, heights = [], []
    for xs, ys in curves:
        x, y = _finite(xs, ys, logarithmic)
        places += x
        heights += y
        if len(x):
            plotext.plot(x, y, marker="." if ascii_only else "braille")
    for px, py, mark in points:
        x, y = _finite([px], [py], logarithmic)
        places += x
        heights += y
        if len(x):
            plotext.scatter(x, y, marker=mark[:1])
    low, high = min(heights, default=0.0), max(heights, default=0.0)
    if logarithmic:
        for axis, set_ticks in ((0, plotext.xticks), (1, plotext.yticks)):
            ticks = powers_of_ten([value for curve in curves for value in curve[axis]])
            if ticks:
                set_ticks(ticks, [power_label(tick) for tick in ticks])
    elif max(-low, high) >= _LONG and low < high:
        # plotext writes every digit of a number, which leaves no room for the curve.
        ticks = np.linspace(low, high, max(2, min(5, (rows - 3) // 2))).tolist()
        plotext.yticks(ticks, [f"{tick:.1e}" for tick in ticks])
    if not logarithmic and len(set(places)) == 1:
        plotext.xlim(places[0], places[0] + 1)  # it would begin before 0
    text = str(plotext.uncolorize(plotext.build()))
    plotext.clear_figure()
    if ascii_only:
        text = text.translate(_PLAIN_FRAME)
    return [line.rstrip() for line in text.split("\n")][:rows]


def _finite(
    xs: Sequence[float], ys: Sequence[float], positive: bool
) -> tuple[list[float], list[float]]:
    x, y = np.asarray(xs, np.float64), np.asarray(ys, np.float64)
    kept = (np.abs(x) < _LARGEST) & (np.abs(y) < _LARGEST)  # false for nan as well
    if positive:
        kept &= (x > 0) & (y > 0)
    return x[kept].tolist(), y[kept].tolist()


def powers_of_ten(values: Sequence[float]) -> list[float]:
    """Return the powers of ten between the least and the largest of the values above 0."""
    above = [value for value in values if 0 < value < _LARGEST]
    if not above:
        return []
    low, high = math.log10(min(above)), math.log10(max(above))
    return [10.0**power for power in range(math.ceil(low - 1e-9), math.floor(high + 1e-9) + 1)]


def power_label(value: float) -> str:
    """Return a power of ten as an axis shows it: 1,000 or 1e-05."""
    return f"{value:,.0f}" if 1 <= value < 1e7 else f"{value:.0e}"
