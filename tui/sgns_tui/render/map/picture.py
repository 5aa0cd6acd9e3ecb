"""A scene as lines: points, grid, trails, arrows and labels in one grid of characters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rich.text import Text

from sgns_tui.render.map.scene import Scene

Run = tuple[str, str]
"""Text and its role; the role of blanks may be that of what stands before them."""


@dataclass(frozen=True)
class MapPicture:
    """A drawn map: for each row its runs, blanks at the end left out, never wider than `width`.

    left_out: points that are not finite. outside: points beyond the edges. label_sides: where
    labels stand, for `Scene.label_sides` of the next frame.
    """

    width: int
    rows: tuple[tuple[Run, ...], ...]
    left_out: int
    outside: int
    label_sides: Mapping[int, int]

    def lines(self) -> list[Text]:
        """Return the rows as lines for a pane."""
        return [Text.assemble(*row) for row in self.rows]


def draw_map(scene: Scene, width: int, height: int) -> MapPicture:
    """Draw a scene in width x height cells; with no room it has no rows."""
    raise NotImplementedError
