"""The reference against what is known without it: published figures, calculus, other programs."""

import copy
import math
from decimal import Decimal, localcontext
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.core.reference import (
    ARTICLE,
    FASTTEXT,
    GENSIM,
    INPUT_ROWS,
    POWERS,
    PRESETS,
    WORD2VEC_C,
    Result,
    StepPolicy,
    Table,
    dot,
    exact_sigmoid,
    finite_difference,
    log_sigmoid,
    reference_expected_loss,
    reference_philox,
    reference_softmax_gradients,
    reference_softmax_loss,
    reference_step,
    softmax,
    table_sigmoid,
)

# The five-word example. E[SAT] and the figures in the test are published; the rows of Ep are a
# reconstruction that gives every one of them, and the other rows of E are free choices.
THE, CAT, SAT, ON, MAT = range(5)
WORKED_E = [
    [0.12, 0.45, -0.31],
    [-0.52, 0.24, 0.18],
    [0.33, -0.27, 0.84],
    [0.08, -0.61, 0.39],
    [0.57, 0.16, -0.22],
]
WORKED_EP = [
    [-0.21, 0.37, 0.56],
    [0.25, 0.51, -0.41],
    [0.44, -0.32, 0.09],
    [0.70, -0.15, -0.11],
    [0.31, 0.45, 0.33],
]
SEQUENTIAL: StepPolicy = {**ARTICLE, "order": "sequential"}

untimed = settings(deadline=None)  # how fast a loaded machine is says nothing about a number

SMALL = st.floats(-1, 1)
WEIGHT = st.floats(0.1, 5)
V, D = 4, 3
TABLES = st.lists(st.lists(SMALL, min_size=D, max_size=D), min_size=V, max_size=V)
WORD = st.integers(0, V - 1)


def worked(target: int, negatives: list[int], lr: float, policy: StepPolicy = ARTICLE) -> Result:
    return reference_step(WORKED_E, WORKED_EP, SAT, target, negatives, lr, **policy)


def one_score(z: float, label: int, policy: StepPolicy) -> Result:
    """A step at lr 1 with the score z at the occurrence with that label, and 0 at the other."""
    Ep = [[z], [0.0]] if label == 1 else [[0.0], [z]]
    return reference_step([[1.0]], Ep, 0, 0, [1], 1.0, **policy)


def flat(table: Table) -> list[float]:
    return [x for row in table for x in row]


def rows_of(values: list[float], d: int) -> Table:
    return [values[i : i + d] for i in range(0, len(values), d)]


def rounded(values: list[float]) -> list[float]:
    return [round(x, 4) for x in values]


# --- Published figures ----------------------------------------------------------------------------


def test_worked_example_gives_the_published_figures() -> None:
    step = worked(ON, [CAT, MAT], 0.1)
    assert round(step.probabilities_exact[2], 2) == 0.56
    assert round(step.loss, 4) == 1.9512
    assert rounded(step.grad_center) == [-0.0435, 0.5269, 0.0717]
    assert rounded(step.E[SAT]) == [0.3344, -0.3227, 0.8328]
    assert round(step.loss_after_center_only, 4) == 1.9229
    assert round(step.loss_after, 4) == 1.8626


def test_a_pull_may_move_rows_apart_while_their_score_rises() -> None:
    step = worked(MAT, [CAT, CAT], 0.1)
    assert round(step.scores[0], 4) == 0.2580
    assert round(dot(step.E[SAT], step.Ep[MAT]), 4) == 0.3025
    assert round(math.dist(WORKED_E[SAT], WORKED_EP[MAT]), 4) == 0.8826
    assert round(math.dist(step.E[SAT], step.Ep[MAT]), 4) == 0.8963


def test_a_large_learning_rate_overshoots() -> None:
    step = worked(THE, [THE], 5.0)
    assert round(step.loss, 4) == 1.4089
    assert round(step.loss_after, 4) == 1.4646


# --- Sigmoids -------------------------------------------------------------------------------------


@untimed
@given(st.floats(-40, 40))
def test_sigmoid_and_its_logarithm_agree_with_sixty_digits(z: float) -> None:
    with localcontext() as context:
        context.prec = 60
        exact = 1 / (1 + (-Decimal(z)).exp())
        assert exact_sigmoid(z) == pytest.approx(float(exact), rel=1e-15, abs=0)
        assert log_sigmoid(z) == pytest.approx(float(exact.ln()), rel=1e-15, abs=0)


