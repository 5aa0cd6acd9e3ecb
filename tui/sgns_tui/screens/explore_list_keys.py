"""The list of the Explore screen: what is near the word, made beside the screen where large."""

from __future__ import annotations

from functools import partial

from sgns_core.neighbors import GoOn
from sgns_tui.explore_listed import Beside, Listed
from sgns_tui.explore_lists import NEAR
from sgns_tui.explored import Explored
from sgns_tui.exploring import Exploring
from sgns_tui.i18n import _
from sgns_tui.screens.explore_base import ExploreBase
from sgns_tui.screens.explore_typed import tried

_BESIDE = 20  # neighbours that are compared between two files


class ListKeys(ExploreBase, inherit_bindings=False):
    """A screen with a list of what is near."""

    shows_beside = True
    listed_wrong: str | None = None

    # ---- what it shows

    def listed_now(self) -> Listed | Beside | None:
        """Return what the list shows; None while there is nothing, or it is being looked for."""
        exploring = self.exploring
        self.listed_wrong = None
        if exploring.listed is not None:
            return exploring.listed
        row = exploring.word
        if row is None:
            return None
        two = exploring.beside is not None and self.shows_beside
        key = self.list_key()
        if self.list_made is None or self.list_made[0] != key:
            if exploring.explored.is_large or (two and _is_large(exploring.beside)):
                self._list_beside_screen(key, row, two)
                return None
            self.list_made = (key, *tried(partial(_list, exploring, row, two, None)))
        _key, found, self.listed_wrong = self.list_made
        return found

    def list_key(self) -> object:
        """What the list of the word depends on."""
        exploring = self.exploring
        two = exploring.beside is not None and self.shows_beside
        return exploring.word, exploring.table, exploring.measure, two, exploring.explored

    def _list_beside_screen(self, key: object, row: int, two: bool) -> None:
        """Have norms worked out, once, and then the list of the newest word that was asked for."""
        exploring = self.exploring
        if self.given_up == key:
            return
        waiting = [exploring.explored] + ([exploring.beside] if two and exploring.beside else [])
        for explored in waiting:
            if explored.known_search(exploring.table) is None and (
                explored is exploring.explored or exploring.table == "E" or explored.has_outputs
            ):
                name = self.shown(explored.name)
                said = _("measuring the {n} rows of {name}").format(
                    n=f"{len(explored.vectors):,}", name=name
                )
                table = exploring.table
                self.work(
                    "norms",
                    (explored, table),
                    said,
                    partial(explored.search, table),
                    lambda found: None,
                )
                return
        said = _("comparing {word}").format(word=exploring.shown(row))
        looked = exploring.snapshot()

        def keep(found: tuple[Listed | Beside | None, str | None]) -> None:
            self.list_made = (key, *found)

        self.work(
            "near",
            key,
            said,
            lambda go_on: tried(partial(_list, looked, row, two, go_on)),
            keep,
        )

    def row_at_cursor(self) -> int | None:
        """Return the row of the word under the list's cursor, None where there is none.

        Raises InvalidInput for a word that the second file alone has.
        """
        listed = self.listed_now()
        if isinstance(listed, Beside):
            word = listed.word_at(self.cursor)
            return None if word is None else self.exploring.explored.row(word)
        if listed is None or self.cursor >= len(listed.found):
            return None
        return listed.found[self.cursor][0]

    # ---- its keys

    def _move(self, by: int) -> None:
        listed = self.listed_now()
        lines = 0
        if listed is not None:
            lines = listed.length if isinstance(listed, Beside) else len(listed.found)
        self.cursor = max(0, min(self.cursor + by, lines - 1))

    def do_list_up(self) -> None:
        """Move up in the list."""
        self._move(-1)

    def do_list_down(self) -> None:
        """Move down in the list."""
        self._move(1)

    def do_list_page_up(self) -> None:
        """Move a page up in the list."""
        self._move(1 - self.panes["list"].room.height)

    def do_list_page_down(self) -> None:
        """Move a page down in the list."""
        self._move(self.panes["list"].room.height - 1)

    def do_list_open(self) -> None:
        """Look at the word under the cursor of the list."""
        row = self.row_at_cursor()
        if row is not None:
            self.show_word(row)

    def do_beside(self) -> None:
        """List the nearest words in both files, or in one."""
        if self.exploring.beside is None:
            self.say(_("One file is open: explore FILE --beside FILE2 opens two."))
        else:
            self.shows_beside, self.front = not self.shows_beside, "list"


def _list(exploring: Exploring, row: int, two: bool, go_on: GoOn | None) -> Listed | Beside:
    if two:
        return exploring.near_beside(exploring.explored.vectors.words[row], _BESIDE, go_on)
    return exploring.near(row, NEAR, go_on)


def _is_large(explored: Explored | None) -> bool:
    return explored is not None and explored.is_large
