"""The compiled run of updates against the NumPy engine: the same draws, the same updates."""

from __future__ import annotations

import threading
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sgns_core.arguments import NonFiniteUpdate
from sgns_core.draws import draw_negatives, uniforms
from sgns_core.errors import InvalidInput
from sgns_core.kernels import stepper
from sgns_core.noise import NoiseDistribution
from sgns_core.policy import ARTICLE, FASTTEXT, GENSIM, PRESETS, WORD2VEC_C, Policy
from sgns_core.step import sgns_step, trace_step
from sgns_core.trace import Floats, Indices, StepTrace

pytest.importorskip("numba", reason="numba, the extra `fast`, is not installed")

untimed = settings(deadline=None)

V = 6
COUNTS = [5.0, 0.0, 40.0, 1.0, 7.0, 0.0]  # words that are never drawn: one inside, one at the end

POLICIES = st.sampled_from(list(PRESETS.values())) | st.builds(
    Policy,
    collision=st.sampled_from(["keep", "skip", "redraw"]),
    order=st.sampled_from(["simultaneous", "sequential"]),
    range_rule=st.sampled_from(["exact", "saturate", "stop"]),
    bound=st.sampled_from([0.5, 6.0, 8.0]),
    sigmoid=st.sampled_from(["exact", "word2vec-table", "fasttext-table"]),
)


def tables(d: int, scale: float, seed: int, size: int = V) -> tuple[Floats, Floats]:
    rng = np.random.default_rng(seed)
    return rng.uniform(-scale, scale, (size, d)), rng.uniform(-scale, scale, (size, d))


def on_an_edge(trace: StepTrace) -> bool:
    """Tell whether the last digit of a score decides on a table's cell or on the range rule."""
    policy, z = trace.policy, trace.scores_read
    edges = []
    if policy.sigmoid == "word2vec-table":
        edges += [(z + 6.0) * 83.0, np.abs(z) - 6.0]
    elif policy.sigmoid == "fasttext-table":
        edges += [(z + 8.0) * 32.0]
    if policy.range_rule != "exact":
        edges += [np.abs(z) - policy.bound + 7.0]
    return any((np.abs(edge - np.rint(edge)) < 1e-9).any() for edge in edges)


def assert_close(actual: Floats, expected: Floats) -> None:
    np.testing.assert_allclose(actual, expected, rtol=1e-12, atol=1e-12)


def pairs_of(n: int, seed: int, size: int = V) -> tuple[Indices, Indices]:
    rng = np.random.default_rng(seed)
    return rng.integers(0, size, n), rng.integers(0, size, n)


# --- One update -----------------------------------------------------------------------------------


@untimed
@given(
    policy=POLICIES,
    d=st.integers(1, 20),
    scale=st.sampled_from([0.0, 0.1, 1.0, 3.0, 30.0]),
    center=st.integers(0, V - 1),
    target=st.integers(0, V - 1),
    negatives=st.lists(st.integers(0, V - 1), max_size=12),
    lr=st.sampled_from([0.0, 0.025, 0.1, 1.0, 7.5]),
    seed=st.integers(0, 2**32),
)
def test_an_update_is_that_of_the_engine(
    policy: Policy,
    d: int,
    scale: float,
    center: int,
    target: int,
    negatives: list[int],
    lr: float,
    seed: int,
) -> None:
    if policy.collision == "redraw":
        negatives = [word for word in negatives if word != target]
    E, Ep = tables(d, scale, seed)
    trace = trace_step(E, Ep, center, target, negatives, lr, policy)
    assume(scale == 0.0 or not on_an_edge(trace))
    expected_E, expected_Ep = E.copy(), Ep.copy()
    loss = sgns_step(expected_E, expected_Ep, center, target, negatives, lr, policy)
    losses = np.full(1, np.nan)
    given_negatives = np.array([negatives], np.int64).reshape(1, -1)
    run = stepper.run_given(
        E, Ep, np.array([center]), np.array([target]), given_negatives, lr, policy, losses
    )
    assert run == (1, "", -1)
    assert_close(E, expected_E)
    assert_close(Ep, expected_Ep)
    assert_close(losses, np.array([loss]))