@pytest.mark.parametrize("z", [800.0, 1e5, 1e300])
def test_sigmoid_and_its_logarithm_are_finite_for_huge_scores(z: float) -> None:
    assert exact_sigmoid(z) == 1
    assert exact_sigmoid(-z) == 0
    assert log_sigmoid(z) == 0
    assert log_sigmoid(-z) == -z


@pytest.mark.parametrize(
    ("z", "size", "x"),
    [
        # x is where the entry for z was sampled: i * 12 / 1000 - 6 and i / 32 - 8
        (-6.0, 1000, -6.0),
        (0.0, 1000, -0.024),  # entry 498 of 1000, because the factor is 83 and not 83.33
        (0.012, 1000, -0.024),  # the same entry up to 1/83
        (0.0121, 1000, -0.012),
        (3.0, 1000, 2.964),
        (6.0, 1000, 5.952),  # entry 996: the last three are never read
        (-8.0, 512, -8.0),
        (0.0, 512, 0.0),
        (0.03, 512, 0.0),
        (-0.03, 512, -0.03125),
        (8.0, 512, 8.0),
        (-5.95, 1000, -5.952),
        (7.99, 512, 7.96875),
        (6.1, 1000, 6.1),  # beyond the ends
        (-6.1, 1000, -6.1),
        (8.1, 512, 8.1),
        (-8.1, 512, -8.1),
    ],
)
def test_table_entries(z: float, size: int, x: float) -> None:
    assert table_sigmoid(z, size) == pytest.approx(exact_sigmoid(x), rel=1e-12)


# --- The step -------------------------------------------------------------------------------------


@untimed
@given(
    TABLES,
    TABLES,
    WORD,
    WORD,
    st.lists(WORD, max_size=5),
    st.floats(0.01, 1),
    st.sampled_from(["keep", "skip"]),
)
def test_simultaneous_step_follows_the_slope_of_its_loss(
    E: Table,
    Ep: Table,
    center: int,
    target: int,
    negatives: list[int],
    lr: float,
    collision: str,
) -> None:
    policy: StepPolicy = {**ARTICLE, "collision": collision}
    before = copy.deepcopy((E, Ep))

    def loss(x: list[float]) -> float:
        tables = rows_of(x, D)
        return reference_step(tables[:V], tables[V:], center, target, negatives, 0.0, **policy).loss

    step = reference_step(E, Ep, center, target, negatives, lr, **policy)
    assert (E, Ep) == before
    slopes = rows_of(finite_difference(loss, flat(E + Ep)), D)

    assert step.grad_center == pytest.approx(slopes[center], abs=1e-8)
    for w in range(V):
        occurrences = [j for j, row in enumerate([target, *negatives]) if row == w]
        summed = [sum(step.grad_outputs[j][axis] for j in occurrences) for axis in range(D)]
        assert summed == pytest.approx(slopes[V + w], abs=1e-8)
    for old, new, slope in zip(E + Ep, step.E + step.Ep, slopes, strict=True):
        assert new == pytest.approx([x - lr * s for x, s in zip(old, slope, strict=True)], abs=1e-8)
    assert step.skipped == [False] + [collision == "skip" and n == target for n in negatives]
    assert step.loss == pytest.approx(sum(step.loss_terms), rel=1e-14)


@pytest.mark.parametrize("name", PRESETS)
def test_a_step_touches_only_its_own_rows(name: str) -> None:
    step = worked(ON, [CAT, MAT], 0.1, PRESETS[name])
    moved = [w for w in range(5) if step.Ep[w] != WORKED_EP[w]]
    assert moved == [CAT, ON, MAT]
    assert [w for w in range(5) if step.E[w] != WORKED_E[w]] == [SAT]


def test_sequential_step_worked_by_hand() -> None:
    step = reference_step([[1.0]], [[0.0], [0.0]], 0, 0, [1, 1], 1.0, **SEQUENTIAL)
    second = 1 / (1 + math.exp(0.5))  # the row stands at -0.5 when it is read again
    assert step.scores == [0, 0, 0]
    assert step.scores_read == [0, 0, -0.5]
    assert step.probabilities == pytest.approx([0.5, 0.5, second])
    assert step.probabilities_exact == [0.5, 0.5, 0.5]
    assert step.errors == pytest.approx([-0.5, 0.5, second])
    assert flat(step.grad_outputs) == pytest.approx([-0.5, 0.5, second])  # the input row is still 1
    assert step.grad_center == pytest.approx([-0.5 * second])
    assert flat(step.Ep) == pytest.approx([0.5, -0.5 - second])
    assert flat(step.E) == pytest.approx([1 + 0.5 * second])
    assert step.loss == pytest.approx(3 * math.log(2))


