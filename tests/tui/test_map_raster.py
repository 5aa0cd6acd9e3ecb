"""From dots to characters, as literal grids."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_tui.render.map.raster import BLANK, Dots, most_frequent, segments
from sgns_tui.render.map.scene import CellKind


def drawn(kind: CellKind, width: int, height: int, cells: list[tuple[float, float]]) -> list[str]:
    dots = Dots(width, height, kind)
    dots.put(dots.places(np.array(cells, np.float64).reshape(-1, 2))[0])
    return ["".join(map(chr, row)) for row in dots.codes().tolist()]


def test_every_dot_of_a_braille_cell_has_its_place() -> None:
    shown = [
        drawn(CellKind.BRAILLE, 1, 1, [((column + 0.5) / 2, (row + 0.5) / 4)])[0]
        for row in range(4)
        for column in range(2)
    ]
    assert shown == ["⠁", "⠈", "⠂", "⠐", "⠄", "⠠", "⡀", "⢀"]


def test_every_quadrant_of_a_block_has_its_place() -> None:
    shown = [
        drawn(CellKind.BLOCK, 1, 1, [((column + 0.5) / 2, (row + 0.5) / 2)])[0]
        for row in range(2)
        for column in range(2)
    ]
    assert shown == ["▘", "▝", "▖", "▗"]


ALL = [(x / 4, y / 8) for x in range(8) for y in range(16)]


@pytest.mark.parametrize(
    ("kind", "row"), [(CellKind.BRAILLE, "⣿⣿"), (CellKind.BLOCK, "██"), (CellKind.ASCII, "''")]
)
def test_all_dots_fill_the_cells(kind: CellKind, row: str) -> None:
    assert drawn(kind, 2, 2, ALL) == [row, row]


@pytest.mark.parametrize("kind", CellKind)
def test_no_dot_is_blank(kind: CellKind) -> None:
    assert drawn(kind, 3, 2, []) == ["   ", "   "]
    dots = Dots(3, 2, kind)
    assert (dots.codes() == BLANK).all()


@pytest.mark.parametrize("kind", CellKind)
def test_the_four_corners_are_visible(kind: CellKind) -> None:
    rows = drawn(kind, 4, 3, [(0, 0), (3.99, 0), (0, 2.99), (3.99, 2.99)])
    assert [[c != " " for c in row] for row in rows] == [
        [True, False, False, True],
        [False] * 4,
        [True, False, False, True],
    ]


places = st.tuples(st.floats(-5, 15, width=32), st.floats(-5, 15, width=32))


@given(st.sampled_from(CellKind), st.lists(places, max_size=8), st.integers(1, 9))
def test_cells_that_are_not_blank_are_those_of_the_points(
    kind: CellKind, cells: list[tuple[float, float]], width: int
) -> None:
    height = 4
    rows = drawn(kind, width, height, cells)
    wanted = {(int(x), int(y)) for x, y in cells if 0 <= x < width and 0 <= y < height}
    filled = {(x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c != " "}
    assert filled == wanted
    dots = Dots(width, height, kind)
    _, at, inside = dots.places(np.array(cells, np.float64).reshape(-1, 2))
    assert at.tolist() == [
        int(y) * width + int(x) for x, y in cells if 0 <= x < width and 0 <= y < height
    ]
    assert inside.sum() == len(at)


def test_places_that_are_not_finite_are_outside() -> None:
    dots = Dots(3, 3, CellKind.BRAILLE)
    cells = np.array([[np.nan, 1], [np.inf, 1], [1, -np.inf], [1e300, 1], [1, 1]])
    assert dots.places(cells)[2].tolist() == [False, False, False, False, True]


def test_most_frequent_takes_the_value_of_most_points_and_the_smallest_among_equals() -> None:
    cells = np.array([0, 0, 0, 2, 2, 3])
    values = np.array([1, 2, 2, 3, 1, 2])
    assert most_frequent(cells, values, 5, 4).tolist() == [2, 0, 1, 2, 0]


def line_of(kind: CellKind, end: tuple[float, float]) -> list[str]:
    dots = Dots(5, 3, kind)
    dots.put(dots.places(segments(np.array([[0.0, 0]]), np.array([end]), dots))[0])
    return ["".join(map(chr, row)) for row in dots.codes().tolist()]


def test_lines_have_no_gaps() -> None:
    assert line_of(CellKind.BRAILLE, (4, 2)) == ["⠑⢄   ", "  ⠑⢄ ", "    ⠁"]
    assert line_of(CellKind.BRAILLE, (4.5, 0)) == ["⠉⠉⠉⠉⠉", "     ", "     "]
    assert line_of(CellKind.BLOCK, (0, 2.5)) == ["▌    ", "▌    ", "▌    "]
    assert line_of(CellKind.ASCII, (0, 0)) == ["'    ", "     ", "     "]


def test_lines_to_nowhere_are_left_out() -> None:
    dots = Dots(5, 3, CellKind.BRAILLE)
    ends = np.array([[np.nan, 0], [1e300, 0], [2, 2]])
    found = segments(np.zeros((3, 2)), ends, dots)
    assert np.isfinite(found).all()
    assert len(found) == 9
