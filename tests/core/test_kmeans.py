"""Groups of rows that lie together."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from sgns_core.errors import InvalidInput
from sgns_core.kmeans import kmeans, tightest_kmeans

Array = NDArray[np.float64]


def heaps(seed: int, n: int = 20, d: int = 3) -> tuple[Array, list[int]]:
    """Three heaps, far apart for their size, whose rows come in turn."""
    random = np.random.default_rng(seed)
    places = np.array([[10.0, 0, 0], [0, 10, 0], [0, 0, 10]])[:, :d]
    which = [i % 3 for i in range(3 * n)]
    return places[which] + random.normal(size=(3 * n, d)) * 0.3, which


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**64 - 1))
def test_heaps_are_found_and_numbered_by_their_first_rows(seed: int, chance: int) -> None:
    rows, which = heaps(seed)
    assert kmeans(rows, 3, chance).tolist() == which


@given(
    st.lists(st.lists(st.integers(-3, 3), min_size=2, max_size=2), min_size=1, max_size=15),
    st.integers(1, 5),
    st.integers(0, 99),
)
def test_each_row_is_in_the_group_of_the_nearest_mean(
    given_rows: list[list[int]], k: int, seed: int
) -> None:
    rows = np.array(given_rows, np.float64)
    labels = kmeans(rows, k, seed)
    count = int(labels.max()) + 1
    assert count <= min(k, len({tuple(row) for row in given_rows}))
    assert sorted(set(labels.tolist())) == list(range(count))
    means = np.array([rows[labels == n].mean(axis=0) for n in range(count)])
    apart = ((rows[:, None] - means) ** 2).sum(axis=2)
    own = apart[np.arange(len(rows)), labels]
    assert (own <= apart.min(axis=1) + 1e-9).all()


def test_the_same_seed_gives_the_same_groups() -> None:
    rows = np.random.default_rng(1).normal(size=(200, 4))
    assert (kmeans(rows, 5, 7) == kmeans(rows, 5, 7)).all()


def test_groups_of_before_keep_their_numbers() -> None:
    rows, which = heaps(1)
    before = np.array([(2, 0, 1)[w] for w in which])
    moved = rows + 0.5
    assert (kmeans(moved, 3, 0, before) == before).all()
    changed = moved.copy()
    changed[0] = rows[1]
    assert kmeans(changed, 3, 0, before)[0] == before[1]


def test_groups_of_before_that_fit_no_longer_are_passed_over() -> None:
    rows, which = heaps(1)
    assert kmeans(rows, 3, 0, np.zeros(len(rows), np.intp)).tolist() == which


def test_rows_that_are_not_finite_have_no_group() -> None:
    rows, which = heaps(2)
    rows[4] = np.nan
    labels = kmeans(rows, 3, 0)
    assert labels[4] == -1
    assert np.delete(labels, 4).tolist() == which[:4] + which[5:]
    assert kmeans(np.full((2, 2), np.inf), 2, 0).tolist() == [-1, -1]
    assert kmeans(np.empty((0, 2)), 2, 0).tolist() == []


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_no_size_overflows_or_vanishes(scale: float) -> None:
    rows, which = heaps(3)
    assert kmeans(rows * scale / 100, 3, 0).tolist() == which


def test_no_group_at_all_is_refused() -> None:
    with pytest.raises(InvalidInput, match="number of groups from 1, got 0"):
        kmeans(np.ones((2, 2)), 0, 1)


def test_of_several_starts_the_tightest_groups_are_kept() -> None:
    rows = np.random.default_rng(4).normal(size=(40, 3))
    within = [_within(rows, kmeans(rows, 5, seed)) for seed in range(1, 9)]
    assert min(within) < within[0] - 1e-6, "the first start must not be the best one"
    for tries in (1, 3, 8):
        kept = tightest_kmeans(rows, 5, 1, tries)
        assert _within(rows, kept) == pytest.approx(min(within[:tries]))
    rows[3] = np.nan
    assert tightest_kmeans(rows, 5, 1, 3)[3] == -1
    assert tightest_kmeans(np.full((2, 2), np.nan), 2, 1, 3).tolist() == [-1, -1]


def _within(rows: Array, labels: NDArray[np.intp]) -> float:
    parts = [rows[labels == group] for group in range(int(labels.max()) + 1)]
    return sum(float(((part - part.mean(axis=0)) ** 2).sum()) for part in parts)
