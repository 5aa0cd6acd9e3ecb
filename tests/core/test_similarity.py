"""Every cosine among some words, the odd one out, and whether all are alike."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from sgns_core.errors import InvalidInput
from sgns_core.similarity import alikeness, mean_with_others, similarity_table, unit_rows

ROWS = st.integers(3, 7).flatmap(
    lambda n: arrays(np.float64, (n, 4), elements=st.floats(-9, 9).map(lambda x: round(x, 3)))
)


def plain_cosine(a: np.ndarray, b: np.ndarray) -> float:
    dot = sum(float(x) * float(y) for x, y in zip(a, b, strict=True))
    sizes = [math.sqrt(sum(float(x) ** 2 for x in v)) for v in (a, b)]
    return dot / (sizes[0] * sizes[1]) if min(sizes) > 0 else math.nan


@given(ROWS)
def test_every_cosine_is_that_of_plain_python(rows: np.ndarray) -> None:
    table = similarity_table(rows)
    for i, a in enumerate(rows):
        for j, b in enumerate(rows):
            wanted = plain_cosine(a, b)
            if math.isnan(wanted):
                assert math.isnan(table[i, j])
            elif i == j:
                assert table[i, j] == 1.0
            else:
                assert table[i, j] == pytest.approx(wanted, abs=1e-12)


@given(ROWS)
def test_the_mean_with_others_and_the_order_by_the_mean_vector(rows: np.ndarray) -> None:
    rows[~rows.any(axis=1), 0] = 1.0
    found = mean_with_others(rows)
    for i, row in enumerate(rows):
        others = [plain_cosine(row, other) for j, other in enumerate(rows) if j != i]
        assert found[i] == pytest.approx(sum(others) / len(others), abs=1e-12)
    units = unit_rows(rows)
    by_mean = units @ units.mean(axis=0)
    assert (len(rows) * by_mean - 1) / (len(rows) - 1) == pytest.approx(found, abs=1e-12)


@pytest.mark.parametrize("size", [1e-300, 1e-30, 1e30, 1e300])
def test_sizes_do_not_matter(size: float) -> None:
    rows = np.array([[3.0, 4.0], [4.0, 3.0]])
    assert similarity_table(rows * size)[0, 1] == pytest.approx(0.96)


def test_two_words_have_no_odd_one() -> None:
    with pytest.raises(InvalidInput, match="three words or more, got 2"):
        mean_with_others(np.eye(2))


def test_alike_are_words_whose_cosines_are_near_1() -> None:
    rng = np.random.default_rng(1)
    near = np.ones((20, 10)) + 0.05 * rng.normal(size=(20, 10))
    far = rng.normal(size=(20, 10))
    assert alikeness(near).all_alike
    assert not alikeness(far).all_alike
    assert alikeness(near).words == 20
    assert alikeness(near[:2]).share == 1.0
    assert not alikeness(near[:2]).all_alike  # of one pair nothing can be said
    assert math.isnan(alikeness(np.zeros((5, 3))).mean)
    mean = np.mean([plain_cosine(far[i], far[j]) for i in range(20) for j in range(i)])
    assert alikeness(far).mean == pytest.approx(float(mean))
