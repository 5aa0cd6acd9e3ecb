"""The wanted and the shown screen, and the pieces of bytes that lead from one to the other.

One thread writes what is wanted, another takes pieces. Only the taking of a copy of the rows that
were touched is done under the lock, so that neither waits for the other's work.
"""

from __future__ import annotations

import threading
from collections import Counter

from sgns_tui.terminal.canvas import Canvas
from sgns_tui.terminal.choice import Glyphs, TerminalChoice
from sgns_tui.terminal.diff import Pen, Row, differences, look_of, move, row_update
from sgns_tui.terminal.styles import PLAIN, Styles

SYNC_START, SYNC_END = "\x1b[?2026h", "\x1b[?2026l"
_WORTH_SYNCHRONISING = 400  # bytes; a shorter piece is drawn at once anyway
_BYTES_A_CELL = 3  # that a changed cell takes at most, by and large, with its sequences
_FEW = 24  # changed cells: what a key changes is sent before what moves all the time


class ScreenState:
    """Two grids: what Textual has written, and what the terminal shows."""

    def __init__(self, width: int, height: int, choice: TerminalChoice) -> None:
        self.choice = choice
        self.styles = Styles(choice.depth)
        # Reentrant: a signal handler may write while the event loop's thread is writing.
        self.lock = threading.RLock()
        self.canvas = Canvas(width, height, self.styles, choice.glyphs)
        self.rows_sent = 0
        self._shown: list[Row] | None = None
        self._pending: dict[int, Row] = {}  # rows that may differ from what is shown
        self._changes: dict[int, list[int]] = {}  # changed columns of pending rows, where known
        self._pen = Pen()
        self._cursor = (0, 0)  # where Textual wants it
        self._cells = True
        self._next_row = 0  # where the last piece of much changed rows ended

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.canvas.grid.width, self.canvas.grid.height

    def write(self, data: str) -> None:
        """Take one write of Textual's."""
        with self.lock:
            self.canvas.feed(data)

    def resize(self, width: int, height: int) -> None:
        """Take the terminal's new size; what it shows is then unknown."""
        with self.lock:
            self.canvas.resize(width, height)
            self.forget()

    def forget(self) -> None:
        """Take what the terminal shows as unknown: the next pieces bring the whole screen."""
        with self.lock:
            self.canvas.cleared = True

    def show_cells(self, show: bool) -> None:
        """Switch the cells on or off; what is not about cells is sent either way."""
        with self.lock:
            self._cells = show

    def next_piece(self, limit: int) -> bytes:
        """Return the next bytes to send, about `limit` at most, or none if all is shown.

        Sequences that are not about cells come first and are never cut.
        """
        with self.lock:
            others = "".join(self.canvas.others)
            self.canvas.others.clear()
            cells = self._cells and self.canvas.drawn
            synchronised = self.canvas.synchronised
            if cells:
                self._take_rows()
        pieces = self._pieces(limit - len(others)) if cells else ""
        if synchronised and len(pieces) > _WORTH_SYNCHRONISING:
            pieces = SYNC_START + pieces + SYNC_END
        # A replaced character is better than a picture that stops: see glyphs.py for the rest.
        encoding = "ascii" if self.choice.glyphs is Glyphs.ASCII else "utf-8"
        return others.encode("utf-8", "replace") + pieces.encode(encoding, "replace")

    def _take_rows(self) -> None:
        canvas, grid = self.canvas, self.canvas.grid
        if canvas.cleared:
            canvas.cleared = False
            canvas.touched = set(range(grid.height))
            self._shown = None
            self._pending.clear()
            self._changes.clear()
            self._pen = Pen()
        for y in canvas.touched:
            self._changes.pop(y, None)
            self._pending[y] = look_of(grid.texts[y][:], grid.styles[y], self.styles)
        canvas.touched.clear()
        self._cursor = (min(canvas.x, grid.width - 1), canvas.y)

    def _pieces(self, limit: int) -> str:
        out: list[str] = []
        size = 0
        if self._shown is None and self._pending:
            out.append(self._cleared())
        shown = self._shown
        if shown is None:
            return ""
        for y in self._order(shown, limit):
            wanted = self._pending[y]
            text, self._pen = row_update(
                y,
                shown[y],
                wanted,
                self._pen,
                self.styles,
                self.choice.erases_in_color,
                self._changes[y],
            )
            shown[y] = wanted
            del self._pending[y]
            out.append(text)
            size += len(text.encode("utf-8", "replace"))
            if size >= limit:
                self._next_row = y + 1
                break
        if not self._pending:
            x, y = self._cursor
            out.append(move(self._pen, x, y))
            self._pen = self._pen._replace(x=x, y=y)
        return "".join(out)

    def _cleared(self) -> str:
        """Erase all, in the background that most blanks have."""
        looks = Counter[int]()
        if self.choice.erases_in_color:
            for y in self._pending:
                row = self._pending[y]
                looks.update(look for text, look in zip(*row, strict=True) if text == " ")
        grounds = (look for look, _ in looks.most_common() if self.styles.is_blank_ground(look))
        ground = next(grounds, PLAIN)
        width = len(next(iter(self._pending.values())).texts)
        self._shown = [Row([" "] * width, [ground] * width) for _ in range(len(self._pending))]
        self._pen = Pen(None, None, ground)
        return "\x1b[m" + self.styles.change(PLAIN, ground) + "\x1b[2J"

    def _order(self, shown: list[Row], limit: int) -> list[int]:
        """Drop the rows that are shown as they are; the rest, those with few changes first.

        What fits a piece goes out from top to bottom, which takes the shortest jumps. Of much else
        the row after the last that was sent comes first, so that a picture which moves faster than
        the line does not leave its lower half unseen.
        """
        few: list[int] = []
        many: list[int] = []
        cells = 0
        for y in sorted(self._pending):
            changed = self._changes.get(y)
            if changed is None:
                changed = self._changes[y] = differences(shown[y], self._pending[y])
            if not changed:
                del self._pending[y]
            else:
                cells += len(changed)
                (few if len(changed) <= _FEW else many).append(y)
        if cells * _BYTES_A_CELL <= limit:
            return sorted(self._pending)
        later = [y for y in many if y >= self._next_row]
        return few + later + many[: len(many) - len(later)]
