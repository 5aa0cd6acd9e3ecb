"""What a map costs on the way to a terminal of 256 colours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from rich.cells import cell_len

from sgns_tui.panes.looks import THEMES
from sgns_tui.render.map.picture import MapPicture, draw_map
from sgns_tui.render.map.scene import MapWords, Scene
from sgns_tui.render.map.viewport import fitted
from sgns_tui.terminal.choice import TerminalChoice
from sgns_tui.terminal.screen import ScreenState

WIDTH, HEIGHT = 120, 36


def scene_of(count: int, labels: int) -> Scene:
    random = np.random.default_rng(count)
    groups = random.integers(4, size=count)
    heaps = np.array([[0.0, 0], [2, 1], [-2, 1], [0, -2]])
    points = heaps[groups] + random.normal(size=(count, 2)) * 0.6
    words = [f"word{n}" for n in range(count)]
    return Scene(
        words=MapWords(words, np.arange(count, 0, -1), groups, ["a", "b", "c", "d"]),
        points=points,
        viewport=fitted(points, WIDTH, HEIGHT),
        labels=labels,
    )


def styled(text: str, role: str) -> str:
    color = THEMES[0].variables.get(role)
    if color is None:
        return text
    return "\x1b[38;2;{};{};{}m{}\x1b[0m".format(*bytes.fromhex(color[1:]), text)


def shown(screen: ScreenState, picture: MapPicture) -> int:
    """Write a picture as the app would, and return how many bytes go to the terminal."""
    for y, row in enumerate(picture.rows):
        blanks = WIDTH - sum(cell_len(text) for text, _ in row)
        line = "".join(styled(text, role) for text, role in row)
        screen.write(f"\x1b[{y + 1};1H{line}{' ' * blanks}")
    sent = 0
    while piece := screen.next_piece(1 << 20):
        sent += len(piece)
    return sent


def started(picture: MapPicture) -> ScreenState:
    screen = ScreenState(WIDTH, HEIGHT, TerminalChoice())
    screen.show_cells(True)
    assert shown(screen, picture) > 1000
    return screen


@pytest.mark.parametrize(("count", "labels"), [(78, 400), (300, 0), (300, 400), (1000, 400)])
def test_ten_points_that_move_by_a_cell_cost_at_most_400_bytes(count: int, labels: int) -> None:
    scene = scene_of(count, labels)
    before = draw_map(scene, WIDTH, HEIGHT)
    assert shown(started(before), before) == 0
    unit = scene.viewport.unit
    for seed in range(8):
        moved = scene.points.copy()
        chosen = np.random.default_rng(seed).choice(count, 10, replace=False)
        moved[chosen] += [(unit, 0), (0, 2 * unit), (-unit, 0), (0, -2 * unit)][seed % 4]
        after = draw_map(
            replace(scene, points=moved, label_sides=before.label_sides), WIDTH, HEIGHT
        )
        assert 0 < shown(started(before), after) <= 400


@pytest.mark.parametrize(("count", "labels"), [(78, 400), (300, 0), (300, 400), (1000, 0)])
def test_a_full_change_costs_at_most_8_kb(count: int, labels: int) -> None:
    scene = scene_of(count, labels)
    other = replace(scene, points=scene.points[::-1] * [-1, 1])
    screen = started(draw_map(scene, WIDTH, HEIGHT))
    assert 0 < shown(screen, draw_map(other, WIDTH, HEIGHT)) <= 8000
