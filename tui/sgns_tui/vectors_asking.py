"""A vectors file opened to be asked: its words, one of its tables, and what cannot be compared."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sgns_core.analogy import Method, analogy
from sgns_core.errors import InvalidInput, shown
from sgns_core.formats.loading import Loaded
from sgns_core.formats.names import Format
from sgns_core.neighbors import Measure, NeighborSearch
from sgns_core.record import record
from sgns_core.vectors import TableName, WordVectors
from sgns_tui.vectors_loading import load_shown


@record(eq=False)
class OpenedVectors:
    """A file's vectors, and the table of them that is asked."""

    path: str
    loaded: Loaded
    table_name: TableName

    @property
    def vectors(self) -> WordVectors:
        """The vectors."""
        return self.loaded.vectors

    @cached_property
    def search(self) -> NeighborSearch:
        """The table that is asked, with its norms."""
        return NeighborSearch(self.vectors.table(self.table_name))

    @property
    def zero_rows(self) -> npt.NDArray[np.intp]:
        """The rows that hold zeros alone."""
        return np.flatnonzero(self.search.norms == 0)

    @property
    def odd_rows(self) -> npt.NDArray[np.intp]:
        """The rows that hold a value that is not finite."""
        return np.flatnonzero(np.isnan(self.search.norms))

    def row(self, word: str, needs_direction: bool = True) -> int:
        """Return the row of a word; InvalidInput where it is unknown or cannot be compared."""
        row = self.vectors.vocabulary.index(word)
        norm = self.search.norms[row]
        if np.isnan(norm):
            raise InvalidInput(
                "the row of {word} holds a value that is not finite, so that nothing is near it; "
                "choose another word",
                word=shown(word),
            )
        if needs_direction and norm == 0:
            raise InvalidInput(
                "the row of {word} holds zeros alone, which have no direction; choose another "
                "word, or ask neighbors with --measure distance",
                word=shown(word),
            )
        return row


@record
class Ranking:
    """Words and their values, the nearest first, for a word."""

    word: str
    found: list[tuple[int, float]]


def open_vectors(path: str, form: Format | None, table: TableName) -> OpenedVectors:
    """Return a file's vectors to ask a table of; InvalidInput in one line for what cannot be."""
    loaded = load_shown(path, form)
    try:
        loaded.vectors.table(table)
    except InvalidInput as error:
        raise InvalidInput("{path}: {reason}", path=path, reason=error) from None
    return OpenedVectors(path, loaded, table)


def ask_neighbors(
    opened: OpenedVectors, words: Sequence[str], count: int, measure: Measure
) -> list[Ranking]:
    """Return the nearest words of each word; every word is looked up before the first is asked."""
    rows = [opened.row(word, needs_direction=measure == "cosine") for word in words]
    search = opened.search
    return [
        Ranking(word, search.nearest(search.table[row], count, measure, without=(row,)))
        for word, row in zip(words, rows, strict=True)
    ]


def ask_analogy(
    opened: OpenedVectors, words: tuple[str, str, str], count: int, method: Method
) -> list[tuple[int, float]]:
    """Return (row, value) of the words that are to c as b is to a, for (a, b, c)."""
    a, b, c = map(opened.row, words)
    return analogy(opened.search, a, b, c, count, method)


def at_least_one(name: str, value: int) -> None:
    """Refuse a number below 1."""
    if value < 1:
        raise InvalidInput("{name} must be at least 1, got {value}", name=name, value=value)
