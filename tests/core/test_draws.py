"""Chance: the same number for (seed, step, j) wherever it is asked, and negatives from it."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_core.draws import Stream, draw_negatives, u, uniforms
from sgns_core.errors import InvalidInput
from sgns_core.noise import NoiseDistribution
from sgns_core.policy import ARTICLE, FASTTEXT, GENSIM
from tests.core.cases import untimed
from tests.core.reference import reference_philox

LAST = 2**64 - 1
words = st.integers(0, 1000) | st.integers(0, LAST) | st.sampled_from((0, 2**32, 2**63, LAST))


def reference_u(seed: int, step: int, j: int, stream: int = 0, round_: int = 0) -> float:
    key = (seed, stream * 2**32 + j // 4)
    return (reference_philox((step, round_, 0, 0), key)[j % 4] >> 11) * 2.0**-53


@untimed
@given(words, words, st.integers(0, 40), st.sampled_from(Stream), words)
def test_equals_the_reference_generator(
    seed: int, step: int, j: int, stream: Stream, round_: int
) -> None:
    assert u(seed, step, j, stream, round_) == reference_u(seed, step, j, stream, round_)


def test_known_numbers() -> None:
    assert [u(1, 2, j) for j in range(6)] == [reference_u(1, 2, j) for j in range(6)]
    assert [member.value for member in Stream] == list(range(9))  # saved sessions hold these


@untimed
@given(words, st.integers(0, LAST - 60), st.integers(0, 50), st.integers(1, 23), words)
def test_does_not_depend_on_the_block(
    seed: int, start: int, count: int, columns: int, round_: int
) -> None:
    block = uniforms(seed, start, count, columns, Stream.E, round_)
    assert block.shape == (count, columns)
    assert ((block >= 0) & (block < 1)).all()
    cut = count // 3
    parts = [
        uniforms(seed, start, cut, columns, Stream.E, round_),
        uniforms(seed, start + cut, count - cut, columns, Stream.E, round_),
    ]
    assert np.concatenate(parts).tobytes() == block.tobytes()
    wider = uniforms(seed, start, count, columns + 7, Stream.E, round_)
    assert wider[:, :columns].tolist() == block.tolist()
    if count:
        last = count - 1
        assert u(seed, start + last, columns - 1, Stream.E, round_) == block[last, columns - 1]


def test_the_first_and_the_last_step_and_a_carry_between_rounds() -> None:
    for step in (0, 1, LAST - 1, LAST):
        for round_ in (0, 1, LAST):
            assert u(5, step, 6, Stream.WINDOW, round_) == reference_u(5, step, 6, 1, round_)
    block = uniforms(5, LAST - 1, 2, 5, Stream.WINDOW, 3)
    assert block[1, 4] == reference_u(5, LAST, 4, 1, 3)


def test_streams_rounds_seeds_and_steps_share_no_number() -> None:
    blocks = [uniforms(9, 0, 100, 8, stream) for stream in Stream]
    blocks += [uniforms(9, 0, 100, 8, Stream.WINDOW, 1), uniforms(10, 0, 100, 8)]
    numbers = np.concatenate(blocks)
    assert len(np.unique(numbers)) == numbers.size
    assert 0.48 < numbers.mean() < 0.52


def test_numpy_s_integers_are_integers() -> None:
    wanted = u(3, 5, 6, Stream.NEGATIVES, 2)
    for kind in (np.int8, np.int64, np.uint64):
        seed, step, j, round_ = (kind(value) for value in (3, 5, 6, 2))
        assert u(seed, step, j, Stream.NEGATIVES, round_) == wanted  # type: ignore[arg-type]
    block: Any = uniforms(1, np.int8(127), np.int8(4), 2)  # type: ignore[arg-type]
    assert block.tolist() == uniforms(1, 127, 4, 2).tolist()


@pytest.mark.parametrize("value", [-1, 2**64, 10**30])
@pytest.mark.parametrize("name", ["seed", "step", "epoch"])
def test_what_is_out_of_range(name: str, value: int) -> None:
    given = {"seed": 1, "step": 1, "epoch": 1} | {name: value}
    with pytest.raises(InvalidInput, match=f"{name} must lie in 0..18446744073709551615, got"):
        u(given["seed"], given["step"], 0, Stream.WINDOW, given["epoch"])


def test_a_block_that_ends_beyond_the_last_step() -> None:
    with pytest.raises(InvalidInput, match=f"step must lie in .*, got {2**64}"):
        uniforms(1, LAST, 2, 1)


# --- Negatives ------------------------------------------------------------------------------------

NOISE = NoiseDistribution([5, 0, 3, 8, 1])


@pytest.mark.parametrize("positive", range(5))
def test_what_each_rule_makes_of_a_collision(positive: int) -> None:
    us = uniforms(4, 0, 300, 5)
    plain = NOISE.draw(us)
    kept, skipped = draw_negatives(us, positive, ARTICLE, NOISE)
    assert kept.tolist() == plain.tolist()
    assert not skipped.any()
    assert skipped.shape == plain.shape
    kept, skipped = draw_negatives(us, positive, GENSIM, NOISE)
    assert kept.tolist() == plain.tolist()
    assert skipped.tolist() == (plain == positive).tolist()
    assert skipped.any() == (positive != 1)
    redrawn, skipped = draw_negatives(us, positive, FASTTEXT, NOISE)
    assert redrawn.tolist() == NOISE.draw_other(us, positive).tolist()
    assert not (redrawn == positive).any()
    assert not skipped.any()


@pytest.mark.parametrize("policy", [ARTICLE, GENSIM, FASTTEXT])
def test_one_positive_for_each_row_of_numbers(policy: Any) -> None:
    us = uniforms(8, 0, 40, 6)
    positives = np.arange(40) % 5
    negatives, skipped = draw_negatives(us, positives, policy, NOISE)
    for row, positive in enumerate(positives.tolist()):
        one, flags = draw_negatives(us[row], positive, policy, NOISE)
        assert negatives[row].tolist() == one.tolist()
        assert skipped[row].tolist() == flags.tolist()


def test_more_negatives_leave_the_first_ones_as_they_are() -> None:
    few, _ = draw_negatives(uniforms(2, 30, 1, 5)[0], 3, FASTTEXT, NOISE)
    many, _ = draw_negatives(uniforms(2, 0, 60, 40)[30], 3, FASTTEXT, NOISE)
    assert many[:5].tolist() == few.tolist()
    assert draw_negatives(uniforms(2, 0, 1, 0)[0], 3, ARTICLE, NOISE)[0].tolist() == []


def test_redraw_without_another_word() -> None:
    with pytest.raises(InvalidInput, match="second word to draw"):
        draw_negatives(uniforms(1, 0, 1, 2)[0], 0, FASTTEXT, NoiseDistribution([3, 0]))
