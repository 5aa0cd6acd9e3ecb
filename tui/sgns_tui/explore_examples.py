"""What the help can show in the vectors at hand: what a number says there and does not say."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sgns_core.neighbors import row_norms
from sgns_core.similarity import unit_rows
from sgns_tui.explore_map import ExploreMap
from sgns_tui.exploring import Exploring
from sgns_tui.i18n import _
from sgns_tui.render.explore.names import percent
from sgns_tui.render.explore.status import warnings
from sgns_tui.render.number import number

_WORDS = 300  # of the drawn ones that are looked at: some milliseconds


def examples(exploring: Exploring, drawn: ExploreMap, pane: str, lists: str = "r") -> Iterator[str]:
    """Yield sentences with words and numbers of what is drawn now, for the help of a pane.

    lists: the key or command that lists rows apart.
    """
    rows = drawn.rows[:_WORDS]
    if len(rows) < 3:
        return
    table = exploring.explored.vectors.table(exploring.table)[rows]
    names = [f'"{exploring.shown(row)}"' for row in rows.tolist()]
    if len(rows) < len(drawn.rows):
        yield _("What follows is of the first {n} of the {all} drawn words.").format(
            n=len(rows), all=f"{len(drawn.rows):,}"
        )
    if pane == "map":
        yield from _near_and_far(drawn, unit_rows(table), names)
        yield from warnings(drawn, lists)
        return
    norms = row_norms(table)
    yield from _norms(norms, names)
    if pane == "list":
        yield from _measures(unit_rows(table), norms, names)


def _near_and_far(drawn: ExploreMap, units: np.ndarray, names: list[str]) -> Iterator[str]:
    """Say which two words are nearest on the map among those that have little in common."""
    points = drawn.points[: len(units)]
    with np.errstate(over="ignore", invalid="ignore"):
        apart = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
    cosines = np.clip(units @ units.T, -1, 1)
    above = np.triu_indices(len(units), 1)
    middle = np.median(cosines[above])
    unlike = np.where(cosines[above] <= middle, apart[above], np.inf)
    place = int(np.nanargmin(unlike))
    if not np.isfinite(unlike[place]):
        return
    a, b = above[0][place], above[1][place]
    share = float((apart[above] <= unlike[place]).mean())
    yield _(
        "{a} and {b} are nearer on this map than {n}% of all pairs, and yet their cosine is "
        "{cosine}; half of all pairs have {middle} or more."
    ).format(
        a=names[a],
        b=names[b],
        n=percent(1 - share),
        cosine=number(float(cosines[a, b])),
        middle=number(float(middle)),
    )


def _norms(norms: np.ndarray, names: list[str]) -> Iterator[str]:
    long, short = int(norms.argmax()), int(norms.argmin())
    yield _(
        "Of what is drawn {long} has the longest row, {most}, {short} the shortest, {least}."
    ).format(
        long=names[long],
        most=number(float(norms[long])),
        short=names[short],
        least=number(float(norms[short])),
    )


def _measures(units: np.ndarray, norms: np.ndarray, names: list[str]) -> Iterator[str]:
    """Say for the first word whose nearest is another by cosine than by dot product."""
    cosines = units @ units.T
    np.fill_diagonal(cosines, -np.inf)
    dots = cosines * norms
    by_cosine, by_dot = cosines.argmax(axis=1), dots.argmax(axis=1)
    differ = np.flatnonzero(by_cosine != by_dot)
    if not len(differ):
        yield _("Among what is drawn cosine and dot product agree on every nearest word.")
        return
    word = int(differ[0])
    near, large = int(by_cosine[word]), int(by_dot[word])
    yield _(
        "Among what is drawn {near} is nearest to {word} by cosine, {n}, and {large} by dot "
        "product: its row is {times} times as long."
    ).format(
        near=names[near],
        word=names[word],
        n=number(float(cosines[word, near])),
        large=names[large],
        times=number(float(norms[large] / norms[near]), 2),
    )
