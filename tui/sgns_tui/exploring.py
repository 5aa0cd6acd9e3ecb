"""What is looked at in vectors: which words, in which plane, by which measure. No screen in it.

A screen and line mode both drive it. What takes all rows of a large table (`Explored.is_large`) has
a `go_on`, so that it can run beside a screen and be given up.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sgns_core.errors import InvalidInput
from sgns_core.expressions import Term, expression_vector, parse_expression
from sgns_core.groups_file import WordGroups, read_groups
from sgns_core.neighbors import MEASURES, GivenUp, GoOn, Measure, Table
from sgns_core.planes import (
    Plane,
    analogy_plane,
    component_plane,
    direction,
    held_variance,
    principal_plane,
    semantic_plane,
)
from sgns_core.similarity import Alikeness, alikeness, mean_with_others, similarity_table, unit_rows
from sgns_core.trace import Floats, Indices
from sgns_core.vectors import TABLES, TableName
from sgns_tui.explore_groups import DrawnGroups, drawn_groups
from sgns_tui.explored import Explored
from sgns_tui.grouping import Basis
from sgns_tui.i18n import _
from sgns_tui.render.map.scene import MapWords, Trail
from sgns_tui.text import visible

DRAWN = 300
NEAR = 40
MOST_TABLE = 100
_ALIKE_SAMPLE = 200
_LITTLE = 0.3  # of the variance: a plane that holds less is warned of


@dataclass(frozen=True)
class Principal:
    """The plane of largest variance of what is drawn."""


@dataclass(frozen=True)
class Directions:
    """Axes from word pairs: (from, to) across, and up."""

    across: tuple[tuple[int, int], ...]
    up: tuple[tuple[int, int], ...]
    said: str


@dataclass(frozen=True)
class Parallelogram:
    """The plane of a - b + c."""

    a: int
    b: int
    c: int


@dataclass(frozen=True)
class Components:
    """Two components, from 0."""

    across: int
    up: int


View = Principal | Directions | Parallelogram | Components


@dataclass(frozen=True, eq=False)
class Drawn:
    """Which words are drawn, and a sentence that says why these."""

    rows: Indices
    why: str


@dataclass(frozen=True, eq=False, kw_only=True)
class ExploreMap:
    """The drawn words in a plane.

    rows: (n,) of the table. words, points (n, 2): in the order of `rows`; of a parallelogram both
    hold one more, the point a - b + c. held: share of the variance of what is drawn. zeros,
    odd: rows that were to be drawn and are zeros, or not finite; they are not among `rows`.
    """

    rows: Indices
    words: MapWords
    points: Floats
    plane: Plane
    held: float
    groups: DrawnGroups
    zeros: tuple[int, ...]
    odd: tuple[int, ...]
    alike: Alikeness
    trail: Trail | None = None

    @cached_property
    def place(self) -> dict[int, int]:
        """Return where in `rows` a row of the table stands."""
        return {row: place for place, row in enumerate(self.rows.tolist())}

    @property
    def only(self) -> Indices:
        """The points that are words."""
        return np.arange(len(self.rows))

    @property
    def outputs(self) -> Floats | None:
        """The points that are none."""
        extra = self.points[len(self.rows) :]
        return extra if len(extra) else None

    @property
    def beside(self) -> None:
        """There is no second map."""

    @property
    def holds_little(self) -> bool:
        """Whether what is near here may well be far apart."""
        return self.held < _LITTLE


@dataclass(frozen=True, eq=False)
class Listed:
    """Words with a value each, the nearest first, and what was asked for: a word or a sum."""

    asked: str
    row: int | None
    measure: Measure
    found: list[tuple[int, float]]
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, eq=False)
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


class Exploring:
    """What a person looks at in vectors; every change is a method, every answer a value."""

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
        self.drawn = self._frequent(DRAWN)
        self._extra: list[int] = []
        self._maps: tuple[object, ExploreMap] | None = None
        self._grouped: tuple[object, DrawnGroups] | None = None

    # ---- which words are drawn

    def draw_frequent(self, count: int) -> None:
        """Draw the most frequent words."""
        self._draw(self._frequent(count))

    def draw_near(self, row: int, count: int, go_on: GoOn | None = None) -> None:
        """Draw a word and the `count` nearest to it."""
        self.draw_listed(self.near(row, count, go_on))

    def draw_listed(self, listed: Listed) -> None:
        """Draw a word and what was listed as near to it."""
        own = () if listed.row is None else (listed.row,)
        rows = np.array([*own, *(row for row, _value in listed.found)], np.intp)
        self._draw(Drawn(rows, _("nearest to {word}").format(word=listed.asked)))

    def draw_matching(self, text: str, count: int) -> None:
        """Draw the words that were searched for; InvalidInput where there are none."""
        self.draw_found(text, *self.explored.matching(text, count))

    def draw_found(self, text: str, rows: Sequence[int], more: bool) -> None:
        """Draw what a search found; InvalidInput where it is nothing."""
        if not rows:
            raise InvalidInput(
                "no word fits {text}; sea finds words that begin so, *sea* those it is in",
                text=text[:60],
            )
        why = _("that fit {text}").format(text=text)
        if more:
            why = _("the first that fit {text}").format(text=text)
        self._draw(Drawn(np.array(rows, np.intp), why))

    def draw_list(self, words: Sequence[str]) -> list[str]:
        """Draw words by name; return those that are not known. InvalidInput where none is."""
        rows = [self.explored.vectors.vocabulary.get(word) for word in words]
        unknown = [word for word, row in zip(words, rows, strict=True) if row < 0]
        known = [row for row in dict.fromkeys(rows) if row >= 0]
        if not known:
            raise InvalidInput("none of these {count} words is known", count=len(words))
        self._draw(Drawn(np.array(known, np.intp), _("of a list")))
        return unknown

    def _frequent(self, count: int) -> Drawn:
        if count < 1:
            raise InvalidInput("at least one word is drawn, got {count}", count=count)
        known = self.explored.vectors.counts is not None
        why = _("most frequent") if known else _("first in the file")
        return Drawn(self.explored.order[:count], why)

    def _draw(self, drawn: Drawn) -> None:
        """Draw other words; the one that is looked at, and those of the plane, stay."""
        self.drawn = drawn
        self._extra = []
        self._include(*self._view_rows(), *(() if self.word is None else (self.word,)))

    def _view_rows(self) -> tuple[int, ...]:
        match self.view:
            case Parallelogram(a, b, c):
                return a, b, c
            case Directions(across, up):
                return tuple(row for pair in (*across, *up) for row in pair)
            case _:
                return ()

    # ---- the word

    def go_to(self, row: int | None) -> None:
        """Look at a word, which is then drawn as well; None looks at none."""
        if self.word is not None and row != self.word:
            self.before = [*self.before[-99:], self.word]
        self.word = row
        self.listed = None
        if row is not None:
            self._include(row)

    def go_back(self) -> bool:
        """Look at the word before; False where there is none."""
        if not self.before:
            return False
        self.word = self.before.pop()
        self.listed = None
        self._include(self.word)
        return True

    def _include(self, *rows: int) -> None:
        known = self._wanted_rows()
        new = (row for row in dict.fromkeys(rows) if not (known == row).any())
        self._extra = [*self._extra, *new]  # a new list: snapshots keep theirs

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
        view = Directions(self._pairs(across), self._pairs(up), f"{across.strip()} ; {up.strip()}")
        self._plane_of_directions(view)  # what cannot be drawn is refused now
        self.view = view
        self._include(*self._view_rows())

    def view_components(self, across: int, up: int) -> None:
        """Look at two components, from 0."""
        component_plane(self.explored.vectors.dim, across, up)
        self.view = Components(across, up)

    def view_parallelogram(self, a: int, b: int, c: int) -> None:
        """Look at the plane of a - b + c, with all rows made one long."""
        view = Parallelogram(a, b, c)
        self._plane_of_analogy(view)
        self.view = view
        self._include(*self._view_rows())

    def view_principal(self) -> None:
        """Look at the plane of largest variance."""
        self.view = Principal()

    def _pairs(self, text: str) -> tuple[tuple[int, int], ...]:
        pairs = [self._pair(part) for part in text.replace(",", " ").split()]
        if not pairs:
            raise InvalidInput(
                "an axis needs a pair of words such as man:woman; write one before and one after ;"
            )
        for row in {row for pair in pairs for row in pair}:
            self.explored.check_direction(row, self.table)
        return tuple(pairs)

    def _pair(self, text: str) -> tuple[int, int]:
        """Return the rows of the two words in a:b, wherever the colon is that parts known ones."""
        vocabulary = self.explored.vectors.vocabulary
        ways = [(text[:at], text[at + 1 :]) for at, sign in enumerate(text) if sign == ":"]
        if not ways:
            raise InvalidInput("{text} is no pair; write it as man:woman", text=text[:60])
        for first, second in ways:
            if first in vocabulary and second in vocabulary:
                return vocabulary.get(first), vocabulary.get(second)
        return self.explored.row(ways[0][0]), self.explored.row(ways[0][1])

    def _values(self, rows: Indices) -> Table:
        """Return rows as they are drawn: as they are, or made one long in float64."""
        values = self.explored.vectors.table(self.table)[rows]
        return unit_rows(values) if self.makes_units else values

    @property
    def makes_units(self) -> bool:
        """Whether rows are drawn one long: when asked for, and always around an analogy."""
        return self.unit or isinstance(self.view, Parallelogram)

    def _plane_of_directions(self, view: Directions) -> Plane:
        table = self.explored.vectors.table(self.table)
        return semantic_plane(direction(table, view.across), direction(table, view.up))

    def _plane_of_analogy(self, view: Parallelogram) -> Plane:
        rows = np.array([view.a, view.b, view.c], np.intp)
        for row in rows.tolist():
            self.explored.check_direction(row, self.table)
        a, b, c = unit_rows(self.explored.vectors.table(self.table)[rows])
        return analogy_plane(a, b, c)

    # ---- the map

    def _wanted_rows(self) -> Indices:
        extra = np.array(self._extra, np.intp)
        if not len(extra):
            return self.drawn.rows
        return np.concatenate([self.drawn.rows, extra[~np.isin(extra, self.drawn.rows)]])

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

    @property
    def drawn_count(self) -> int:
        """How many words are to be drawn."""
        return len(self._wanted_rows())

    def map_now(self, go_on: GoOn | None = None) -> ExploreMap:
        """Return the map of now, worked out where something has changed; raises GivenUp."""
        key = self.map_key
        if self._maps is None or self._maps[0] != key:
            self._maps = (key, self._made_map(go_on or _always))
        return self._maps[1]

    @property
    def known_map(self) -> ExploreMap | None:
        """Return the map of now if it is worked out."""
        return self._maps[1] if self._maps is not None and self._maps[0] == self.map_key else None

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

    def _made_map(self, go_on: GoOn) -> ExploreMap:
        def done(share: float) -> None:
            if not go_on(share):
                raise GivenUp

        wanted = self._wanted_rows()
        table = self.explored.vectors.table(self.table)[wanted]
        finite = np.isfinite(table).all(axis=1)
        some = table.any(axis=1)
        rows = wanted[finite & some]
        if not len(rows):
            raise InvalidInput(
                "none of the {count} words to draw has a direction: their rows are zeros or not "
                "finite; draw others",
                count=len(wanted),
            )
        done(0.1)
        values = self._values(rows)
        done(0.2)
        # Of the words that were chosen: one that is found and added must not turn the map.
        base = np.isin(rows, self.drawn.rows) if self._extra else np.ones(len(rows), np.bool_)
        plane = self._plane(values[base] if base.any() else values)
        done(0.6)
        points = plane.apply(values)
        held = held_variance(values, plane.axes)
        done(0.8)
        groups = self._groups(rows, values)
        words = [self.explored.vectors.words[row] for row in rows.tolist()]
        counts = self._counts(rows)
        counts[~base] += counts.max(initial=0)  # labels of words that were asked for come first
        labels, names, trail = groups.labels, groups.names, None
        if isinstance(self.view, Parallelogram):
            view = self.view
            a, b, c = unit_rows(self.explored.vectors.table(self.table)[[view.a, view.b, view.c]])
            corner = plane.apply((a - b + c)[None])
            corners = plane.apply(np.stack([b, a, a - b + c, c, b]))
            trail = Trail(corners[:, None, :], np.array([0], np.intp))
            points = np.concatenate([points, corner])
            words.append("a - b + c")
            counts = np.append(counts, counts.max(initial=0) + 1)  # its label comes first
            labels = np.append(labels, len(names))
            names = (*names, "a - b + c")
        return ExploreMap(
            rows=rows,
            words=MapWords(words, counts, labels, names, groups.basis),
            points=points,
            plane=plane,
            held=held,
            groups=groups,
            zeros=tuple(wanted[finite & ~some].tolist()),
            odd=tuple(wanted[~finite].tolist()),
            alike=alikeness(self.explored.vectors.table(self.table)[rows[:_ALIKE_SAMPLE]]),
            trail=trail,
        )

    def _plane(self, values: Table) -> Plane:
        match self.view:
            case Principal():
                return principal_plane(values)[0]
            case Components(across, up):
                return component_plane(values.shape[1], across, up)
            case Directions():
                return self._plane_of_directions(self.view)
            case _:
                return self._plane_of_analogy(self.view)

    def _groups(self, rows: Indices, values: Table) -> DrawnGroups:
        key = (rows.tobytes(), self.table, self.makes_units, self.basis, self.k_groups)
        key = (*key, self.groups_file)  # type: ignore[assignment]
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

    def _counts(self, rows: Indices) -> Indices:
        """Return what orders labels: counts, or the place in the file."""
        counts = self.explored.vectors.counts
        if counts is None:
            return len(self.explored.vectors) - rows
        return np.array(counts[rows], np.intp)

    # ---- lists

    def near(self, row: int, count: int = NEAR, go_on: GoOn | None = None) -> Listed:
        """Return the nearest words of a word; InvalidInput where it cannot be compared."""
        self.explored.check_direction(row, self.table, self.measure == "cosine")
        search = self.explored.search(self.table, go_on)
        found = search.nearest(search.table[row], count, self.measure, without=(row,))
        return Listed(self.explored.vectors.words[row], row, self.measure, found)

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
        return Listed(said, None, "cosine", found, terms)

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
        self._include(*(row for row, _ in listed.found[:3]))

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
            there = Exploring(self.beside, table=self.table)
            there.measure = self.measure
            try:
                other = self._named(there, row, count, go_on)
            except InvalidInput:
                missing = _("its row there cannot be compared")
        names = (self.explored.name, self.beside.name)
        return Beside(word, names, self.measure, (own, other), missing)

    @staticmethod
    def _named(
        exploring: Exploring, row: int, count: int, go_on: GoOn | None
    ) -> list[tuple[str, float]]:
        words = exploring.explored.vectors.words
        return [(words[other], value) for other, value in exploring.near(row, count, go_on).found]

    # ---- the selection

    def chosen(self, rows: Sequence[int], least: int) -> Indices:
        """Return rows that were chosen; InvalidInput for too few, too many, or one without use."""
        if len(rows) < least:
            raise InvalidInput(
                "this needs {least} words or more, got {count}; mark them with space, or name them",
                least=least,
                count=len(rows),
            )
        if len(rows) > MOST_TABLE:
            raise InvalidInput(
                "this takes {most} words at most, got {count}; leave some out",
                most=MOST_TABLE,
                count=len(rows),
            )
        for row in rows:
            self.explored.check_direction(row, self.table)
        return np.array(rows, np.intp)

    def odd_one_out(self, rows: Sequence[int]) -> list[tuple[int, float]]:
        """Return (row, mean cosine with the others) of words, the one that fits least first."""
        chosen = self.chosen(rows, 3)
        means = mean_with_others(self.explored.vectors.table(self.table)[chosen])
        order = np.argsort(means, kind="stable")
        return [(int(chosen[place]), float(means[place])) for place in order]

    def similarities(self, rows: Sequence[int]) -> Floats:
        """Return the cosines (n, n) of words."""
        return similarity_table(self.explored.vectors.table(self.table)[self.chosen(rows, 2)])

    def apart(self, go_on: GoOn | None = None) -> tuple[Indices, Indices]:
        """Return the rows of zeros and those that are not finite, of the whole table."""
        norms = self.explored.search(self.table, go_on).norms
        return np.flatnonzero(norms == 0), np.flatnonzero(np.isnan(norms))

    # ---- as it is shown

    def shown(self, row: int) -> str:
        """Return a word as it may be shown."""
        return visible(self.explored.vectors.words[row], self.ascii_only)

    def with_explored(self, explored: Explored) -> Exploring:
        """Return the same wishes for other vectors of the same words: a session that has moved."""
        again = Exploring(explored, beside=self.beside, ascii_only=self.ascii_only)
        again.__dict__.update(
            {name: value for name, value in self.__dict__.items() if name != "explored"}
        )
        again._maps = again._grouped = again.listed = None
        return again


def _always(_share: float) -> bool:
    return True


def _signed(term: Term, place: int) -> str:
    sign = "-" if term.sign < 0 else "+" if place else ""
    return f"{sign} {term.word}".strip()
