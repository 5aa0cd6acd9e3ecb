import math
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from sgns_core.errors import InvalidInput
from sgns_core.separation import mean_silhouette

Points = list[list[float]]


def plain_silhouette(points: Points, labels: list[int]) -> float:
    """The definition, one point after the other."""
    total = 0.0
    for i, (point, label) in enumerate(zip(points, labels, strict=True)):
        mean: dict[int, float] = {}
        for group in set(labels):
            far = [
                math.dist(point, points[j])
                for j in range(len(points))
                if labels[j] == group and j != i
            ]
            if far:
                mean[group] = sum(far) / len(far)
        if label in mean:
            a = mean.pop(label)
            b = min(mean.values())
            if max(a, b) > 0:
                total += (b - a) / max(a, b)
    return total / len(points)


@st.composite
def labelled(draw: st.DrawFn, distinct: bool = False) -> tuple[Points, list[int]]:
    """Some points on a coarse grid, so that many may fall together, in two groups or more."""
    size, d = draw(st.integers(2, 12)), draw(st.integers(1, 4))
    row = st.lists(st.integers(-8, 8).map(lambda n: n / 4), min_size=d, max_size=d)
    unique = tuple if distinct else None
    points = draw(st.lists(row, min_size=size, max_size=size, unique_by=unique))
    labels = draw(st.lists(st.integers(0, 3), min_size=size, max_size=size))
    labels[0], labels[-1] = 0, 1
    return points, labels


def close(value: float) -> object:
    return pytest.approx(value, rel=0, abs=1e-9)


@pytest.mark.parametrize(
    ("points", "labels", "value"),
    [
        ([[0], [1], [4], [5]], "aabb", (7 / 9 + 5 / 7) / 2),  # a = 1, b = 4.5 or 3.5, 9/2 and 7/2
        ([[0], [4], [1], [5]], "aabb", (-1 / 4 - 1 / 2) / 2),  # a = 4, b = 3 or 2
        ([[0, 0], [3, 4], [9, 12]], "aab", (10 / 15 + 5 / 10) / 3),  # a group of one counts 0
        ([[0], [2], [7]], "abc", 0.0),
        ([[1, 1]] * 4, "abab", 0.0),
        ([[0], [0], [1], [1]], "aabb", 1.0),
        ([[0], [1], [0], [1]], "aabb", -0.5),
    ],
)
def test_figures_worked_by_hand(points: Points, labels: str, value: float) -> None:
    assert mean_silhouette(points, list(labels)) == close(value)


@given(labelled())
def test_the_value_is_that_of_plain_loops(given_: tuple[Points, list[int]]) -> None:
    value = mean_silhouette(*given_)
    assert value == close(plain_silhouette(*given_))
    assert -1 <= value <= 1


@given(labelled(), st.randoms(use_true_random=False), st.permutations(["p", "q", "r", "s"]))
def test_neither_order_nor_names_matter(
    given_: tuple[Points, list[int]], random: Random, names: list[str]
) -> None:
    points, labels = given_
    order = list(range(len(points)))
    random.shuffle(order)
    value = mean_silhouette([points[i] for i in order], [names[labels[i]] for i in order])
    assert value == close(mean_silhouette(points, labels))


# Points that fall together could lie 1e-14 apart after a turn, and that is not 0.
@given(
    labelled(distinct=True), st.integers(0, 2**32 - 1), st.floats(-100, 100), st.floats(0.01, 100)
)
def test_place_turn_and_size_do_not_matter(
    given_: tuple[Points, list[int]], seed: int, shift: float, size: float
) -> None:
    points, labels = np.array(given_[0]), given_[1]
    d = points.shape[1]
    turn: NDArray[np.float64] = np.linalg.qr(np.random.default_rng(seed).normal(size=(d, d)))[0]
    moved = size * (points @ turn) + shift
    assert mean_silhouette(moved, labels) == close(mean_silhouette(points, labels))


@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1e160, 3e307])
def test_no_size_overflows_or_vanishes(scale: float) -> None:
    points = np.array([[-4.0, 1], [-3, 1], [4, 2], [5, -2]])
    assert mean_silhouette(points * scale, [0, 0, 1, 1]) == close(
        mean_silhouette(points, [0, 0, 1, 1])
    )


def test_arguments_stay_as_they_are() -> None:
    points = np.array([[1.0, 2], [3, 4], [5, 7]])
    before = points.copy()
    mean_silhouette(points, [0, 0, 1])
    assert (points == before).all()


@pytest.mark.parametrize(
    ("points", "labels", "text"),
    [
        ([[1.0], [2.0]], ["a", "a"], "all points have the label 'a'; a silhouette needs two"),
        ([[1.0]], [3], "all points have the label 3"),
        ([[1.0], [math.nan]], [0, 1], "points must be finite, got [nan] in row 1"),
        ([[1.0, math.inf], [2, 2]], [0, 1], "points must be finite, got [1.0, inf] in row 0"),
        ([1.0, 2.0], [0, 1], "points must have shape (n, d) with at least one row and column, got"),
        ([[], []], [0, 1], "got (2, 0)"),
        ([], [], "got (0,)"),
        ([[1.0], [2.0]], [0, 1, 1], "labels must have shape (2,), one for each point, got (3,)"),
        ([["x"], ["y"]], [0, 1], "points must be numbers, in rows of one length"),
        ([[1.0], [2.0, 3.0]], [0, 1], "points must be numbers, in rows of one length"),
    ],
)
def test_what_has_no_silhouette_is_refused(
    points: list[object], labels: list[object], text: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        mean_silhouette(points, labels)  # type: ignore[arg-type]
    assert text in str(caught.value)
