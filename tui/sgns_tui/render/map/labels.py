"""Where labels go: beside their points, on no other label and on no point."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from sgns_core.trace import Flags
from sgns_tui.text import shortened, visible, width

LONGEST = 18
"""Cells of a label at most."""


@dataclass(frozen=True)
class Label:
    """A word's label: `text`, `cells` wide, from a cell on. side: where it stands by its point."""

    word: int
    side: int
    row: int
    column: int
    text: str
    cells: int


@lru_cache(maxsize=16384)
def label_text(word: str, ascii_only: bool, longest: int = LONGEST) -> tuple[str, int]:
    """Return a word as its label shows it, and its width in cells."""
    text = shortened(visible(word, ascii_only), longest, ascii_only)
    return text, width(text)


class Places:
    """Which cells of a map are taken: a whole number for each row, one bit a cell."""

    def __init__(self, points: Flags) -> None:
        self.height, self.width = points.shape
        packed = np.packbits(points, axis=1, bitorder="little")
        self._points = [int.from_bytes(row.tobytes(), "little") for row in packed]
        self._labels = [0] * self.height

    def is_free(self, row: int, column: int, cells: int, *, over_points: bool = False) -> bool:
        """Tell whether a label may stand here: in the frame, and a cell apart from others."""
        if not (0 <= row < self.height and column >= 0 and column + cells <= self.width):
            return False
        span = (1 << cells) - 1
        if not over_points and self._points[row] >> column & span:
            return False
        apart = (span << 2) | 3  # one cell more on either side
        return not (self._labels[row] << 1) >> column & apart

    def take(self, row: int, column: int, cells: int) -> None:
        """Note that a label stands here."""
        self._labels[row] |= ((1 << cells) - 1) << column


def place_labels(
    wanted: Iterable[int],
    cells: Mapping[int, tuple[int, int]],
    name: Callable[[int], str],
    places: Places,
    *,
    selected: int | None = None,
    sides: Mapping[int, int] | None = None,
    ascii_only: bool = False,
) -> list[Label]:
    """Return the labels that find room, one after the other in the order of `wanted`.

    cells: where the points of wanted words stand, (row, column). name: the word of each. A label
    stands right or left of its point, or in the line below or above, where it did in the frame
    before (`sides`) if that is free. The selected word has one in any case, over points where there
    is no other way.
    """
    found = []
    before = sides or {}
    longest = min(LONGEST, max(places.width - 2, 1))
    for word in wanted:
        text, size = label_text(name(word), ascii_only, longest)
        if not size:
            continue
        spots = _spots(*cells[word], size)
        side = _free(spots, before.get(word, 0), size, places)
        if side is None and word == selected:
            spots += _within(spots, size, places)
            side = _free(spots, 0, size, places, over_points=True)
        if side is not None:
            row, column = spots[side]
            places.take(row, column, size)
            found.append(Label(word, side, row, column, text, size))
    return found


def _spots(row: int, column: int, size: int) -> list[tuple[int, int]]:
    """Return where a label may stand, by side: right, left, then below and above."""
    left = column - size + 1
    return [
        (row, column + 1),
        (row, left - 1),
        (row + 1, column),
        (row - 1, column),
        (row + 1, left),
        (row - 1, left),
    ]


def _within(spots: list[tuple[int, int]], size: int, places: Places) -> list[tuple[int, int]]:
    """Return the spots moved along their rows into the frame."""
    return [(row, max(0, min(column, places.width - size))) for row, column in spots]


def _free(
    spots: Sequence[tuple[int, int]],
    first: int,
    size: int,
    places: Places,
    over_points: bool = False,
) -> int | None:
    """Return the first side that is free, beginning with one; None where none is."""
    sides: list[int] = [first, *range(len(spots))]
    for side in sides:
        if side < len(spots):
            row, column = spots[side]
            if places.is_free(row, column, size, over_points=over_points):
                return side
    return None
