"""What Textual has written: the wanted grid, the cursor, and what is not about cells.

Two kinds of writes arrive. A frame starts with a cursor position and holds text, which may come
from anywhere: in it only positions and styles count, and any other control character is shown as
a picture. Every other write is Textual's own and holds single control sequences: those about cells
act on the grid, the rest is handed on in order, unaltered.
"""

from __future__ import annotations

import re

from sgns_tui.terminal.cells import Grid
from sgns_tui.terminal.choice import Glyphs
from sgns_tui.terminal.glyphs import picture
from sgns_tui.terminal.styles import PLAIN, Styles

_TEXT = r"[^\x00-\x1f\x7f-\x9f]"
_FRAME_START = re.compile(r"\x1b\[\d+;\d+H")
# One match takes a style, the text in it and the reset behind it: one step per segment.
_FRAME = re.compile(
    rf"\x1b\[(?P<style>[0-9;]*m)(?P<styled>{_TEXT}*)(?P<reset>\x1b\[0?m)?"
    rf"|\x1b\[(?P<place>[0-9;]*)H"
    rf"|(?P<text>{_TEXT}+)"
    rf"|(?P<line>\r?\n)"
    rf"|\x1b\]8;[^\x00-\x1f\x7f-\x9f]*(?:\x07|\x1b\\)"  # a link: text without an address is kept
    rf"|(?P<control>[\x00-\x1f\x7f-\x9f])"
)
_WRITE = re.compile(
    rf"\x1b\[(?P<private>[<=>?]?)(?P<numbers>[0-9:;]*)(?P<between>[ -/]*)(?P<final>[@-~])"
    rf"|(?P<string>\x1b[\]PX^_][^\x1b\x07]*(?:\x1b\\|\x07))"
    rf"|(?P<escape>\x1b[ -/]*[0-~])"
    rf"|(?P<text>{_TEXT}+)"
    rf"|(?P<control>[\x00-\x1f\x7f-\x9f])"
)
# Sequences that move or change cells in ways which the grid does not model: never sent on.
_UNMODELLED = frozenset("@LMPSTbr")
_SYNC = {"\x1b[?2026h", "\x1b[?2026l"}