@pytest.mark.parametrize("sigmoid", ["exact", "word2vec-table", "fasttext-table"])
@pytest.mark.parametrize("range_rule", ["exact", "saturate", "stop"])
@pytest.mark.parametrize("bound", [6.0, 8.0])
@pytest.mark.parametrize("d", [1, 2])
def test_scores_at_the_edges_are_read_as_the_engine_reads_them(
    sigmoid: Any, range_rule: Any, bound: float, d: int
) -> None:
    policy = Policy(sigmoid=sigmoid, range_rule=range_rule, bound=bound, order="sequential")
    edges = [0.0, 0.5, 6.0, 8.0, 1 / 83, 1 / 32, 40.0, 709.0, 740.0, 1e4]
    scores = [sign * z for edge in edges for z in around(edge) for sign in (1, -1)]
    for z in scores:
        E, Ep = np.zeros((2, d)), np.zeros((2, d))
        E[0, -1], Ep[0, -1], Ep[1, -1] = 1.0, z, -z
        expected = E.copy(), Ep.copy()
        loss = sgns_step(*expected, 0, 0, [1], 1.0, policy)
        losses = np.empty(1)
        zero = np.zeros(1, np.int64)
        stepper.run_given(E, Ep, zero, zero, np.ones((1, 1), np.int64), 1.0, policy, losses)
        np.testing.assert_allclose(E, expected[0], rtol=1e-15, atol=1e-15, err_msg=str(z))
        np.testing.assert_allclose(Ep, expected[1], rtol=1e-15, atol=1e-15, err_msg=str(z))
        assert losses[0] == pytest.approx(loss, rel=1e-14, abs=1e-320)


def around(edge: float) -> list[float]:
    return [float(np.nextafter(edge, -np.inf)), edge, float(np.nextafter(edge, np.inf))]


@pytest.mark.parametrize("policy", [ARTICLE, WORD2VEC_C])
def test_small_errors_keep_their_digits(policy: Policy) -> None:
    """At a score of 36 the positive's loss is 2e-16: not 0, and not a rounding error of 1."""
    E, Ep = np.array([[36.0, 0.0]]), np.array([[1.0, 0.0]])
    losses = np.empty(1)
    zero, none = np.zeros(1, np.int64), np.empty((1, 0), np.int64)
    stepper.run_given(E, Ep, zero, zero, none, 1e15, policy, losses)
    assert losses[0] == pytest.approx(np.exp(-36.0), rel=1e-14)
    if policy is ARTICLE:
        assert Ep[0, 0] == pytest.approx(1 + 36e15 * np.exp(-36.0), rel=1e-14)


def test_the_loss_of_many_terms_neither_overflows_nor_drifts() -> None:
    E, Ep = tables(2, 0.01, 3)
    negatives = np.random.default_rng(4).integers(0, V, (1, 5000))
    expected = sgns_step(E.copy(), Ep.copy(), 0, 1, negatives[0], 1e-6)
    losses = np.empty(1)
    one = np.ones(1, np.int64)
    stepper.run_given(E, Ep, one - 1, one, negatives, 1e-6, ARTICLE, losses)
    assert losses[0] == pytest.approx(expected, rel=1e-12)


# --- Draws ----------------------------------------------------------------------------------------


