"""`trace_step`: it changes nothing, foresees every bit of `sgns_step`, and all its fields hold."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sgns_core.policy import ARTICLE, PRESETS, Policy
from sgns_core.step import sgns_step, trace_step
from sgns_core.trace import StepTrace
from tests.core.cases import (
    CAT,
    MAT,
    ON,
    POLICIES,
    SAT,
    Case,
    briefly,
    cases,
    close,
    expected,
    near_a_jump,
    policy_id,
    untimed,
    worked,
)
from tests.core.reference import Result, dot, exact_sigmoid, table_sigmoid

every_policy = pytest.mark.parametrize("policy", POLICIES, ids=policy_id)


def trace_of(case: Case, policy: Policy) -> StepTrace:
    E, Ep = case.copies()
    return trace_step(E, Ep, case.center, case.target, case.negatives, case.lr, policy)


@every_policy
@pytest.mark.parametrize("single", [False, True])
@briefly
@given(data=st.data())
def test_changes_nothing_and_predicts_every_bit(
    policy: Policy, single: bool, data: st.DataObject
) -> None:
    case = data.draw(cases(policy, single))
    dtype = np.float32 if single else np.float64
    E, Ep = case.copies(dtype)
    for table in (E, Ep):
        table.setflags(write=False)
    trace = trace_step(E, Ep, case.center, case.target, case.negatives, case.lr, policy)
    assert E.tobytes() == case.E.astype(dtype).tobytes()
    assert Ep.tobytes() == case.Ep.astype(dtype).tobytes()

    E, Ep = case.copies(dtype)
    loss = sgns_step(E, Ep, case.center, case.target, case.negatives, case.lr, policy)
    wanted_E, wanted_Ep = case.copies(dtype)
    wanted_E[case.center] = trace.center_after
    wanted_Ep[trace.touched] = trace.touched_after
    assert loss == trace.loss
    assert E.tobytes() == wanted_E.tobytes()
    assert Ep.tobytes() == wanted_Ep.tobytes()


@every_policy
@briefly
@given(data=st.data())
def test_equals_the_reference(policy: Policy, data: st.DataObject) -> None:
    case = data.draw(cases(policy))
    wanted = expected(case, policy)
    assume(not near_a_jump(wanted, policy, 1e-9))
    check_against(trace_of(case, policy), case, policy, wanted)


def check_against(trace: StepTrace, case: Case, policy: Policy, wanted: Result) -> None:
    """Compare every field with the reference, or with what plain lists say of the tables."""
    rows = [case.target, *case.negatives]
    v = case.E[case.center].tolist()
    before = case.Ep[rows].tolist()
    assert (trace.center, trace.target, trace.lr) == (case.center, case.target, case.lr)
    assert trace.policy is policy
    assert trace.k == len(case.negatives)
    assert trace.negatives.tolist() == case.negatives
    assert trace.rows.tolist() == rows
    assert trace.labels.tolist() == [1.0] + [0.0] * len(case.negatives)
    assert trace.v_center.tolist() == v
    assert trace.vectors.tolist() == before
    assert trace.products.tolist() == [[a * b for a, b in zip(v, u, strict=True)] for u in before]
    close(trace.scores, wanted.scores)
    close(trace.probabilities_exact, wanted.probabilities_exact)
    close(trace.loss_terms, wanted.loss_terms)
    close(trace.loss, wanted.loss)
    close(sum(trace.loss_terms.tolist()), trace.loss)
    assert trace.skipped.tolist() == wanted.skipped
    assert trace.clipped.tolist() == wanted.clipped
    close(trace.errors, wanted.errors)
    close(trace.grad_center, wanted.grad_center)
    close(trace.grad_outputs, wanted.grad_outputs)
    close(trace.center_after, wanted.E[case.center])
    close(trace.loss_after_center_only, wanted.loss_after_center_only)
    close(trace.loss_after_simultaneous, wanted.loss_after)

    for i, (score, probability) in enumerate(
        zip(wanted.scores_read, wanted.probabilities, strict=True)
    ):
        close(dot(v, trace.vectors_read[i].tolist()), trace.scores_read[i])
        if score is not None:
            close(trace.scores_read[i], score)
        if probability is not None:
            close(trace.probabilities[i], probability)
        elif wanted.clipped[i]:
            close(trace.probabilities[i], exact_sigmoid(trace.scores_read[i]))
    if policy.order == "simultaneous" or len(set(rows)) == len(rows):
        assert trace.vectors_read.tobytes() == trace.vectors.tobytes()
        assert trace.scores_read.tobytes() == trace.scores.tobytes()
    else:
        check_rows_as_read(trace, case)
    unmoved = (trace.vectors_read == trace.vectors).all(axis=1)
    assert trace.scores_read[unmoved].tobytes() == trace.scores[unmoved].tobytes()
    assert trace.score_before[trace.occurrences].tobytes() == trace.scores.tobytes()

    touched = list(dict.fromkeys(rows))
    assert trace.touched.tolist() == touched
    assert [touched[slot] for slot in trace.occurrences] == rows
    assert trace.touched_before.tolist() == case.Ep[touched].tolist()
    close(trace.touched_after, [wanted.Ep[row] for row in touched])
    summed = [
        [sum(column) for column in zip(*occurring, strict=True)]
        for occurring in (
            [g for g, r in zip(wanted.grad_outputs, rows, strict=True) if r == row]
            for row in touched
        )
    ]
    close(trace.grad_touched, summed)
    check_relations(trace, "before", trace.v_center.tolist(), trace.touched_before.tolist())
    check_relations(trace, "after", trace.center_after.tolist(), trace.touched_after.tolist())


def check_rows_as_read(trace: StepTrace, case: Case) -> None:
    """Walk over the occurrences: each reads its row after the moves of those before it."""
    now = {row: case.Ep[row] for row in trace.rows.tolist()}
    for i, row in enumerate(trace.rows.tolist()):
        close(trace.vectors_read[i], now[row])
        now[row] = now[row] - case.lr * trace.errors[i] * trace.v_center


def check_relations(
    trace: StepTrace, when: str, center: list[float], outputs: list[list[float]]
) -> None:
    close(getattr(trace, f"score_{when}"), [dot(center, u) for u in outputs])
    close(getattr(trace, f"norm_{when}"), [math.hypot(*u) for u in outputs])
    close(getattr(trace, f"distance_{when}"), [math.dist(center, u) for u in outputs])
    cosines = getattr(trace, f"cosine_{when}")
    for cosine, u in zip(cosines, outputs, strict=True):
        size = math.hypot(*u) * math.hypot(*center)
        if size:
            assert -1 <= cosine <= 1
            close(cosine, dot(center, u) / size)
        else:
            assert math.isnan(cosine)


@pytest.mark.parametrize("policy", PRESETS.values(), ids=policy_id)
@untimed
@given(data=st.data())
def test_arrays_are_read_only_and_of_their_kind(policy: Policy, data: st.DataObject) -> None:
    trace = trace_of(data.draw(cases(policy)), policy)
    arrays = 0
    for field in dataclasses.fields(trace):
        value = getattr(trace, field.name)
        if not isinstance(value, np.ndarray):
            assert type(value) in (int, float, Policy), field.name
            continue
        arrays += 1
        assert not value.flags.writeable, field.name
        kind = {"Floats": np.float64, "Flags": np.bool_, "Indices": np.intp}[str(field.type)]
        assert value.dtype == kind, field.name
    assert arrays == 31
    with pytest.raises(dataclasses.FrozenInstanceError):
        trace.loss = 0.0  # type: ignore[misc]


def test_float32_tables_give_float64_fields() -> None:
    E, Ep = (table.astype(np.float32) for table in worked())
    trace = trace_step(E, Ep, SAT, ON, [CAT, CAT], 0.1)
    for field in dataclasses.fields(trace):
        if field.type == "Floats":
            assert getattr(trace, field.name).dtype == np.float64, field.name


def test_does_not_hold_on_to_the_tables() -> None:
    E, Ep = worked()
    trace = trace_step(E, Ep, SAT, ON, [CAT, MAT])
    for field in dataclasses.fields(trace):
        value = getattr(trace, field.name)
        if isinstance(value, np.ndarray):
            assert not np.shares_memory(value, E), field.name
            assert not np.shares_memory(value, Ep), field.name


def test_zero_rows_have_no_direction() -> None:
    E, Ep = np.array([[0.0, 0.0], [3.0, 4.0]]), np.array([[0.0, 0.0], [1.0, 0.0]])
    trace = trace_step(E, Ep, 1, 0, [1], 0.1)
    assert np.isnan(trace.cosine_before).tolist() == [True, False]
    assert trace.cosine_before[1] == pytest.approx(0.6)
    x, y = 3 - 0.1 * exact_sigmoid(3.0), 4.0  # the center row moves away from the negative,
    wanted = (3 * x + 4 * y) / 5 / math.hypot(x, y)  # the zero row along the old center row
    assert trace.cosine_after[0] == pytest.approx(wanted, abs=1e-12)
    assert np.isnan(trace_step(E, Ep, 0, 1, [1], 0.0).cosine_after).all()


def test_a_zero_learning_rate_changes_no_loss() -> None:
    for policy in PRESETS.values():
        trace = trace_step(*worked(), SAT, ON, [CAT, MAT, CAT], 0.0, policy)
        assert trace.loss == trace.loss_after_center_only == trace.loss_after_simultaneous


def test_stopped_probability_is_exact_at_the_bound_too() -> None:
    gensim = PRESETS["gensim"]
    trace = trace_step(np.ones((2, 1)), np.array([[6.0], [5.9]]), 0, 0, [1], 0.1, gensim)
    assert trace.clipped.tolist() == [True, False]
    assert trace.probabilities[0] == pytest.approx(exact_sigmoid(6.0), abs=1e-15)
    assert trace.probabilities[1] == pytest.approx(table_sigmoid(5.9, 1000), abs=1e-15)
    assert trace.errors[0] == 0.0


def test_a_half_is_a_half() -> None:
    trace = trace_step(np.ones((1, 1)), np.zeros((1, 1)), 0, 0, [])
    assert trace.probabilities[0] == 0.5
    assert trace.errors[0] == -0.5
    assert trace.policy is ARTICLE


@pytest.mark.parametrize("exponent", [100, 153, 200, 300])
def test_large_rows_raise_no_warning(exponent: int) -> None:
    size = float(f"1e{exponent}")
    E, Ep = np.array([[1.0, 0.0], [0.0, 0.0]]), np.array([[size, 1.0], [-size, 1.0]])
    trace = trace_step(E, Ep, 0, 0, [1, 1], 0.5)
    assert trace.scores.tolist() == [size, -size, -size]
    assert trace.loss == 0.0
    assert trace.touched_after.tolist() == Ep.tolist()
