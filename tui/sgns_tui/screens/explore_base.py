"""What the keys of the Explore screen share: the vectors, the word, how words are asked for."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from sgns_tui.completion import Completion
from sgns_tui.explore_listed import Beside, Listed
from sgns_tui.explore_map import ExploreMap
from sgns_tui.explored import Explored
from sgns_tui.exploring import Exploring
from sgns_tui.grouping import Basis, given_groups
from sgns_tui.groups_note import groups_note
from sgns_tui.i18n import _
from sgns_tui.screens.mapping import MapScreen
from sgns_tui.screens.working import WorkScreen
from sgns_tui.session import Session

_COMPLETIONS = 50

Answer = tuple[str, Callable[[int], list[Text]]]
"""A title, and the lines in so many cells."""


class ExploreBase(MapScreen, WorkScreen, inherit_bindings=False):
    """A screen with vectors to look around in."""

    front = "list"
    answer: Answer | None = None
    cursor = 0
    """The place in the list."""
    list_made: tuple[object, Listed | Beside | None, str | None] | None = None
    """The list made last: what it depends on, the list itself, and why there is none."""
    given_up: object = None
    """What the list that was given up depended on."""
    drawn_last: Exploring | None = None
    """What was wished for when a map was drawn last."""
    _own: Exploring | None = None
    _own_key: object = None

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
            self.forget_looks()

    def forget_looks(self) -> None:
        """Forget what was looked at."""
        self.give_up()
        self.answer = self.list_made = self.frame = self._own = self.drawn_last = None
        self.cursor, self.front, self.alone = 0, "list", None
        self.wish(viewport=None)

    def row_of(self, word: str) -> int:
        """Return the row of a word of what is explored."""
        return self.exploring.explored.row(word)

    def groups_note(self) -> str | None:
        """Return what is odd in the groups file that colours words, None where nothing is."""
        exploring = self.exploring
        given = exploring.given if exploring.basis is Basis.GIVEN else None
        return groups_note(given, exploring.groups_file, self.ascii_only, self.message_cells)

    def map_of_now(self) -> ExploreMap | None:
        """Return the map of now; None while it is being worked out beside the screen."""
        raise NotImplementedError

    # ---- the word

    def wish(self, **wishes: object) -> None:
        """Change what is wanted of the map; the word under its cursor is the one looked at."""
        if "selected" in wishes:
            place = wishes.pop("selected")
            drawn = self.exploring.known_map
            if drawn is not None and isinstance(place, int):
                if place < len(drawn.rows):
                    self.go_to_row(int(drawn.rows[place]))
            elif place is None:
                self.go_to_row(None)
        super().wish(**wishes)

    def go_to_row(self, row: int | None) -> None:
        """Look at the word of a row, or at none."""
        self.exploring.go_to(row)
        self.cursor, self.front = 0, "list"
        self.sync_selected()

    def sync_selected(self) -> None:
        """Let the map know where the word stands."""
        drawn, row = self.exploring.known_map, self.exploring.word
        place = None if drawn is None or row is None else drawn.place.get(row)
        super().wish(selected=place)

    def show_word(self, row: int) -> None:
        """Look at a word, wherever it stands."""
        self.go_to_row(row)
        drawn = self.map_of_now()
        place = None if drawn is None else drawn.place.get(row)
        if place is not None:
            self.frame = drawn
            self._bring_into_view(place)
        self.sync_selected()

    # ---- asking

    def ask_words(
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
