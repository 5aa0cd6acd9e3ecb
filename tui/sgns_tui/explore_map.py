"""The drawn words in their plane: what is left out, where points are, what orders labels."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from sgns_core.errors import InvalidInput
from sgns_core.neighbors import GivenUp, GoOn, Table
from sgns_core.planes import Plane, held_variance
from sgns_core.record import record
from sgns_core.similarity import Alikeness, alikeness, unit_rows
from sgns_core.trace import Floats, Indices
from sgns_tui.explore_choices import Choices
from sgns_tui.explore_groups import DrawnGroups
from sgns_tui.explore_planes import Parallelogram, plane_of, rows_of, unit_corners
from sgns_tui.explored import Explored
from sgns_tui.render.map.scene import MapWords, Trail

_ALIKE_SAMPLE = 200
_LITTLE = 0.3  # of the variance: a plane that holds less is warned of
_NOTHING = 1e-12  # of rows one long: what rounding leaves of 0

Grouping = Callable[[Indices, Table], DrawnGroups]
"""Returns the groups of rows (n,) whose vectors, as they are drawn, are (n, d)."""


@record(eq=False, kw_only=True)
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


def made_map(choices: Choices, grouping: Grouping, go_on: GoOn) -> ExploreMap:
    """Return the map of what is chosen; raises GivenUp, and InvalidInput where nothing is left."""
    explored, view = choices.explored, choices.view

    def done(share: float) -> None:
        if not go_on(share):
            raise GivenUp

    wanted = choices.wanted_rows()
    table = explored.vectors.table(choices.table)[wanted]
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
    values = table[finite & some]
    if choices.makes_units:
        values = unit_rows(values)  # in float64
    done(0.2)
    # Of the words that were chosen: one that is found and added must not turn the map.
    chosen = choices.drawn.rows
    some_added = len(wanted) > len(chosen)
    base = np.isin(rows, chosen) if some_added else np.ones(len(rows), np.bool_)
    plane = plane_of(view, explored, choices.table, values[base] if base.any() else values)
    done(0.6)
    points = plane.apply(values)
    held = held_variance(values, plane.axes)
    done(0.8)
    groups = grouping(rows, values)
    words = [explored.vectors.words[row] for row in rows.tolist()]
    counts = _counts(explored, rows)
    counts[~base] += counts.max(initial=0)  # labels of words that were asked for come first
    counts[np.isin(rows, rows_of(view))] += counts.max(initial=0)  # and before them the plane's own
    labels, names, trail = groups.labels, groups.names, None
    if isinstance(view, Parallelogram):
        a, b, c = unit_corners(view, explored, choices.table)
        points[np.abs(points) < _NOTHING] = 0.0  # b stands at 0, 0 and a on the first axis
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
        alike=alikeness(explored.vectors.table(choices.table)[rows[:_ALIKE_SAMPLE]]),
        trail=trail,
    )


def _counts(explored: Explored, rows: Indices) -> Indices:
    """Return what orders labels: counts, or the place in the file."""
    counts = explored.vectors.counts
    if counts is None:
        return len(explored.vectors) - rows
    return np.array(counts[rows], np.intp)
