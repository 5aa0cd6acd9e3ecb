"""What is looked at in vectors: the choices, the map of them, and answers. No screen in it.

A screen and line mode both drive it. What takes all rows of a large table (`Explored.is_large`) has
a `go_on`, so that it can run beside a screen and be given up.
"""

from __future__ import annotations

from copy import copy

from sgns_core.neighbors import GoOn, Table
from sgns_core.trace import Indices
from sgns_tui.explore_groups import DrawnGroups, drawn_groups
from sgns_tui.explore_lists import Lists
from sgns_tui.explore_map import ExploreMap, made_map
from sgns_tui.explore_selection import Selections
from sgns_tui.explored import Explored
from sgns_tui.text import visible


class Exploring(Lists, Selections):
    """What a person looks at in vectors; every change is a method, every answer a value."""

    _maps: tuple[object, ExploreMap] | None = None
    _grouped: tuple[object, DrawnGroups] | None = None

    # ---- the map

    @property
    def map_key(self) -> object:
        """What a map depends on: it is the same while this is."""
        return (
            (id(self.drawn), tuple(self._extra), self.table, self.view, self.makes_units),
            (self.basis, self.k_groups, self.groups_file),
        )

    @property
    def plane_key(self) -> object:
        """What the places of points depend on, whatever words are added."""
        return id(self.drawn), self.table, self.view, self.makes_units, id(self.explored)

    def map_now(self, go_on: GoOn | None = None) -> ExploreMap:
        """Return the map of now, worked out where something has changed; raises GivenUp."""
        key = self.map_key
        if self._maps is None or self._maps[0] != key:
            self._maps = (key, made_map(self, self._groups, go_on or _always))
        return self._maps[1]

    @property
    def known_map(self) -> ExploreMap | None:
        """Return the map of now if it is worked out."""
        return self._maps[1] if self._maps is not None and self._maps[0] == self.map_key else None

    def _groups(self, rows: Indices, values: Table) -> DrawnGroups:
        how = (self.basis, self.k_groups, self.groups_file)
        key = (rows.tobytes(), self.table, self.makes_units, how)
        if self._grouped is None or self._grouped[0] != key:
            made = drawn_groups(
                self.explored.vectors,
                rows,
                values,
                self.basis,
                self.k_groups,
                self.given,
                self.groups_file or "",
                self.ascii_only,
            )
            self._grouped = (key, made)
        return self._grouped[1]

    # ---- copies

    def snapshot(self) -> Exploring:
        """Return a copy to work with beside a screen: later wishes do not reach it."""
        return copy(self)

    def adopt(self, snapshot: Exploring) -> None:
        """Take over the map that a snapshot has worked out."""
        self._maps, self._grouped = snapshot._maps, snapshot._grouped

    def as_drawn(self, before: Exploring) -> None:
        """Wish for what was wished for in a snapshot: its map is there."""
        self.drawn, self._extra = before.drawn, before._extra
        self.view, self.unit, self.table = before.view, before.unit, before.table
        self.basis, self.k_groups = before.basis, before.k_groups
        self.adopt(before)

    def with_explored(self, explored: Explored) -> Exploring:
        """Return the same wishes for other vectors of the same words: a session that has moved."""
        again = Exploring(explored, beside=self.beside, ascii_only=self.ascii_only)
        again.__dict__.update(
            {name: value for name, value in self.__dict__.items() if name != "explored"}
        )
        again._maps = again._grouped = again.listed = None
        return again

    # ---- as it is shown

    def shown(self, row: int) -> str:
        """Return a word as it may be shown."""
        return visible(self.explored.vectors.words[row], self.ascii_only)


def _always(_share: float) -> bool:
    return True
