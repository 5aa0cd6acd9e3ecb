"""Lists: what is near a word, what words add up to, and the same word in two files."""

from __future__ import annotations

from sgns_core.errors import InvalidInput
from sgns_core.expressions import Term, expression_vector, parse_expression
from sgns_core.neighbors import GoOn
from sgns_tui.explore_choices import Choices
from sgns_tui.explore_listed import Beside, Listed
from sgns_tui.explored import told_apart
from sgns_tui.i18n import _

NEAR = 40


class Lists(Choices):
    """What is near, by the table and the measure that were chosen."""

    def near(self, row: int, count: int = NEAR, go_on: GoOn | None = None) -> Listed:
        """Return the nearest words of a word; InvalidInput where it cannot be compared."""
        self.explored.check_direction(row, self.table, self.measure == "cosine")
        search = self.explored.search(self.table, go_on)
        found = search.nearest(search.table[row], count, self.measure, without=(row,))
        return Listed(self.explored.vectors.words[row], row, self.measure, self.table, found)

    def terms(self, text: str) -> tuple[Term, ...]:
        """Return what was typed as words with signs, every one known and with a direction."""
        vocabulary = self.explored.vectors.vocabulary
        terms = tuple(parse_expression(text, vocabulary.__contains__))
        for term in terms:
            self.explored.check_direction(self.explored.row(term.word), self.table)
        return terms

    def ask(self, text: str, count: int = NEAR, go_on: GoOn | None = None) -> Listed:
        """Return the words nearest to words added and subtracted, these left out, by cosine."""
        terms = self.terms(text)
        rows = [self.explored.row(term.word) for term in terms]
        search = self.explored.search(self.table, go_on)
        query = expression_vector(search.table, rows, [term.sign for term in terms])
        found = search.nearest(query, count, "cosine", without=set(rows))
        said = " ".join(_signed(term, place) for place, term in enumerate(terms))
        return Listed(said, None, "cosine", self.table, found, terms)

    def show_listed(self, listed: Listed) -> None:
        """Keep an answer in view; that of a - b + c is drawn as a parallelogram with what is near.

        A sum whose words lie on a line, such as one with the same word twice, has no such plane.
        """
        self.listed = listed
        signs = [term.sign for term in listed.terms]
        if sorted(signs) != [-1, 1, 1]:
            return
        rows = [self.explored.row(term.word) for term in listed.terms]
        minus = signs.index(-1)
        a, c = (row for place, row in enumerate(rows) if place != minus)
        try:
            self.view_parallelogram(a, rows[minus], c)
        except InvalidInput:
            return
        self.include(*(row for row, _ in listed.found[:3]))

    def near_beside(self, word: str, count: int, go_on: GoOn | None = None) -> Beside:
        """Return the neighbours of a word here and in the file beside."""
        assert self.beside is not None
        own = self._named(self, self.explored.row(word), count, go_on)
        other: list[tuple[str, float]] = []
        missing = None
        row = self.beside.vectors.vocabulary.get(word)
        if row < 0:
            missing = _("it has no such word")
        elif not self.beside.has_outputs and self.table != "E":
            missing = _("it has no table Ep")
        else:
            there = Lists(self.beside, table=self.table)
            there.measure = self.measure
            try:
                other = self._named(there, row, count, go_on)
            except InvalidInput:
                missing = _("its row there cannot be compared")
        names = told_apart(self.explored, self.beside)
        return Beside(word, names, self.measure, (own, other), missing)

    @staticmethod
    def _named(lists: Lists, row: int, count: int, go_on: GoOn | None) -> list[tuple[str, float]]:
        words = lists.explored.vectors.words
        return [(words[other], value) for other, value in lists.near(row, count, go_on).found]

    def draw_near(self, row: int, count: int, go_on: GoOn | None = None) -> None:
        """Draw a word and the `count` nearest to it."""
        self.draw_listed(self.near(row, count, go_on))


def _signed(term: Term, place: int) -> str:
    sign = "-" if term.sign < 0 else "+" if place else ""
    return f"{sign} {term.word}".strip()
