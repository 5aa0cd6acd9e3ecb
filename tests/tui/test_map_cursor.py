"""Moving from point to point."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_tui.render.map.cursor import DOWN, LEFT, RIGHT, UP, next_point

CROSS = np.array([[0.0, 0], [2, 0], [-2, 0], [0, 2], [0, -2], [3, 1], [np.nan, 0]])


@pytest.mark.parametrize(("direction", "row"), [(RIGHT, 1), (LEFT, 2), (UP, 3), (DOWN, 4)])
def test_each_direction_leads_to_the_nearest_there(direction: tuple[int, int], row: int) -> None:
    assert next_point(CROSS, 0, direction) == row


def test_without_a_current_point_it_is_the_one_in_the_middle() -> None:
    assert next_point(CROSS, None, UP) == 0
    assert next_point(CROSS, 6, UP) == 0
    assert next_point(CROSS, 99, UP) == 0


def test_where_there_is_nothing_it_stays() -> None:
    assert next_point(CROSS, 3, UP) == 3
    assert next_point(np.array([[1.0, 1]]), 0, LEFT) == 0
    assert next_point(np.full((2, 2), np.nan), 0, LEFT) is None
    assert next_point(np.empty((0, 2)), None, LEFT) is None


def test_what_is_aside_comes_after_what_is_ahead() -> None:
    points = np.array([[0.0, 0], [0.5, 1], [3, 0]])
    assert next_point(points, 0, RIGHT) == 2
    assert next_point(points[:2], 0, RIGHT) == 1


coordinates = st.integers(-5, 5).map(float)


@given(
    st.lists(st.tuples(coordinates, coordinates), min_size=1, max_size=9),
    st.sampled_from([LEFT, RIGHT, UP, DOWN]),
)
def test_every_move_goes_ahead_and_ends(
    given_points: list[tuple[float, float]], direction: tuple[int, int]
) -> None:
    points = np.array(given_points)
    row = next_point(points, None, direction)
    for _ in range(len(points) + 1):
        assert row is not None
        after = next_point(points, row, direction)
        assert after is not None
        if after == row:
            break
        assert (points[after] - points[row]) @ np.array(direction) > 0
        row = after
    assert ((points - points[row]) @ np.array(direction) <= 0).all()


def test_points_of_any_size_can_be_reached() -> None:
    points = np.array([[-1e308, 0], [1e308, 0], [0, 0]])
    assert next_point(points, 0, RIGHT) == 2
    assert next_point(points, 2, RIGHT) == 1
