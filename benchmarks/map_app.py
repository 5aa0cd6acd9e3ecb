"""A map in the real output driver: right moves ten points by a cell, f changes all of it."""

from __future__ import annotations

import os

import numpy as np
from textual import events
from textual.app import ComposeResult

from sgns_tui.panes.looks import THEMES
from sgns_tui.panes.map import MapPane
from sgns_tui.render.map.legend import legend_lines
from sgns_tui.render.map.picture import draw_map
from sgns_tui.render.map.scene import MapWords, Scene
from sgns_tui.render.map.viewport import Viewport
from sgns_tui.terminal.choice import choose_terminal
from sgns_tui.terminal.driver import driver_for
from sgns_tui.terminal.leaving import LeavingApp

SIZE = (110, 34)
POINTS = 300
MOVED = 10
UNIT = 0.02


class MapApp(LeavingApp, inherit_bindings=False):
    """Shows one map of words in four groups; q leaves."""

    CSS = "MapPane { width: 100%; height: 100%; }"

    def __init__(self) -> None:
        super().__init__(driver_class=driver_for(choose_terminal(os.environ, "256", "unicode")))
        self.pane = MapPane(id="map", title="Map")
        self.draws = np.random.default_rng(7)
        self.words = MapWords(
            words=tuple(f"word{row}" for row in range(POINTS)),
            counts=np.arange(POINTS, 0, -1),
            groups=np.arange(POINTS) % 4,
            names=("one", "two", "three", "four"),
            basis="groups",
        )
        self.sides: dict[int, int] = {}
        self.points = self.anew()

    def anew(self) -> np.ndarray:
        """Return other points."""
        return self.draws.uniform(-0.95, 0.95, (POINTS, 2)) * (SIZE[0] / 2 * UNIT, SIZE[1] * UNIT)

    def on_load(self) -> None:
        """Take the theme."""
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name

    def compose(self) -> ComposeResult:
        """Yield the map."""
        yield self.pane

    def on_mount(self) -> None:
        """Draw as soon as there is room."""
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """Draw the points as they are."""
        width, height = self.size
        scene = Scene(
            words=self.words,
            points=self.points,
            viewport=Viewport(unit=UNIT),
            labels=40,
            label_sides=self.sides,
        )
        picture = draw_map(scene, width, height - 2)
        self.sides = dict(picture.label_sides)
        self.pane.show_map(picture, legend_lines(scene, picture, width)[:1], "Map")

    def on_key(self, event: events.Key) -> None:
        """Move ten points, or all of them."""
        if event.key == "q":
            self.exit()
        elif event.key == "right":
            rows = self.draws.choice(POINTS, MOVED, replace=False)
            self.points[rows, 0] += UNIT * np.where(self.points[rows, 0] > 0, -1, 1)
            self.draw()
        elif event.key == "f":
            self.points = self.anew()
            self.draw()


if __name__ == "__main__":
    MapApp().run(mouse=False)
