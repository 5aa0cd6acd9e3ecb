"""Planes to look at words in: axes, places, and the variance they hold."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from sgns_core.errors import InvalidInput
from sgns_core.planes import (
    analogy_plane,
    component_plane,
    direction,
    held_variance,
    principal_plane,
    semantic_plane,
)

VALUES = st.floats(-9, 9).map(lambda x: round(x, 3))
ROWS = arrays(np.float64, (8, 5), elements=VALUES)
THREE = arrays(np.float64, (3, 4), elements=VALUES)


@given(ROWS)
def test_no_other_plane_holds_more_than_the_principal_one(rows: np.ndarray) -> None:
    plane, projection = principal_plane(rows)
    held = held_variance(rows, plane.axes)
    assert held == pytest.approx(projection.held, abs=1e-9)
    for across, up in ((0, 1), (2, 4)):
        axes = component_plane(5, across, up).axes
        assert held_variance(rows, axes) <= held + 1e-9


@given(ROWS)
def test_components_are_places_and_their_variance_is_counted(rows: np.ndarray) -> None:
    plane = component_plane(5, 3, 1)
    assert np.array_equal(plane.apply(rows), rows[:, [3, 1]])
    total = sum(float(np.var(rows[:, column])) for column in range(5))
    if total > 1e-6:
        wanted = (float(np.var(rows[:, 3])) + float(np.var(rows[:, 1]))) / total
        assert held_variance(rows, plane.axes) == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize(
    ("across", "up", "wrong"),
    [
        (0, 5, "there is no component 6; they go from 1 to 5"),
        (-1, 0, "there is no component 0; they go from 1 to 5"),
        (2, 2, "both axes are component 3; name two that differ"),
    ],
)
def test_components_that_are_none(across: int, up: int, wrong: str) -> None:
    with pytest.raises(InvalidInput) as error:
        component_plane(5, across, up)
    assert str(error.value) == wrong


@given(THREE)
def test_an_analogy_keeps_lengths_and_angles(points: np.ndarray) -> None:
    a, b, c = points
    across, up = a - b, c - b
    area = math.sqrt(max(0.0, (across @ across) * (up @ up) - (across @ up) ** 2))
    assume(area > 1e-3)
    plane = analogy_plane(a, b, c)
    corners = np.stack([a, b, c, a - b + c])
    places = plane.apply(corners)
    assert places[1] == pytest.approx([0, 0], abs=1e-9)
    assert places[0][1] == pytest.approx(0, abs=1e-9)
    assert places[3] == pytest.approx(places[0] + places[2], abs=1e-9)
    for i in range(4):
        for j in range(i):
            far = math.dist(places[i], places[j])
            assert far == pytest.approx(float(np.linalg.norm(corners[i] - corners[j])), abs=1e-9)


def test_three_points_on_a_line_make_no_plane() -> None:
    for points in (np.eye(3)[[0, 0, 1]], np.outer([1.0, 2.0, 4.0], [1.0, 1.0, 1.0])):
        with pytest.raises(InvalidInput, match="lie on one line"):
            analogy_plane(*points)


def test_a_direction_is_the_mean_of_differences_of_unit_vectors() -> None:
    table = np.array([[2.0, 0.0], [0.0, 5.0], [1.0, 0.0], [3.0, 4.0]])
    found = direction(table, [(0, 1), (2, 3)])
    wanted = np.array([(0 - 1 + 0.6 - 1) / 2, (1 - 0 + 0.8 - 0) / 2])
    assert found == pytest.approx(wanted / np.linalg.norm(wanted))
    with pytest.raises(InvalidInput, match="do not differ"):
        direction(table, [(0, 2)])


def test_axes_may_lean_but_not_be_one_line() -> None:
    plane = semantic_plane(np.array([1.0, 0.0, 0.0]), np.array([0.6, 0.8, 0.0]))
    assert plane.cosine == pytest.approx(0.6)
    assert plane.apply(np.array([[0.0, 1.0, 9.0]])) == pytest.approx(np.array([[0.0, 0.8]]))
    # Leaning axes span the same plane as upright ones.
    rows = np.random.default_rng(1).normal(size=(9, 3))
    assert held_variance(rows, plane.axes) == pytest.approx(held_variance(rows, np.eye(2, 3)))
    with pytest.raises(InvalidInput, match="point the same way"):
        semantic_plane(np.array([1.0, 0.0]), np.array([-1.0, 0.0]))


def test_what_does_not_vary_is_held_whole() -> None:
    assert held_variance(np.ones((4, 3)), np.eye(2, 3)) == 1.0
    assert held_variance(np.zeros((4, 3)), np.eye(2, 3)) == 1.0
    assert held_variance(np.empty((0, 3)), np.eye(2, 3)) == 1.0
