"""A terminal to look at: pyte's parser, with cells of our own.

pyte alone draws some things as no terminal does: it stops at a variation selector, leaves halves
of wide characters behind, knows no faint text, prints private sequences it has not heard of, and
erases with underline and reverse. Here that is done by the book, in a few variants in which
terminals differ.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import pyte
from rich.cells import cell_len
from wcwidth import wcwidth

from sgns_tui.terminal.choice import Depth
from sgns_tui.terminal.palette import DEFAULT, RGB, reduce_pair

_UNKNOWN = re.compile(
    r"\x1b\[[<>=][0-9;:]*[a-zA-Z]|\x1b\[\??[0-9;]*\$[a-z]|\x1b[P_^][^\x1b]*\x1b\\"
    r"|\x1b\]22;[^\x1b\x07]*(?:\x07|\x1b\\)"
)
_UNFINISHED = re.compile(r"\x1b(?:\[[<>=?0-9;:$]*|[P_^\]][^\x1b\x07]*\x1b?)?\Z")
_VISIBLE_ON_BLANK = {4, 7, 9, 21, 53}
_OFF = {22: {1, 2}, 23: {3}, 24: {4, 21}, 25: {5, 6}, 27: {7}, 28: {8}, 29: {9}, 55: {53}}


@dataclass
class Ink:
    """The style in force."""

    attributes: frozenset[int] = frozenset()
    foreground: int = DEFAULT
    background: int = DEFAULT


class Cell(NamedTuple):
    """What a person sees in one cell."""

    text: str = " "
    attributes: frozenset[int] = frozenset()
    foreground: int = DEFAULT
    background: int = DEFAULT


@lru_cache(maxsize=65536)
def seen(cell: Cell, depth: Depth) -> Cell:
    """Return a cell in fewer colours, without what cannot be seen of a blank."""
    foreground, background = reduce_pair(cell.foreground, cell.background, depth)
    text = " " if cell.text == "\u2800" else cell.text
    attributes = cell.attributes
    if text == " " and not attributes & _VISIBLE_ON_BLANK:
        attributes, foreground = frozenset(), DEFAULT
    return Cell(text, attributes, foreground, background)


class Screen(pyte.Screen):
    """pyte's screen with cells of ours in `rows`; see Emulator for the variants."""

    def __init__(
        self, columns: int, lines: int, *, fills: bool, wraps: bool | None, joins: bool
    ) -> None:
        self.fills, self.wraps, self.joins = fills, wraps, joins
        self.ink = Ink()
        self.rows = [[Cell()] * columns for _ in range(lines)]
        self.private_modes: set[int] = set()
        self.answers: list[bytes] = []
        super().__init__(columns, lines)

    def draw(self, data: str) -> None:
        joined = False
        for character in data:
            width = wcwidth(character)
            if character == "\ufe0f":
                self._append(character)
                if self.joins:
                    self._widen()
            elif width <= 0 or (joined and self.joins):
                self._append(character)
            else:
                self._put(character, width)
            joined = character == "\u200d"

    def _put(self, character: str, width: int) -> None:
        if self.cursor.x + width > self.columns:
            wraps = (7 in self.private_modes) if self.wraps is None else self.wraps
            if wraps and self.cursor.x >= self.columns:
                self.cursor.x = 0
                self.index()
            else:
                self.cursor.x = min(self.cursor.x, self.columns - 1)
                character, width = (" ", 1) if width == 2 else (character, 1)
        row, x = self.rows[self.cursor.y], self.cursor.x
        self._mend(row, x, x + width)
        row[x] = self._cell(character)
        if width == 2:
            row[x + 1] = self._cell("")
        self.cursor.x += width

    def _cell(self, text: str) -> Cell:
        ink = self.ink
        return Cell(text, ink.attributes, ink.foreground, ink.background)

    @staticmethod
    def _mend(row: list[Cell], start: int, end: int) -> None:
        if row[start].text == "" and start:
            row[start - 1] = _with_text(row[start - 1], " ")
        if end < len(row) and row[end].text == "":
            row[end] = _with_text(row[end], " ")

    def _append(self, mark: str) -> None:
        row, x = self.rows[self.cursor.y], self.cursor.x
        if x:
            place = x - 1 if row[x - 1].text or x == 1 else x - 2
            row[place] = _with_text(row[place], row[place].text + mark)

    def _widen(self) -> None:
        row, x = self.rows[self.cursor.y], self.cursor.x
        if not x or not row[x - 1].text or cell_len(row[x - 1].text) < 2:
            return
        if x == self.columns:  # no room for the other half
            row[x - 1] = _with_text(row[x - 1], " ")
        else:
            self._mend(row, x, x + 1)
            row[x] = _with_text(row[x - 1], "")
            self.cursor.x += 1

    def select_graphic_rendition(self, *attrs: int) -> None:
        codes = list(attrs) or [0]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.ink = Ink()
            elif code in _OFF:
                self.ink.attributes -= _OFF[code]
            elif code < 30 or code == 53:
                self.ink.attributes |= {code}
            elif code in (38, 48):
                kind = codes.pop(0)
                color = codes.pop(0) if kind == 5 else RGB
                if kind == 2:
                    color |= codes.pop(0) << 16 | codes.pop(0) << 8 | codes.pop(0)
                self._paint(code == 38, color)
            else:
                bright = 8 if code >= 90 else 0
                color = code % 10 + bright if code % 10 < 8 else DEFAULT
                self._paint(code // 10 in (3, 9), color)

    def _paint(self, foreground: bool, color: int) -> None:
        if foreground:
            self.ink.foreground = color
        else:
            self.ink.background = color

    def _blank(self) -> Cell:
        return Cell(background=self.ink.background if self.fills else DEFAULT)

    def _erase(self, y: int, start: int, end: int) -> None:
        row = self.rows[y]
        end = min(end, self.columns)
        if start < end:
            self._mend(row, start, end)
            row[start:end] = [self._blank()] * (end - start)

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:
        x = min(self.cursor.x, self.columns - 1)  # a cursor that waits to wrap is on the last one
        start, end = ((x, self.columns), (0, x + 1), (0, self.columns))[how]
        self._erase(self.cursor.y, start, end)

    def erase_in_display(self, how: int = 0, *args: Any, **kwargs: Any) -> None:
        y = self.cursor.y
        for row in ((y + 1, self.lines), (0, y), (0, self.lines))[how : how + 1]:
            for line in range(*row):
                self._erase(line, 0, self.columns)
        if how < 2:
            self.erase_in_line(how)

    def erase_characters(self, count: int | None = None) -> None:
        x = min(self.cursor.x, self.columns - 1)
        self._erase(self.cursor.y, x, x + (count or 1))

    def index(self) -> None:
        if self.cursor.y == self.lines - 1:
            self.rows = [*self.rows[1:], [Cell()] * self.columns]
        else:
            self.cursor.y += 1

    def reset(self) -> None:
        super().reset()
        self.rows = [[Cell()] * self.columns for _ in range(self.lines)]

    def resize(self, lines: int | None = None, columns: int | None = None) -> None:
        lines, columns = lines or self.lines, columns or self.columns
        for row in self.rows:
            if columns < len(row) and row[columns].text == "":  # half a character is cut off
                row[columns - 1] = _with_text(row[columns - 1], " ")
        kept = [row[:columns] + [Cell()] * (columns - len(row)) for row in self.rows[:lines]]
        self.rows = kept + [[Cell()] * columns for _ in range(lines - len(kept))]
        self.cursor.x = min(self.cursor.x, self.columns - 1, columns - 1)
        self.lines, self.columns = lines, columns
        self.cursor.y = min(self.cursor.y, lines - 1)

    def set_mode(self, *modes: int, **kwargs: Any) -> None:
        if kwargs.get("private"):
            self.private_modes.update(modes)
            if 1049 in modes:
                self.rows = [[Cell()] * self.columns for _ in range(self.lines)]

    def reset_mode(self, *modes: int, **kwargs: Any) -> None:
        if kwargs.get("private"):
            self.private_modes.difference_update(modes)

    def write_process_input(self, data: str) -> None:
        self.answers.append(data.encode())


def _with_text(cell: Cell, text: str) -> Cell:
    return Cell(text, cell.attributes, cell.foreground, cell.background)


class Emulator:
    """A terminal fed with bytes.

    `fills`: erasing fills with the background in force. `wraps`: what is written past the last
    column goes to the next row, whatever the mode says (None: as the mode says). `joins`: joined
    emoji are one character; without it each takes its own room, as on an old terminal.
    """

    def __init__(
        self,
        columns: int,
        rows: int,
        *,
        fills: bool = True,
        wraps: bool | None = None,
        joins: bool = True,
    ) -> None:
        self.screen = Screen(columns, rows, fills=fills, wraps=wraps, joins=joins)
        self.screen.private_modes |= {7, 25}
        self.keyboard_pushes = 0
        self._stream = pyte.Stream(self.screen)
        self._decode = codecs.getincrementaldecoder("utf-8")("strict").decode
        self._held = ""

    def feed(self, data: bytes) -> None:
        """Take output."""
        text = self._held + self._decode(data)
        unfinished = _UNFINISHED.search(text)
        self._held = unfinished[0] if unfinished else ""
        text = text[: len(text) - len(self._held)]
        self.keyboard_pushes += len(re.findall(r"\x1b\[>\d*u", text))
        self.keyboard_pushes -= len(re.findall(r"\x1b\[<\d*u", text))
        self._stream.feed(_UNKNOWN.sub("", text))

    def take_answers(self) -> list[bytes]:
        """Return what the terminal says, since the last call."""
        answers, self.screen.answers = self.screen.answers, []
        return answers

    def resize(self, columns: int, rows: int) -> None:
        """Change the size; the upper left stays."""
        self.screen.resize(rows, columns)

    @property
    def modes_on(self) -> set[str]:
        """Private modes that differ from those of a terminal at rest."""
        modes = {str(mode) for mode in self.screen.private_modes - {7, 25}}
        modes |= {f"not {mode}" for mode in {7, 25} - self.screen.private_modes}
        return modes | ({"keyboard"} if self.keyboard_pushes > 0 else set())

    @property
    def title(self) -> str:
        """The window's title, as the program has set it."""
        return str(self.screen.title)

    @property
    def cursor(self) -> tuple[int, int]:
        """Column and row of the cursor."""
        return min(self.screen.cursor.x, self.screen.columns - 1), self.screen.cursor.y

    def seen(self, depth: Depth = Depth.TRUE) -> list[list[Cell]]:
        """Return all cells as a person sees them, in a depth of colour."""
        return [[seen(cell, depth) for cell in row] for row in self.screen.rows]

    def text(self) -> str:
        """Return the rows as text, without blank ends."""
        return "\n".join(
            "".join(cell.text for cell in row).replace("\u2800", " ").rstrip()
            for row in self.screen.rows
        )
