"""Points over the line on which both their numbers are equal, in a frame with round numbers.

Drawn in NumPy: the screen draws it again with every key that moves the run.
"""

from __future__ import annotations

import numpy as np

from sgns_core.record import record
from sgns_core.trace import Floats, Indices
from sgns_tui.render.map.grid import round_lines, round_step
from sgns_tui.render.map.raster import BLANK, Codes, Dots, segments
from sgns_tui.render.map.scene import CellKind
from sgns_tui.text import width

SMALLEST = (20, 6)
_AROUND = 4  # rows besides the points: two of the frame, numbers, names of the axes
_COLUMNS_APART = 12  # between numbers, at least
_ROWS_APART = 3
_LARGEST = 1e100  # larger values overflow on the way
# Across, beside, and beside and below with a tick; then the corners.
_FRAME, _PLAIN_FRAME = tuple("─│┤┬┌┐└┘"), tuple("-|++++++")


@record
class _Axis:
    """Values from low to high over so many cells of so many dots each."""

    low: float
    high: float
    cells: int
    dots: int

    def cell(self, values: Floats) -> Floats:
        """Return where values lie (n,): both ends in the middle of the outermost dots."""
        share = (values - self.low) / (self.high - self.low)
        return np.asarray(0.5 / self.dots + share * (self.cells - 1 / self.dots))

    def numbers(self, apart: int) -> list[tuple[int, str]]:
        """Return the cells of round numbers, at least so far apart, and how they are written."""
        step = round_step((self.high - self.low) * apart / self.cells)
        return round_lines(
            self.low, self.high, step, lambda value: int(self.cell(np.array([value]))[0])
        )


def scatter(
    xs: Floats, ys: Floats, cells: int, rows: int, ascii_only: bool, labels: tuple[str, str]
) -> list[str]:
    """Return finite points (n,) as o in `cells` x `rows`, over a line where both are equal.

    Both axes reach from the least to the greatest number of either. labels: of the x and the y
    axis. Where the room is too small, and without a point, the result is empty. Points beyond 1e100
    are left out. Everything is ASCII if asked for, but the labels.
    """
    kept = (np.abs(xs) < _LARGEST) & (np.abs(ys) < _LARGEST)
    xs, ys = xs[kept], ys[kept]
    if cells < SMALLEST[0] or rows < SMALLEST[1] or not len(xs):
        return []
    low, high = _ends(xs, ys)
    kind = CellKind.ASCII if ascii_only else CellKind.BRAILLE
    height = rows - _AROUND
    across, down = Dots(1, 1, kind).across, Dots(1, 1, kind).down
    y_axis = _Axis(low, high, height, down)
    beside = {height - 1 - cell: name for cell, name in y_axis.numbers(_ROWS_APART)}
    margin = max(map(len, beside.values()), default=0)
    if margin > cells // 3:
        beside, margin = dict.fromkeys(beside, ""), 0
    x_axis = _Axis(low, high, cells - margin - 2, across)
    picture = _picture(x_axis, y_axis, xs, ys, kind)
    below = x_axis.numbers(_COLUMNS_APART)
    lines = _framed(picture, beside, margin, {cell for cell, _name in below}, ascii_only)
    names = labels[1] + " " * max(1, (cells - width(labels[0])) // 2 - width(labels[1])) + labels[0]
    return [*lines, _numbers_line(below, margin + 1, cells), names]


def _ends(xs: Floats, ys: Floats) -> tuple[float, float]:
    """Return the least and the greatest value, a little apart where they are the same."""
    low, high = float(min(xs.min(), ys.min())), float(max(xs.max(), ys.max()))
    size = max(abs(low), abs(high))
    if high - low > max(1e-9 * size, 1e-100):
        return low, high
    room = 0.5 if size < 1e-90 else size / 2
    return low - room, high + room


def _picture(x_axis: _Axis, y_axis: _Axis, xs: Floats, ys: Floats, kind: CellKind) -> Codes:
    """Return the characters (height, width) of the points, over those of the line."""
    dots = Dots(x_axis.cells, y_axis.cells, kind)
    ends = np.array([x_axis.low, x_axis.high])
    line = np.stack((x_axis.cell(ends), dots.height - y_axis.cell(ends)), axis=1)  # (2, 2)
    dots.put(dots.places(segments(line[:1], line[1:], dots))[0])
    codes = dots.codes()
    if kind is CellKind.ASCII:
        codes = np.where(codes == BLANK, codes, np.uint32(ord(".")))
    columns: Indices = x_axis.cell(xs).astype(np.intp)
    rows: Indices = dots.height - 1 - y_axis.cell(ys).astype(np.intp)
    codes[rows, columns] = ord("o")
    return codes


def _framed(
    picture: Codes, beside: dict[int, str], margin: int, ticks: set[int], ascii_only: bool
) -> list[str]:
    """Return the rows of a picture in a frame, numbers beside it and a tick at each number."""
    line, side, left, below, *corners = _PLAIN_FRAME if ascii_only else _FRAME
    blank = " " * margin
    wide = picture.shape[1]
    lines = [blank + corners[0] + line * wide + corners[1]]
    for row, codes in enumerate(picture):
        text = codes.tobytes().decode("utf-32-le")
        name = beside.get(row)
        lines.append(
            f"{blank}{side}{text}{side}" if name is None else f"{name:>{margin}}{left}{text}{side}"
        )
    foot = "".join(below if column in ticks else line for column in range(wide))
    return [*lines, blank + corners[2] + foot + corners[3]]


def _numbers_line(numbers: list[tuple[int, str]], margin: int, cells: int) -> str:
    """Return numbers, each under its cell as near as may be, those that have room."""
    text = ""
    for column, name in numbers:
        start = min(margin + column - len(name) // 2, cells - len(name))
        if start >= len(text) + (2 if text else 0):
            text += " " * (start - len(text)) + name
    return text
