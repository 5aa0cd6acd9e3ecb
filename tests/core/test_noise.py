"""The noise distribution: its probabilities, its draws, and what a rule makes of collisions."""

import math
from bisect import bisect_right
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sgns_core.draws import uniforms
from sgns_core.errors import InvalidInput
from sgns_core.noise import NoiseDistribution
from sgns_core.trace import Floats, Indices
from tests.core.cases import untimed

LARGEST_U = 1 - 2**-53

count = st.integers(0, 1000) | st.sampled_from((0.0, 1e-300, 0.5, 1e12, 1e300))
counts_lists = st.lists(count, min_size=1, max_size=60).filter(any)
powers = st.sampled_from((0.0, 0.5, 0.75, 1.0, 100.0))
edges = st.sampled_from((0.0, 2**-53, 0.5, LARGEST_U)) | st.floats(0, LARGEST_U)


def chi_square(drawn: Indices, probabilities: Floats) -> float:
    """Return the statistic in standard deviations above its mean, over words expected 5 times."""
    wanted = probabilities * drawn.size
    assert (np.bincount(drawn.ravel(), minlength=len(wanted))[wanted == 0] == 0).all()
    frequent = wanted >= 5
    observed = np.bincount(drawn.ravel(), minlength=len(wanted))[frequent]
    statistic = float(((observed - wanted[frequent]) ** 2 / wanted[frequent]).sum())
    freedom = max(1, int(frequent.sum()) - 1)
    return (statistic - freedom) / math.sqrt(2 * freedom)


# --- Probabilities --------------------------------------------------------------------------------


@untimed
@given(counts_lists, powers)
def test_probabilities_sum_to_one_and_the_uncounted_have_none(
    counts: list[float], power: float
) -> None:
    noise = NoiseDistribution(counts, power)
    q = noise.probabilities
    assert len(noise) == len(q) == len(counts)
    assert math.fsum(q.tolist()) == pytest.approx(1, abs=1e-12)
    assert (q >= 0).all()
    assert all(q[w] == 0 for w, each in enumerate(counts) if each == 0)
    largest = max(counts)
    weights = [(each / largest) ** power if each else 0.0 for each in counts]
    np.testing.assert_allclose(q, np.array(weights) / math.fsum(weights), rtol=1e-12, atol=1e-300)
    assert (np.diff(noise.cumulative) >= 0).all()
    assert noise.cumulative[-1] == 1.0
    np.testing.assert_allclose(noise.cumulative, np.cumsum(q), atol=1e-12)


def test_known_probabilities() -> None:
    assert NoiseDistribution([16, 1, 0, 81]).probabilities.tolist() == pytest.approx(
        [8 / 36, 1 / 36, 0, 27 / 36]
    )
    assert NoiseDistribution([9, 4, 0], 0.5).probabilities.tolist() == pytest.approx([0.6, 0.4, 0])
    assert NoiseDistribution([7, 0, 1], 0).probabilities.tolist() == [0.5, 0.0, 0.5]


def test_cumulative_never_falls_where_rounding_exceeds_one() -> None:
    random = np.random.default_rng(5)
    for _ in range(300):
        counts = [*random.integers(1, 1000, random.integers(2, 60)).tolist(), 1e-12, 1e-20]
        cumulative = NoiseDistribution(counts, 1.0).cumulative
        assert (np.diff(cumulative) >= 0).all()
        assert cumulative.max() == 1.0


def test_its_tables_are_its_own_and_read_only() -> None:
    counts = np.array([1.0, 2.0])
    noise = NoiseDistribution(counts)
    counts[0] = 50
    assert noise.counts.tolist() == [1, 2]
    for array in (noise.counts, noise.probabilities, noise.cumulative):
        assert not array.flags.writeable


@pytest.mark.parametrize(
    ("counts", "says"),
    [
        ([], "shape"),
        ([[1, 2]], "(1, 2)"),
        (3, "()"),
        ([0, 0], "not all be 0"),
        ([1, -1], "-1.0 at index 1"),
        ([math.nan, 1], "nan at index 0"),
        ([1, math.inf], "inf at index 1"),
        (["a"], "'a'"),
        ([[1], [2, 3]], "[2, 3]"),
        ([10**400, 1], "counts must be numbers"),
        (np.array([["a"], ["b"]]), "'b'"),
    ],
)
def test_counts_that_cannot_be_used(counts: Any, says: str) -> None:
    with pytest.raises(InvalidInput, match="counts must") as refusal:
        NoiseDistribution(counts)
    assert says in str(refusal.value)
    assert len(str(refusal.value).splitlines()) == 1


