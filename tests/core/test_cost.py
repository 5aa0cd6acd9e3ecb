"""What a pair costs: counts, the softmax without a word, and measuring by a clock of our own."""

import itertools
import math
from typing import Any

import numpy as np
import pytest

from sgns_core import cost as module
from sgns_core.cost import (
    SIZES,
    Cost,
    dropped,
    fitted_slope,
    layer_multiply_adds,
    measure,
    measuring_bytes,
    sgns_update,
    softmax_update,
)
from sgns_core.errors import InvalidInput
from sgns_core.objectives import softmax, softmax_probabilities
from sgns_core.step import sgns_step
from tests.core.cases import CAT, MAT, ON, SAT, close, worked


def test_the_published_example() -> None:
    cost = Cost(1_000_000, 300, 5)
    assert cost.softmax_multiply_adds == 300_000_000
    assert cost.sgns_multiply_adds == 1_800
    assert (cost.softmax_exponentials, cost.sgns_exponentials) == (1_000_000, 6)
    assert (cost.softmax_rows, cost.sgns_rows) == (1_000_001, 7)
    assert cost.ratio == pytest.approx(166_666.67, abs=0.01)
    assert cost.table_bytes() == 2_400_000_000
    assert cost.table_bytes(8) == 2 * cost.table_bytes()


def test_a_small_vocabulary_has_no_more_rows_than_it_has() -> None:
    assert Cost(5, 3, 20).sgns_rows == 6
    assert Cost(5, 3, 2).sgns_rows == 4


def test_the_network_for_scale() -> None:
    assert layer_multiply_adds() == (100_352, 1_280)


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ((1, 3, 5), "words"),
        ((5, 0, 5), "dim"),
        ((5, 3, -1), "k must"),
        ((10**10, 3, 5), "words"),
        ((5.0, 3, 5), "words"),
        ((True, 3, 5), "words"),
    ],
)
def test_costs_of_nothing(values: Any, says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        Cost(*values)


def test_a_softmax_without_one_of_its_words() -> None:
    E, Ep = worked()
    probabilities = softmax_probabilities(E[SAT], Ep)
    found = dropped(probabilities, ON)
    assert found.sum_left == pytest.approx(1 - probabilities[ON])
    close(found.others.sum(), 1)
    left = [CAT, MAT, SAT, 0]
    close(found.others[left], softmax_probabilities(E[SAT], Ep[left]))
    close(found.others[left], probabilities[left] * found.too_large)
    assert dropped(np.array([1.0, 0.0]), 0).too_large == math.inf


def test_what_is_measured_are_the_engine_s_updates(monkeypatch: pytest.MonkeyPatch) -> None:
    E, Ep = worked()
    wanted = softmax(E, Ep, SAT, ON)
    for block in (1 << 20, 1, 7):
        monkeypatch.setattr(module, "_BLOCK", block)
        v, outputs = E[SAT].copy(), Ep.copy()
        softmax_update(v, outputs, ON, 0.1)
        close(v, E[SAT] - 0.1 * wanted.grad_center)
        close(outputs, Ep - 0.1 * wanted.grad_outputs)
    v, outputs = E[SAT].copy(), Ep.copy()
    sgns_update(v, outputs, [ON, CAT, MAT, CAT], 0.1)
    sgns_step(E, Ep, SAT, ON, [CAT, MAT, CAT], 0.1)
    close(v, E[SAT])
    close(outputs, Ep)


def test_measuring_takes_the_fastest_round_of_the_clock_it_is_given() -> None:
    # Each look at the clock is a tenth of a second later.
    times = itertools.accumulate(itertools.repeat(0.1))
    found = measure(10, 2, 1, lambda: next(times), seconds=0.5)
    assert found is not None
    assert found.words == 10
    assert found.softmax == pytest.approx(0.1)
    assert found.sgns == pytest.approx(0.1)


def test_measuring_can_be_ended() -> None:
    times = itertools.count()
    looks = iter([True, True, False])
    assert measure(10, 2, 1, lambda: float(next(times)), lambda: next(looks)) is None


def test_memory_grows_like_the_table() -> None:
    assert measuring_bytes(200_000, 300) > 8 * 200_000 * 300
    assert measuring_bytes(200_000, 300) < 2 * 8 * 200_000 * 300
    assert (SIZES[0], SIZES[-1]) == (1_000, 200_000)


def test_the_slope_is_the_exponent() -> None:
    sizes = [1e3, 1e4, 1e5]
    assert fitted_slope(sizes, [3 * n**1.5 for n in sizes]) == pytest.approx(1.5)
    assert fitted_slope(sizes, [7.0] * 3) == pytest.approx(0)
    for wrong in (([1.0], [1.0]), ([1.0, 1.0], [1.0, 2.0]), ([1.0, 2.0], [0.0, 1.0])):
        assert math.isnan(fitted_slope(*wrong))
