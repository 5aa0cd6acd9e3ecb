"""Nearest rows against a loop over exact fractions, at every scale and with every odd row."""

import math

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_core.errors import InvalidInput
from sgns_core.neighbors import MEASURES, Measure, NeighborSearch, neighbors, row_norms
from tests.core import reference_vectors as reference
from tests.core.cases import untimed

Table = npt.NDArray[np.float32 | np.float64]
each_measure = pytest.mark.parametrize("measure", MEASURES)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Draw tables of either type, of small whole numbers (with ties) or of any scale."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    dtype = draw(st.sampled_from([np.float32, np.float64]))
    size, dim = random.integers(1, 40), random.integers(1, random.choice((3, 60)))
    if draw(st.booleans()):
        table = random.integers(-2, 3, (size, dim)).astype(dtype)
    else:
        most = 17 if dtype is np.float32 else 140
        scale = 10.0 ** random.integers(-most, most, (size, 1)) * draw(st.sampled_from([0, 1]))
        table = (random.normal(size=(size, dim)) * np.where(scale, scale, 1.0)).astype(dtype)
    odd = random.random(size) < 0.15
    table[odd, 0] = random.choice([np.nan, np.inf, -np.inf], odd.sum())
    table[random.random(size) < 0.15] = 0
    return table


def agree(
    found: list[tuple[int, float]],
    table: Table,
    query: npt.NDArray[np.float64],
    measure: Measure,
    count: int,
    without: set[int],
) -> None:
    """Check values, and the order up to what float64 cannot tell apart."""
    rows = table.astype(np.float64).tolist()
    everything = reference.nearest(rows, query.tolist(), len(rows), measure, without)
    wanted = dict(everything)
    scale = max((abs(value) for _, value in everything), default=0) if measure != "cosine" else 1
    assert [row for row, _ in found] == list(dict(found))
    assert len(found) == min(count, len(wanted))
    for (row, value), (_, best) in zip(found, everything, strict=False):
        assert value == pytest.approx(wanted[row], rel=1e-12, abs=1e-13 * scale)
        assert value == pytest.approx(best, rel=1e-12, abs=1e-13 * scale)


@each_measure
@untimed
@given(table=tables(), data=st.data())
def test_nearest_against_a_plain_loop(measure: Measure, table: Table, data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 12))
    row = data.draw(st.integers(0, len(table) - 1))
    without = {row} if data.draw(st.booleans()) else set()
    query = table[row].astype(np.float64)
    found = NeighborSearch(table).nearest(query, count, measure, without)
    if not np.isfinite(query).all() or (measure == "cosine" and not query.any()):
        assert found == []
    else:
        agree(found, table, query, measure, count, without)


@each_measure
def test_a_large_table_against_float64(measure: Measure) -> None:
    random = np.random.default_rng(7)
    table = random.normal(size=(20_000, 50)).astype(np.float32)
    table[5_000:10_000] = table[:5_000] + random.normal(size=(5_000, 50)).astype(np.float32) * 1e-6
    table[::1000] *= np.float32(1e20)
    search = NeighborSearch(table)
    wide = table.astype(np.float64)
    for row in (0, 1, 5_003, 19_999):
        found = search.nearest(wide[row], 15, measure, {row})
        products = wide @ wide[row]
        norms = np.sqrt((wide**2).sum(axis=1))
        values = {
            "cosine": -products / norms / norms[row],
            "dot": -products,
            "distance": np.sqrt(((wide - wide[row]) ** 2).sum(axis=1)),
        }[measure]
        values[row] = np.inf
        order = np.argsort(values, kind="stable")[:15]
        assert [place for place, _ in found] == order.tolist()


@each_measure
def test_among_equals_the_first_row_comes_first(measure: Measure) -> None:
    random = np.random.default_rng(8)
    table = random.normal(size=(5, 7)).astype(np.float32)[random.integers(5, size=500)]
    found = NeighborSearch(table).nearest(table[0], 495, measure)
    values = [value for _, value in found]
    assert len(set(values)) == 5
    for value in set(values):
        rows = [row for row, other in found if other == value]
        assert rows == sorted(rows)
        assert len(rows) < 2 or set(rows) <= set(np.flatnonzero((table == table[rows[0]]).all(1)))


def test_a_row_and_its_multiples_have_the_same_direction() -> None:
    row = np.array([0.1, -0.3, 0.7], np.float32)
    table = np.array([row, row * 2, row * 0.5, row * -4, row * 2**60, [0.1, -0.3, 0.6]], np.float32)
    found = neighbors(table, 0, 9)
    assert [place for place, _ in found] == [1, 2, 4, 5, 3]
    assert [value for _, value in found[:3]] == [1.0, 1.0, 1.0]
    assert found[-1][1] == -1.0


def test_cosines_stay_within_their_range() -> None:
    random = np.random.default_rng(9)
    for dim in (1, 2, 3, 300):
        base = random.normal(size=(1, dim))
        table = base * random.uniform(-3, 3, size=(200, 1))
        for row, value in neighbors(table, 0, 500):
            assert -1 <= value <= 1
            assert abs(value) == pytest.approx(1)
            assert row != 0


def test_more_than_there_are_and_none() -> None:
    table = np.eye(3)
    assert [row for row, _ in neighbors(table, 1, 100)] == [0, 2]
    assert neighbors(table, 1, 0) == []
    assert neighbors(table[:1], 0, 5) == []
    assert neighbors(np.zeros((3, 2)), 1, 5) == []
    assert NeighborSearch(table).nearest([0, 0, 0], 5) == []
    assert NeighborSearch(table).nearest([np.nan, 0, 0], 5, "dot") == []
    assert [row for row, _ in NeighborSearch(table).nearest([0, 0, 0], 5, "distance")] == [0, 1, 2]


def test_zeros_have_no_direction_and_yet_a_place() -> None:
    table = np.array([[1.0, 0], [0, 0], [0, 2], [np.inf, 1]])
    search = NeighborSearch(table)
    assert search.nearest([1, 0], 9) == [(0, 1.0), (2, 0.0)]
    assert search.nearest([1, 0], 9, "dot") == [(0, 1.0), (1, 0.0), (2, 0.0)]
    assert search.nearest([1, 0], 9, "distance") == [(0, 0.0), (1, 1.0), (2, math.sqrt(5))]


def test_an_unknown_measure_is_refused() -> None:
    with pytest.raises(InvalidInput, match="measure must be one of cosine, dot, distance"):
        NeighborSearch(np.eye(2)).nearest([1, 0], 1, "angle")  # type: ignore[arg-type]


@untimed
@given(table=tables())
def test_norms(table: Table) -> None:
    for norm, row in zip(row_norms(table), table.astype(np.float64).tolist(), strict=True):
        if not reference.finite(row):
            assert np.isnan(norm)
        else:
            assert norm == pytest.approx(reference.root(reference.dot(row, row)), rel=1e-14, abs=0)


def test_norms_at_the_ends_of_the_range() -> None:
    table = np.array([[3e200, 4e200], [3e-200, 4e-200], [0, 0], [5e-324, 0]])
    assert row_norms(table) == pytest.approx([5e200, 5e-200, 0, 5e-324], rel=1e-15, abs=0)
