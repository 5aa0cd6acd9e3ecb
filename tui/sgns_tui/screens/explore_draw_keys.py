"""Which words the Explore screen draws."""

from __future__ import annotations

from sgns_core.reading import read_text
from sgns_tui.explore_drawn import DRAWN, named, searched
from sgns_tui.explore_lists import NEAR
from sgns_tui.files import at_home
from sgns_tui.i18n import _
from sgns_tui.screens.explore_base import ExploreBase
from sgns_tui.screens.explore_typed import tried, whole, whole_wrong


class DrawKeys(ExploreBase, inherit_bindings=False):
    """A screen on which a person chooses what is drawn."""

    def do_search(self) -> None:
        """Ask what words should fit, and draw them."""
        self.ask(
            _("Draw which words? sea: that begin so; *sea* has it inside, *sea at its end"),
            "",
            self._search_wrong,
            self._search,
        )

    def _search_wrong(self, text: str) -> str | None:
        explored = self.exploring.explored
        if explored.is_large:  # all its words cannot be looked at between two keys
            return None
        return tried(lambda: searched(text, *explored.matching(text, 1)))[1]

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
            whole_wrong,
            lambda text: self.exploring.draw_frequent(whole(text)),
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
            whole_wrong,
            lambda text: self._draw_near(row, whole(text)),
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
        self.ask_words(
            _("Draw which words? With blanks between, or @FILE with one a line."),
            self._named_wrong,
            self._draw_named,
        )

    def _named_wrong(self, text: str) -> str | None:
        if text.startswith("@"):
            return None
        return tried(lambda: named(self.exploring.explored, text.split()))[1]

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
