"""The measure that all models share."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_core.errors import InvalidInput
from sgns_core.training.heldout import PairSample, area_under_curve, evaluate, sample_pairs
from sgns_core.training.settings import TrainingSettings
from tests.core.reference import dot, log_sigmoid

COUNTS = np.array([9, 8, 7, 6, 5])
PLAIN = TrainingSettings(subsample=0.0, window=2, k=3)


def sample(sentences: list[list[int]], most: int | None = None) -> PairSample:
    ids = np.array([i for s in sentences for i in s], np.int32)
    offsets = np.concatenate(([0], np.cumsum([len(s) for s in sentences]))).astype(np.int64)
    return sample_pairs(ids, offsets, COUNTS, PLAIN, most)


def test_pairs_are_neighbours_of_one_sentence() -> None:
    found = sample([[0, 1, 0, 1, 0, 1, 0, 1], [2, 3], [4]])
    pairs = set(zip(found.inputs.tolist(), found.targets.tolist(), strict=True))
    assert (
        {(0, 1), (1, 0), (2, 3), (3, 2)}
        <= pairs
        <= {(0, 1), (1, 0), (2, 3), (3, 2), (0, 0), (1, 1)}
    )
    assert found.negatives.shape == (len(found), 3)
    assert (found.counts == (found.negatives != found.targets[:, None])).all()


def test_nearer_pairs_are_surer() -> None:
    words = np.tile(np.arange(5), 400).tolist()
    found = sample([words])
    near = np.isin((found.inputs - found.targets) % 5, (1, 4)).sum()
    far = np.isin((found.inputs - found.targets) % 5, (2, 3)).sum()
    assert near == 2 * 1999
    assert far == pytest.approx(near / 2, rel=0.1)


def test_a_part_of_the_pairs_is_spread_over_the_text() -> None:
    whole = sample([[0, 1, 2, 3, 4] * 100])
    part = sample([[0, 1, 2, 3, 4] * 100], most=50)
    assert len(part) == 50
    places = np.arange(50) * len(whole) // 50
    assert part.inputs.tolist() == whole.inputs[places].tolist()
    assert len(sample([[0, 1]], most=50)) == 2


@pytest.mark.parametrize("sentences", [[], [[]], [[0], [1]]])
def test_no_pair_is_said(sentences: list[list[int]]) -> None:
    with pytest.raises(InvalidInput, match="no pair of words"):
        sample(sentences)


@pytest.mark.parametrize("scale", [1.0, 100.0])
def test_loss_and_area_are_those_of_plain_sums(scale: float) -> None:
    found = sample([[0, 1, 2, 3, 4, 0, 0, 2]])
    rng = np.random.default_rng(0)
    E, Ep = rng.normal(0, scale, (2, 5, 4))
    targets = [dot(E[i], Ep[t]) for i, t in zip(found.inputs, found.targets, strict=True)]
    noise = [
        [dot(E[i], Ep[n]) for n, used in zip(row, uses, strict=True) if used]
        for i, row, uses in zip(found.inputs, found.negatives, found.counts, strict=True)
    ]
    flat = [z for row in noise for z in row]
    loss = -sum(map(log_sigmoid, targets)) - sum(log_sigmoid(-z) for z in flat)
    wins = [(t > z) + 0.5 * (t == z) for t in targets for z in flat]
    score = evaluate(E, Ep, found)
    assert score.loss == pytest.approx(loss / len(targets), rel=1e-12)
    assert score.auc == pytest.approx(sum(wins) / len(wins), rel=1e-12)
    assert score.pairs == len(found)


def test_tables_of_zeros_know_nothing() -> None:
    found = sample([[0, 1, 2, 3, 4] * 20])
    score = evaluate(np.zeros((5, 2), np.float32), np.zeros((5, 2), np.float32), found)
    assert score.auc == 0.5
    assert score.loss == pytest.approx((1 + found.counts.sum() / len(found)) * math.log(2))


@given(st.lists(st.integers(-3, 3)), st.lists(st.integers(-3, 3)))
def test_area_counts_ties_half(above: list[int], below: list[int]) -> None:
    area = area_under_curve(np.array(above, float), np.array(below, float))
    wins = [(a > b) + 0.5 * (a == b) for a in above for b in below]
    if wins:
        assert area == pytest.approx(sum(wins) / len(wins))
    else:
        assert math.isnan(area)