class Canvas:
    """The wanted state, fed with what Textual writes. Not safe between threads."""

    def __init__(self, width: int, height: int, styles: Styles, glyphs: Glyphs) -> None:
        self.styles = styles
        self.glyphs = glyphs
        self.grid = Grid(width, height)
        self.x = 0  # may be the width: then the last column was just written
        self.y = 0
        self.touched: set[int] = set()  # rows that may have changed since the owner cleared it
        self.drawn = False  # nothing but modes has come: what the blanks will be is not known
        self.cleared = True  # another screen was taken: what the terminal shows is unknown
        self.synchronised = False  # Textual found that the terminal has mode 2026
        self.others: list[str] = []  # what is handed on unaltered, until the owner takes it
        self._style = PLAIN

    def resize(self, width: int, height: int) -> None:
        """Take another size; the upper left stays."""
        self.x = min(self.x, self.grid.width - 1, width - 1)
        self.y = min(self.y, height - 1)
        self.grid = self.grid.resized(width, height)
        self.touched = set(range(height))

    def feed(self, data: str) -> None:
        """Take one write."""
        if _FRAME_START.match(data):
            self.drawn = True
            self._feed_frame(data)
        elif data in _SYNC:
            self.synchronised = True  # pieces are framed by the sender, where it is worth it
        else:
            self._feed_sequences(data)

    def _feed_frame(self, data: str) -> None:
        styles = self.styles
        reduced = styles.reduced
        style = self._style
        for match in _FRAME.finditer(data):
            kind = match.lastgroup
            if kind == "reset":
                text = match["styled"]
                if text:
                    self._put(text, reduced[styles.apply(style, match["style"][:-1])])
                style = PLAIN
            elif kind == "styled":
                style = styles.apply(style, match["style"][:-1])
                if text := match["styled"]:
                    self._put(text, reduced[style])
            elif kind == "text":
                self._put(match["text"], reduced[style])
            elif kind == "place":
                self._place(match["place"])
            elif kind == "line":
                self._next_line()
            elif kind == "control":
                self._put(picture(match["control"], self.glyphs), reduced[style])
        self._style = style

    def _put(self, text: str, style: int) -> None:
        self.touched.add(self.y)
        self.x = self.grid.put(self.y, self.x, text, style, self.glyphs)

    def _place(self, numbers: str) -> None:
        row, _, column = numbers.partition(";")
        self.y = min(max(_number(row), 1), self.grid.height) - 1
        self.x = min(max(_number(column), 1), self.grid.width) - 1

    def _next_line(self) -> None:
        self.x = 0
        self.y = min(self.y + 1, self.grid.height - 1)

    def _feed_sequences(self, data: str) -> None:
        for match in _WRITE.finditer(data):
            kind = match.lastgroup
            if kind == "text":
                self.drawn = True
                self._put(match["text"], self.styles.reduced[self._style])
            elif kind == "final":
                self._sequence(match)
            elif kind == "control":
                self._control(match["control"])
            elif match[0] == "\x1bc":  # a full reset would undo what the driver has set
                self.drawn = True
                self._erase_rows(0, self.grid.height)
            else:
                self.others.append(match[0])

    def _sequence(self, match: re.Match[str]) -> None:
        final = match["final"]
        if match["private"] or match["between"]:
            if match["private"] == "?" and match["numbers"] in {"1049", "1047", "47"}:
                self.cleared = True
            if match[0] not in _SYNC:
                self.others.append(match[0])
        elif final == "m":
            self._style = self.styles.apply(self._style, match["numbers"])
        elif final in "Hf":
            self.drawn = True
            self._place(match["numbers"])
        elif final in "ABCDEFGdJKX":
            self._move_or_erase(final, match["numbers"])
        elif final not in _UNMODELLED:
            self.others.append(match[0])

    def _move_or_erase(self, final: str, numbers: str) -> None:
        self.drawn = True
        count = max(1, _number(numbers))
        last_row, last_column = self.grid.height - 1, self.grid.width - 1
        self.x = min(self.x, last_column)
        if final in "AF":
            self.y = max(0, self.y - count)
        elif final in "BE":
            self.y = min(last_row, self.y + count)
        elif final == "C":
            self.x = min(last_column, self.x + count)
        elif final == "D":
            self.x = max(0, self.x - count)
        elif final == "G":
            self.x = min(last_column, count - 1)
        elif final == "d":
            self.y = min(last_row, count - 1)
        elif final == "X":
            self._erase(self.y, self.x, self.x + count)
        elif final == "K":
            start, end = self._span(_number(numbers), self.x, self.grid.width)
            self._erase(self.y, start, end)
        elif final == "J":
            how = _number(numbers)
            if how < 2:
                start, end = self._span(how, self.x, self.grid.width)
                self._erase(self.y, start, end)
            rows = self._span(how, self.y + 1, self.grid.height, before=self.y)
            self._erase_rows(*rows)
        if final in "EF":
            self.x = 0

    @staticmethod
    def _span(how: int, here: int, end: int, before: int | None = None) -> tuple[int, int]:
        """What `how` of an erase covers: 0 from here on, 1 up to here, else everything."""
        up_to_here = here + 1 if before is None else before
        return (here, end) if how == 0 else (0, up_to_here) if how == 1 else (0, end)

    def _erase(self, row: int, start: int, end: int) -> None:
        self.touched.add(row)
        ground = self.styles[self._style].background
        style = self.styles.number(self.styles[PLAIN]._replace(background=ground))
        self.grid.erase(row, start, end, self.styles.reduced[style])

    def _erase_rows(self, start: int, end: int) -> None:
        for row in range(start, end):
            self._erase(row, 0, self.grid.width)

    def _control(self, control: str) -> None:
        self.drawn = self.drawn or control in "\n\r\b"
        if control == "\n":
            self._next_line()
        elif control == "\r":
            self.x = 0
        elif control == "\b":
            self.x = max(0, min(self.x, self.grid.width - 1) - 1)
        elif control == "\x07":
            self.others.append(control)


def _number(digits: str) -> int:
    """Read a parameter; what is not a sane number counts as absent."""
    return int(digits) if digits.isdecimal() and len(digits) < 6 else 0
