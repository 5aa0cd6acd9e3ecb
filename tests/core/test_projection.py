"""The plane of largest variance: against a plain eigen decomposition, and steady between frames."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from sgns_core.projection import project

Array = NDArray[np.float64]


def cloud(seed: int, n: int = 60, d: int = 5) -> Array:
    """Points with a variance of their own along each of some axes at random."""
    random = np.random.default_rng(seed)
    turn = np.linalg.qr(random.normal(size=(d, d)))[0]
    scales = np.geomspace(4, 0.25, d)
    rows: Array = (random.normal(size=(n, d)) * scales) @ turn + random.normal(size=d)
    return rows


seeds = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("d", [1, 2])
def test_one_and_two_dimensions_are_shown_as_they_are(d: int) -> None:
    rows = np.arange(3.0 * d).reshape(3, d)
    projection = project(rows)
    placed = projection.apply(rows)
    assert (placed[:, :d] == rows).all()
    assert placed.shape == (3, 2)
    assert (placed[:, d:] == 0).all()
    assert projection.held == 1.0


@given(seeds, st.integers(3, 8), st.integers(3, 40))
def test_the_plane_holds_as_much_variance_as_any_can(seed: int, d: int, n: int) -> None:
    rows = cloud(seed, n, d)
    projection = project(rows)
    singular = np.linalg.svd(rows - rows.mean(axis=0), compute_uv=False)
    share = (singular[:2] ** 2).sum() / (singular**2).sum()
    assert projection.held == pytest.approx(share, abs=1e-9)
    placed = projection.apply(rows)
    assert placed.var(axis=0).sum() / rows.var(axis=0).sum() == pytest.approx(share, abs=1e-9)
    assert projection.axes @ projection.axes.T == pytest.approx(np.eye(2), abs=1e-9)
    largest = np.abs(projection.axes).argmax(axis=1)
    assert (projection.axes[[0, 1], largest] > 0).all()


@given(seeds, st.integers(3, 6))
def test_small_changes_turn_and_flip_nothing(seed: int, d: int) -> None:
    rows = cloud(seed, 40, d)
    before = project(rows)
    random = np.random.default_rng(seed + 1)
    for _ in range(5):
        rows = rows + random.normal(size=rows.shape) * 1e-4
        after = project(rows, before)
        assert after.axes == pytest.approx(before.axes, abs=0.05)
        before = after


def test_two_directions_that_change_places_do_not_turn_the_picture() -> None:
    axes = np.eye(2, 4)
    weights = np.array([[1.0, 1], [-1, 1], [1, -1], [-1, -1]])
    before = project((weights * [2.0, 1.9]) @ axes)
    after = project((weights * [1.9, 2.0]) @ axes, before)
    assert after.axes == pytest.approx(before.axes, abs=1e-12)


@given(seeds)
def test_aligned_axes_are_the_nearest_of_all_turns_and_mirrors(seed: int) -> None:
    before, rows = project(cloud(seed)), cloud(seed + 1)
    own, aligned = project(rows).axes, project(rows, before).axes
    best = np.linalg.norm(aligned - before.axes)
    for angle in np.linspace(0, 2 * math.pi, 37):
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        for mirrored in (turn, turn * [1, -1]):
            assert best <= np.linalg.norm(mirrored @ own - before.axes) + 1e-9
    held = np.linalg.norm(aligned.T @ aligned - own.T @ own)
    assert held == pytest.approx(0, abs=1e-9)  # it is the same plane


def test_rows_that_are_not_finite_are_left_out_and_counted() -> None:
    rows = cloud(3)
    bad = np.vstack([rows, np.full((1, 5), np.nan), np.full((1, 5), np.inf)])
    assert project(bad).left_out == 2
    assert (project(bad).axes == project(rows).axes).all()
    assert not np.isfinite(project(bad).apply(bad)[-2:]).any()


@pytest.mark.parametrize(
    "rows",
    [
        np.empty((0, 4)),
        np.ones((1, 4)),
        np.ones((5, 4)),
        np.array([[1.0, 2, 3, 4], [2, 2, 3, 4]]),
        np.full((3, 4), np.nan),
        np.zeros((4, 3)),
    ],
)
def test_few_words_and_constant_columns_still_have_a_plane(rows: Array) -> None:
    first = project(rows)
    again = project(rows, first)
    for projection in (first, again):
        assert projection.axes @ projection.axes.T == pytest.approx(np.eye(2), abs=1e-12)
        assert projection.held == 1.0
    assert again.axes == pytest.approx(first.axes, abs=1e-12)


def test_a_second_direction_that_does_not_exist_stays_where_it_was() -> None:
    before = project(cloud(5))
    line = np.outer(np.arange(6.0), before.axes[0])
    assert project(line, before).axes == pytest.approx(before.axes, abs=1e-9)


@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1e160, 1e300])
def test_no_size_overflows_or_vanishes(scale: float) -> None:
    rows = cloud(7)
    assert project(rows * scale).axes == pytest.approx(project(rows).axes, abs=1e-9)
    assert project(rows * scale).held == pytest.approx(project(rows).held, abs=1e-9)


def test_the_same_rows_give_the_same_bytes_and_stay_as_they_are() -> None:
    rows = cloud(11)
    copy = rows.copy()
    assert project(rows).axes.tobytes() == project(rows).axes.tobytes()
    assert (rows == copy).all()


def test_the_frame_before_is_ignored_where_its_width_is_another() -> None:
    rows = cloud(2)
    assert (project(rows, project(cloud(2, d=4))).axes == project(rows).axes).all()
