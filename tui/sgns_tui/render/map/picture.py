"""A scene as lines: points, grid, trails, arrows and labels in one grid of characters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from rich.text import Span, Text

from sgns_core.record import record
from sgns_core.trace import Flags, Floats, Indices
from sgns_tui.render.map.arrows import draw_arrow
from sgns_tui.render.map.canvas import Canvas, Run
from sgns_tui.render.map.grid import draw_grid, grid_lines
from sgns_tui.render.map.labels import place_labels
from sgns_tui.render.map.marks import NUMBER, mark_codes, mark_of, role_numbers, role_of
from sgns_tui.render.map.raster import Dots, most_frequent
from sgns_tui.render.map.scene import CellKind, Scene
from sgns_tui.render.map.trails import trail_dots
from sgns_tui.render.map.viewport import finite_rows
from sgns_tui.render.roles import CURSOR


@record
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
        return [_line(row) for row in self.rows]


def _line(row: tuple[Run, ...]) -> Text:
    spans, at = [], 0
    for text, role in row:
        if role:
            spans.append(Span(at, at + len(text), role))
        at += len(text)
    return Text("".join(text for text, _ in row), spans=spans)


def draw_map(scene: Scene, width: int, height: int) -> MapPicture:
    """Draw a scene in width x height cells; with no room it has no rows.

    From the back to the front: grid, trails, points of E, points of Ep, arrows, labels; the
    selected point and its label stand out in reverse.
    """
    if width < 1 or height < 1:
        return MapPicture(max(width, 0), (), 0, 0, {})
    if scene.ascii_only and scene.kind is not CellKind.ASCII:
        scene = replace(scene, kind=CellKind.ASCII)
    return _Drawing(scene, width, height).picture()


class _Drawing:
    """One frame while it is being drawn."""

    def __init__(self, scene: Scene, width: int, height: int) -> None:
        self.scene = scene
        self.width, self.height = width, height
        self.canvas = Canvas(width, height)
        self.dots = Dots(width, height, scene.kind)
        self.looks = scene.words.looks  # (V,)
        rows = scene.points if scene.only is None else scene.points[scene.only]
        self.rows = np.arange(len(rows)) if scene.only is None else scene.only
        self.points = rows  # (n, 2) those that are drawn
        self.left_out = self.outside = 0

    def picture(self) -> MapPicture:
        """Draw it all and return it."""
        scene, canvas = self.scene, self.canvas
        numbers: Flags | None = None
        if scene.grid:
            lines = grid_lines(scene.viewport, self.width, self.height)
            numbers = draw_grid(canvas, lines, scene.ascii_only)
        if scene.trail is not None and len(scene.trail.places) > 1:
            self.dots.put(trail_dots(scene.trail, scene.viewport, self.dots))
        places, at, inside = self._places(self.points)
        rows = self.rows[inside]
        taken = self._points(rows, places, at)
        wanted = self._wanted(rows, at)
        if scene.outputs is not None and scene.output_rows is not None:
            wanted |= self._outputs(scene.outputs, scene.output_rows, taken)
        self._arrows(taken)
        if numbers is not None:
            taken |= numbers  # a number with a word over it reads as another,
            taken[:, :-1] |= numbers[:, 1:]  # and one with a word right beside it as a part of it
            taken[:, 1:] |= numbers[:, :-1]
        sides = self._labels(wanted, taken)
        return MapPicture(self.width, canvas.runs(), self.left_out, self.outside, sides)

    def _places(self, points: Floats) -> tuple[Indices, Indices, Flags]:
        """Return where points fall, as `Dots.places` does, and count those that are not shown."""
        cells = self.scene.viewport.cells(points, self.width, self.height)
        places, at, inside = self.dots.places(cells)
        finite = int(finite_rows(points).sum())
        self.left_out += len(points) - finite
        self.outside += finite - len(at)
        return places, at, inside

    def _points(self, rows: Indices, places: Indices, at: Indices) -> Flags:
        """Draw points of E, and trails behind them; return which cells (height, width) have one."""
        size = self.width * self.height
        taken = np.zeros(size, np.bool_)
        taken[at] = True
        chosen = self.looks[rows]
        shown = most_frequent(at, chosen, size, int(chosen.max(initial=0)) + 1)
        self.dots.put(places)
        codes = self.dots.codes()
        if self.scene.kind is CellKind.ASCII:
            marks = mark_codes(False, True)[shown].reshape(codes.shape)
            np.copyto(codes, marks, where=taken.reshape(codes.shape))
        self.canvas.put(codes, role_numbers()[shown].reshape(codes.shape))
        return taken.reshape(codes.shape)

    def _wanted(self, rows: Indices, at: Indices) -> dict[int, int]:
        """Return the cells of the points that should have a label, in the order they get one."""
        scene = self.scene
        where = np.full(len(self.looks), -1)
        where[rows] = at
        selected = scene.selected
        chosen = [] if selected is None or where[selected] < 0 else [selected]
        # So many find room at best; the rest would be tried for nothing.
        count = min(scene.labels, (where.size and self.width * self.height) // 8)
        order = scene.words.order
        chosen += order[where[order] >= 0][:count].tolist() if count else []
        return {row: int(where[row]) for row in chosen}

    def _outputs(self, outputs: Floats, rows: Indices, taken: Flags) -> dict[int, int]:
        """Draw points of Ep as hollow marks; return the cells of those that should have a label."""
        _dots, at, inside = self._places(outputs)
        rows = rows[inside]
        look = self.looks[rows]
        marks = mark_codes(True, self.scene.kind is CellKind.ASCII)
        self.canvas.mark(at[::-1], marks[look][::-1], role_numbers()[look][::-1])
        taken.reshape(-1)[at] = True
        size = len(self.looks)
        pairs = zip(rows[: self.scene.labels].tolist(), at.tolist(), strict=False)
        return {size + row: cell for row, cell in pairs}

    def _arrows(self, taken: Flags) -> None:
        """Draw arrows over what is not a point; their heads are kept free of labels."""
        for arrow in self.scene.arrows:
            draw_arrow(self.canvas, arrow, self.scene.viewport, self.scene.kind, taken)

    def _labels(self, wanted: dict[int, int], taken: Flags) -> dict[int, int]:
        """Draw labels, and the marks of their points; return where they stand."""
        scene, size = self.scene, len(self.looks)
        words = scene.words.words
        labels = place_labels(
            wanted,
            lambda key: words[key % size],
            taken,
            selected=scene.selected,
            before=scene.label_sides,
            ascii_only=scene.ascii_only,
        )
        # Where marks fall together that of a group is seen, and the selected word's before all.
        labels.sort(key=lambda label: self.looks[label.word % size] > 0)
        labels.sort(key=lambda label: label.word == scene.selected)
        for label in labels:
            look = int(self.looks[label.word % size])
            is_output = label.word >= size
            is_selected = label.word == scene.selected
            role = NUMBER[CURSOR if is_selected else role_of(look)]
            mark = mark_of(look, is_output, scene.kind is CellKind.ASCII)
            self.canvas.mark(np.array([wanted[label.word]]), ord(mark), role)
            self.canvas.write(label.row, label.column, label.text, label.cells, role)
        return {label.word: label.place for label in labels}