@pytest.mark.parametrize("power", [-1, math.nan, math.inf, "1", None])
def test_powers_that_cannot_be_used(power: Any) -> None:
    with pytest.raises(InvalidInput, match="power must be a finite number of at least 0"):
        NoiseDistribution([1, 2], power)


# --- Draws ----------------------------------------------------------------------------------------


@untimed
@given(counts_lists, powers, st.lists(edges, max_size=20))
def test_draw_is_the_bisection_of_the_cumulative_table(
    counts: list[float], power: float, us: list[float]
) -> None:
    noise = NoiseDistribution(counts, power)
    table = noise.cumulative.tolist()
    drawn = noise.draw([0.0, LARGEST_U, *us])
    assert drawn.dtype == np.intp
    assert drawn.tolist() == [bisect_right(table, u) for u in (0.0, LARGEST_U, *us)]
    assert (noise.probabilities[drawn] > 0).all()


@untimed
@given(counts_lists, powers, st.lists(edges, max_size=40), st.integers(0, 59))
def test_counts_and_collisions_are_those_of_the_draws(
    counts: list[float], power: float, us: list[float], target: int
) -> None:
    noise = NoiseDistribution(counts, power)
    at = np.sort([0.0, LARGEST_U, *noise.cumulative[noise.cumulative < 1].tolist(), *us])
    drawn = noise.draw(at)
    wanted = np.bincount(drawn, minlength=len(noise))
    assert noise.drawn_counts(at).tolist() == wanted.tolist()
    targets = np.full(len(at), target % len(noise))
    assert noise.draws_target(at, targets).tolist() == (drawn == targets).tolist()


def test_draws_at_the_edges_of_the_intervals() -> None:
    noise = NoiseDistribution([0, 1, 0, 2, 1, 0, 0], 1.0)
    assert noise.cumulative.tolist() == [0, 0.25, 0.25, 0.75, 1, 1, 1]
    us = [0.0, 0.25 - 2**-53, 0.25, 0.75 - 2**-53, 0.75, LARGEST_U]
    assert noise.draw(us).tolist() == [1, 1, 3, 3, 4, 4]
    tenths = NoiseDistribution([1] * 10 + [0, 0])
    assert np.cumsum(tenths.probabilities)[-1] == LARGEST_U  # rounding lost the last bit
    assert tenths.draw(LARGEST_U) == 9
    assert noise.draw(np.zeros((2, 3, 1))).shape == (2, 3, 1)
    assert noise.draw(0.5).tolist() == 3


@pytest.mark.parametrize("power", [0.0, 0.75, 2.0])
def test_draws_fit_the_probabilities(power: float) -> None:
    counts = np.random.default_rng(1).integers(0, 100, 200)
    noise = NoiseDistribution(counts, power)
    us = uniforms(seed=11, start=0, count=50_000, columns=4)
    assert chi_square(noise.draw(us), noise.probabilities) < 5
    other = NoiseDistribution(counts, power + 0.1)
    assert chi_square(noise.draw(us), other.probabilities) > 5 or power == 0.0


# --- Draws of another word ------------------------------------------------------------------------


@untimed
@given(counts_lists, powers, st.lists(edges, max_size=20))
def test_draw_other_gives_neither_the_target_nor_an_uncounted_word(
    counts: list[float], power: float, us: list[float]
) -> None:
    noise = NoiseDistribution(counts, power)
    q = noise.probabilities
    at = np.array([0.0, LARGEST_U, 0.5, *noise.cumulative[noise.cumulative < 1].tolist(), *us])
    for target in range(len(counts)):
        if 1 - q[target] < 1e-12:
            continue
        drawn = noise.draw_other(at, target)
        assert not (drawn == target).any()
        assert (q[drawn] > 0).all()


def test_rounding_beside_the_cut_draws_no_target() -> None:
    random = np.random.default_rng(6)
    ulps = np.arange(-3, 4) * 2.0**-53
    for _ in range(400):
        noise = NoiseDistribution(np.exp(random.uniform(0, 8, 30)))
        for target in range(1, 29):
            lower = noise.cumulative[target - 1]
            beside = lower / (1 - noise.probabilities[target]) * (1 + ulps)
            drawn = noise.draw_other(beside, target)
            assert set(drawn.tolist()) <= {target - 1, target + 1}


