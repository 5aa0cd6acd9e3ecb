"""The nearest rows by distance, against plain loops."""

import math

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from sgns_core.neighbors import nearest

tables = st.integers(1, 3).flatmap(
    lambda d: st.lists(
        st.lists(st.integers(-4, 4).map(float), min_size=d, max_size=d), min_size=1, max_size=9
    )
)


@given(tables, st.integers(0, 99), st.integers(0, 12))
@example([[2.0, 1.0, 4.0], [0.0, 0.0, 3.0], [3.0, 1.0, -1.0]], 2, 2)  # both sqrt(26) away
def test_the_nearest_come_first_and_the_first_row_among_equals(
    table: list[list[float]], choice: int, count: int
) -> None:
    row = choice % len(table)
    apart = sorted((math.dist(table[row], other), n) for n, other in enumerate(table) if n != row)
    found = nearest(np.array(table), row, count)
    assert [n for n, _ in found] == [n for _, n in apart][:count]
    assert np.allclose([d for _, d in found], [d for d, _ in apart][:count])


def test_rows_that_are_not_finite_are_left_out() -> None:
    table = np.array([[0.0, 0], [np.nan, 0], [np.inf, 0], [3, 4], [1e300, 1e300]])
    assert nearest(table, 0, 9) == [(3, 5.0), (4, math.hypot(1e300, 1e300))]
    assert nearest(table, 1, 9) == []