@untimed
@given(TABLES, TABLES, WORD, st.permutations(range(V)), st.floats(0.01, 1))
def test_the_orders_agree_where_no_row_repeats(
    E: Table, Ep: Table, center: int, words: list[int], lr: float
) -> None:
    together = reference_step(E, Ep, center, words[0], words[1:], lr, **ARTICLE)
    in_turn = reference_step(E, Ep, center, words[0], words[1:], lr, **SEQUENTIAL)
    assert in_turn == together


@untimed
@given(TABLES, TABLES, WORD, WORD, WORD, st.floats(0.05, 1), st.booleans())
def test_the_orders_differ_where_a_row_repeats(
    E: Table, Ep: Table, center: int, target: int, negative: int, lr: float, hits_target: bool
) -> None:
    assume(target != negative)
    assume(math.hypot(*E[center]) > 0.1)
    negatives = [target] if hits_target else [negative, negative]
    repeated = negatives[0]
    together = reference_step(E, Ep, center, target, negatives, lr, **ARTICLE)
    in_turn = reference_step(E, Ep, center, target, negatives, lr, **SEQUENTIAL)
    assert math.dist(together.Ep[repeated], in_turn.Ep[repeated]) > 1e-9
    assert together.loss == in_turn.loss
    assert together.scores == in_turn.scores == together.scores_read
    assert in_turn.scores_read[-1] != in_turn.scores[-1]


def test_skip_is_as_if_the_negative_were_not_there() -> None:
    policy: StepPolicy = {**ARTICLE, "collision": "skip"}
    with_it = worked(ON, [ON, CAT, ON], 0.1, policy)
    without = worked(ON, [CAT], 0.1, policy)
    assert with_it.skipped == [False, True, False, True]
    assert with_it.errors[1] == with_it.errors[3] == 0
    assert with_it.grad_outputs[1] == [0, 0, 0]
    assert with_it.probabilities[1] is with_it.scores_read[1] is None
    assert (with_it.E, with_it.Ep) == (without.E, without.Ep)
    assert with_it.grad_center == without.grad_center
    assert with_it.loss == without.loss
    assert with_it.loss_after == without.loss_after
    assert with_it.loss_after_center_only == without.loss_after_center_only


def test_redraw_refuses_a_negative_that_equals_the_target() -> None:
    policy: StepPolicy = {**ARTICLE, "collision": "redraw"}
    with pytest.raises(ValueError, match="equals the target"):
        worked(ON, [CAT, ON], 0.1, policy)
    assert worked(ON, [CAT], 0.1, policy) == worked(ON, [CAT], 0.1)


@pytest.mark.parametrize("part", ["order", "range_rule", "sigmoid", "collision"])
def test_unknown_names_are_refused(part: str) -> None:
    policy = ARTICLE.copy()
    policy.update({part: "other"})  # type: ignore[misc]
    with pytest.raises(ValueError, match=part):
        worked(ON, [CAT], 0.1, policy)


@pytest.mark.parametrize("label", [0, 1])
@pytest.mark.parametrize(
    ("policy", "z", "probability", "clipped"),
    [
        (WORD2VEC_C, 6.0, exact_sigmoid(5.952), False),
        (WORD2VEC_C, -6.0, exact_sigmoid(-6.0), False),
        (WORD2VEC_C, 6.001, 1.0, True),
        (WORD2VEC_C, -6.001, 0.0, True),
        (GENSIM, 5.999, exact_sigmoid(5.94), False),
        (GENSIM, 6.0, None, True),
        (GENSIM, -6.0, None, True),
        (GENSIM, 6.001, None, True),
        (FASTTEXT, 7.5, exact_sigmoid(7.5), False),
        (FASTTEXT, 8.0, exact_sigmoid(8.0), False),
        (FASTTEXT, -8.0, exact_sigmoid(-8.0), False),
        (FASTTEXT, 8.001, 1.0, True),
        (FASTTEXT, -8.001, 0.0, True),
        (ARTICLE, 9.0, exact_sigmoid(9.0), False),
    ],
)
def test_range_rules(
    policy: StepPolicy, z: float, probability: float | None, clipped: bool, label: int
) -> None:
    step = one_score(z, label, policy)
    at = 0 if label == 1 else 1
    assert step.clipped[at] is clipped
    assert step.clipped[1 - at] is False
    assert step.loss_terms[at] == pytest.approx(math.log1p(math.exp(-z if label == 1 else z)))
    if probability is None:
        assert step.probabilities[at] is None
        assert step.errors[at] == 0
        assert step.Ep[at] == [z]
        assert step.E == [[1.0]]  # the other row is zero, so it adds nothing either
    else:
        error = probability - label
        assert step.probabilities[at] == pytest.approx(probability, rel=1e-12)
        assert step.errors[at] == pytest.approx(error, rel=1e-9)
        assert step.Ep[at] == pytest.approx([z - error], rel=1e-12)
        assert step.E[0] == pytest.approx([1 - error * z], rel=1e-9)
    assert step.probabilities_exact[at] == exact_sigmoid(z)


