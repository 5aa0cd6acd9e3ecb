"""What a map shows, as values: words and their groups, where they stand, and what to draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import Enum
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sgns_core.record import record
from sgns_core.trace import Floats, Indices
from sgns_tui.render.map.marks import looks
from sgns_tui.render.map.viewport import Viewport


class CellKind(Enum):
    """What points are drawn with: dots of 2x4 or 2x2 a cell, or one ASCII mark a cell."""

    BRAILLE = "braille"
    BLOCK = "block"
    ASCII = "ascii"

    def next(self) -> CellKind:
        """Return the kind that the key for it goes on to."""
        kinds = list(CellKind)
        return kinds[(kinds.index(self) + 1) % len(kinds)]


@record(eq=False)
class MapWords:
    """What stays the same from frame to frame; make it once for a source and its groups.

    words: by row, as in the text. counts: (V,). groups: (V,) the number of each word's group, -1
    without one. names: of the groups. basis: what the groups are, for the legend: already
    translated, such as "groups from FILE" or "by count".
    """

    words: Sequence[str]
    counts: npt.NDArray[np.integer]
    groups: Indices
    names: Sequence[str] = ()
    basis: str = ""

    @cached_property
    def looks(self) -> Indices:
        """Return the number (V,) of each word's look: colour and mark."""
        return looks(np.asarray(self.groups))

    @cached_property
    def order(self) -> Indices:
        """Return the rows (V,), the most frequent word first."""
        return np.argsort(-np.asarray(self.counts, np.float64), kind="stable")


@record(eq=False)
class Trail:
    """Where words stood before: places (t, m, 2), the oldest first, of rows (m,)."""

    places: Floats
    rows: Indices


@record
class Arrow:
    """A push or a pull: from a place of the plane to another. pull: the target's, else a push."""

    start: tuple[float, float]
    end: tuple[float, float]
    pull: bool


@record(eq=False, kw_only=True)
class Scene:
    """One frame of a map.

    points: (n, 2) where the words of E stand, by row; a row that is not finite is left out and
    counted. outputs: (m, 2) rows of Ep, and output_rows: (m,) whose they are: hollow marks.
    only: (j,) the rows of E that are drawn at all, None for all of them. selected: a row, found or
    under the cursor. labels: how many words may have one, 0 for none. label_sides: where
    labels stood in the frame before (`MapPicture.label_sides`): they stay there while they can.
    """

    words: MapWords
    points: Floats
    viewport: Viewport
    outputs: Floats | None = None
    output_rows: Indices | None = None
    only: Indices | None = None
    selected: int | None = None
    kind: CellKind = CellKind.BRAILLE
    grid: bool = True
    labels: int = 400
    trail: Trail | None = None
    arrows: Sequence[Arrow] = ()
    ascii_only: bool = False
    label_sides: Mapping[int, int] = field(default_factory=dict)
