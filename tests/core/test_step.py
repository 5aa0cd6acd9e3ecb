"""`sgns_step` against the plain reference, the published figures, and arguments of every kind."""

import copy
import math
import pickle
import warnings
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sgns_core.arguments import NonFiniteUpdate
from sgns_core.errors import InvalidInput
from sgns_core.policy import ARTICLE, FASTTEXT, GENSIM, PRESETS, WORD2VEC_C, Policy
from sgns_core.step import sgns_step, trace_step
from tests.core.cases import (
    CAT,
    MAT,
    ON,
    POLICIES,
    SAT,
    THE,
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
from tests.core.reference import dot, exact_sigmoid, log_sigmoid, table_sigmoid

every_policy = pytest.mark.parametrize("policy", POLICIES, ids=policy_id)
both = pytest.mark.parametrize("call", [sgns_step, trace_step])
Step = Callable[..., object]


def others_unchanged(before: Any, after: Any, changed: set[int]) -> None:
    rows = [row for row in range(len(before)) if row not in changed]
    assert before[rows].tobytes() == after[rows].tobytes()


# --- Against the reference ------------------------------------------------------------------------


@every_policy
@briefly
@given(data=st.data())
def test_equals_the_reference(policy: Policy, data: st.DataObject) -> None:
    case = data.draw(cases(policy))
    wanted = expected(case, policy)
    assume(not near_a_jump(wanted, policy, 1e-9))
    E, Ep = case.copies()
    loss = sgns_step(E, Ep, case.center, case.target, case.negatives, case.lr, policy)
    assert isinstance(loss, float)
    close(loss, wanted.loss)
    close(E, wanted.E)
    close(Ep, wanted.Ep)
    others_unchanged(case.E, E, {case.center})
    others_unchanged(case.Ep, Ep, {case.target, *case.negatives})


@every_policy
@briefly
@given(data=st.data())
def test_float32_tables_are_computed_in_float64_and_rounded_once(
    policy: Policy, data: st.DataObject
) -> None:
    case = data.draw(cases(policy, single=True))
    E, Ep = case.copies(np.float32)
    loss = sgns_step(E, Ep, case.center, case.target, case.negatives, case.lr, policy)
    assert E.dtype == Ep.dtype == np.float32
    if policy.order == "simultaneous":
        E64, Ep64 = case.copies()
        assert loss == sgns_step(
            E64, Ep64, case.center, case.target, case.negatives, case.lr, policy
        )
        assert E.tobytes() == E64.astype(np.float32).tobytes()
        assert Ep.tobytes() == Ep64.astype(np.float32).tobytes()
        return
    wanted = expected(case, policy)
    assume(not near_a_jump(wanted, policy, 1e-3 * max(1.0, float(np.abs(case.Ep).max()))))
    close(loss, wanted.loss)
    close(E, wanted.E, 1e-4)
    close(Ep, wanted.Ep, 1e-5)


def test_sequential_float32_rounds_what_a_later_occurrence_reads() -> None:
    # lr moves the row by less than half a float32 ulp: unrounded, two moves would add up.
    E, Ep = np.ones((2, 1), np.float32), np.ones((2, 1), np.float32)
    lr = 5e-8
    sgns_step(E, Ep, 0, 0, [1, 1, 1, 1], lr, ARTICLE.with_parts(order="sequential"))
    assert Ep[1, 0] == np.float32(1.0) - np.float32(2**-24) * 4  # each move is one ulp below 1
    E, Ep = np.ones((2, 1), np.float32), np.ones((2, 1), np.float32)
    sgns_step(E, Ep, 0, 0, [1, 1, 1, 1], lr)
    assert Ep[1, 0] == np.float32(1.0 - 4 * lr * exact_sigmoid(1.0))


@pytest.mark.parametrize("policy", [WORD2VEC_C, GENSIM, FASTTEXT], ids=policy_id)
@pytest.mark.parametrize(
    "score", [-9.0, -8.0, -7.5, -6.0, -5.984375, -0.5, 0.0, 0.015625, 5.984375, 6.0, 6.5, 8.0, 9.0]
)
def test_scores_at_the_bounds_and_the_entries_of_a_table(policy: Policy, score: float) -> None:
    case = Case(np.array([[1.0], [0.0]]), np.array([[score], [score]]), 0, 0, [1], 0.5)
    wanted = expected(case, policy)
    E, Ep = case.copies()
    sgns_step(E, Ep, 0, 0, [1], 0.5, policy)
    close(E, wanted.E)
    close(Ep, wanted.Ep)
    size = 512 if policy is FASTTEXT else 1000
    if abs(score) < policy.bound or (abs(score) == policy.bound and policy is not GENSIM):
        probability = table_sigmoid(score, size)
    elif policy is GENSIM:
        probability = 0.0  # no update of the negative
    else:
        probability = float(score > 0)
    assert Ep[1, 0] == pytest.approx(score - 0.5 * probability, abs=1e-15)


# --- Published figures ----------------------------------------------------------------------------


def test_published_step() -> None:
    E, Ep = worked()
    v = E[SAT].tolist()
    assert round(exact_sigmoid(dot(v, Ep[MAT].tolist())), 2) == 0.56
    trace = trace_step(E, Ep, SAT, ON, [CAT, MAT], 0.1)
    loss = sgns_step(E, Ep, SAT, ON, [CAT, MAT], 0.1)
    assert round(trace.probabilities[2], 2) == 0.56
    assert round(loss, 4) == round(trace.loss, 4) == 1.9512
    assert trace.grad_center.round(4).tolist() == [-0.0435, 0.5269, 0.0717]
    assert E[SAT].round(4).tolist() == [0.3344, -0.3227, 0.8328]
    assert round(trace.loss_after_center_only, 4) == 1.9229
    assert round(trace.loss_after_simultaneous, 4) == 1.8626
    assert round(trace_step(E, Ep, SAT, ON, [CAT, MAT]).loss, 4) == 1.8626


def test_a_large_step_overshoots_where_the_target_is_its_own_negative() -> None:
    E, Ep = worked()
    assert round(sgns_step(E, Ep, SAT, THE, [THE], 5.0), 4) == 1.4089
    assert round(trace_step(E, Ep, SAT, THE, [THE]).loss, 4) == 1.4646


@pytest.mark.parametrize("lr", [0.1, 0.5, 1.0, 5.0, 20.0, 50.0, 100.0])
def test_the_worked_loss_falls_at_every_learning_rate(lr: float) -> None:
    trace = trace_step(*worked(), SAT, ON, [CAT, MAT], lr)
    assert trace.loss_after_simultaneous < trace.loss


def test_a_pull_can_move_two_rows_apart() -> None:
    trace = trace_step(*worked(), SAT, MAT, [CAT, CAT], 0.1)
    assert (round(trace.score_before[0], 4), round(trace.score_after[0], 4)) == (0.2580, 0.3025)
    assert (round(trace.distance_before[0], 4), round(trace.distance_after[0], 4)) == (
        0.8826,
        0.8963,
    )


# --- Any finite score -----------------------------------------------------------------------------


@both
@pytest.mark.parametrize("policy", PRESETS.values(), ids=policy_id)
@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize("exponent", [-300, -20, 0, 1, 2, 3, 10, 100, 149, 150, 154, 200, 290, 307])
def test_loss_is_stable_for_any_finite_score(
    call: Step, policy: Policy, sign: int, exponent: int
) -> None:
    score = sign * float(f"1e{exponent}")
    E, Ep = np.array([[1.0], [0.0]]), np.array([[score], [score / 2]])
    result = call(E, Ep, 0, 0, [1], 0.1, policy)
    loss = result if isinstance(result, float) else result.loss  # type: ignore[attr-defined]
    assert loss == pytest.approx(-log_sigmoid(score) - log_sigmoid(-score / 2), rel=1e-14)


@untimed
@given(st.floats(-700, 700))
def test_errors_keep_their_digits_at_both_ends(score: float) -> None:
    trace = trace_step(np.ones((2, 1)), np.array([[score], [score]]), 0, 0, [1])
    assert trace.errors[0] == pytest.approx(-exact_sigmoid(-score), rel=1e-14)
    assert trace.errors[1] == pytest.approx(exact_sigmoid(score), rel=1e-14)
    assert trace.probabilities_exact[1] == pytest.approx(exact_sigmoid(score), rel=1e-14)


@both
def test_rows_too_large_to_multiply_are_refused(call: Step) -> None:
    for E, Ep, says in (
        ([[1e200]], [[1e200]], "score overflows"),
        ([[1.0, 1.0]], [[1.5e308, 1.5e308]], "score overflows"),
        ([[1e200, 1e200]], [[1e200, -1e200]], "score overflows"),
        ([[1.0]], [[1.5e308]], "loss overflows"),
    ):
        tables = np.array(E), np.array(Ep)
        with pytest.raises(InvalidInput, match=f"too large: their {says}") as refusal:
            call(*tables, 0, 0, [0, 0], 0.1)
        assert "row 0" in str(refusal.value)
        assert tables[0].tolist() == E
        assert tables[1].tolist() == Ep


def test_scores_just_below_overflow_are_computed() -> None:
    E, Ep = np.array([[1e154, 0.0]]), np.array([[1.7e154, 5.0]])
    assert sgns_step(E, Ep, 0, 0, [], 1.0) == 0.0
    assert E.tolist() == [[1e154, 0.0]]
    E, Ep = np.array([[1.0]]), np.array([[-1.7e308]])
    assert sgns_step(E, Ep, 0, 0, []) == 1.7e308
    assert E.tolist() == [[-0.1 * 1.7e308 + 1.0]]


# --- A result that would not be finite ------------------------------------------------------------

OVERFLOWS: dict[str, tuple[Any, Any, float, str, int]] = {
    "E": ([[1.0], [0.0]], [[1.0], [-1e308]], 1e3, "E", 0),
    "Ep": ([[1e10], [0.0]], [[0.0], [0.0]], 1e300, "Ep", 1),
    "both": ([[1e10], [0.0]], [[0.0], [-1e5]], 1e305, "E", 0),
}


@both
@pytest.mark.parametrize("name", OVERFLOWS)
@pytest.mark.parametrize("order", ["simultaneous", "sequential"])
def test_an_update_that_overflows_changes_nothing(call: Step, name: str, order: str) -> None:
    rows, outputs, lr, table, row = OVERFLOWS[name]
    E, Ep = np.array(rows), np.array(outputs)
    with pytest.raises(NonFiniteUpdate) as refusal:
        call(E, Ep, 0, 1, [1], lr, ARTICLE.with_parts(order=order, collision="skip"))
    assert refusal.value.values == {"table": table, "row": row, "lr": lr}
    assert f"row {row} of {table}" in str(refusal.value)
    assert f"lr {lr:g}" in str(refusal.value)
    assert E.tolist() == rows
    assert Ep.tolist() == outputs


@both
def test_a_float32_row_that_overflows_when_it_is_rounded_changes_nothing(call: Step) -> None:
    E, Ep = np.ones((2, 2), np.float32), np.ones((2, 2), np.float32)
    with pytest.raises(NonFiniteUpdate):
        call(E, Ep, 0, 0, [1], 1e39)
    assert E.tolist() == [[1, 1], [1, 1]]
    assert Ep.tolist() == [[1, 1], [1, 1]]


# --- Arguments ------------------------------------------------------------------------------------

INTEGERS = [int, *(np.dtype(code).type for code in "bhilqBHILQ")]


@both
@pytest.mark.parametrize("kind", INTEGERS)
def test_integers_of_every_kind_are_indices(call: Step, kind: Any) -> None:
    wanted = trace_step(*worked(), SAT, ON, [CAT, MAT])
    for negatives in ([kind(CAT), kind(MAT)], (kind(CAT), kind(MAT)), np.array([CAT, MAT], kind)):
        result = call(*worked(), kind(SAT), kind(ON), negatives)
        loss = result if isinstance(result, float) else result.loss  # type: ignore[attr-defined]
        assert loss == wanted.loss
    trace = trace_step(*worked(), kind(SAT), kind(ON), np.array([CAT, MAT], kind))
    assert type(trace.center) is type(trace.target) is int
    assert trace.rows.dtype == np.intp


NO_INDEX = [
    True,
    False,
    np.True_,
    1.0,
    np.float64(1),
    "1",
    None,
    1j,
    [1],
    np.array([1]),
    Fraction(1),
]
NO_INDEX.append(np.array([[1], [2]]))
OUT_OF_RANGE = [-1, 5, 10**30, -(10**30), np.int8(-1), np.uint64(2**64 - 1), np.int64(-(2**63))]


@both
@pytest.mark.parametrize("argument", ["center", "target", "negatives"])
@pytest.mark.parametrize("value", [*NO_INDEX, *OUT_OF_RANGE], ids=repr)
def test_what_is_no_index_is_refused(call: Step, argument: str, value: Any) -> None:
    given: dict[str, Any] = {"center": SAT, "target": ON, "negatives": [CAT, MAT]}
    given[argument] = [CAT, value] if argument == "negatives" else value
    out_of_range = any(value is each for each in OUT_OF_RANGE)
    says = f"{argument} must lie in 0..4" if out_of_range else f"{argument} must be an integer"
    shown = str(int(value)) if out_of_range else " ".join(repr(value).split())
    E, Ep = worked()
    refused(call, (E, Ep), given, says, shown)


@both
def test_index_beyond_python_s_limit_for_digits(call: Step) -> None:
    refused(call, worked(), {"center": 10**5000, "target": ON, "negatives": []}, "center must lie")


@both
@pytest.mark.parametrize(
    ("negatives", "shown"),
    [
        (np.array([[1, 2]]), "(1, 2)"),
        (np.array(1), "()"),
        (np.array([0.0, 1.0]), "0.0"),
        (np.array([True]), "True"),
        (np.array(["1"]), "'1'"),
        (np.array([1, None]), "None"),
        ([[1], [2]], "[1]"),
        ("12", "'1'"),
        (3, "3"),
        (None, "None"),
    ],
    ids=repr,
)
def test_negatives_are_a_list_of_indices(call: Step, negatives: Any, shown: str) -> None:
    given = {"center": SAT, "target": ON, "negatives": negatives}
    refused(call, worked(), given, "negatives must be", shown)


BAD_RATES: list[Any] = [
    math.nan,
    math.inf,
    -math.inf,
    -1e-300,
    "0.1",
    b"1",
    None,
    1j,
    [0.1],
    np.array([0.1]),
]
BAD_RATES += [np.ones((2, 2)), np.float64("nan"), 10**400, -(10**5000)]


@both
@pytest.mark.parametrize("lr", BAD_RATES, ids=lambda v: "huge" if type(v) is int else repr(v))
def test_learning_rates_that_cannot_be_used(call: Step, lr: Any) -> None:
    given = {"center": SAT, "target": ON, "negatives": [CAT], "lr": lr}
    shown = "" if isinstance(lr, int) else " ".join(repr(lr).split())
    refused(call, worked(), given, "lr must be a finite number of at least 0", shown)


@pytest.mark.parametrize(
    "lr", [0, 1, np.float32(0.5), np.int8(1), Fraction(1, 2), Decimal("0.5"), np.array(0.5), -0.0]
)
def test_learning_rates_of_any_numeric_kind(lr: Any) -> None:
    trace = trace_step(*worked(), SAT, ON, [CAT], lr)
    assert type(trace.lr) is float
    assert trace.lr == float(lr)
    close(trace.center_after, trace.v_center - float(lr) * trace.grad_center)


def table_of(kind: str) -> Any:
    whole: Any = worked()[0]
    return {
        "a list": whole.tolist(),
        "integers": np.ones((5, 3), int),
        "float16": whole.astype(np.float16),
        "big-endian": whole.astype(">f8"),
        "objects": whole.astype(object),
        "complex": whole.astype(complex),
        "1-D": whole[0],
        "3-D": whole[None],
        "no rows": whole[:0],
        "no columns": whole[:, :0],
        "a number": np.float64(1),
        "nothing": None,
    }[kind]


@both
@pytest.mark.parametrize("name", ["E", "Ep"])
@pytest.mark.parametrize(
    ("kind", "says", "shown"),
    [
        ("a list", "must be a float64 or float32 array", "list"),
        ("integers", "must be a float64 or float32 array", "int64"),
        ("float16", "must be a float64 or float32 array", "float16"),
        ("big-endian", "must be a float64 or float32 array", ">f8"),
        ("objects", "must be a float64 or float32 array", "object"),
        ("complex", "must be a float64 or float32 array", "complex128"),
        ("a number", "must be a float64 or float32 array", "float64"),
        ("nothing", "must be a float64 or float32 array", "NoneType"),
        ("1-D", "must have shape (V, d)", "(3,)"),
        ("3-D", "must have shape (V, d)", "(1, 5, 3)"),
        ("no rows", "must have shape (V, d)", "(0, 3)"),
        ("no columns", "must have shape (V, d)", "(5, 0)"),
    ],
)
def test_tables_that_cannot_be_used(
    call: Step, name: str, kind: str, says: str, shown: str
) -> None:
    tables: Any = dict(zip(("E", "Ep"), worked(), strict=True)) | {name: table_of(kind)}
    given = {"center": 0, "target": 0, "negatives": []}
    refused(call, (tables["E"], tables["Ep"]), given, f"{name} {says}", shown)


@both
def test_tables_that_do_not_match(call: Step) -> None:
    E, Ep = worked()
    given = {"center": 0, "target": 0, "negatives": []}
    refused(call, (E, Ep[:4]), given, "same shape and dtype", "(5, 3) float64 and (4, 3) float64")
    refused(call, (E, Ep[:, :2]), given, "same shape and dtype", "(5, 2)")
    refused(call, (E, Ep.astype(np.float32)), given, "same shape and dtype", "float32")


@both
def test_tables_that_share_memory_are_refused_and_those_that_only_look_so_are_not(
    call: Step,
) -> None:
    given = {"center": 0, "target": 1, "negatives": [2]}
    memory = np.random.default_rng(3).normal(size=(10, 6))
    whole = memory[:5]
    for tables in (
        (memory, memory),
        (memory, memory[:]),
        (memory[:5], memory[4:9]),
        (memory[:, :4], memory[:, 2:]),
        (whole, memory[:5][::-1]),
        (memory[::2], memory[::2]),
    ):
        refused(call, tables, given, "E and Ep must be two tables")
    for E, Ep in (
        (memory[:5], memory[5:]),
        (memory[::2], memory[1::2]),
        (memory[:, ::2], memory[:, 1::2]),
    ):
        E_copy, Ep_copy = E.copy(), Ep.copy()
        call(E, Ep, **given)
        call(E_copy, Ep_copy, **given)
        assert E.tolist() == E_copy.tolist()
        assert Ep.tolist() == Ep_copy.tolist()


@untimed
@given(data=st.data())
def test_tables_of_any_layout(data: st.DataObject) -> None:
    case = data.draw(cases(ARTICLE))
    wanted = case.copies()
    rest = (case.center, case.target, case.negatives, case.lr)
    loss = sgns_step(wanted[0], wanted[1], *rest)
    for layout in (
        np.asfortranarray,
        lambda table: np.repeat(table, 2, axis=0)[::2],
        lambda table: np.repeat(table, 2, axis=1)[:, ::2],
        lambda table: table[::-1, ::-1].copy()[::-1, ::-1],
    ):
        E, Ep = layout(case.E.copy()), layout(case.Ep.copy())
        assert sgns_step(E, Ep, *rest) == loss
        assert E.tolist() == wanted[0].tolist()
        assert Ep.tolist() == wanted[1].tolist()


@pytest.mark.parametrize("name", ["E", "Ep"])
def test_read_only_tables_can_be_traced_and_not_stepped(name: str) -> None:
    E, Ep = worked()
    (E if name == "E" else Ep).setflags(write=False)
    given = {"center": SAT, "target": ON, "negatives": [CAT]}
    refused(sgns_step, (E, Ep), given, f"{name} must be writeable", "read-only")
    assert trace_step(E, Ep, SAT, ON, [CAT]).loss == sgns_step(*worked(), SAT, ON, [CAT])


@both
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_only_rows_that_are_read_must_be_finite(call: Step, dtype: Any, value: float) -> None:
    given = {"center": SAT, "target": ON, "negatives": [CAT, MAT]}
    read = {"E": {SAT}, "Ep": {ON, CAT, MAT}}
    E, Ep = (table.astype(dtype) for table in worked())
    clean_loss = sgns_step(E, Ep, SAT, ON, [CAT, MAT])
    for name in ("E", "Ep"):
        for row in range(5):
            for column in range(3):
                E, Ep = (table.astype(dtype) for table in worked())
                (E if name == "E" else Ep)[row, column] = value
                if row in read[name]:
                    says = f"{name} must be finite in the rows that are read"
                    refused(call, (E, Ep), given, says, f"{value} in row {row}, column {column}")
                else:
                    result = call(E, Ep, **given)
                    loss = getattr(result, "loss", result)
                    assert loss == clean_loss


@both
def test_redraw_refuses_a_negative_that_equals_the_target(call: Step) -> None:
    given = {"center": SAT, "target": ON, "negatives": [CAT, ON], "policy": FASTTEXT}
    refused(call, worked(), given, "negatives must not hold the target", f"index {ON}")


def test_a_skipped_negative_has_no_term_and_moves_nothing() -> None:
    E, Ep = worked()
    without_E, without_Ep = worked()
    loss = sgns_step(E, Ep, SAT, ON, [ON, CAT, ON], 0.1, ARTICLE.with_parts(collision="skip"))
    assert loss == pytest.approx(sgns_step(without_E, without_Ep, SAT, ON, [CAT], 0.1), abs=1e-15)
    close(E, without_E, 1e-15)
    close(Ep, without_Ep, 1e-15)


def refused(
    call: Step, tables: tuple[Any, Any], given: dict[str, Any], says: str, shown: str = ""
) -> None:
    """Assert that one line of InvalidInput says so, shows the value, and nothing has changed."""
    before = copy.deepcopy(tables)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(InvalidInput) as refusal:
            call(*tables, **given)
    assert isinstance(refusal.value, ValueError)
    message = str(refusal.value)
    assert message.startswith(says) or says in message
    assert shown in message
    assert len(message.splitlines()) == 1
    assert str(pickle.loads(pickle.dumps(refusal.value))) == message
    for table, old in zip(tables, before, strict=True):
        if isinstance(table, np.ndarray) and table.dtype != object:
            assert table.tobytes() == old.tobytes()
