"""Which part of the plane a map shows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from sgns_tui.render.map.viewport import Viewport, fitted, followed

Array = NDArray[np.float64]

numbers = st.floats(-1e6, 1e6)
points = st.lists(st.tuples(numbers, numbers), min_size=1, max_size=12).map(np.array)
sizes = st.tuples(st.integers(1, 200), st.integers(1, 80))
viewports = st.builds(Viewport, numbers, numbers, st.floats(1e-6, 1e6))


@given(viewports, st.tuples(st.floats(-300, 300), st.floats(-300, 300)), sizes)
def test_cells_and_world_are_inverse(
    viewport: Viewport, cell: tuple[float, float], size: tuple[int, int]
) -> None:
    back = viewport.cells(np.array(viewport.world(*cell, *size)), *size)
    assert back == pytest.approx(cell, abs=1e-3 + 1e-9 / viewport.unit * 1e6)


def test_a_row_is_as_high_as_two_columns_are_wide() -> None:
    viewport = Viewport(0, 0, 0.5)
    assert viewport.cells(np.array([[0.0, 0], [1, 1], [-1, -1]]), 20, 10).tolist() == [
        [10, 5],
        [12, 4],
        [8, 6],
    ]


@given(points, sizes)
def test_all_points_are_shown_after_fitting(places: Array, size: tuple[int, int]) -> None:
    cells = fitted(places, *size).cells(places, *size)
    assert (cells >= 0).all()
    assert (cells < size).all()


@pytest.mark.parametrize("scale", [1e-300, 1e-200, 1e200, 1e249])
def test_points_of_any_size_are_shown(scale: float) -> None:
    places = np.array([[-1.0, -1], [1, -1], [0, 1]]) * scale
    cells = fitted(places, 80, 24).cells(places, 80, 24)
    assert ((cells >= 0) & (cells < [80, 24])).all()


@pytest.mark.parametrize(
    "places", [np.empty((0, 2)), np.full((3, 2), np.nan), np.array([[np.inf, 0.0]])]
)
def test_without_a_point_to_show_it_is_the_default(places: Array) -> None:
    assert fitted(places, 80, 24) == Viewport()


def test_a_single_place_is_in_the_middle() -> None:
    viewport = fitted(np.array([[3.0, -2], [3, -2], [np.nan, 5]]), 80, 24)
    assert (viewport.x, viewport.y) == (3, -2)
    assert viewport.cells(np.array([3.0, -2]), 80, 24).tolist() == [40, 12]


@given(viewports, st.floats(0.1, 10), st.tuples(st.integers(0, 79), st.integers(0, 23)))
def test_zooming_keeps_its_place_and_comes_back(
    viewport: Viewport, factor: float, cell: tuple[int, int]
) -> None:
    about = viewport.world(*cell, 80, 24)
    nearer = viewport.zoomed(factor, about)
    assert nearer.unit == pytest.approx(viewport.unit / factor)
    close = 1e-3 + 1e-9 / viewport.unit * 1e6 * max(1, factor)
    assert nearer.cells(np.array(about), 80, 24) == pytest.approx(cell, abs=close)
    assert nearer.zoomed(1 / factor, about).unit == pytest.approx(viewport.unit)


def test_zooming_without_end_stays_within_numbers() -> None:
    viewport = Viewport(1, 1, 1)
    for _ in range(2000):
        viewport = viewport.zoomed(2)
    assert np.isfinite(viewport.cells(np.array([[5.0, 5]]), 80, 24)).all()
    for _ in range(4000):
        viewport = viewport.zoomed(0.5)
    assert np.isfinite(viewport.cells(np.array([[5.0, 5]]), 80, 24)).all()


def test_panning_moves_the_points_the_other_way() -> None:
    before, after = Viewport(0, 0, 0.1), Viewport(0, 0, 0.1).panned(3, 2)
    point = np.array([0.5, 0.5])
    moved = after.cells(point, 80, 24) - before.cells(point, 80, 24)
    assert moved.tolist() == pytest.approx([-3, -2])


def test_following_stays_until_a_point_leaves_or_all_draw_together() -> None:
    places = np.array([[-1.0, -1], [1, 1], [0, 0]])
    viewport = fitted(places, 80, 24)
    assert followed(viewport, places * 0.8, 80, 24) is viewport
    assert followed(viewport, places * 1.5, 80, 24) == fitted(places * 1.5, 80, 24)
    assert followed(viewport, places * 0.3, 80, 24) == fitted(places * 0.3, 80, 24)
    lost = np.vstack([places, [[np.nan, 0]]])
    assert followed(viewport, lost, 80, 24) is viewport
