"""The finite-difference check: small where the gradient is right, large where it is wrong."""

import dataclasses
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_core.differences import central_differences, check_gradient
from sgns_core.policy import ARTICLE, FASTTEXT, GENSIM, WORD2VEC_C, Policy
from sgns_core.step import trace_step
from tests.core.cases import CAT, MAT, ON, SAT, THE, close, untimed, worked
from tests.core.reference import dot, finite_difference, log_sigmoid

words = st.integers(0, 4)


@untimed
@given(words, words, st.lists(words, max_size=12), st.sampled_from((0.1, 1.0, 5.0)))
def test_article_gradients_are_exact(
    center: int, target: int, negatives: list[int], scale: float
) -> None:
    E, Ep = worked()
    for collision in ("keep", "skip"):
        policy = ARTICLE.with_parts(collision=collision)
        trace = trace_step(E * scale, Ep, center, target, negatives, 0.1, policy)
        check = check_gradient(trace)
        assert check.largest_absolute < 1e-8
        assert check.largest_relative < 1e-5
        assert check.parts == ()
        assert check.grad_center.shape == trace.grad_center.shape
        assert check.grad_touched.shape == trace.grad_touched.shape


def test_differences_are_those_of_the_reference_loss() -> None:
    E, Ep = worked()
    trace = trace_step(E, Ep, SAT, ON, [CAT, MAT, CAT, ON])
    rows = [Ep[row].tolist() for row in (ON, CAT, MAT, CAT, ON)]

    def loss(v: list[float]) -> float:
        return -log_sigmoid(dot(v, rows[0])) - sum(log_sigmoid(-dot(v, row)) for row in rows[1:])

    check = check_gradient(trace)
    close(check.grad_center, finite_difference(loss, E[SAT].tolist()), 1e-9)
    close(check.grad_center, trace.grad_center, 1e-9)


def test_errors_are_the_largest_of_all_components() -> None:
    trace = trace_step(*worked(), SAT, ON, [CAT, MAT])
    grad_touched = trace.grad_touched.copy()
    grad_touched[1, 2] += 0.25
    check = check_gradient(dataclasses.replace(trace, grad_touched=grad_touched))
    assert check.largest_absolute == pytest.approx(0.25, abs=1e-8)
    larger = max(abs(grad_touched[1, 2]), abs(trace.grad_touched[1, 2]))
    assert check.largest_relative == pytest.approx(0.25 / larger, abs=1e-7)


@pytest.mark.parametrize("field", ["grad_center", "grad_touched"])
@pytest.mark.parametrize("change", [lambda g: -g, lambda g: g * 1.001, lambda g: g[..., ::-1]])
def test_a_wrong_gradient_is_caught(field: str, change: Any) -> None:
    trace = trace_step(*worked(), SAT, ON, [CAT, MAT, CAT])
    wrong: dict[str, Any] = {field: change(getattr(trace, field)).copy()}
    check = check_gradient(dataclasses.replace(trace, **wrong))
    assert check.largest_absolute > 1e-5
    assert check.largest_relative > 1e-4
    assert check.parts == ()  # no part of the policy explains it


def parts(policy: Policy, negatives: list[int], scale: float = 1.0) -> tuple[str, ...]:
    E, Ep = worked()
    trace = trace_step(E * scale, Ep, SAT, ON, negatives, 0.1, policy)
    check = check_gradient(trace)
    assert (check.largest_absolute > 1e-9) >= bool(check.parts)
    return check.parts


def test_names_the_parts_of_a_policy_that_make_the_difference() -> None:
    sequential = ARTICLE.with_parts(order="sequential")
    assert parts(sequential, [CAT, MAT]) == ()
    assert parts(sequential, [CAT, CAT]) == ("order",)
    assert parts(sequential, [ON]) == ("order",)
    assert parts(WORD2VEC_C, [CAT, MAT]) == ("sigmoid",)
    assert parts(WORD2VEC_C, [CAT, CAT]) == ("order", "sigmoid")
    assert parts(FASTTEXT, [CAT]) == ("sigmoid",)
    assert parts(ARTICLE.with_parts(range_rule="stop"), [CAT, MAT], 50.0) == ("range",)
    assert parts(ARTICLE.with_parts(range_rule="stop"), [CAT, MAT]) == ()
    assert parts(GENSIM, [THE, THE], 30.0) == ("range", "sigmoid")


def test_names_no_part_that_did_not_act() -> None:
    # A skipped negative moves nothing, so what comes after it reads what was there.
    skipping = ARTICLE.with_parts(order="sequential", collision="skip")
    assert parts(skipping, [ON, CAT, ON]) == ()
    # Every score is beyond the bound: nothing is looked up.
    E, Ep = np.array([[1.0], [0.0]]), np.array([[7.0], [-9.0]])
    for policy in (GENSIM, WORD2VEC_C):
        check = check_gradient(trace_step(E, Ep, 0, 0, [1], 0.1, policy))
        assert check.parts == ("range",)


def test_relative_errors_of_nothing_are_nothing() -> None:
    trace = trace_step(np.zeros((1, 2)), np.zeros((1, 2)), 0, 0, [])
    check = check_gradient(trace)
    assert check.largest_absolute == check.largest_relative == 0.0


@pytest.mark.parametrize("at", [0.0, 1.0, -3.0, 1e6, -1e8])
def test_central_differences_scale_with_the_component(at: float) -> None:
    slope = central_differences(lambda x: float((x**2).sum()), np.array([[at], [2.0]]))
    assert slope.shape == (2, 1)
    assert slope[0, 0] == pytest.approx(2 * at, rel=1e-6, abs=1e-9)
    if abs(at) < 10:
        assert slope[1, 0] == pytest.approx(4, rel=1e-8)
