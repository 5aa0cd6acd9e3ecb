"""The planes that words can be drawn in, and what each needs of the vectors."""

from __future__ import annotations

import numpy as np

from sgns_core.errors import InvalidInput
from sgns_core.neighbors import Table
from sgns_core.planes import (
    Plane,
    analogy_plane,
    component_plane,
    direction,
    principal_plane,
    semantic_plane,
)
from sgns_core.record import record
from sgns_core.similarity import unit_rows
from sgns_core.vectors import TableName
from sgns_tui.explored import Explored


@record
class Principal:
    """The plane of largest variance of what is drawn."""


@record
class Directions:
    """Axes from word pairs: (from, to) across, and up."""

    across: tuple[tuple[int, int], ...]
    up: tuple[tuple[int, int], ...]
    said: str


@record
class Parallelogram:
    """The plane of a - b + c."""

    a: int
    b: int
    c: int


@record
class Components:
    """Two components, from 0."""

    across: int
    up: int


View = Principal | Directions | Parallelogram | Components


def rows_of(view: View) -> tuple[int, ...]:
    """Return the rows that a plane is made of, which are drawn as well."""
    match view:
        case Parallelogram(a, b, c):
            return a, b, c
        case Directions(across, up):
            return tuple(row for pair in (*across, *up) for row in pair)
        case _:
            return ()


def plane_of(view: View, explored: Explored, name: TableName, values: Table) -> Plane:
    """Return a plane; values (n, d): the rows of the table `name` as they are drawn.

    InvalidInput where the words of the plane do not span one.
    """
    match view:
        case Principal():
            return principal_plane(values)[0]
        case Components(across, up):
            return component_plane(values.shape[1], across, up)
        case Directions():
            return plane_of_directions(view, explored, name)
        case _:
            return plane_of_analogy(view, explored, name)


def plane_of_directions(view: Directions, explored: Explored, name: TableName) -> Plane:
    """Return the plane of two axes; InvalidInput where they are none."""
    table = explored.vectors.table(name)
    return semantic_plane(direction(table, view.across), direction(table, view.up))


def plane_of_analogy(view: Parallelogram, explored: Explored, name: TableName) -> Plane:
    """Return the plane of a - b + c; InvalidInput where these lie on a line."""
    rows = (view.a, view.b, view.c)
    for row in rows:
        explored.check_direction(row, name)
    a, b, c = unit_corners(view, explored, name)
    return analogy_plane(a, b, c)


def unit_corners(view: Parallelogram, explored: Explored, name: TableName) -> Table:
    """Return the rows (3, d) of a, b and c, each one long."""
    rows = np.array([view.a, view.b, view.c], np.intp)
    return unit_rows(explored.vectors.table(name)[rows])


def word_pairs(text: str, explored: Explored, name: TableName) -> tuple[tuple[int, int], ...]:
    """Return the rows of pairs such as `man:woman king:queen`; InvalidInput for other text."""
    pairs = [_pair(part, explored) for part in text.replace(",", " ").split()]
    if not pairs:
        raise InvalidInput(
            "an axis needs a pair of words such as man:woman; write one before and one after ;"
        )
    for row in {row for pair in pairs for row in pair}:
        explored.check_direction(row, name)
    return tuple(pairs)


def _pair(text: str, explored: Explored) -> tuple[int, int]:
    """Return the rows of the two words in a:b, wherever the colon is that parts known ones."""
    vocabulary = explored.vectors.vocabulary
    ways = [(text[:at], text[at + 1 :]) for at, sign in enumerate(text) if sign == ":"]
    if not ways:
        raise InvalidInput("{text} is no pair; write it as man:woman", text=text[:60])
    for first, second in ways:
        if first in vocabulary and second in vocabulary:
            return vocabulary.get(first), vocabulary.get(second)
    return explored.row(ways[0][0]), explored.row(ways[0][1])
