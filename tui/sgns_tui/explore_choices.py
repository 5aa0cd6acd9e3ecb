"""What a person chooses to see in vectors: words, a plane, a table, a measure, colours.

Every change is a method; what can be asked of the choices stands in `exploring.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sgns_core.errors import InvalidInput
from sgns_core.groups_file import WordGroups, read_groups
from sgns_core.neighbors import MEASURES, Measure
from sgns_core.planes import component_plane
from sgns_core.trace import Indices
from sgns_core.vectors import TABLES, TableName
from sgns_tui.explore_drawn import DRAWN, Drawn, frequent, named, nearest, searched
from sgns_tui.explore_listed import Listed
from sgns_tui.explore_planes import (
    Components,
    Directions,
    Parallelogram,
    Principal,
    View,
    plane_of_analogy,
    plane_of_directions,
    rows_of,
    word_pairs,
)
from sgns_tui.explored import Explored
from sgns_tui.grouping import Basis


class Choices:
    """Vectors, and what is chosen of them."""

    def __init__(
        self,
        explored: Explored,
        *,
        beside: Explored | None = None,
        groups: str | None = None,
        given: WordGroups | None = None,
        table: TableName = "E",
        ascii_only: bool = False,
    ) -> None:
        """Begin with the most frequent words; InvalidInput for a groups file that cannot be used.

        groups: a file that says which words belong together; given: the same, where a text says it.
        """
        explored.vectors.table(table)
        self.explored = explored
        self.beside = beside
        self.ascii_only = ascii_only
        self.groups_file = groups
        self.given = given
        self.basis = Basis.BANDS if given is None else Basis.GIVEN
        if groups is not None:
            self.use_groups(groups)
        self.k_groups = 4
        self.table: TableName = table
        self.measure: Measure = "cosine"
        self.unit = False
        self.view: View = Principal()
        self.word: int | None = None
        self.before: list[int] = []
        self.marked: list[int] = []
        self.listed: Listed | None = None
        self.drawn = frequent(explored, DRAWN)
        self._extra: list[int] = []

    # ---- which words are drawn

    def draw_frequent(self, count: int) -> None:
        """Draw the most frequent words."""
        self._draw(frequent(self.explored, count))

    def draw_listed(self, listed: Listed) -> None:
        """Draw a word and what was listed as near to it."""
        self._draw(nearest(listed))

    def draw_matching(self, text: str, count: int) -> None:
        """Draw the words that were searched for; InvalidInput where there are none."""
        self.draw_found(text, *self.explored.matching(text, count))

    def draw_found(self, text: str, rows: Sequence[int], more: bool) -> None:
        """Draw what a search found; InvalidInput where it is nothing."""
        self._draw(searched(text, rows, more))

    def draw_list(self, words: Sequence[str]) -> list[str]:
        """Draw words by name; return those that are not known. InvalidInput where none is."""
        drawn, unknown = named(self.explored, words)
        self._draw(drawn)
        return unknown

    def _draw(self, drawn: Drawn) -> None:
        """Draw other words; the one that is looked at, and those of the plane, stay."""
        self.drawn = drawn
        self._extra = []
        self.include(*rows_of(self.view), *(() if self.word is None else (self.word,)))

    def include(self, *rows: int) -> None:
        """Draw more words, without choosing others."""
        known = self.wanted_rows()
        new = (row for row in dict.fromkeys(rows) if not (known == row).any())
        self._extra = [*self._extra, *new]  # a new list: snapshots keep theirs

    def wanted_rows(self) -> Indices:
        """Return the rows (n,) to draw: those that were chosen, and those added since."""
        extra = np.array(self._extra, np.intp)
        if not len(extra):
            return self.drawn.rows
        return np.concatenate([self.drawn.rows, extra[~np.isin(extra, self.drawn.rows)]])

    @property
    def added_rows(self) -> Sequence[int]:
        """The rows that are to be drawn without having been chosen."""
        return self._extra

    @property
    def drawn_count(self) -> int:
        """How many words are to be drawn."""
        return len(self.wanted_rows())

    # ---- the word

    def go_to(self, row: int | None) -> None:
        """Look at a word, which is then drawn as well; None looks at none."""
        if self.word is not None and row != self.word:
            self.before = [*self.before[-99:], self.word]
        self.word = row
        self.listed = None
        if row is not None:
            self.include(row)

    def go_back(self) -> bool:
        """Look at the word before; False where there is none."""
        if not self.before:
            return False
        self.word = self.before.pop()
        self.listed = None
        self.include(self.word)
        return True

    def mark(self, row: int) -> bool:
        """Put a word into the selection, or take it out; return whether it is in it now."""
        if row in self.marked:
            self.marked.remove(row)
            return False
        self.marked.append(row)
        return True

    # ---- how

    def next_measure(self) -> None:
        """Go on to the next measure of nearness."""
        self.measure = MEASURES[(MEASURES.index(self.measure) + 1) % len(MEASURES)]
        self.listed = None

    def next_table(self) -> None:
        """Go on to the next table; InvalidInput where there is only one."""
        table = TABLES[(TABLES.index(self.table) + 1) % len(TABLES)]
        self.explored.vectors.table(table)
        self.use_table(table)

    def use_table(self, table: TableName) -> None:
        """Look at another table."""
        self.explored.vectors.table(table)
        self.table = table
        self.listed = None

    def next_basis(self) -> None:
        """Colour words by what comes next: a groups file, bands, k-means."""
        known = [basis for basis in Basis if basis is not Basis.GIVEN or self.given is not None]
        self.basis = known[(known.index(self.basis) + 1) % len(known)]

    def use_groups(self, path: str) -> None:
        """Colour words by a file."""
        self.given = read_groups(path, self.explored.vectors.vocabulary)
        self.groups_file, self.basis = path, Basis.GIVEN

    def use_kmeans(self, k: int) -> None:
        """Colour words by k-means."""
        if not 1 <= k <= 64:
            raise InvalidInput("k-means takes 1 to 64 groups, got {k}", k=k)
        self.k_groups, self.basis = k, Basis.KMEANS

    # ---- planes

    def view_directions(self, across: str, up: str) -> None:
        """Look along two axes, each of word pairs such as `man:woman king:queen`."""
        self.view = self.directions(across, up)
        self.include(*rows_of(self.view))

    def directions(self, across: str, up: str) -> Directions:
        """Return two axes that are there to look along; InvalidInput for others."""
        view = Directions(
            word_pairs(across, self.explored, self.table),
            word_pairs(up, self.explored, self.table),
            f"{across.strip()} ; {up.strip()}",
        )
        plane_of_directions(view, self.explored, self.table)  # what cannot be drawn is refused now
        return view

    def view_components(self, across: int, up: int) -> None:
        """Look at two components, from 0."""
        self.view = self.components(across, up)

    def components(self, across: int, up: int) -> Components:
        """Return two components that there are; InvalidInput for others."""
        component_plane(self.explored.vectors.dim, across, up)
        return Components(across, up)

    def view_parallelogram(self, a: int, b: int, c: int) -> None:
        """Look at the plane of a - b + c, with all rows made one long."""
        view = Parallelogram(a, b, c)
        plane_of_analogy(view, self.explored, self.table)
        self.view = view
        self.include(*rows_of(self.view))

    def view_principal(self) -> None:
        """Look at the plane of largest variance."""
        self.view = Principal()

    @property
    def makes_units(self) -> bool:
        """Whether rows are drawn one long: when asked for, and always around an analogy."""
        return self.unit or isinstance(self.view, Parallelogram)
