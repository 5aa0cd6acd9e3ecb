"""Which word the Explore screen looks at: found, left again, marked."""

from __future__ import annotations

from sgns_tui.i18n import _
from sgns_tui.screens.explore_list_keys import ListKeys


class WordKeys(ListKeys, inherit_bindings=False):
    """A screen on which words are found and marked."""

    def do_find(self) -> None:
        """Ask for a word and look at it."""
        self.ask_words(_("Find which word?"), self.unknown_word, self._select)

    def _select(self, text: str) -> None:
        self.show_word(self.row_of(text))

    def do_word_back(self) -> None:
        """Look at the word before."""
        if not self.exploring.go_back():
            self.say(_("There is no word before."))
        self.cursor, self.front = 0, "list"
        self.sync_selected()

    def do_deselect(self) -> None:
        """Give up what is being worked out; else leave an answer; else look at no word."""
        listed = self.list_key()
        if self.give_up():
            self.given_up = listed
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
        row = self.row_at_cursor() if self.kind == "list" else None
        if row is None:
            row = self.exploring.word
        if row is None:
            self.say(_("No word is selected: / finds one, arrows go from point to point."))
            return
        word = self.exploring.shown(row)
        said = _("{word} is marked.") if self.exploring.mark(row) else _("{word} is not marked.")
        self.say(said.format(word=word))
