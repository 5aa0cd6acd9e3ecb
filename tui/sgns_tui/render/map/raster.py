"""From dots to characters: braille of 2x4 dots a cell, quadrants of 2x2, or one a cell."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sgns_core.trace import Flags, Floats, Indices
from sgns_tui.render.map.scene import CellKind

Codes = npt.NDArray[np.uint32]
"""Characters by their numbers."""

BLANK = ord(" ")

DOTS = {CellKind.BRAILLE: (2, 4), CellKind.BLOCK: (2, 2), CellKind.ASCII: (1, 1)}
"""Dots in a cell, across and down."""

# The bit of each dot, by row and column, in the order of Unicode's braille patterns.
_BRAILLE_BITS = ((0, 3), (1, 4), (2, 5), (6, 7))
_BLOCK_BITS = ((0, 1), (2, 3))
_BRAILLE = np.where(np.arange(256) > 0, 0x2800 + np.arange(256), BLANK).astype(np.uint32)
_BLOCK = np.array([ord(c) for c in " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"], np.uint32)
_ASCII = np.array([BLANK, ord("'")], np.uint32)  # of lines: points have the marks of groups


class Dots:
    """A grid of dots behind `width` x `height` cells."""

    def __init__(self, width: int, height: int, kind: CellKind) -> None:
        self.kind = kind
        self.across, self.down = DOTS[kind]
        self.width, self.height = width, height
        self._set = np.zeros(width * self.across * height * self.down, np.bool_)

    def places(self, cells: Floats) -> tuple[Indices, Indices, Flags]:
        """Return for places (n, 2) in cells the numbers of their dots and of their cells.

        Both row by row, and of those places alone that are inside; then which these are (n,).
        """
        with np.errstate(invalid="ignore"):
            columns, rows = cells[:, 0], cells[:, 1]
            inside = (columns >= 0) & (columns < self.width) & (rows >= 0) & (rows < self.height)
        if not inside.all():
            columns, rows = columns[inside], rows[inside]
        x, y = (columns * self.across).astype(np.int64), (rows * self.down).astype(np.int64)
        # Dots in a cell are 1, 2 or 4 each way, so that shifting divides.
        column, row = x >> self.across.bit_length() - 1, y >> self.down.bit_length() - 1
        return y * (self.width * self.across) + x, row * self.width + column, inside

    def put(self, places: Indices) -> None:
        """Set dots by their numbers."""
        self._set[places] = True

    def codes(self) -> Codes:
        """Return the characters (height, width) that show the dots; blanks where there is none."""
        grid = self._set.reshape(self.height, self.down, self.width, self.across).view(np.uint8)
        if self.kind is CellKind.ASCII:
            return _ASCII[grid[:, 0, :, 0]]
        braille = self.kind is CellKind.BRAILLE
        pattern = np.zeros((self.height, self.width), np.uint8)
        for row, bits in enumerate(_BRAILLE_BITS if braille else _BLOCK_BITS):
            for column, bit in enumerate(bits):
                pattern |= grid[:, row, :, column] << bit
        return (_BRAILLE if braille else _BLOCK)[pattern]


def most_frequent(cells: Indices, values: Indices, size: int, kinds: int) -> Indices:
    """Return for each of `size` cells the value below `kinds` that most points in it have.

    cells, values: (n,). Among equals the smallest is taken; a cell without points has 0.
    """
    counts = np.bincount(cells * kinds + values, minlength=size * kinds).reshape(size, kinds)
    return np.asarray(counts.argmax(axis=1))


def segments(starts: Floats, ends: Floats, dots: Dots) -> Floats:
    """Return places in cells (m, 2) along straight lines (n, 2) to (n, 2), a dot apart or closer.

    Lines with an end far outside the grid are left out: they would be endless.
    """
    size = np.array([dots.width, dots.height], np.float64)
    with np.errstate(invalid="ignore"):
        within = np.abs(np.concatenate((starts, ends), axis=1)) < 4 * np.tile(size, 2) + 4
    near = within.all(axis=1)
    starts, ends = starts[near], ends[near]
    spans = np.abs(ends - starts) * np.array([dots.across, dots.down])
    counts = np.ceil(spans.max(axis=1, initial=0.0)).astype(np.int64) + 1  # (n,)
    firsts = np.cumsum(counts) - counts
    nth = np.arange(int(counts.sum())) - np.repeat(firsts, counts)
    share = nth / np.repeat(np.maximum(counts - 1, 1), counts)
    return np.asarray(
        np.repeat(starts, counts, axis=0)
        + share[:, None] * np.repeat(ends - starts, counts, axis=0)
    )
