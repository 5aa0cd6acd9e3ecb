"""Batch losses against plain loops and finite differences, and where they cannot be computed."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_core.batch_objectives import (
    FIRST_LOG_SCALE,
    OBJECTIVES,
    BatchObjective,
    batch_objective,
    full_softmax,
    normalised,
    row_softmax,
    score_objective,
)
from sgns_core.errors import InvalidInput
from sgns_core.objectives import softmax
from tests.core.cases import close, untimed
from tests.core.reference import finite_difference
from tests.core.reference_batch import ROWS, batch_loss


@st.composite
def batches(draw: st.DrawFn, scale: tuple[float, ...] = (0.1, 1.0, 3.0)) -> Any:
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    n, d = draw(st.integers(1, 6)), draw(st.integers(1, 4))
    Q, P = random.normal(size=(2, n, d)) * draw(st.sampled_from(scale))
    out = random.random((n, n)) < draw(st.sampled_from((0.0, 0.3, 1.0)))
    np.fill_diagonal(out, False)
    t = draw(st.sampled_from((FIRST_LOG_SCALE, 0.0, -1.0, 4.0, 5.0)))
    return Q, P, out, t


@pytest.mark.parametrize("name", OBJECTIVES)
@untimed
@given(case=batches((0.1, 1.0, 30.0)))
def test_losses_equal_plain_loops(name: BatchObjective, case: Any) -> None:
    Q, P, out, t = case
    found = batch_objective(name, Q, P, out, t)
    close(found.loss, batch_loss(name, Q.tolist(), P.tolist(), out.tolist(), t))
    close(found.cells.losses, ROWS[name](found.scores.tolist(), out.tolist()))


@pytest.mark.parametrize("name", OBJECTIVES)
@untimed
@given(case=batches())
def test_gradients_are_those_of_the_loss(name: BatchObjective, case: Any) -> None:
    Q, P, out, t = case

    def loss(flat: list[float]) -> float:
        changed = np.reshape(flat, (2, *Q.shape))
        return batch_loss(name, changed[0].tolist(), changed[1].tolist(), out.tolist(), t)

    if name == "clip":  # short rows turn too fast for finite differences
        Q = Q / np.linalg.norm(Q, axis=1, keepdims=True) * np.linspace(0.5, 2, len(Q))[:, None]
        P = P / np.linalg.norm(P, axis=1, keepdims=True)
    found = batch_objective(name, Q, P, out, t)
    flat = np.concatenate((Q, P)).ravel()
    wanted = finite_difference(loss, flat.tolist(), 1e-6)
    close(np.concatenate((found.grad_Q, found.grad_P)).ravel(), wanted, 1e-6)


@pytest.mark.parametrize("name", OBJECTIVES)
@untimed
@given(case=batches())
def test_slopes_are_those_in_each_score(name: BatchObjective, case: Any) -> None:
    Q, P, out, t = case
    scores = batch_objective(name, Q, P, out, t).scores
    shape = scores.shape

    def loss(flat: list[float]) -> float:
        rows = ROWS[name](np.reshape(flat, shape).tolist(), out.tolist())
        return sum(rows) / len(rows)

    found = score_objective(name, scores, out)
    close(found.slopes.ravel(), finite_difference(loss, scores.ravel().tolist()), 1e-7)
    assert (found.slopes[out] == 0).all()
    assert (np.diag(found.slopes) <= 0).all()  # the diagonal is pulled, all else pushed
    assert (found.slopes[~np.eye(len(scores), dtype=bool)] >= 0).all()


@untimed
@given(case=batches())
def test_the_scale_s_gradient_is_that_of_the_loss_below_the_cap(case: Any) -> None:
    Q, P, out, t = case
    found = batch_objective("clip", Q, P, out, t)
    if t > math.log(100):
        assert (found.scale, found.grad_t) == (100.0, 0.0)
        return
    wanted = finite_difference(
        lambda x: batch_loss("clip", Q.tolist(), P.tolist(), out.tolist(), x[0]), [t]
    )
    close([found.grad_t], wanted, 1e-7)
    assert batch_objective("dpr", Q, P, out).grad_t is None


def test_the_scale_starts_where_it_was_published_and_is_capped() -> None:
    assert math.exp(FIRST_LOG_SCALE) == pytest.approx(1 / 0.07)
    one = np.eye(2)
    close(batch_objective("clip", one, one).scores, one / 0.07)
    assert batch_objective("clip", one, one, None, 50.0).scores.max() == 100.0


@untimed
@given(case=batches())
def test_probabilities(case: Any) -> None:
    Q, P, out, t = case
    clip = batch_objective("clip", Q, P, out, t).cells
    dpr = batch_objective("dpr", Q, P, out).cells
    assert clip.column_probabilities is not None
    close(np.nansum(dpr.probabilities, axis=1), np.ones(len(Q)))
    close(np.nansum(clip.probabilities, axis=1), np.ones(len(Q)))
    close(np.nansum(clip.column_probabilities, axis=0), np.ones(len(Q)))
    for name in OBJECTIVES:
        cells = batch_objective(name, Q, P, out, t).cells
        assert np.isnan(cells.probabilities[out]).all()
        known = cells.probabilities[~np.isnan(cells.probabilities)]
        assert ((known >= 0) & (known <= 1)).all()


def test_length_counts_for_dot_products_and_not_for_cosines() -> None:
    random = np.random.default_rng(1)
    Q, P = random.normal(size=(2, 4, 3))
    close(batch_objective("clip", 9 * Q, P / 7).scores, batch_objective("clip", Q, P).scores)
    assert batch_objective("dpr", 9 * Q, P).loss != batch_objective("dpr", Q, P).loss
    gradient = batch_objective("clip", Q, P).grad_Q
    close(batch_objective("clip", 9 * Q, P).grad_Q, gradient / 9)
    close((gradient * Q).sum(axis=1), np.zeros(4))  # no step along the row itself
    with np.errstate(all="raise"):
        huge, tiny = Q * 1e300, P * 1e-300
        close(batch_objective("clip", huge, tiny).scores, batch_objective("clip", Q, P).scores)


def test_full_softmax_is_that_of_single_pairs() -> None:
    random = np.random.default_rng(3)
    E, Ep = random.normal(size=(2, 7, 3))
    centers, targets = np.array([0, 2, 2]), np.array([5, 1, 5])
    found = full_softmax(E[centers], Ep, targets)
    pairs = [softmax(E, Ep, c, t) for c, t in zip(centers.tolist(), targets.tolist(), strict=True)]
    close(found.cells.losses, [pair.loss for pair in pairs])
    close(found.cells.probabilities, [pair.probabilities for pair in pairs])
    close(found.grad_Q, [pair.grad_center / 3 for pair in pairs])
    close(found.grad_P, np.sum([pair.grad_outputs for pair in pairs], axis=0) / 3)


@pytest.mark.parametrize("name", OBJECTIVES)
def test_large_scores_are_no_trouble(name: BatchObjective) -> None:
    scores = np.array([[1e300, -1e300], [0.0, -1e300]])
    with np.errstate(over="raise", invalid="raise"):
        found = score_objective(name, scores)
    assert np.isfinite(found.losses).all()
    assert np.isfinite(found.slopes).all()


@pytest.mark.parametrize("name", OBJECTIVES)
def test_a_row_alone_has_nothing_to_learn_but_its_own_score(name: BatchObjective) -> None:
    found = score_objective(name, np.array([[0.5]]))
    assert found.loss == pytest.approx(math.log1p(math.exp(-0.5)) if name == "sgns" else 0.0)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: batch_objective("clip", np.eye(2), np.zeros((2, 2))), "row 1 of P is all zeros"),
        (lambda: batch_objective("clip", np.diag([1.0, 0]), np.eye(2)), "row 2 of Q is all zeros"),
        (lambda: batch_objective("dpr", np.eye(2), np.eye(3)), "equal"),
        (lambda: batch_objective("dpr", np.full((2, 2), np.nan), np.eye(2)), "finite"),
        (lambda: batch_objective("dpr", np.full((2, 2), 1e200), np.full((2, 2), 1e200)), "finite"),
        (lambda: batch_objective("sgns", np.zeros((0, 2)), np.zeros((0, 2))), "rows"),
        (lambda: batch_objective("clip", np.eye(2), np.eye(2), None, math.nan), "t must be"),
        (lambda: score_objective("none", np.eye(2)), "one of sgns, dpr, clip"),  # type: ignore[arg-type]
        (lambda: score_objective("dpr", np.eye(2), np.eye(2, dtype=bool)), "no positive"),
        (lambda: score_objective("dpr", np.eye(2), np.zeros((1, 2), bool)), "fit the scores"),
        (lambda: score_objective("clip", np.ones((2, 3))), "as many columns"),
        (lambda: row_softmax(np.ones((2, 3)), np.array([0, 3])), "needs its positive"),
        (lambda: score_objective("sgns", np.ones((3, 2))), "needs its positive"),
    ],
)
def test_what_cannot_be_computed(call: Any, says: str) -> None:
    with np.errstate(over="ignore"), pytest.raises(InvalidInput, match=says):
        call()


@pytest.mark.parametrize("name", ["sgns", "dpr", "preference"])
def test_a_row_of_zeros_is_fine_where_nothing_is_normalised(name: BatchObjective) -> None:
    assert math.isfinite(batch_objective(name, np.zeros((2, 2)), np.eye(2)).loss)


def test_normalised_rows_have_length_one() -> None:
    rows = np.array([[3.0, 4.0], [1e-320, 0.0], [1e308, 1e308]])
    units, lengths = normalised("rows", rows)
    close(np.linalg.norm(units, axis=1), np.ones(3))
    assert lengths[0] == 5.0