@untimed
@given(
    policy=POLICIES,
    d=st.sampled_from([2, 3]),
    k=st.integers(0, 12),
    n=st.integers(1, 30),
    seed=st.integers(0, 2**64 - 1),
    start=st.integers(0, 2**64 - 31) | st.just(2**64 - 31) | st.just(0),
    counts=st.sampled_from([COUNTS, [1.0] * V, [0, 0, 1.0, 1.0, 0, 0], [0, 1e9, 1.0, 0, 0, 0]]),
)
def test_drawn_negatives_are_those_of_the_engine(
    policy: Policy, d: int, k: int, n: int, seed: int, start: int, counts: list[float]
) -> None:
    noise = NoiseDistribution(counts, policy.power)
    inputs, positives = pairs_of(n, seed % 1000)
    chance = uniforms(seed, start, n, k)
    negatives, _ = draw_negatives(chance, positives, policy, noise)
    results = []
    for given_negatives in (None, negatives.astype(np.int64)):
        E, Ep = tables(d, 1.0, 5)
        losses = np.empty(n)
        if given_negatives is None:
            run = stepper.run_steps(
                E, Ep, inputs, positives, seed, start, k, noise.cumulative, 0.1, policy, losses
            )
        else:
            run = stepper.run_given(E, Ep, inputs, positives, given_negatives, 0.1, policy, losses)
        assert run.done == n
        results.append((E.tobytes(), Ep.tobytes(), losses.tobytes()))
    assert results[0] == results[1]


def test_the_last_step_there_is_can_be_made_and_no_later_one() -> None:
    noise = NoiseDistribution(COUNTS)
    E, Ep = tables(2, 1.0, 5)
    inputs, positives = pairs_of(2, 0)
    arguments: Any = (3, noise.cumulative, 0.1, ARTICLE, np.empty(2))
    with pytest.raises(InvalidInput, match="step must lie in"):
        stepper.run_steps(E, Ep, inputs, positives, 1, 2**64 - 2, *arguments)
    assert stepper.run_steps(E, Ep, inputs, positives, 1, 2**64 - 3, *arguments).done == 2


def test_redraw_with_no_other_word_is_refused_before_the_first_update() -> None:
    cumulative = NoiseDistribution([0.0, 1.0, 0.0]).cumulative
    E, Ep = tables(2, 1.0, 5, size=3)
    before = E.tobytes() + Ep.tobytes()
    inputs, positives = np.zeros(2, np.int64), np.array([0, 1])
    with pytest.raises(InvalidInput, match="index 1 is the only one"):
        stepper.run_steps(E, Ep, inputs, positives, 1, 0, 2, cumulative, 0.1, FASTTEXT, np.empty(2))
    assert E.tobytes() + Ep.tobytes() == before
    # Where nothing is drawn, or the word is no positive, there is nothing to refuse.
    for rows, k in ((positives, 0), (np.zeros(2, np.int64), 2)):
        run = stepper.run_steps(
            E, Ep, inputs, rows, 1, 0, k, cumulative, 0.1, FASTTEXT, np.empty(2)
        )
        assert run.done == 2


def test_other_noise_is_never_taken_for_noise_seen_before() -> None:
    E, Ep = tables(2, 1.0, 5)
    inputs, positives = np.zeros(1, np.int64), np.ones(1, np.int64)
    shares = np.zeros(V)
    for word in (2, 3, 4):  # one array, writeable, that changes between the calls
        shares[:word], shares[word:] = 0.0, 1.0
        before = Ep.copy()
        stepper.run_steps(E, Ep, inputs, positives, 1, 0, 3, shares, 0.1, ARTICLE, np.empty(1))
        assert np.flatnonzero((Ep != before).any(axis=1)).tolist() == [1, word]


# --- Runs -----------------------------------------------------------------------------------------


