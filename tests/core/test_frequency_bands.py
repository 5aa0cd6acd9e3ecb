"""Words by how frequent they are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_core.frequency_bands import frequency_bands


def test_bands_span_equal_ratios() -> None:
    bands = frequency_bands([10_000, 1_000, 999, 100, 11, 10, 1])
    assert bands.labels.tolist() == [0, 0, 1, 1, 2, 2, 3]
    assert bands.ranges == ((1_000, 10_000), (100, 999), (10, 11), (1, 1))


def test_words_that_were_never_counted_are_the_least_frequent() -> None:
    bands = frequency_bands([0, 8, 1])
    assert bands.labels.tolist() == [1, 0, 1]
    assert bands.ranges == ((8, 8), (0, 1))


@pytest.mark.parametrize(
    ("counts", "ranges"), [([], ()), ([0, 0], ((0, 0),)), ([3, 3], ((3, 3),)), ([5], ((5, 5),))]
)
def test_equal_counts_are_one_band(counts: list[int], ranges: tuple[tuple[int, int], ...]) -> None:
    bands = frequency_bands(counts)
    assert bands.ranges == ranges
    assert bands.labels.tolist() == [0] * len(counts)


@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=40), st.integers(1, 6))
def test_every_word_lies_in_the_range_of_its_band(counts: list[int], most: int) -> None:
    bands = frequency_bands(counts, most)
    assert 1 <= len(bands.ranges) <= most
    for count, label in zip(counts, bands.labels.tolist(), strict=True):
        low, high = bands.ranges[label]
        assert low <= count <= high
    falling = [bound for low, high in bands.ranges for bound in (high, low)]
    assert falling == sorted(falling, reverse=True)
    assert len(np.unique(bands.labels)) == len(bands.ranges)
