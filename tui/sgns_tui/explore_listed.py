"""Answers in lists: what is near a word or a sum, in one file or in two."""

from __future__ import annotations

from sgns_core.expressions import Term
from sgns_core.neighbors import Measure
from sgns_core.record import record
from sgns_core.vectors import TableName


@record(eq=False)
class Listed:
    """Words with a value each, the nearest first, and what was asked for: a word or a sum."""

    asked: str
    row: int | None
    measure: Measure
    table: TableName
    found: list[tuple[int, float]]
    terms: tuple[Term, ...] = ()


@record(eq=False)
class Beside:
    """The neighbours of one word in two files, as words; `shared` are in both lists."""

    word: str
    names: tuple[str, str]
    measure: Measure
    lists: tuple[list[tuple[str, float]], list[tuple[str, float]]]
    missing: str | None

    @property
    def shared(self) -> set[str]:
        """The words that both lists have."""
        first, second = ({word for word, _ in found} for found in self.lists)
        return first & second

    @property
    def length(self) -> int:
        """How many lines both lists take side by side."""
        return max(map(len, self.lists))

    def word_at(self, place: int) -> str | None:
        """Return the word in a line: of the first list, or of the second where that has ended."""
        return next((found[place][0] for found in self.lists if place < len(found)), None)
