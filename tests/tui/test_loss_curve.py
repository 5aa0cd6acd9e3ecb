"""The loss of a long run as few points: nothing lost, nothing counted twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_core.training.engine import LossSum
from sgns_core.training.run import Position
from sgns_tui.loss_curve import MOST_POINTS, LossCurve

WORDS = 100  # of an epoch


def run(chunks: list[tuple[int, float]], a_epoch: int) -> list[Position]:
    """Return the positions of a run whose chunks have so many pairs of a mean loss."""
    positions, at = [], Position()
    for number, (pairs, mean) in enumerate(chunks):
        if number and number % a_epoch == 0:
            at = Position(at.epoch + 1)
        words = WORDS * (number % a_epoch + 1) // a_epoch
        at = Position(at.epoch, at.chunks + 1, words, at.loss + LossSum(pairs * mean, pairs))
        positions.append(at)
    return positions


CHUNKS = st.lists(
    st.tuples(st.integers(0, 1000), st.floats(0.0, 5.0)), min_size=1, max_size=5 * MOST_POINTS
)


@given(chunks=CHUNKS, a_epoch=st.integers(1, 7))
def test_every_pair_is_part_of_one_stretch(chunks: list[tuple[int, float]], a_epoch: int) -> None:
    curve = LossCurve(WORDS, Position())
    for position in run(chunks, a_epoch):
        curve.note(position)
    stretches = [loss for _, loss in curve._stretches]
    assert len(stretches) <= MOST_POINTS
    assert sum(loss.pairs for loss in stretches) == sum(pairs for pairs, _ in chunks)
    total = sum(pairs * mean for pairs, mean in chunks)
    assert sum(loss.total for loss in stretches) == pytest.approx(total, rel=1e-6, abs=1e-6)
    epochs, means = curve.points()
    assert list(epochs) == sorted(epochs)
    assert all(-1e-6 <= mean <= 5.0 + 1e-6 for mean in means)


def test_points_are_means_of_their_chunks() -> None:
    curve = LossCurve(WORDS, Position())
    for position in run([(10, 3.0), (10, 2.0), (10, 1.0), (10, 0.5)], 2):
        curve.note(position)
    assert curve.points() == ([0.5, 1.0, 1.5, 2.0], [3.0, 2.0, 1.0, 0.5])


def test_a_few_pairs_at_the_end_of_a_text_make_no_point() -> None:
    curve = LossCurve(WORDS, Position())
    for position in run([(1000, 2.0), (5, 9.0), (1000, 1.0)], 2):
        curve.note(position)
    assert curve.points() == ([1.0, 1.5], [(2000.0 + 45.0) / 1005, 1.0])


def test_a_run_that_is_gone_on_with_begins_where_it_was() -> None:
    first, second = run([(10, 3.0), (10, 2.0)], 2)
    curve = LossCurve(WORDS, first)
    curve.note(second)
    assert curve.points() == ([1.0], [2.0])
