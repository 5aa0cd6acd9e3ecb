"""The grid of cells: what stands where, and in which style.

A cell holds the characters that share it (a letter and its marks) and the number of a style. A wide
cluster stands in its first cell; the second holds an empty text.
"""

from __future__ import annotations

from sgns_tui.terminal.choice import Glyphs
from sgns_tui.terminal.glyphs import clusters, is_plain


class Grid:
    """`height` rows of `width` cells, kept as two lists per row so that whole runs move at once."""

    __slots__ = ("height", "styles", "texts", "width")

    def __init__(self, width: int, height: int, style: int = 0) -> None:
        self.width = width
        self.height = height
        self.texts = [[" "] * width for _ in range(height)]
        self.styles = [[style] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, style: int, glyphs: Glyphs) -> int:
        """Write text from a cell on and return the column after it, at most the width.

        There is no wrapping: what is past the last column overwrites it, as a terminal does.
        """
        if text.isascii():
            return self._put_run(row, column, text, style)
        text = text.replace("\u2800", " ")  # braille without a dot: looks the same, is shorter
        if glyphs is Glyphs.UNICODE and is_plain(text):
            return self._put_run(row, column, text, style)
        for cluster, width in clusters(text, glyphs):
            if width == 0:
                self._join(row, column, cluster)
            elif width == 1:
                column = self._put_run(row, column, [cluster], style)
            elif column + 2 <= self.width:
                column = self._put_run(row, column, [cluster, ""], style)
            else:  # half a character has no look of its own
                column = self._put_run(row, column, " ", style)
        return column

    def erase(self, row: int, start: int, end: int, style: int) -> None:
        """Make the cells from `start` up to `end` blank."""
        end = min(end, self.width)
        if start < end:
            self._put_run(row, start, " " * (end - start), style)

    def fill(self, style: int) -> None:
        """Make every cell blank."""
        for row in range(self.height):
            self.texts[row] = [" "] * self.width
            self.styles[row] = [style] * self.width

    def resized(self, width: int, height: int) -> Grid:
        """Return a grid of another size with the same upper left."""
        new = Grid(width, height)
        columns = min(width, self.width)
        for row in range(min(height, self.height)):
            new.texts[row][:columns] = self.texts[row][:columns]
            new.styles[row][:columns] = self.styles[row][:columns]
            if columns < self.width and self.texts[row][columns] == "":
                new.texts[row][columns - 1] = " "
        return new

    def _put_run(self, row: int, column: int, run: str | list[str], style: int) -> int:
        """Write one text per cell, leaving no half of a wide character behind."""
        width = self.width
        end = column + len(run)
        if end > width:
            column = min(column, width - 1)
            run = [*run[: width - column - 1], run[-1]]
            end = width
        texts = self.texts[row]
        if texts[column] == "" and column:
            texts[column - 1] = " "
        if end < width and texts[end] == "":
            texts[end] = " "
        texts[column:end] = run
        self.styles[row][column:end] = [style] * (end - column)
        return end

    def _join(self, row: int, column: int, marks: str) -> None:
        """Add marks of no width to the cell before a column; in column 0 they are lost."""
        if column:
            texts = self.texts[row]
            place = column - 1 if texts[column - 1] or column == 1 else column - 2
            texts[place] += marks