def test_a_range_rule_reads_the_score_as_it_is_then() -> None:
    # The first negative saturates and takes the row from 7 to 6, which the second still reads.
    step = reference_step([[1.0]], [[0.0], [7.0]], 0, 0, [1, 1], 1.0, **WORD2VEC_C)
    assert step.scores_read == [0, 7, 6]
    assert step.clipped == [False, True, False]
    assert step.probabilities[2] == pytest.approx(exact_sigmoid(5.952), rel=1e-12)


def test_a_step_at_huge_scores_stays_finite() -> None:
    # Both terms wrong, as far as floats go: the loss is the size of the scores, the errors are 1.
    step = reference_step([[1e150]], [[-1e150], [1e149]], 0, 0, [1], 1e-3, **ARTICLE)
    assert step.loss == pytest.approx(1.1e300, rel=1e-15)
    assert step.errors == [-1, 1]
    assert step.grad_center == pytest.approx([1.1e150])
    assert flat(step.Ep) == pytest.approx([-0.999e150, 0.099e150])
    assert step.loss_after < step.loss


def test_presets_are_the_table_of_policies() -> None:
    table = {
        name: (POWERS[name], INPUT_ROWS[name], *preset.values()) for name, preset in PRESETS.items()
    }
    assert table == {
        "article": (0.75, "center", "simultaneous", "exact", math.inf, "exact", 0, "keep"),
        "word2vec_c": (0.75, "context", "sequential", "saturate", 6, "table", 1000, "skip"),
        "gensim": (0.75, "context", "sequential", "stop", 6, "table", 1000, "skip"),
        "fasttext": (0.5, "center", "sequential", "saturate", 8, "table", 512, "redraw"),
    }


# --- Expected loss --------------------------------------------------------------------------------


def normalised(weights: list[float]) -> list[float]:
    return [w / sum(weights) for w in weights]


@pytest.mark.parametrize("collision", ["keep", "skip", "redraw"])
def test_expected_loss_is_the_mean_of_every_step_that_may_be_drawn(collision: str) -> None:
    policy: StepPolicy = {**ARTICLE, "collision": collision}
    E, Ep = WORKED_E[:3], WORKED_EP[:3]
    pair_counts = {(0, 1): 2.0, (1, 0): 1.0, (1, 2): 4.0, (2, 2): 0.5}
    q = [0.5, 0.2, 0.3]
    mean = 0.0
    for (i, t), weight in pair_counts.items():
        for draw in product(range(3), repeat=2):
            if collision == "redraw" and t in draw:
                continue
            chance = weight / 7.5
            for n in draw:
                chance *= q[n] / (1 - q[t]) if collision == "redraw" else q[n]
            mean += chance * reference_step(E, Ep, i, t, draw, 0.1, **policy).loss
    assert reference_expected_loss(E, Ep, pair_counts, q, 2, collision) == pytest.approx(mean)


def optimum(collision: str, P: list[float], q: list[float], k: int, w: int) -> float:
    """The score that each rule would reach for scored word w, given P(.|i) of its input i."""
    if collision == "keep":
        return math.log(P[w] / (k * q[w]))
    if collision == "skip":
        return math.log(P[w] / (k * q[w] * (1 - P[w])))
    others = sum(P[t] / (1 - q[t]) for t in range(len(P)) if t != w)
    return math.log(P[w] / (k * q[w] * others))


@pytest.mark.parametrize("collision", ["keep", "skip", "redraw"])
@untimed
@given(
    st.lists(st.lists(WEIGHT, min_size=3, max_size=3), min_size=3, max_size=3),
    st.lists(WEIGHT, min_size=3, max_size=3),
    st.integers(1, 15),
)
def test_expected_loss_is_flat_at_the_optimum(
    collision: str, counts: Table, noise: list[float], k: int
) -> None:
    q = normalised(noise)
    pair_counts = {(i, w): counts[i][w] for i in range(3) for w in range(3)}
    identity = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]

    def slopes(shift: float) -> list[float]:
        """That far above the optimum. With E the identity, Ep[w][i] is the score of (i, w)."""
        Ep = [
            [optimum(collision, normalised(counts[i]), q, k, w) + shift for i in range(3)]
            for w in range(3)
        ]
        return finite_difference(
            lambda x: reference_expected_loss(
                identity, rows_of(x, 3), pair_counts, q, k, collision
            ),
            flat(Ep),
        )

    assert slopes(0.0) == pytest.approx([0] * 9, abs=1e-8)
    assert min(slopes(1.0)) > 1e-7
    assert max(slopes(-1.0)) < -1e-7


