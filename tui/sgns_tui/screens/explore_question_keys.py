"""Questions about several words on the Explore screen: sums, the odd one, cosines."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rich.text import Text

from sgns_tui.explore_listed import Listed
from sgns_tui.explore_names import table_name
from sgns_tui.i18n import _
from sgns_tui.render.explore.answers import apart_lines, odd_lines, table_lines
from sgns_tui.render.number import ALL_DIGITS
from sgns_tui.screens.explore_base import ExploreBase
from sgns_tui.screens.explore_typed import tried


class QuestionKeys(ExploreBase, inherit_bindings=False):
    """A screen on which words are added up and compared."""

    def do_expression(self) -> None:
        """Ask for words added and subtracted, and list what is nearest."""
        self.ask_words(
            _("Which words? king - man + woman"),
            lambda text: tried(lambda: self.exploring.terms(text))[1],
            self._ask,
        )

    def _ask(self, text: str) -> None:
        exploring = self.exploring
        self.front = "list"
        if not exploring.explored.is_large:
            self._answered(exploring.ask(text))
            return
        looked = exploring.snapshot()
        self.work(
            "ask",
            (text, exploring.table),
            _("comparing with all words"),
            lambda go_on: looked.ask(text, go_on=go_on),
            self._answered,
        )

    def _answered(self, listed: Listed) -> None:
        self.cursor = 0
        self.exploring.show_listed(listed)
        self.sync_selected()

    def do_odd_one_out(self) -> None:
        """Say which of the marked words fits least."""
        exploring = self.exploring
        found = exploring.odd_one_out(exploring.marked)
        self._show(_("Odd one out"), lambda cells: odd_lines(exploring, found, cells, self.digits))

    def do_similarities(self) -> None:
        """Show the cosine of every two marked words."""
        exploring, rows = self.exploring, tuple(self.exploring.marked)
        cosines = exploring.similarities(rows)
        self._show(
            _("Cosines in {table}").format(table=table_name(exploring.table)),
            lambda cells: table_lines(
                exploring, rows, cosines, cells, 4 if self.digits == ALL_DIGITS else 2
            ),
        )

    def do_apart(self) -> None:
        """List the rows that cannot be compared."""
        exploring = self.exploring

        def show(_search: object) -> None:
            zeros, odd = exploring.apart()
            title = _("Rows apart in {table}").format(table=table_name(exploring.table))
            self._show(title, lambda cells: apart_lines(exploring, zeros, odd, cells))

        if not exploring.explored.is_large or exploring.explored.known_search(exploring.table):
            show(None)
            return
        self.work(
            "norms",
            (exploring.explored, exploring.table),
            _("measuring {n} rows").format(n=f"{len(exploring.explored.vectors):,}"),
            partial(exploring.explored.search, exploring.table),
            show,
        )

    def _show(self, title: str, lines: Callable[[int], list[Text]]) -> None:
        self.answer, self.front = (title, lines), "answer"
