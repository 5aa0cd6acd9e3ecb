"""The map in braille at 120x36 cells against plotext's braille scatter of the same points."""

from __future__ import annotations

import numpy as np
import plotext

from benchmarks.paired import Ratio, compare
from sgns_core.trace import Floats
from sgns_tui.render.map.picture import draw_map
from sgns_tui.render.map.scene import MapWords, Scene
from sgns_tui.render.map.viewport import fitted

WIDTH, HEIGHT = 120, 36
GROUPS = 4
TARGET = 0.2  # of plotext's time


def points(count: int) -> tuple[Floats, MapWords]:
    """Return points in four heaps, and their words: letters and a number, as long as words are."""
    random = np.random.default_rng(count)
    groups = random.integers(GROUPS, size=count)
    heaps = np.array([[0.0, 0], [2, 1], [-2, 1], [0, -2]])
    places = heaps[groups] + random.normal(size=(count, 2)) * 0.6
    words = [f"word{n}" for n in range(count)]
    counts = np.maximum(1, 10 * count // (1 + np.arange(count)))
    names = [f"group {n}" for n in range(GROUPS)]
    return places, MapWords(words, counts, groups, names)


def ours(count: int, labels: int) -> list[str]:
    """Draw a frame of points that have moved: nothing is kept from the frame before."""
    places, words = _POINTS[count]
    scene = Scene(words=words, points=places, viewport=fitted(places, WIDTH, HEIGHT), labels=labels)
    return [line.plain for line in draw_map(scene, WIDTH, HEIGHT).lines()]


def theirs(count: int, labels: bool) -> str:
    """Draw the same with plotext, in the same colours, with the same words as text."""
    places, words = _POINTS[count]
    plotext.clear_figure()
    plotext.limit_size(False, False)
    plotext.plot_size(WIDTH, HEIGHT)
    for group in range(GROUPS):
        own = places[words.groups == group]
        plotext.scatter(own[:, 0].tolist(), own[:, 1].tolist(), marker="braille", color=group + 1)
    if labels:
        for word, (x, y) in zip(words.words, places.tolist(), strict=True):
            plotext.text(word, x, y)
    text = str(plotext.build())
    plotext.clear_figure()
    return text


_POINTS = {count: points(count) for count in (1_000, 100_000)}


def run() -> list[Ratio]:
    """Measure 1,000 points with labels and without, and 100,000 points."""
    return [
        compare(
            "map, 1,000 labelled points",
            lambda: ours(1_000, 1_000),
            lambda: theirs(1_000, True),
            repeats=31,
            target=TARGET,
        ),
        compare(
            "map, 1,000 points without labels",
            lambda: ours(1_000, 0),
            lambda: theirs(1_000, False),
            repeats=31,
            target=TARGET,
        ),
        compare(
            "map, 100,000 points",
            lambda: ours(100_000, 400),
            lambda: theirs(100_000, False),
            repeats=9,
            target=TARGET,
        ),
    ]