def test_expected_loss_with_redraw_needs_another_word() -> None:
    with pytest.raises(ValueError, match="no other word"):
        reference_expected_loss([[1.0]], [[1.0]], {(0, 0): 1.0}, [1.0], 1, "redraw")


# --- Full softmax ---------------------------------------------------------------------------------


@untimed
@given(TABLES, TABLES, WORD, WORD)
def test_softmax_gradients_are_the_slopes_of_its_loss(
    E: Table, Ep: Table, center: int, target: int
) -> None:
    def loss(x: list[float]) -> float:
        tables = rows_of(x, D)
        return reference_softmax_loss(tables[:V], tables[V:], center, target)

    slopes = rows_of(finite_difference(loss, flat(E + Ep)), D)
    grad_center, grad_Ep = reference_softmax_gradients(E, Ep, center, target)
    assert grad_center == pytest.approx(slopes[center], abs=1e-8)
    assert flat(grad_Ep) == pytest.approx(flat(slopes[V:]), abs=1e-8)


def test_softmax_loss_worked_by_hand() -> None:
    E, Ep = [[1.0]], [[0.0], [math.log(2)], [math.log(5)]]
    assert softmax([0.0, math.log(2), math.log(5)]) == pytest.approx([1 / 8, 2 / 8, 5 / 8])
    assert reference_softmax_loss(E, Ep, 0, 1) == pytest.approx(math.log(4))


def test_softmax_loss_is_finite_for_huge_scores() -> None:
    E, Ep = [[1.0]], [[1e300], [-1e299]]
    assert reference_softmax_loss(E, Ep, 0, 1) == pytest.approx(1.1e300)
    assert reference_softmax_gradients(E, Ep, 0, 1) == ([1.1e300], [[1.0], [-1.0]])


# --- Tools ----------------------------------------------------------------------------------------


def test_finite_difference_of_a_quadratic() -> None:
    slopes = finite_difference(lambda x: x[0] ** 2 + 3 * x[0] * x[1], [2.0, -1.0], 1e-3)
    assert slopes == pytest.approx([1.0, 6.0], abs=1e-9)


WORD64 = st.integers(0, 2**64 - 1)


@untimed
@given(st.tuples(WORD64, WORD64, WORD64, WORD64), st.tuples(WORD64, WORD64))
def test_philox_is_numpys(counter: tuple[int, int, int, int], key: tuple[int, int]) -> None:
    generator = np.random.Philox(
        counter=np.array(counter, dtype=np.uint64), key=np.array(key, dtype=np.uint64)
    )
    number = sum(word << (64 * place) for place, word in enumerate(counter))
    expected: list[int] = []
    for block in (1, 2):  # NumPy adds one before each block, before the first too
        n = (number + block) % 2**256
        words = [(n >> (64 * place)) % 2**64 for place in range(4)]
        expected += reference_philox((words[0], words[1], words[2], words[3]), key)
    assert generator.random_raw(8).tolist() == expected


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        (
            (0, 0, 0, 0),
            (0, 0),
            (0x16554D9ECA36314C, 0xDB20FE9D672D0FDC, 0xD7E772CEE186176B, 0x7E68B68AEC7BA23B),
        ),
        (
            (2**64 - 1, 2**64 - 1, 2**64 - 1, 2**64 - 1),
            (2**64 - 1, 2**64 - 1),
            (0x87B092C3013FE90B, 0x438C3C67BE8D0224, 0x9CC7D7C69CD777B6, 0xA09CAEBF594F0BA0),
        ),
        (
            (0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89),
            (0x452821E638D01377, 0xBE5466CF34E90C6C),
            (0xA528F45403E61D95, 0x38C72DBD566E9788, 0xA5A1610E72FD18B5, 0x57BD43B5E52B7FE6),
        ),
    ],
)
def test_philox_gives_random123s_known_answers(
    counter: tuple[int, int, int, int], key: tuple[int, int], words: tuple[int, int, int, int]
) -> None:
    assert reference_philox(counter, key) == words
