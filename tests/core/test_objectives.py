"""Losses and gradients beside the step: against the reference, and against finite differences."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sgns_core.objectives
from sgns_core.draws import draw_negatives, uniforms
from sgns_core.errors import InvalidInput
from sgns_core.noise import NoiseDistribution
from sgns_core.objectives import PairCounts, expected_sgns, sgns, softmax
from sgns_core.policy import ARTICLE, Collision
from sgns_core.step import trace_step
from sgns_core.trace import Floats
from tests.core.cases import CAT, MAT, ON, SAT, cases, close, untimed, worked
from tests.core.reference import (
    finite_difference,
    log_sigmoid,
    reference_expected_loss,
    reference_softmax_gradients,
    reference_softmax_loss,
)

RULES: list[Collision] = ["keep", "skip", "redraw"]


# --- The sampled loss -----------------------------------------------------------------------------


@untimed
@given(cases(ARTICLE))
def test_sgns_is_the_loss_of_a_step(case: Any) -> None:
    trace = trace_step(case.E, case.Ep, case.center, case.target, case.negatives)
    objective = sgns(trace.v_center, trace.vectors)
    close(objective.loss, trace.loss)
    close(objective.grad_center, trace.grad_center)
    close(objective.grad_outputs, trace.grad_outputs)


def test_published_loss() -> None:
    E, Ep = worked()
    objective = sgns(E[SAT], Ep[[ON, CAT, MAT]])
    assert round(objective.loss, 4) == 1.9512
    assert objective.grad_center.round(4).tolist() == [-0.0435, 0.5269, 0.0717]


@pytest.mark.parametrize("score", [-1e300, -1000.0, 1000.0, 1e300])
def test_sgns_is_stable(score: float) -> None:
    objective = sgns(np.array([1.0]), np.array([[score], [score / 2]]))
    assert objective.loss == pytest.approx(-log_sigmoid(score) - log_sigmoid(-score / 2))
    close(objective.grad_outputs, [[-float(score < 0)], [float(score > 0)]], 1e-200)


# --- The full softmax -----------------------------------------------------------------------------


@untimed
@given(cases(ARTICLE))
def test_softmax_equals_the_reference(case: Any) -> None:
    objective = softmax(case.E, case.Ep, case.center, case.target)
    wanted = (case.E.tolist(), case.Ep.tolist(), case.center, case.target)
    grad_center, grad_outputs = reference_softmax_gradients(*wanted)
    close(objective.loss, reference_softmax_loss(*wanted))
    close(objective.grad_center, grad_center)
    close(objective.grad_outputs, grad_outputs)
    assert objective.probabilities.sum() == pytest.approx(1, abs=1e-12)


def test_softmax_gradients_are_those_of_its_loss() -> None:
    E, Ep = worked()
    objective = softmax(E, Ep, SAT, ON)

    def loss_of_center(row: list[float]) -> float:
        changed = E.copy()
        changed[SAT] = row
        return softmax(changed, Ep, SAT, ON).loss

    def loss_of_outputs(flat: list[float]) -> float:
        return softmax(E, np.reshape(flat, Ep.shape), SAT, ON).loss

    close(objective.grad_center, finite_difference(loss_of_center, E[SAT].tolist()), 1e-8)
    outputs = finite_difference(loss_of_outputs, Ep.ravel().tolist())
    close(objective.grad_outputs.ravel(), outputs, 1e-8)


def test_softmax_of_large_scores_and_float32_tables() -> None:
    E, Ep = np.array([[1.0]]), np.array([[1e300], [0.0], [-1e300]])
    assert softmax(E, Ep, 0, 0).probabilities.tolist() == [1, 0, 0]
    assert softmax(E, Ep, 0, 1).loss == 1e300
    E32, Ep32 = (table.astype(np.float32) for table in worked())
    wide = softmax(E32.astype(float), Ep32.astype(float), SAT, ON)
    assert softmax(E32, Ep32, SAT, ON).loss == wide.loss  # type: ignore[arg-type]


# --- The expected loss ----------------------------------------------------------------------------


def pair_counts(counted: dict[tuple[int, int], float], size: int) -> PairCounts:
    rows, columns = zip(*counted, strict=True)
    return PairCounts(
        np.array(rows), np.array(columns), np.array(list(counted.values()), float), size
    )


@st.composite
def expectations(
    draw: st.DrawFn,
) -> tuple[Floats, Floats, dict[tuple[int, int], float], NoiseDistribution, int]:
    size = draw(st.integers(2, 7))
    dimension = draw(st.integers(1, 3))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    E, Ep = random.normal(size=(2, size, dimension)) * draw(st.sampled_from((0.1, 1.0, 10.0)))
    index = st.integers(0, size - 1)
    counted = draw(
        st.dictionaries(st.tuples(index, index), st.floats(0.1, 20), min_size=1, max_size=20)
    )
    counts = draw(st.lists(st.integers(0, 9), min_size=size, max_size=size))
    counts[0] += 1
    counts[1] += 1
    return E, Ep, counted, NoiseDistribution(counts), draw(st.integers(0, 8))


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("block", [None, 1, 13])
@untimed
@given(given=expectations())
def test_expected_loss_equals_the_reference(rule: Collision, block: int | None, given: Any) -> None:
    E, Ep, counted, noise, k = given
    with pytest.MonkeyPatch.context() as patch:
        if block:
            patch.setattr(sgns_core.objectives, "_BLOCK", block)  # a row at a time, or a few
        loss = expected_sgns(E, Ep, pair_counts(counted, len(E)), noise, k, rule).loss
    q = noise.probabilities.tolist()
    close(loss, reference_expected_loss(E.tolist(), Ep.tolist(), counted, q, k, rule))


@pytest.mark.parametrize("rule", RULES)
@untimed
@given(given=expectations())
def test_expected_gradients_are_those_of_the_loss(rule: Collision, given: Any) -> None:
    E, Ep, counted, noise, k = given
    E, Ep = E / max(1.0, np.abs(E).max()), Ep / max(1.0, np.abs(Ep).max())
    pairs = pair_counts(counted, len(E))

    def loss(flat: list[float]) -> float:
        tables = np.reshape(flat, (2, *E.shape))
        return expected_sgns(tables[0], tables[1], pairs, noise, k, rule).loss

    result = expected_sgns(E, Ep, pairs, noise, k, rule)
    numeric = finite_difference(loss, np.concatenate((E, Ep)).ravel().tolist())
    close(np.concatenate((result.grad_E, result.grad_Ep)).ravel(), numeric, 1e-8)


@pytest.mark.parametrize("rule", RULES)
def test_blocks_do_not_change_the_result(rule: Collision, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(2)
    E, Ep = random.normal(size=(2, 11, 4))
    places = random.permutation(121)[:40]
    pairs = PairCounts(places // 11, places % 11, random.uniform(1, 5, 40), 11)
    noise = NoiseDistribution(random.integers(1, 9, 11))
    whole = expected_sgns(E, Ep, pairs, noise, 5, rule)
    for rows in (1, 3, 4, 10):
        monkeypatch.setattr(sgns_core.objectives, "_BLOCK", rows * 11)
        part = expected_sgns(E, Ep, pairs, noise, 5, rule)
        close(part.loss, whole.loss)
        close(part.grad_E, whole.grad_E)
        close(part.grad_Ep, whole.grad_Ep)


@pytest.mark.parametrize("rule", RULES)
def test_expected_loss_is_the_mean_of_sampled_ones(rule: Collision) -> None:
    E, Ep = worked()
    Ep[ON] *= 10
    noise = NoiseDistribution([2, 1, 1, 6, 1])
    pairs = pair_counts({(SAT, ON): 1.0}, 5)
    wanted = expected_sgns(E, Ep, pairs, noise, 3, rule).loss
    policy = ARTICLE.with_parts(collision=rule)
    negatives, _ = draw_negatives(uniforms(5, 0, 4000, 3), ON, policy, noise)
    losses = [trace_step(E, Ep, SAT, ON, each, 0.1, policy).loss for each in negatives]
    error = float(np.std(losses)) / math.sqrt(len(losses))
    assert abs(float(np.mean(losses)) - wanted) < 4 * error
    others = [expected_sgns(E, Ep, pairs, noise, 3, other).loss for other in RULES if other != rule]
    assert min(abs(other - wanted) for other in others) > 8 * error  # so the rule is told apart


def test_redraw_needs_another_word() -> None:
    E, Ep = worked()
    noise = NoiseDistribution([0, 0, 0, 1, 0])
    with pytest.raises(InvalidInput, match="second word to draw"):
        expected_sgns(E, Ep, pair_counts({(SAT, ON): 1}, 5), noise, 3, "redraw")
    assert expected_sgns(E, Ep, pair_counts({(SAT, ON): 1}, 5), noise, 3, "skip").loss > 0


@pytest.mark.parametrize(
    ("rows", "columns", "weights", "says"),
    [
        ([], [], [], "at least one pair"),
        ([0, 1], [1], [1.0, 2.0], "equal length"),
        ([0], [1], [1.0, 2.0], "equal length"),
        ([0], [1], [0.0], "above 0"),
        ([0], [1], [-1.0], "above 0"),
        ([0], [1], [math.nan], "finite"),
        ([0], [1], [math.inf], "finite"),
    ],
)
def test_pair_counts_that_cannot_be_used(
    rows: list[int], columns: list[int], weights: list[float], says: str
) -> None:
    with pytest.raises(InvalidInput, match=says):
        PairCounts(np.array(rows, int), np.array(columns, int), np.array(weights, float), 3)
