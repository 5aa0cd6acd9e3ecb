"""What keys do on the Explore screen: which words, which plane, what is asked of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from rich.text import Text

from sgns_core.errors import InvalidInput
from sgns_core.neighbors import GoOn
from sgns_core.reading import read_text
from sgns_tui.completion import Completion
from sgns_tui.explore_out import write_map, write_selection
from sgns_tui.explored import Explored
from sgns_tui.exploring import DRAWN, NEAR, Beside, ExploreMap, Exploring, Listed
from sgns_tui.files import AlreadyThere, at_home
from sgns_tui.grouping import given_groups
from sgns_tui.i18n import _, explain
from sgns_tui.render.explore.answers import apart_lines, odd_lines, table_lines
from sgns_tui.render.explore.names import measure_name, table_name
from sgns_tui.render.number import ALL_DIGITS
from sgns_tui.screens.mapping import MapScreen
from sgns_tui.screens.working import WorkScreen
from sgns_tui.session import Session

T = TypeVar("T")

_BESIDE = 20  # neighbours that are compared between two files
_MOST_DRAWN = 1_000_000
_COMPLETIONS = 50

Answer = tuple[str, Callable[[int], list[Text]]]
"""A title, and the lines in so many cells."""


class ExploreKeys(MapScreen, WorkScreen, inherit_bindings=False):
    """A screen with vectors to look around in."""

    front = "list"
    answer: Answer | None = None
    cursor = 0
    shows_beside = True
    listed_wrong: str | None = None
    drawn_last: Exploring | None = None
    """What was wished for when a map was drawn last."""
    _own: Exploring | None = None
    _own_key: object = None
    _listed: tuple[object, Listed | Beside | None, str | None] | None = None
    _given_up: object = None

    # ---- what is looked at

    @property
    def exploring(self) -> Exploring:
        """Return the vectors of a file, or else those that the session has now."""
        if self.sgns_app.exploring is not None:
            return self.sgns_app.exploring
        session = self.session
        key = (session, session.timeline.position, session.timeline.edits)
        if self._own is None or self._own_key != key:
            explored = Explored.of_session(session)
            if self._own is not None and self._own.explored.vectors.words == explored.vectors.words:
                self._own = self._own.with_explored(explored)
            else:
                given = given_groups(session.source)
                self._own = Exploring(explored, given=given, ascii_only=self.ascii_only)
            self._own_key = key
            self.answer = None
        return self._own

    def look_at(self, session: Session) -> None:
        """Look at another session, where no file is open here."""
        super().look_at(session)
        if self.sgns_app.exploring is None:
            self._forget()

    def _forget(self) -> None:
        self.give_up()
        self.answer = self._listed = self.frame = self._own = self.drawn_last = None
        self.cursor, self.front, self.alone = 0, "list", None
        self.wish(viewport=None)

    def wish(self, **wishes: object) -> None:
        """Change what is wanted of the map; the word under its cursor is the one looked at."""
        if "selected" in wishes:
            place = wishes.pop("selected")
            drawn = self.exploring.known_map
            if drawn is not None and isinstance(place, int):
                if place < len(drawn.rows):
                    self._go_to(int(drawn.rows[place]))
            elif place is None:
                self._go_to(None)
        super().wish(**wishes)

    def _go_to(self, row: int | None) -> None:
        self.exploring.go_to(row)
        self.cursor = 0
        self._sync()

    def _sync(self) -> None:
        """Let the map know where the word stands."""
        drawn, row = self.exploring.known_map, self.exploring.word
        place = None if drawn is None or row is None else drawn.place.get(row)
        super().wish(selected=place)

    # ---- the list

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
        key = self._listed_key()
        if self._listed is None or self._listed[0] != key:
            if exploring.explored.is_large or (two and _is_large(exploring.beside)):
                self._list_beside_screen(key, row, two)
                return None
            self._listed = (key, *_tried(partial(_list, exploring, row, two, None)))
        _key, found, self.listed_wrong = self._listed
        return found

    def _listed_key(self) -> object:
        """What the list of the word depends on."""
        exploring = self.exploring
        two = exploring.beside is not None and self.shows_beside
        return exploring.word, exploring.table, exploring.measure, two, exploring.explored

    def _list_beside_screen(self, key: object, row: int, two: bool) -> None:
        """Have norms worked out, once, and then the list of the newest word that was asked for."""
        exploring = self.exploring
        if self._given_up == key:
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
            self._listed = (key, *found)

        self.work(
            "near",
            key,
            said,
            lambda go_on: _tried(partial(_list, looked, row, two, go_on)),
            keep,
        )

    def _rows_listed(self) -> list[int]:
        listed = self.listed_now()
        if isinstance(listed, Beside):
            return [self.exploring.explored.row(word) for word, _value in listed.lists[0]]
        return [] if listed is None else [row for row, _value in listed.found]

    def _move(self, by: int) -> None:
        last = len(self._rows_listed()) - 1
        self.cursor = max(0, min(self.cursor + by, last))

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
        rows = self._rows_listed()
        if self.cursor < len(rows):
            self._show_word(rows[self.cursor])

    def do_beside(self) -> None:
        """List the nearest words in both files, or in one."""
        if self.exploring.beside is None:
            self.say(_("One file is open: explore FILE --beside FILE2 opens two."))
        else:
            self.shows_beside = not self.shows_beside

    # ---- the word

    def _show_word(self, row: int) -> None:
        """Look at a word, wherever it stands."""
        self._go_to(row)
        drawn = self.map_of_now()
        place = None if drawn is None else drawn.place.get(row)
        if place is not None:
            self.frame = drawn
            self._bring_into_view(place)
        self._sync()

    def map_of_now(self) -> ExploreMap | None:
        """Return the map of now; None while it is being worked out beside the screen."""
        raise NotImplementedError

    def do_find(self) -> None:
        """Ask for a word and look at it."""
        self._ask_words(_("Find which word?"), self.unknown_word, self._select)

    def row_of(self, word: str) -> int:
        """Return the row of a word of what is explored."""
        return self.exploring.explored.row(word)

    def _select(self, text: str) -> None:
        self._show_word(self.row_of(text))

    def do_word_back(self) -> None:
        """Look at the word before."""
        if not self.exploring.go_back():
            self.say(_("There is no word before."))
        self.cursor = 0
        self._sync()

    def do_deselect(self) -> None:
        """Give up what is being worked out; else leave an answer; else look at no word."""
        listed = self._listed_key()
        if self.give_up():
            self._given_up = listed
            before = self.drawn_last
            if self.exploring.known_map is None and before is not None:
                self.exploring.as_drawn(before)
            self.say(_("Given up."))
        elif self.exploring.listed is not None:
            self.exploring.listed = None
        elif self.answer is not None:
            self.answer, self.front = None, "list"
        else:
            super().do_deselect()

    def do_mark(self) -> None:
        """Put the word into the selection, or take it out."""
        row = self.exploring.word
        rows = self._rows_listed() if self.kind == "list" else []
        if self.cursor < len(rows):
            row = rows[self.cursor]
        if row is None:
            self.say(_("No word is selected: / finds one, arrows go from point to point."))
            return
        word = self.exploring.shown(row)
        said = _("{word} is marked.") if self.exploring.mark(row) else _("{word} is not marked.")
        self.say(said.format(word=word))

    # ---- which words are drawn

    def do_search(self) -> None:
        """Ask what words should fit, and draw them."""
        self.ask(
            _("Draw which words? sea: that begin so; *sea* has it inside, *sea at its end"),
            "",
            lambda text: None,
            self._search,
        )

    def _search(self, text: str) -> None:
        exploring = self.exploring
        most = max(DRAWN, len(exploring.drawn.rows))
        if not exploring.explored.is_large:
            exploring.draw_matching(text, most)
            return
        self.work(
            "search",
            text,
            _("searching {n} words").format(n=f"{len(exploring.explored.vectors):,}"),
            lambda go_on: exploring.explored.matching(text, most),
            lambda found: exploring.draw_found(text, *found),
        )

    def do_draw_many(self) -> None:
        """Ask how many of the most frequent words are drawn."""
        self.ask(
            _("Draw how many of the most frequent words?"),
            "",
            _whole_wrong,
            lambda text: self.exploring.draw_frequent(_whole(text)),
        )

    def do_draw_near(self) -> None:
        """Ask how many of the nearest words are drawn."""
        row = self.exploring.word
        if row is None:
            self.say(_("No word is selected: / finds one, arrows go from point to point."))
            return
        question = _("Draw how many words that are nearest to {word}?")
        self.ask(
            question.format(word=self.exploring.shown(row)),
            str(NEAR),
            _whole_wrong,
            lambda text: self._draw_near(row, _whole(text)),
        )

    def _draw_near(self, row: int, count: int) -> None:
        exploring = self.exploring
        if not exploring.explored.is_large:
            exploring.draw_near(row, count)
            return
        looked = exploring.snapshot()
        self.work(
            "ask",
            (row, count),
            _("comparing {word}").format(word=exploring.shown(row)),
            lambda go_on: looked.near(row, count, go_on),
            exploring.draw_listed,
        )

    def do_draw_list(self) -> None:
        """Ask for words, or a file of them after @, and draw them."""
        self._ask_words(
            _("Draw which words? With blanks between, or @FILE with one a line."),
            lambda text: None,
            self._draw_named,
        )

    def _draw_named(self, text: str) -> None:
        words = (
            [line.strip() for line in read_text(at_home(text[1:])).splitlines() if line.strip()]
            if text.startswith("@")
            else text.split()
        )
        unknown = self.exploring.draw_list(words)
        if unknown:
            shown = ", ".join(self.shown(word[:40]) for word in unknown[:5])
            self.say(_("{n} not known: {words}").format(n=len(unknown), words=shown))

    # ---- planes

    def do_principal(self) -> None:
        """Look at the plane of largest variance."""
        self.exploring.view_principal()

    def do_directions(self) -> None:
        """Ask for word pairs and make axes of them."""
        self._ask_words(
            _("Which axes? man:woman ; past:present - across, then up; more pairs with blanks"),
            lambda text: _tried(lambda: _two_axes(text))[1],
            lambda text: self.exploring.view_directions(*_two_axes(text)),
            signs=":;",
        )

    def do_components(self) -> None:
        """Ask for two components and look at them."""
        self.ask(
            _("Which two components, from 1 to {d}?").format(d=self.exploring.explored.vectors.dim),
            "1 2",
            lambda text: _tried(lambda: _two_numbers(text))[1],
            lambda text: self.exploring.view_components(*_two_numbers(text)),
        )

    def do_unit_rows(self) -> None:
        """Draw all rows one long, or as they are."""
        self.exploring.unit = not self.exploring.unit
        self.say(
            _("Rows are drawn one long.")
            if self.exploring.unit
            else _("Rows are drawn as they are.")
        )

    # ---- measures, tables, groups

    def do_next_measure(self) -> None:
        """Go on to the next measure."""
        self.exploring.next_measure()
        self._given_up = None
        self.say(_("Listed by {measure}.").format(measure=measure_name(self.exploring.measure)))

    def do_table(self) -> None:
        """Go on to the next table."""
        self.exploring.next_table()
        self.answer = self._given_up = None
        self.say(_("Table {name}.").format(name=table_name(self.exploring.table)))

    def do_colors(self) -> None:
        """Colour words by the next basis."""
        self.exploring.next_basis()
        drawn = self.map_of_now()
        if drawn is not None:
            self.say(_("Colours: {basis}.").format(basis=drawn.words.basis))

    def do_k_groups(self) -> None:
        """Ask how many groups k-means makes."""
        self.ask(
            _("How many groups, 1 to 64?"),
            str(self.exploring.k_groups),
            _whole_wrong,
            lambda text: self.exploring.use_kmeans(_whole(text)),
        )

    # ---- questions about several words

    def do_expression(self) -> None:
        """Ask for words added and subtracted, and list what is nearest."""
        self._ask_words(
            _("Which words? king - man + woman"),
            lambda text: _tried(lambda: self.exploring.terms(text))[1],
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
        self._sync()

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

    # ---- files

    def do_save_selection(self) -> None:
        """Ask for a file and write the marked words, or all that are drawn, to it."""
        marked = len(self.exploring.marked)
        what = (
            _("the {n} marked words").format(n=marked)
            if marked
            else _("the {n} drawn words").format(n=self.exploring.drawn_count)
        )
        question = _("Write {what} to which file? .txt: a list of words; .npz, .vec ..: vectors")
        self.ask(question.format(what=what), "", lambda text: None, self._save)

    def _save(self, path: str, force: bool = False) -> None:
        exploring = self.exploring
        rows = exploring.marked or exploring.map_now().rows.tolist()
        self._write(
            path,
            lambda path, force: write_selection(exploring, rows, path, force),
            self._save,
            force,
        )

    def do_export_map(self) -> None:
        """Ask for a file and write the picture or the numbers to it."""
        self.ask(
            _("Write the map to which file? .svg or .txt: the picture; .json: the numbers"),
            "",
            lambda text: None,
            self._export,
        )

    def _export(self, path: str, force: bool = False) -> None:
        exploring, viewport = self.exploring, self.map_wishes.viewport
        listed = self.listed_now()
        self._write(
            path,
            lambda path, force: write_map(
                exploring,
                exploring.map_now(),
                listed if isinstance(listed, Listed) else None,
                path,
                self.map_room,
                viewport,
                force,
            ),
            self._export,
            force,
        )

    def _write(
        self,
        path: str,
        write: Callable[[str, bool], object],
        again: Callable[[str, bool], None],
        force: bool,
    ) -> None:
        path = at_home(path)
        try:
            write(path, force)
        except AlreadyThere:
            self.sgns_app.ask_to_overwrite(path, partial(again, path, True))
            return
        self.say(_("Written to {path}.").format(path=self.shown(path)))

    def do_open_vectors(self) -> None:
        """Ask for a vectors file and open it."""
        self.ask(
            _("Open which vectors file? With no name: the vectors of the session"),
            "",
            lambda text: None,
            self._open,
        )

    def _open(self, path: str) -> None:
        if not path:
            self.sgns_app.exploring = None
            self._forget()
            return
        path = at_home(path)
        said = _("reading {path}").format(path=self.shown(path))
        self.work(
            "open", path, said, lambda go_on: Explored.of_file(path, go_on=go_on), self._opened
        )

    def _opened(self, explored: Explored) -> None:
        self._forget()
        self.sgns_app.exploring = Exploring(explored, ascii_only=self.ascii_only)

    # ---- shared

    def _ask_words(
        self,
        question: str,
        check: Callable[[str], str | None],
        give: Callable[[str], object],
        signs: str = "",
    ) -> None:
        """Ask for words that Tab completes."""
        explored = self.exploring.explored
        complete = Completion(lambda begun: explored.beginning(begun, _COMPLETIONS), signs)
        self.ask(question + " " + _("(Tab completes)"), "", check, give, complete)


def _list(exploring: Exploring, row: int, two: bool, go_on: GoOn | None) -> Listed | Beside:
    if two:
        return exploring.near_beside(exploring.explored.vectors.words[row], _BESIDE, go_on)
    return exploring.near(row, NEAR, go_on)


def _tried(do: Callable[[], T]) -> tuple[T | None, str | None]:
    """Return what something gives and None, or None and why it cannot be done."""
    try:
        return do(), None
    except InvalidInput as error:
        return None, explain(error)


def _is_large(explored: Explored | None) -> bool:
    return explored is not None and explored.is_large


def _whole(text: str) -> int:
    if not text.strip().isdecimal() or not 1 <= int(text[:9]) <= _MOST_DRAWN:
        raise InvalidInput(
            "{text} is no whole number from 1 to {most}", text=text[:20], most=_MOST_DRAWN
        )
    return int(text)


def _whole_wrong(text: str) -> str | None:
    return _tried(lambda: _whole(text))[1]


def _two_axes(text: str) -> tuple[str, str]:
    across, sign, up = text.partition(";")
    if not sign or ":" not in across or ":" not in up:
        raise InvalidInput("write two axes with ; between them: man:woman ; past:present")
    return across, up


def _two_numbers(text: str) -> tuple[int, int]:
    parts = text.replace(",", " ").split()
    if len(parts) != 2 or not all(part.isdecimal() and len(part) < 8 for part in parts):
        raise InvalidInput("write two numbers with a blank between them: 1 2")
    return int(parts[0]) - 1, int(parts[1]) - 1
