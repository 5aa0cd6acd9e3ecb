"""The grid behind a map: crosses at round numbers, the axes through 0, and what the numbers are."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from sgns_core.record import record
from sgns_core.trace import Flags
from sgns_tui.render.map.canvas import Canvas
from sgns_tui.render.map.marks import NUMBER
from sgns_tui.render.map.viewport import ROW, Viewport
from sgns_tui.render.number import setting
from sgns_tui.render.roles import QUIET

_COLUMNS_APART = 10  # between lines, at least
_ROWS_APART = 5


@record
class GridLines:
    """Columns and rows of cells on which lines lie, with the numbers they stand for.

    axis_column, axis_row: where 0 lies, None outside the map.
    """

    columns: tuple[tuple[int, str], ...]
    rows: tuple[tuple[int, str], ...]
    axis_column: int | None
    axis_row: int | None


def grid_lines(viewport: Viewport, width: int, height: int) -> GridLines:
    """Return the lines of a map, the same distance apart both ways: 1, 2 or 5 times 10^n."""
    step = round_step(viewport.unit * max(_COLUMNS_APART, _ROWS_APART * ROW))
    left, top = viewport.world(0, 0, width, height)
    right, bottom = viewport.world(width, height, width, height)
    columns = round_lines(left, right, step, lambda x: math.floor((x - left) / viewport.unit))
    rows = round_lines(bottom, top, step, lambda y: math.floor((top - y) / (viewport.unit * ROW)))
    return GridLines(
        tuple((at, name) for at, name in columns if 0 <= at < width),
        tuple((at, name) for at, name in rows if 0 <= at < height),
        next((at for at, name in columns if name == "0" and 0 <= at < width), None),
        next((at for at, name in rows if name == "0" and 0 <= at < height), None),
    )


def round_step(least: float) -> float:
    """Return the smallest of 1, 2 or 5 times a power of ten that is at least so much."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))


def round_lines(
    low: float, high: float, step: float, cell: Callable[[float], int]
) -> list[tuple[int, str]]:
    """Return the cell and the number of each line between two values."""
    first, last = math.ceil(low / step), math.floor(high / step)
    if not (math.isfinite(low / step) and 0 <= last - first <= 1000):
        return []  # so far from 0 that lines cannot be told apart
    return [(cell(n * step), setting(_rounded(n, step))) for n in range(first, last + 1)]


def _rounded(n: int, step: float) -> float:
    """Return n * step without what binary fractions add: 0.3, not 0.30000000000000004."""
    return float(f"{n * step:.12g}")


def draw_grid(canvas: Canvas, lines: GridLines, ascii_only: bool) -> Flags:
    """Draw the axes through 0, a cross where other lines meet, and the numbers at the edges.

    Whole lines would be many characters on the way to the terminal, and hide points. Returns which
    cells (height, width) hold a number.
    """
    numbers = np.zeros(canvas.codes.shape, np.bool_)
    across, down, both = "-|+" if ascii_only else "─│┼"
    codes = canvas.codes
    columns, rows = [at for at, _ in lines.columns], [at for at, _ in lines.rows]
    if columns and rows:
        codes[np.ix_(rows, columns)] = ord(":" if ascii_only else "+")
    if lines.axis_row is not None:
        codes[lines.axis_row, :] = ord(across)
    if lines.axis_column is not None:
        codes[:, lines.axis_column] = ord(down)
        if lines.axis_row is not None:
            codes[lines.axis_row, lines.axis_column] = ord(both)
    bottom = canvas.height - 1
    for row, name in lines.rows:
        if row != bottom:
            _write(canvas, numbers, row, 0, name)
    end = 0
    for column, name in lines.columns:
        start = max(0, min(column - len(name) // 2, canvas.width - len(name)))
        if start >= end:
            _write(canvas, numbers, bottom, start, name)
            end = start + len(name) + 2
    canvas.roles[canvas.is_drawn()] = NUMBER[QUIET]
    return numbers


def _write(canvas: Canvas, numbers: Flags, row: int, column: int, name: str) -> None:
    """Write a number, which is ASCII, where there is room for it."""
    if column >= 0 and column + len(name) <= canvas.width:
        canvas.codes[row, column : column + len(name)] = [ord(c) for c in name]
        numbers[row, column : column + len(name)] = True