@untimed
@given(counts_lists, powers, edges)
def test_draw_other_keeps_the_order_and_the_intervals_of_the_rest(
    counts: list[float], power: float, u: float
) -> None:
    noise = NoiseDistribution(counts, power)
    q = noise.probabilities.tolist()
    for target in range(len(counts)):
        rest = [0.0 if w == target else p for w, p in enumerate(q)]
        total = math.fsum(rest)
        if total < 1e-3:
            continue
        ends = (np.cumsum(rest) / total).tolist()
        if min(abs(u - end) for end in ends) < 1e-9:
            continue
        assert noise.draw_other(u, target) == bisect_right(ends, u)


@pytest.mark.parametrize("target", [0, 1, 2, 3, 4, 5, 6])
def test_draws_of_another_word_fit_what_is_left(target: int) -> None:
    noise = NoiseDistribution([5, 0, 40, 1, 25, 9, 0], 0.75)
    us = uniforms(seed=target, start=7, count=20_000, columns=3)
    left = noise.probabilities.copy()
    left[target] = 0
    assert chi_square(noise.draw_other(us, target), left / left.sum()) < 5


def test_targets_broadcast_against_the_numbers() -> None:
    noise = NoiseDistribution([3, 2, 1, 4])
    us = uniforms(1, 0, 50, 8)
    targets = np.arange(50) % 4
    drawn = noise.draw_other(us, targets[:, None])
    for row, target in enumerate(targets.tolist()):
        assert drawn[row].tolist() == noise.draw_other(us[row], target).tolist()
    assert noise.draw_other(0.5, 1).shape == ()


@pytest.mark.parametrize("counts", [[4], [0, 4], [4, 0, 0], [0, 0, 4, 0]])
def test_no_other_word_to_draw(counts: list[int]) -> None:
    noise = NoiseDistribution(counts)
    only = int(np.argmax(counts))
    with pytest.raises(InvalidInput, match=f"second word to draw, but index {only} is the only"):
        noise.draw_other([0.5], only)
    with pytest.raises(InvalidInput, match=f"index {only}"):
        noise.draw_other([[0.5]] * 3, [[0 if only else len(counts) - 1], [only], [only]])
    for target in range(len(counts)):
        if target != only:
            assert noise.draw_other([0.0, LARGEST_U], target).tolist() == [only, only]


# --- The share of true contexts -------------------------------------------------------------------


@untimed
@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=2, max_size=8),
    powers.filter(lambda power: power <= 1),
)
def test_true_context_share_by_enumeration(words: list[tuple[int, int]], power: float) -> None:
    counts, contexts = [word[0] for word in words], [word[1] for word in words]
    assume(any(counts) and any(contexts))
    noise = NoiseDistribution(counts, power)
    q = noise.probabilities.tolist()
    total = sum(contexts)
    shares = {"keep": 0.0, "skip": 0.0, "redraw": 0.0}
    for t, weight in enumerate(contexts):
        for n, chance in enumerate(q):
            if not (weight and contexts[n]):
                continue
            shares["keep"] += weight / total * chance
            if n != t:
                shares["skip"] += weight / total * chance
                if chance:
                    shares["redraw"] += weight / total * chance / (1 - q[t])
    assert noise.true_context_share(contexts, "keep") == pytest.approx(shares["keep"], abs=1e-12)
    assert noise.true_context_share(contexts, "skip") == pytest.approx(shares["skip"], abs=1e-12)
    if any(weight and q[t] == 1 for t, weight in enumerate(contexts)):
        with pytest.raises(InvalidInput, match="second word to draw"):
            noise.true_context_share(contexts, "redraw")
        return
    redraw = noise.true_context_share(contexts, "redraw")
    assert redraw == pytest.approx(shares["redraw"], abs=1e-12)


@pytest.mark.parametrize("contexts", [[1, 2], [0, 0, 0], [[1, 2, 3]]])
def test_contexts_that_cannot_be_used(contexts: Any) -> None:
    with pytest.raises(InvalidInput, match=r"context_counts must have shape \(3,\)"):
        NoiseDistribution([1, 2, 3]).true_context_share(contexts, "keep")
