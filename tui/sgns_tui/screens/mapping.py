"""What keys do to a map: what is drawn, which part is shown, which word is selected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

import numpy as np

from sgns_core.record import record
from sgns_core.trace import Floats, Indices
from sgns_tui.i18n import N_, _
from sgns_tui.panes.map import MapPane
from sgns_tui.panes.pane import Pane
from sgns_tui.render.map.cursor import DOWN, LEFT, RIGHT, UP, next_point
from sgns_tui.render.map.legend import legend_lines
from sgns_tui.render.map.picture import draw_map
from sgns_tui.render.map.scene import CellKind, MapWords, Scene
from sgns_tui.render.map.viewport import Viewport, fitted, followed
from sgns_tui.screens.base import PaneScreen

FOLLOWING_ROOM = 1.4  # times what the points take, where the axes follow them
MOST_LABELS = 400
LEGEND = 2  # lines of a legend that are kept for it, whatever it says
_LEAST_WITH_LEGEND = 11  # rows of a pane
_ZOOM = 1.25
_PAN = 0.1  # of the width
_KINDS = {
    CellKind.BRAILLE: N_("braille dots"),
    CellKind.BLOCK: N_("blocks"),
    CellKind.ASCII: N_("ascii marks"),
}


class MapFrame(Protocol):
    """What keys have to know of what a map shows.

    points: (n, 2) by row; only: (m,) the rows that are drawn, None for all; outputs: (j, 2) other
    points, None without; beside: what a second map shows, None without.
    """

    @property
    def points(self) -> Floats: ...  # noqa: D102
    @property
    def only(self) -> Indices | None: ...  # noqa: D102
    @property
    def outputs(self) -> Floats | None: ...  # noqa: D102
    @property
    def beside(self) -> MapFrame | None: ...  # noqa: D102


@record
class MapWishes:
    """What a person wants of the map; none of it belongs to the session.

    viewport: the part that is shown, None until it was drawn. follows: the axes make room where
    points leave them; they stand still as soon as a person sets them.
    """

    viewport: Viewport | None = None
    follows: bool = True
    kind: CellKind = CellKind.BRAILLE
    grid: bool = True
    trails: bool = False
    outputs: bool = False
    arrows: bool = False
    labels: bool = True
    selected: int | None = None


class MapScreen(PaneScreen, inherit_bindings=False):
    """A screen with a map of the frame that was drawn last."""

    frame: MapFrame | None = None
    map_wishes = MapWishes()
    map_room = (60, 20)
    """Cells of the picture as it was drawn last."""
    alone: str | None = None
    """The pane that is shown by itself."""

    def on_mount(self) -> None:
        """Begin without labels that would have to stay where they are."""
        self._label_sides: dict[str, Mapping[int, int]] = {}
        self._legend_rows = LEGEND
        super().on_mount()

    def reset(self) -> None:
        """Forget the word and the part of the map of the session before."""
        super().reset()
        self.map_wishes = replace(self.map_wishes, viewport=None, selected=None)
        self._label_sides = {}

    def wish(self, **wishes: object) -> None:
        """Change what is wanted."""
        self.map_wishes = replace(self.map_wishes, **wishes)  # type: ignore[arg-type]

    # ---- drawing

    def follow(self, points: Floats, room: tuple[int, int]) -> None:
        """Let the axes make room for the points in a picture of so many cells, if they may."""
        self.map_room = room
        viewport = self.map_wishes.viewport
        if viewport is None:
            self.wish(viewport=fitted(points, *room))
        elif self.map_wishes.follows and followed(viewport, points, *room) != viewport:
            # With room to move in, so that the axes stand still for a while.
            self.wish(viewport=fitted(points, *room).zoomed(1 / FOLLOWING_ROOM))

    def scene(self, name: str, words: MapWords, points: Floats) -> Scene:
        """Return what a pane's map shows of words at these places, by what is wished for."""
        wishes = self.map_wishes
        assert wishes.viewport is not None
        return Scene(
            words=words,
            points=points,
            viewport=wishes.viewport,
            selected=wishes.selected,
            kind=wishes.kind,
            grid=wishes.grid,
            labels=MOST_LABELS if wishes.labels else 0,
            ascii_only=self.ascii_only,
            label_sides=self._label_sides.get(name, {}),
        )

    def room_of_map(self, width: int, height: int) -> tuple[int, int]:
        """Return the cells of the picture in a pane, over a legend of as many lines as of late."""
        return map_room(width, height, self._legend_rows)

    def show_scene(self, name: str, scene: Scene, width: int, height: int, title: str) -> None:
        """Draw a scene in a pane, the legend below it."""
        room = self.room_of_map(width, height)
        picture = draw_map(scene, *room)
        legend = legend_lines(scene, picture, width)
        if name == "map" and map_room(width, height, len(legend)) != room:
            self._legend_rows = len(legend)
            self.paint_soon()  # the axes have to fit the other room too
        if len(legend) > height - 1 - room[1]:
            legend = legend_lines(scene, picture, width, rows=height - 1 - room[1])
        self._label_sides[name] = picture.label_sides
        pane = self.panes[name]
        assert isinstance(pane, MapPane)
        pane.show_map(picture, legend, title)

    def do_presenter(self) -> None:
        """Show one pane alone, or all."""
        focused = self.focused
        if self.alone is not None:
            self.alone = None
        else:
            name = focused.name_of_pane if isinstance(focused, Pane) else "map"
            self.alone = "map" if name in ("bar", "beside") else name

    # ---- the word

    def do_point_left(self) -> None:
        """Select the next word to the left."""
        self._select_towards(LEFT)

    def do_point_right(self) -> None:
        """Select the next word to the right."""
        self._select_towards(RIGHT)

    def do_point_up(self) -> None:
        """Select the next word above."""
        self._select_towards(UP)

    def do_point_down(self) -> None:
        """Select the next word below."""
        self._select_towards(DOWN)

    def _select_towards(self, direction: tuple[int, int]) -> None:
        if self.frame is None:
            return
        points = self.frame.points
        if self.frame.only is not None:
            shown = np.full_like(points, np.nan)
            shown[self.frame.only] = points[self.frame.only]
            points = shown
        self.wish(selected=next_point(points, self.map_wishes.selected, direction))

    def do_find(self) -> None:
        """Ask for a word and select it."""
        self.ask(_("Find which word?"), "", self.unknown_word, self._select)

    def _select(self, text: str) -> None:
        row = self.row_of(text)
        self.wish(selected=row)
        self._bring_into_view(row)

    def do_deselect(self) -> None:
        """Select no word."""
        self.wish(selected=None)

    def do_center_word(self) -> None:
        """Put the selected word into the middle of the map."""
        if self.map_wishes.selected is None:
            self.say(_("No word is selected: / finds one, arrows go from point to point."))
        else:
            self._center(self.map_wishes.selected)

    def _bring_into_view(self, row: int) -> None:
        viewport = self.map_wishes.viewport
        if self.frame is None or viewport is None:
            return
        column, line = viewport.cells(self.frame.points[row], *self.map_room)
        if not (0 <= column < self.map_room[0] and 0 <= line < self.map_room[1]):
            self._center(row)

    def _center(self, row: int) -> None:
        viewport = self.map_wishes.viewport
        if self.frame is None or viewport is None:
            return
        x, y = self.frame.points[row].tolist()
        if np.isfinite([x, y]).all():
            self.wish(viewport=replace(viewport, x=x, y=y), follows=False)

    # ---- the part that is shown

    def do_zoom_in(self) -> None:
        """Show a smaller part, larger."""
        self._zoom(_ZOOM)

    def do_zoom_out(self) -> None:
        """Show a larger part, smaller."""
        self._zoom(1 / _ZOOM)

    def _zoom(self, factor: float) -> None:
        """Zoom about the selected word where it is in view, else about the middle."""
        wishes = self.map_wishes
        if wishes.viewport is None:
            return
        about = None
        if wishes.selected is not None and self.frame is not None:
            place = self.frame.points[wishes.selected]
            column, row = wishes.viewport.cells(place, *self.map_room)
            if 0 <= column < self.map_room[0] and 0 <= row < self.map_room[1]:
                about = (float(place[0]), float(place[1]))
        self.wish(viewport=wishes.viewport.zoomed(factor, about), follows=False)

    def do_pan_left(self) -> None:
        """Show what lies to the left."""
        self._pan(-1, 0)

    def do_pan_right(self) -> None:
        """Show what lies to the right."""
        self._pan(1, 0)

    def do_pan_up(self) -> None:
        """Show what lies above."""
        self._pan(0, -1)

    def do_pan_down(self) -> None:
        """Show what lies below."""
        self._pan(0, 1)

    def _pan(self, right: int, down: int) -> None:
        viewport = self.map_wishes.viewport
        if viewport is not None:
            step = max(1.0, round(self.map_room[0] * _PAN))
            panned = viewport.panned(right * step, down * step / 2)
            self.wish(viewport=panned, follows=False)

    def do_fit(self) -> None:
        """Fit the axes to the points, once."""
        if self.frame is not None:
            self.wish(viewport=fitted(shown_points(self.frame), *self.map_room), follows=False)
            self.say(_("Fitted; the axes stay where they are now."))

    def do_fit_always(self) -> None:
        """Fit the axes whenever points leave the map, or leave them alone."""
        follows = not self.map_wishes.follows
        self.wish(follows=follows)
        self.say(
            _("The axes follow the points.") if follows else _("The axes stay where they are.")
        )

    # ---- what is drawn

    def do_glyphs(self) -> None:
        """Draw points with the next kind of characters."""
        if self.ascii_only:
            self.say(_("Nothing but ASCII can be shown here, so that points are ASCII marks."))
            return
        kind = self.map_wishes.kind.next()
        self.wish(kind=kind)
        self.say(_("Points are drawn as {kind}.").format(kind=_(_KINDS[kind])))

    def do_grid(self) -> None:
        """Show the grid, or hide it."""
        self.wish(grid=not self.map_wishes.grid)

    def do_trails(self) -> None:
        """Show where words came from, or hide it."""
        self.wish(trails=not self.map_wishes.trails)

    def do_outputs(self) -> None:
        """Show Ep as well, or hide it."""
        self.wish(outputs=not self.map_wishes.outputs)

    def do_arrows(self) -> None:
        """Show the last update as arrows, or hide them."""
        self.wish(arrows=not self.map_wishes.arrows)

    def do_labels(self) -> None:
        """Show the words beside points, or hide them."""
        self.wish(labels=not self.map_wishes.labels)


def map_room(width: int, height: int, legend: int = LEGEND) -> tuple[int, int]:
    """Return the cells of the picture in a pane, which has a title and, with room, a legend.

    legend: the lines that it would take; it gets two at least and a quarter of the pane at most.
    """
    rows = max(LEGEND, min(legend, (height + 1) // 4)) if height >= _LEAST_WITH_LEGEND else 0
    return width, max(1, height - 1 - rows)


def shown_points(frame: MapFrame) -> Floats:
    """Return the points (n, 2) that the map of a frame shows, and the one beside it.

    They are those of E, and of Ep where it is drawn.
    """
    parts = []
    for one in (frame, frame.beside):
        if one is not None:
            parts.append(one.points if one.only is None else one.points[one.only])
            if one.outputs is not None:
                parts.append(one.outputs)
    return np.concatenate(parts)
