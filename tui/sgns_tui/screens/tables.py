"""The cursor in the two tables of numbers: it makes words center, target and negatives."""

from __future__ import annotations

from dataclasses import replace

from sgns_tui.i18n import _
from sgns_tui.render.step.tables import Cursor
from sgns_tui.screens.answers import number_wrong
from sgns_tui.screens.base import SessionScreen


class TableScreen(SessionScreen, inherit_bindings=False):
    """A screen with a pane "tables", in which a cursor moves over words and numbers."""

    cursor = Cursor()

    def _move(self, rows: int = 0, columns: int = 0) -> None:
        cursor, dim = self.cursor, self.session.timeline.E.shape[1]
        flat = cursor.table * dim + cursor.column + columns
        flat = max(0, min(flat, 2 * dim - 1))
        row = max(0, min(cursor.row + rows, len(self.session.words) - 1))
        self.cursor = Cursor(row, flat // dim, flat % dim)

    def do_cursor_up(self) -> None:
        """Move up."""
        self._move(rows=-1)

    def do_cursor_down(self) -> None:
        """Move down."""
        self._move(rows=1)

    def do_cursor_left(self) -> None:
        """Move left."""
        self._move(columns=-1)

    def do_cursor_right(self) -> None:
        """Move right."""
        self._move(columns=1)

    def do_page_up(self) -> None:
        """Move a page up."""
        self._move(rows=-max(1, self.panes["tables"].room.height - 2))

    def do_page_down(self) -> None:
        """Move a page down."""
        self._move(rows=max(1, self.panes["tables"].room.height - 2))

    def do_make_center(self) -> None:
        """Make the word under the cursor the center."""
        self.session.choose(center=self.cursor.row)

    def do_make_target(self) -> None:
        """Make the word under the cursor the target."""
        self.session.choose(target=self.cursor.row)

    def do_add_negative(self) -> None:
        """Score the word under the cursor as a negative once more."""
        negatives = tuple(self.session.trace.negatives.tolist())
        self.session.choose(negatives=(*negatives, self.cursor.row))

    def do_drop_negative(self) -> None:
        """Take one occurrence of the word out of the negatives."""
        negatives = list(self.session.trace.negatives.tolist())
        row = self.cursor.row
        if row not in negatives:
            self.say(_("This word is not among the negatives."))
            return
        negatives.reverse()
        negatives.remove(row)
        self.session.choose(negatives=tuple(reversed(negatives)))

    def do_edit_value(self) -> None:
        """Ask for another value of the number under the cursor."""
        cursor = self.cursor
        name = ("E", "Ep")[cursor.table]
        table = (self.session.timeline.E, self.session.timeline.Ep)[cursor.table]
        word = self.shown(self.session.words[cursor.row])
        self.ask(
            _("{table}, {word}, component {n}: which value?").format(
                table=name, word=word, n=cursor.column + 1
            ),
            repr(float(table[cursor.row, cursor.column])),
            lambda text: number_wrong(text, least=None),
            lambda text: self.session.set_value(name, cursor.row, cursor.column, float(text)),
        )

    def do_find(self) -> None:
        """Ask for a word and move the cursor to it."""
        self.ask(_("Find which word?"), "", self.unknown_word, self._go_to_word)

    def _go_to_word(self, text: str) -> None:
        self.cursor = replace(self.cursor, row=self.session.row_of(text))
        self.screen.set_focus(self.panes["tables"])  # at once: the line that asks is about to end