@untimed
@given(
    policy=POLICIES,
    d=st.integers(1, 9),
    k=st.integers(0, 7),
    cuts=st.lists(st.integers(0, 40), max_size=4),
    seed=st.integers(0, 1000),
)
def test_a_run_is_its_parts_bit_for_bit(
    policy: Policy, d: int, k: int, cuts: list[int], seed: int
) -> None:
    n = 40
    noise = NoiseDistribution(COUNTS, policy.power)
    inputs, positives = pairs_of(n, seed)
    results = []
    for bounds in ([0, n], sorted({0, *cuts, n}), list(range(n + 1))):
        E, Ep = tables(d, 2.0, seed)
        losses = np.full(n, np.nan)
        for start, stop in pairwise(bounds):
            part = slice(start, stop)
            run = stepper.run_steps(
                E,
                Ep,
                inputs[part],
                positives[part],
                seed,
                start,
                k,
                noise.cumulative,
                0.2,
                policy,
                losses[part],
            )
            assert run.done == stop - start
        results.append((E.tobytes(), Ep.tobytes(), losses.tobytes()))
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize("policy", [ARTICLE, WORD2VEC_C, GENSIM, FASTTEXT], ids=lambda p: p.name)
def test_a_long_run_stays_with_the_engine(policy: Policy) -> None:
    n, k = 1000, 5
    noise = NoiseDistribution(1.0 / np.arange(1, 41), policy.power)
    inputs, positives = pairs_of(n, 3, 40)
    E, Ep = tables(2, 0.25, 4, 40)
    expected_E, expected_Ep = E.copy(), Ep.copy()
    negatives, _ = draw_negatives(uniforms(9, 0, n, k), positives, policy, noise)
    expected = [
        sgns_step(expected_E, expected_Ep, center, target, drawn, 0.1, policy)
        for center, target, drawn in zip(inputs, positives, negatives, strict=True)
    ]
    losses = np.empty(n)
    stepper.run_steps(E, Ep, inputs, positives, 9, 0, k, noise.cumulative, 0.1, policy, losses)
    np.testing.assert_allclose(losses, expected, rtol=1e-9)
    np.testing.assert_allclose(E, expected_E, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(Ep, expected_Ep, rtol=1e-9, atol=1e-9)


@untimed
@given(
    policy=POLICIES,
    d=st.integers(1, 4),
    exponent=st.sampled_from([20, 100, 154, 200, 307]),
    seed=st.integers(0, 10_000),
)
def test_a_run_stops_where_the_engine_refuses_and_keeps_the_last_good_state(
    policy: Policy, d: int, exponent: int, seed: int
) -> None:
    n, k, lr = 12, 4, 10.0**exponent
    noise = NoiseDistribution(COUNTS, policy.power)
    inputs, positives = pairs_of(n, seed)
    negatives, _ = draw_negatives(uniforms(seed, 0, n, k), positives, policy, noise)
    E, Ep = tables(d, 3.0, seed)
    losses = np.full(n, np.nan)
    run = stepper.run_steps(
        E, Ep, inputs, positives, seed, 0, k, noise.cumulative, lr, policy, losses
    )
    # The state before the update that was refused is the one that the whole updates lead to.
    good_E, good_Ep = tables(d, 3.0, seed)
    made = slice(0, run.done)
    again = stepper.run_given(
        good_E,
        good_Ep,
        inputs[made],
        positives[made],
        negatives[made].astype(np.int64),
        lr,
        policy,
        np.empty(run.done),
    )
    assert again == (run.done, "", -1)
    assert (E.tobytes(), Ep.tobytes()) == (good_E.tobytes(), good_Ep.tobytes())
    assert np.isfinite(E).all()
    assert np.isfinite(Ep).all()
    assert np.isnan(losses[run.done :]).all()
    if run.done == n:
        assert run == (n, "", -1)
        return
    if exponent in (154, 307):
        return  # here the order of a sum decides whether it overflows, and at which row
    i = run.done
    with np.errstate(over="ignore"):
        products = Ep[np.append(positives[i], negatives[i])] * E[inputs[i]]
    # Where products overflow but their sum need not, the order and rounding of a sum decide.
    assume(np.isfinite(products).all() or d == 1)
    with pytest.raises(InvalidInput) as refused, np.errstate(over="ignore"):
        sgns_step(E, Ep, int(inputs[i]), int(positives[i]), negatives[i], lr, policy)
    if isinstance(refused.value, NonFiniteUpdate):
        assert (run.table, run.row) == (refused.value.values["table"], refused.value.values["row"])
    else:
        assert (run.table, run.row) == ("Ep", refused.value.values["row"])


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize(("table", "row"), [("E", 1), ("Ep", 2), ("Ep", 3)])
def test_a_row_that_is_not_finite_stops_the_run_and_is_named(
    value: float, table: str, row: int
) -> None:
    E, Ep = tables(3, 1.0, 0)
    (E if table == "E" else Ep)[row, 1] = value
    E[0] = 0.0  # 0 * inf has to be noticed too
    inputs, positives = np.array([2, 1 if table == "E" else 0, 2]), np.array([0, 2, 0])
    negatives = np.array([[4, 4], [3, 3], [4, 4]])
    losses = np.full(3, np.nan)
    run = stepper.run_given(E, Ep, inputs, positives, negatives, 0.1, ARTICLE, losses)
    assert run == (1, table, row)
    assert np.isnan(losses).tolist() == [False, True, True]


def test_the_row_that_overflows_is_named_where_it_is_not_the_first() -> None:
    E, Ep = np.zeros((4, 2)), np.zeros((4, 2))
    E[0] = 1.0
    Ep[3] = -1.79e308, 1.79e308  # a score of 0, and opposite pulls on the center
    Ep[1] = -Ep[3]
    with pytest.raises(NonFiniteUpdate) as refused, np.errstate(over="ignore"):
        sgns_step(E, Ep, 0, 2, [3, 1], 1e308)
    zero = np.zeros(1, np.int64)
    run = stepper.run_given(E, Ep, zero, zero + 2, np.array([[3, 1]]), 1e308, ARTICLE, np.empty(1))
    assert run == (0, refused.value.values["table"], refused.value.values["row"]) == (0, "Ep", 3)


def test_rows_added_up_by_one_row_do_not_overflow_on_the_way() -> None:
    """The target's and the negative's share of one row are summed before they are applied."""
    E, Ep = np.array([[1.5, -1.5]]), np.array([[1e308, 1e308]])  # a score of 0: errors -1/2, 1/2
    before = E.tobytes() + Ep.tobytes()
    zero = np.zeros(1, np.int64)
    run = stepper.run_given(
        E, Ep, zero, zero, np.zeros((1, 1), np.int64), 1.7e308, ARTICLE, np.empty(1)
    )
    assert run.done == 1
    assert E.tobytes() + Ep.tobytes() == before


def test_the_interpreter_runs_on_while_a_run_does() -> None:
    n = 1_000_000
    noise = NoiseDistribution(COUNTS)
    E, Ep = tables(2, 0.1, 0)
    inputs, positives = pairs_of(n, 0)
    losses = np.full(n, np.nan)
    stepper.prepare(2)
    thread = threading.Thread(
        target=stepper.run_steps,
        args=(E, Ep, inputs, positives, 1, 0, 5, noise.cumulative, 0.01, ARTICLE, losses),
    )
    thread.start()
    seen_half_done = False
    while thread.is_alive():
        last_is_open = np.isnan(losses[-1])
        seen_half_done |= bool(last_is_open and not np.isnan(losses[0]))
    assert seen_half_done


# --- Arguments ------------------------------------------------------------------------------------


def call(**changes: Any) -> stepper.CompiledRun:
    E, Ep = tables(2, 1.0, 0)
    arguments: dict[str, Any] = {
        "E": E,
        "Ep": Ep,
        "inputs": np.array([0, 1]),
        "positives": np.array([1, 2]),
        "seed": 1,
        "start": 0,
        "k": 2,
        "cumulative": NoiseDistribution(COUNTS).cumulative,
        "lr": 0.1,
        "policy": ARTICLE,
        "losses": np.empty(2),
    }
    return stepper.run_steps(**(arguments | changes))


def read_only(array: Any) -> Any:
    array.setflags(write=False)
    return array


def test_the_arguments_that_the_refusals_start_from_are_good() -> None:
    assert call() == (2, "", -1)


def test_a_run_of_no_updates_is_a_run() -> None:
    none = np.empty(0, np.int64)
    assert call(inputs=none, positives=none, losses=np.empty(0)) == (0, "", -1)


@pytest.mark.parametrize(
    "changes",
    [
        {"inputs": read_only(np.array([0, 1])), "positives": read_only(np.array([1, 2]))},
        {"inputs": np.array([0, 5, 1, 5])[::2]},
        {"inputs": np.broadcast_to(np.array(0), 2)},
    ],
)
def test_indices_may_be_read_only_and_strided(changes: dict[str, Any]) -> None:
    assert call(**changes).done == 2


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"E": np.ones((V, 2), np.float32), "Ep": np.ones((V, 2), np.float32)}, "must be float64"),
        ({"E": np.ones((V, 2), np.float32)}, "the same shape and dtype"),
        ({"E": np.ones((V, 2), np.int64)}, "E must be a float64"),
        ({"E": np.asfortranarray(np.ones((V, 2)))}, "E must be C-contiguous"),
        ({"Ep": np.ones((V, 4))[:, ::2]}, "Ep must be C-contiguous"),
        ({"Ep": read_only(np.ones((V, 2)))}, "Ep must be writeable"),
        ({"Ep": np.ones((V + 1, 2))}, "the same shape"),
        ({"inputs": np.array([0, V])}, "inputs must lie in 0..5"),
        ({"inputs": np.array([-1, 0])}, "inputs must lie in 0..5"),
        ({"positives": np.array([0, V])}, "positives must lie in 0..5"),
        ({"positives": np.array([0, 1, 2])}, "positives must be an int64"),
        ({"positives": np.array([0, 1], np.int32)}, "positives must be an int64"),
        ({"inputs": [0, 1]}, "inputs must be an int64"),
        ({"losses": np.empty(1)}, "losses must be"),
        ({"losses": np.empty(2, np.float32)}, "losses must be"),
        ({"losses": np.empty(4)[::2]}, "losses must be"),
        ({"losses": read_only(np.empty(2))}, "losses must be"),
        ({"seed": -1}, "seed must lie in"),
        ({"seed": 2**64}, "seed must lie in"),
        ({"start": -1}, "step must lie in"),
        ({"k": -1}, "k must be at least 0"),
        ({"lr": np.inf}, "lr must be a finite"),
        ({"lr": -0.1}, "lr must be a finite"),
        ({"cumulative": np.array([0.5, 1.0])}, "cumulative must be a float64 array of shape"),
        ({"cumulative": np.array([0, 0.5, 0.4, 1, 1, 1])}, "cumulative must rise"),
        ({"cumulative": np.array([0, 0.5, 0.6, 0.7, 0.8, 0.9])}, "cumulative must rise"),
        ({"cumulative": np.array([0, 0.5, np.nan, 1, 1, 1])}, "cumulative must rise"),
    ],
)
def test_what_cannot_be_used_is_refused_by_name(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        call(**changes)


@pytest.mark.parametrize(
    ("negatives", "policy", "message"),
    [
        (np.array([[0, V], [0, 0]]), ARTICLE, "negatives must lie in 0..5"),
        (np.array([[0, -1], [0, 0]]), ARTICLE, "negatives must lie in 0..5"),
        (np.array([[0, 1]]), ARTICLE, "negatives must have shape"),
        (np.array([0, 1]), ARTICLE, "negatives must have shape"),
        (np.zeros((2, 2)), ARTICLE, "negatives must be int64"),
        (np.array([[0, 0], [0, 2]]), FASTTEXT, "must not hold the target, index 2"),
    ],
)
def test_negatives_that_cannot_be_used_are_refused(
    negatives: Any, policy: Policy, message: str
) -> None:
    E, Ep = tables(2, 1.0, 0)
    with pytest.raises(InvalidInput, match=message):
        stepper.run_given(
            E, Ep, np.array([0, 1]), np.array([1, 2]), negatives, 0.1, policy, np.empty(2)
        )
