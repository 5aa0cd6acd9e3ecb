"""What a block changes is, on average over its negatives, what SGNS changes pair by pair."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.core.reference import Table, finite_difference, reference_expected_loss
from tests.core.training_reference import block_update

K, D, LR = 3, 2, 0.1
NOISE = [0.4, 0.3, 0.2, 0.1]
# (input, target) of a block: words come again as inputs, as targets, and as both of a pair.
PAIRS = [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1), (1, 1), (3, 1), (1, 3), (0, 1)]


def tables() -> tuple[Table, Table]:
    rng = np.random.default_rng(4)
    E, Ep = rng.normal(0, 1, (2, len(NOISE), D)).tolist()
    return E, Ep


def expected_change() -> tuple[Table, Table]:
    """The change, averaged over all draws of the negatives.

    Each negative adds its own share to the change, so that a block whose negatives are all the
    same word, weighted by that word's probability, adds up to the average over all draws.
    """
    before = tables()
    total = [np.zeros((len(NOISE), D)), np.zeros((len(NOISE), D))]
    for word, chance in enumerate(NOISE):
        E, Ep = tables()
        block_update(E, Ep, PAIRS, [word] * 8, K, LR)
        for sums, after, then in zip(total, (E, Ep), before, strict=True):
            sums += chance * (np.array(after) - np.array(then))
    return total[0].tolist(), total[1].tolist()


def loss(E: Table, Ep: Table) -> float:
    counts: dict[tuple[int, int], float] = dict(Counter(PAIRS))
    mean = reference_expected_loss(E, Ep, counts, NOISE, K, "skip")
    return mean * len(PAIRS)


def slopes(table: int) -> Table:
    both = tables()
    rows = []
    for row in range(len(NOISE)):

        def of_row(values: list[float], row: int = row) -> float:
            changed = [[list(r) for r in t] for t in both]
            changed[table][row] = values
            return loss(changed[0], changed[1])

        rows.append(finite_difference(of_row, both[table][row]))
    return rows


@pytest.mark.parametrize("table", [0, 1], ids=["E", "Ep"])
def test_the_expected_change_is_the_gradient_of_the_expected_loss(table: int) -> None:
    change = np.array(expected_change()[table])
    np.testing.assert_allclose(change, -LR * np.array(slopes(table)), atol=1e-8)
    assert abs(change).min() > 1e-4


def test_the_weighted_loss_of_a_block_is_on_average_that_of_its_pairs() -> None:
    average = sum(
        chance * block_update(*tables(), PAIRS, [word] * 8, K, LR)
        for word, chance in enumerate(NOISE)
    )
    assert average == pytest.approx(loss(*tables()), rel=1e-12)
