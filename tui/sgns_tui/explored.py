"""Vectors that are looked around in: those of a file, or those of a session."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice
from pathlib import Path

import numpy as np

from sgns_core.errors import InvalidInput, shown
from sgns_core.formats.loading import Loaded, load_vectors
from sgns_core.formats.names import Format
from sgns_core.neighbors import GoOn, NeighborSearch
from sgns_core.trace import Indices
from sgns_core.vectors import TableName, WordVectors
from sgns_tui.session import Session

LARGE_VALUES = 4_000_000
"""Values of a table from which on nobody should wait for all its rows."""
_MANY_WORDS = 20_000  # from which on looking for like spellings takes too long for each key press


class Explored:
    """Words with their tables, what they are called, and what was worked out about them.

    name: what a person knows them by, not yet made visible. path: None for a session's own. The
    norms of a table are worked out when they are first needed.
    """

    def __init__(
        self, vectors: WordVectors, name: str, path: str | None = None, repeated: int = 0
    ) -> None:
        self.vectors = vectors
        self.name = name
        self.path = path
        self.repeated = repeated
        self._searches: dict[TableName, NeighborSearch] = {}

    @classmethod
    def of_loaded(cls, loaded: Loaded, path: str) -> Explored:
        """Return what was read from a file."""
        return cls(loaded.vectors, Path(path).name, path, sum(loaded.repeats.values()))

    @classmethod
    def of_file(cls, path: str, form: Format | None = None, go_on: GoOn | None = None) -> Explored:
        """Read a file; raises as `load_vectors` does."""
        return cls.of_loaded(load_vectors(path, form, go_on), path)

    @classmethod
    def of_session(cls, session: Session) -> Explored:
        """Return copies of a session's own tables, as they are now."""
        timeline, vocabulary = session.timeline, session.source.vocabulary
        vectors = WordVectors(
            words=vocabulary.words,
            E=timeline.E.copy(),
            Ep=timeline.Ep.copy(),
            counts=vocabulary.counts,
        )
        return cls(vectors, session.source.name)

    @property
    def is_large(self) -> bool:
        """Whether work over all rows takes so long that a person would notice."""
        return self.vectors.E.size > LARGE_VALUES

    @property
    def has_outputs(self) -> bool:
        """Whether there is an output table."""
        return self.vectors.Ep is not None

    def known_search(self, table: TableName) -> NeighborSearch | None:
        """Return a table's search if its norms are worked out; None where they are not yet."""
        return self._searches.get(table)

    def search(self, table: TableName, go_on: GoOn | None = None) -> NeighborSearch:
        """Return a table with its norms, worked out at the first time; raises GivenUp."""
        found = self._searches.get(table)
        if found is None:
            found = self._searches[table] = NeighborSearch(self.vectors.table(table), go_on)
        return found

    @cached_property
    def order(self) -> Indices:
        """The rows, the most frequent first; as in the file where counts are not known."""
        counts = self.vectors.counts
        if counts is None:
            return np.arange(len(self.vectors))
        return np.asarray(np.argsort(-counts, kind="stable"), np.intp)

    # ---- words

    def row(self, word: str) -> int:
        """Return the row of a word; InvalidInput where it is unknown, with like words of few."""
        vocabulary = self.vectors.vocabulary
        row = vocabulary.get(word)
        if row >= 0:
            return row
        if len(vocabulary) <= _MANY_WORDS:
            return vocabulary.index(word)
        raise InvalidInput(
            "{word} is not among the {size} words; Tab completes what is typed",
            word=shown(word[:60]),
            size=len(vocabulary),
        )

    def check_direction(self, row: int, table: TableName, needs_direction: bool = True) -> None:
        """Raise InvalidInput for a row that cannot be compared."""
        values = self.vectors.table(table)[row]
        if not np.isfinite(values).all():
            raise InvalidInput(
                "the row of {word} holds a value that is not finite, so that nothing is near it; "
                "choose another word",
                word=shown(self.vectors.words[row]),
            )
        if needs_direction and not values.any():
            raise InvalidInput(
                "the row of {word} holds zeros alone, which have no direction; choose another "
                "word, or measure by distance",
                word=shown(self.vectors.words[row]),
            )

    def matching(self, text: str, limit: int) -> tuple[list[int], bool]:
        """Return the rows of up to `limit` words that `text` fits, and whether there are more.

        `sea` fits words that begin so, `*sea` those that end so and `*sea*` those it is in; upper
        and lower case count. The most frequent word comes first where the file is in that order.
        """
        fits = _matcher(text)
        found: list[int] = []
        for row, word in enumerate(self.vectors.words):
            if fits(word):
                if len(found) == limit:
                    return found, True
                found.append(row)
        return found, False

    def beginning(self, text: str, limit: int) -> Iterator[str]:
        """Return up to `limit` words that begin with `text`, in the order of the rows."""
        return islice((w for w in self.vectors.words if w.startswith(text)), limit)


def told_apart(first: Explored, second: Explored) -> tuple[str, str]:
    """Return what two files are called: by as many folders as it takes where names are equal."""
    if first.name != second.name or first.path is None or second.path is None:
        return first.name, second.name
    parts = [Path(found.path or "").absolute().parts for found in (first, second)]
    for count in range(2, min(map(len, parts)) + 1):
        names = [str(Path(*of[-count:])) for of in parts]
        if names[0] != names[1]:
            return names[0], names[1]
    return first.path, second.path


def _matcher(text: str) -> Callable[[str], bool]:
    """Return what tells whether a word fits what was searched for."""
    part = text.strip("*")
    if not part:
        raise InvalidInput("there is nothing to search for; write a part of a word")
    if not text.startswith("*"):
        return lambda word: word.startswith(part)
    return (lambda word: part in word) if text.endswith("*") else lambda word: word.endswith(part)
