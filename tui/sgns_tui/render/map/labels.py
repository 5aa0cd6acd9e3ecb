"""Where labels go: beside their points, on no other label and on no point."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

import numpy as np

from sgns_core.record import record
from sgns_core.trace import Flags, Indices
from sgns_tui.text import shortened, visible, width

LONGEST = 18
"""Cells of a label at most."""

_SIDES = 6


@record
class Label:
    """A word's label: `text`, `cells` wide, from a cell on. place: a number for the next frame."""

    word: int
    place: int
    row: int
    column: int
    text: str
    cells: int


@lru_cache(maxsize=16384)
def label_text(word: str, ascii_only: bool, longest: int = LONGEST) -> tuple[str, int]:
    """Return a word as its label shows it, and its width in cells."""
    text = shortened(visible(word, ascii_only), longest, ascii_only)
    return text, width(text)


def place_labels(
    wanted: Mapping[int, int],
    name: Callable[[int], str],
    points: Flags,
    *,
    selected: int | None = None,
    before: Mapping[int, int] | None = None,
    ascii_only: bool = False,
) -> list[Label]:
    """Return the labels that find room, one after the other in the order of `wanted`.

    wanted: words and the numbers of the cells, row by row, in which their points stand. name: the
    word of each. points: which cells (height, width) hold a point. A label stands right or left of
    its point, or in the line below or above. Where it stood in the frame before (`before`, of
    `Label.place`) it stays while its point moves by a cell and the place is free: labels that jump
    cannot be read, and cost much to send. The selected word has one in any case, over points where
    there is no other way.
    """
    height, frame = points.shape
    longest = min(LONGEST, max(frame - 2, 1))
    words = list(wanted)
    texts = [label_text(name(word), ascii_only, longest) for word in words]
    sizes = np.array([size for _, size in texts], np.int64)
    rows, columns = _spots(np.array(list(wanted.values()), np.int64), sizes, frame)  # (m, 6)
    passed = np.zeros((height, frame + 1), np.int64)  # points in a row before each column
    np.cumsum(points, axis=1, out=passed[:, 1:])
    free = _free_of_points(rows, columns, sizes, passed)
    taken = [0] * height  # a whole number for each row, one bit a cell
    stood = before or {}
    chosen = np.array([word == selected or word in stood for word in words], np.bool_)
    found = []
    # Only words with room left by points: in a crowd most have none.
    for n in np.flatnonzero((free.any(axis=1) | chosen) & (sizes > 0)).tolist():
        word, (text, size) = words[n], texts[n]
        places = list(zip(rows[n].tolist(), columns[n].tolist(), range(_SIDES), strict=True))
        spots = [place for place, is_free in zip(places, free[n], strict=True) if is_free]
        if word in stood:
            start, side = divmod(stood[word], _SIDES)
            spots.sort(key=lambda spot: spot[2] != side)
            at = divmod(start, frame)
            spots = [*_kept(at, places[side], size, passed), *spots]
        if word == selected:
            spots += _anyhow(places, size, frame, height)
        apart = (1 << size + 2) - 1  # one cell more on either side
        for row, column, side in spots:
            if not (taken[row] << 1) >> column & apart:
                taken[row] |= ((1 << size) - 1) << column
                place = (row * frame + column) * _SIDES + side
                found.append(Label(word, place, row, column, text, size))
                break
    return found


def _spots(cells: Indices, sizes: Indices, frame: int) -> tuple[Indices, Indices]:
    """Return rows and columns (m, 6) where labels may begin: right, left, then below and above."""
    row, right = np.divmod(cells, frame)
    left = right - sizes + 1
    rows = np.stack((row, row, row + 1, row - 1, row + 1, row - 1), axis=1)
    return rows, np.stack((right + 1, left - 1, right, right, left, left), axis=1)


def _kept(
    at: tuple[int, int], spot: tuple[int, int, int], size: int, passed: Indices
) -> list[tuple[int, int, int]]:
    """Return where a label stood, if that is still by its point: a cell from its spot at most."""
    height, frame = passed.shape[0], passed.shape[1] - 1
    (row, column), (to_row, to_column, side) = at, spot
    if max(abs(row - to_row), abs(column - to_column)) > 1 or not 0 <= row < height:
        return []
    # A blank between point and label must not hold another point, whose label it would seem.
    start = column - (side == 0 and row == to_row and column > to_column)
    end = column + size + (side == 1 and row == to_row and column < to_column)
    if not (column >= 0 and end <= frame and passed[row, end] == passed[row, start]):
        return []
    return [(row, column, side)]


def _free_of_points(rows: Indices, columns: Indices, sizes: Indices, passed: Indices) -> Flags:
    """Return where labels (m, 6) would lie within the frame and on no point."""
    height, frame = passed.shape[0], passed.shape[1] - 1
    ends = columns + sizes[:, None]
    within = (rows >= 0) & (rows < height) & (columns >= 0) & (ends <= frame)
    within &= sizes[:, None] > 0
    row, start, end = (np.where(within, value, 0) for value in (rows, columns, ends))
    return np.asarray(within & (passed[row, end] == passed[row, start]))


def _anyhow(
    places: list[tuple[int, int, int]], size: int, frame: int, height: int
) -> list[tuple[int, int, int]]:
    """Return the spots of a label that must be shown: over points, moved into the frame."""
    inside = [spot for spot in places if 0 <= spot[0] < height]
    fits = [spot for spot in inside if spot[1] >= 0 and spot[1] + size <= frame]
    return fits + [(row, max(0, min(at, frame - size)), side) for row, at, side in inside]
