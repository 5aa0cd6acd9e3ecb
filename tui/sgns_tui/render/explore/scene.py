"""An explored map as a scene and as a picture with its title and legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rich.text import Text

from sgns_tui.explore_map import ExploreMap
from sgns_tui.explore_names import table_name
from sgns_tui.exploring import Exploring
from sgns_tui.i18n import _
from sgns_tui.render.columns import filled
from sgns_tui.render.explore.names import plane_name
from sgns_tui.render.explore.status import drawn_line, separation_line, warnings
from sgns_tui.render.map.legend import legend_lines
from sgns_tui.render.map.picture import MapPicture, draw_map
from sgns_tui.render.map.scene import CellKind, Scene
from sgns_tui.render.map.viewport import Viewport, fitted
from sgns_tui.render.roles import HEADING, QUIET
from sgns_tui.text import visible, wrapped

_LABELS = 400


def explore_scene(
    drawn: ExploreMap,
    viewport: Viewport,
    *,
    selected: int | None = None,
    marked: Sequence[int] = (),
    kind: CellKind = CellKind.BRAILLE,
    grid: bool = True,
    labels: bool = True,
    ascii_only: bool = False,
    label_sides: Mapping[int, int] | None = None,
) -> Scene:
    """Return what a map shows; selected and marked are rows of the table, + leads marked words."""
    words = drawn.words
    places = [drawn.place[row] for row in marked if row in drawn.place]
    if places:
        names = list(words.words)
        for place in places:
            names[place] = f"+{names[place]}"
        words = replace(words, words=names)
    return Scene(
        words=words,
        points=drawn.points,
        viewport=viewport,
        selected=None if selected is None else drawn.place.get(selected),
        kind=kind,
        grid=grid,
        labels=_LABELS if labels else 0,
        trail=drawn.trail,
        ascii_only=ascii_only,
        label_sides=label_sides or {},
    )


def map_legend(
    scene: Scene, picture: MapPicture, drawn: ExploreMap, cells: int, rows: int | None = None
) -> list[Text]:
    """Return what the marks mean, and how far apart the groups are, in at most `rows` lines."""
    if rows is not None and rows < 1:
        return []
    separation = separation_line(drawn)
    if separation is None:
        return legend_lines(scene, picture, cells, rows=rows)
    lines = legend_lines(scene, picture, cells, rows=None if rows is None else rows - 1)
    said = Text(separation if len(separation) <= cells else separation.split(" (")[0], QUIET)
    return [*filled([said], cells), *lines]


def picture_lines(
    exploring: Exploring, drawn: ExploreMap, cells: int, rows: int, viewport: Viewport | None = None
) -> list[Text]:
    """Return a picture to keep: what it is, the map in `rows` lines, what its marks mean."""
    ascii_only = exploring.ascii_only
    viewport = viewport or fitted(drawn.points, cells, rows)
    scene = explore_scene(
        drawn,
        viewport,
        selected=exploring.word,
        marked=exploring.marked,
        kind=CellKind.ASCII if ascii_only else CellKind.BRAILLE,
        ascii_only=ascii_only,
    )
    picture = draw_map(scene, cells, rows)
    title = _("{name} | {drawn} | table {table} | {plane}").format(
        name=visible(exploring.explored.name, ascii_only),
        drawn=drawn_line(exploring, drawn),
        table=table_name(exploring.table),
        plane=plane_name(exploring, drawn),
    )
    lines = [Text(line, HEADING) for line in wrapped(title, cells)]
    lines += [*picture.lines(), *map_legend(scene, picture, drawn, cells)]
    for warning in warnings(drawn, None):
        lines += [Text(line, QUIET) for line in wrapped(warning, cells)]
    return lines
