"""The engine's arithmetic once more, in plain Python loops, to test the engine against.

It is written to be checked by eye: lists of floats, one operation a line, no NumPy. E and Ep are
lists of rows; nothing that is passed in is ever changed.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypedDict

Table = list[list[float]]


# --- Policies -------------------------------------------------------------------------------------


class StepPolicy(TypedDict):
    """The parts of a policy that act inside a step: keyword arguments of `reference_step`."""

    order: str  # "simultaneous" | "sequential"
    range_rule: str  # "exact" | "saturate" | "stop"
    bound: float  # where the range rule sets in
    sigmoid: str  # "exact" | "table"
    table_size: int  # 1000 (word2vec.c, gensim) | 512 (fastText); not read by "exact"
    collision: str  # "keep" | "skip" | "redraw"


ARTICLE: StepPolicy = {
    "order": "simultaneous",
    "range_rule": "exact",
    "bound": math.inf,
    "sigmoid": "exact",
    "table_size": 0,
    "collision": "keep",
}
WORD2VEC_C: StepPolicy = {
    "order": "sequential",
    "range_rule": "saturate",
    "bound": 6.0,
    "sigmoid": "table",
    "table_size": 1000,
    "collision": "skip",
}
GENSIM: StepPolicy = {
    "order": "sequential",
    "range_rule": "stop",
    "bound": 6.0,
    "sigmoid": "table",
    "table_size": 1000,
    "collision": "skip",
}
FASTTEXT: StepPolicy = {
    "order": "sequential",
    "range_rule": "saturate",
    "bound": 8.0,
    "sigmoid": "table",
    "table_size": 512,
    "collision": "redraw",
}
PRESETS = {"article": ARTICLE, "word2vec_c": WORD2VEC_C, "gensim": GENSIM, "fasttext": FASTTEXT}

# The two parts that act before a step: when noise is counted and when a pair is made.
POWERS = {"article": 0.75, "word2vec_c": 0.75, "gensim": 0.75, "fasttext": 0.5}
INPUT_ROWS = {
    "article": "center",
    "word2vec_c": "context",
    "gensim": "context",
    "fasttext": "center",
}


# --- One score ------------------------------------------------------------------------------------


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    """Sum of the element products of two rows."""
    total = 0.0
    for x, y in zip(a, b, strict=True):
        total += x * y
    return total


def exact_sigmoid(z: float) -> float:
    """1 / (1 + exp(-z)), for any finite z: only exp of numbers <= 0 is taken."""
    if z >= 0:
        return 1 / (1 + math.exp(-z))
    return math.exp(z) / (1 + math.exp(z))


def log_sigmoid(z: float) -> float:
    """log(exact_sigmoid(z)), for any finite z, without loss of digits at either end."""
    if z >= 0:
        return -math.log1p(math.exp(-z))
    return z - math.log1p(math.exp(z))


def table_sigmoid(z: float, table_size: int) -> float:
    """The entry that the programs look up for z; beyond a table's ends, the exact sigmoid.

    1000: word2vec.c and gensim, over -6..6. Their factor is the C integer division 1000/6/2 = 83.
    512: fastText, over -8..8, 513 entries.
    The programs hold their entries as 32-bit floats; these are 64-bit, as is everything here.
    """
    if table_size == 1000:
        if z < -6 or z > 6:
            return exact_sigmoid(z)
        i = int((z + 6) * 83)
        e = math.exp((i / 1000 * 2 - 1) * 6)
        return e / (e + 1)
    if table_size == 512:
        if z < -8 or z > 8:
            return exact_sigmoid(z)
        i = int((z + 8) * 32)
        x = i * 2 * 8 / 512 - 8
        return 1 / (1 + math.exp(-x))
    raise ValueError(f"no program has a table of {table_size}")


# --- One step -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """Everything about one update. Lists are per occurrence: the target, then each negative."""

    loss: float  # before the update; exact, of the terms that are not skipped
    loss_terms: list[float]  # (k+1), from the tables before; 0 where skipped
    scores: list[float]  # (k+1), from the tables before
    scores_read: list[float | None]  # (k+1), as the loop met them; None where skipped
    probabilities: list[float | None]  # (k+1), as used; None where skipped or stopped
    probabilities_exact: list[float]  # (k+1), exact sigmoid of `scores`
    errors: list[float]  # (k+1), probability used - label; 0 where skipped or stopped
    grad_outputs: Table  # (k+1, d)
    grad_center: list[float]  # (d)
    skipped: list[bool]  # (k+1), a negative that equals the target, under "skip"
    clipped: list[bool]  # (k+1), the range rule acted on the score as read
    E: Table  # after
    Ep: Table  # after
    loss_after_center_only: float  # E after, Ep before
    loss_after: float  # E after, Ep after


def reference_step(
    E: Table,
    Ep: Table,
    center: int,
    target: int,
    negatives: Sequence[int],
    lr: float,
    *,
    order: str,
    range_rule: str,
    bound: float,
    sigmoid: str,
    table_size: int,
    collision: str,
) -> Result:
    """One update of SGNS.

    Raises ValueError for a negative that equals the target under "redraw", and for unknown names.
    """
    _check("order", order, ("simultaneous", "sequential"))
    _check("range_rule", range_rule, ("exact", "saturate", "stop"))
    _check("sigmoid", sigmoid, ("exact", "table"))
    _check("collision", collision, ("keep", "skip", "redraw"))
    if collision == "redraw" and target in negatives:
        raise ValueError("a negative equals the target, which redraw never draws")

    rows = [target, *negatives]
    labels = [1] + [0] * len(negatives)
    skipped = [False] + [collision == "skip" and n == target for n in negatives]

    v = E[center]  # the input row before: output rows move by it, whatever the order
    d = len(v)
    E_after = [list(row) for row in E]
    Ep_after = [list(row) for row in Ep]
    Ep_read = Ep_after if order == "sequential" else Ep

    scores_read: list[float | None] = []
    probabilities: list[float | None] = []
    errors: list[float] = []
    grad_outputs: Table = []
    clipped: list[bool] = []
    grad_center = [0.0] * d

    for row, label, skip in zip(rows, labels, skipped, strict=True):
        if skip:
            scores_read.append(None)
            probabilities.append(None)
            errors.append(0.0)
            grad_outputs.append([0.0] * d)
            clipped.append(False)
            continue

        z = dot(v, Ep_read[row])
        scores_read.append(z)

        if range_rule == "stop" and (z >= bound or z <= -bound):
            probabilities.append(None)
            errors.append(0.0)
            grad_outputs.append([0.0] * d)
            clipped.append(True)
            continue

        saturated = range_rule == "saturate" and (z > bound or z < -bound)
        if saturated:
            p = 1.0 if z > 0 else 0.0
        elif sigmoid == "table":
            p = table_sigmoid(z, table_size)
        else:
            p = exact_sigmoid(z)

        error = p - label
        probabilities.append(p)
        errors.append(error)
        clipped.append(saturated)
        grad_outputs.append([error * x for x in v])
        for j in range(d):
            grad_center[j] += error * Ep_read[row][j]  # read before this row moves, below
        for j in range(d):
            Ep_after[row][j] -= lr * error * v[j]

    for j in range(d):
        E_after[center][j] -= lr * grad_center[j]

    terms = _loss_terms(E[center], Ep, rows, labels, skipped)
    scores = [dot(v, Ep[row]) for row in rows]
    return Result(
        loss=sum(terms),
        loss_terms=terms,
        scores=scores,
        scores_read=scores_read,
        probabilities=probabilities,
        probabilities_exact=[exact_sigmoid(z) for z in scores],
        errors=errors,
        grad_outputs=grad_outputs,
        grad_center=grad_center,
        skipped=skipped,
        clipped=clipped,
        E=E_after,
        Ep=Ep_after,
        loss_after_center_only=sum(_loss_terms(E_after[center], Ep, rows, labels, skipped)),
        loss_after=sum(_loss_terms(E_after[center], Ep_after, rows, labels, skipped)),
    )


def _loss_terms(
    v: list[float], Ep: Table, rows: list[int], labels: list[int], skipped: list[bool]
) -> list[float]:
    """-log sigmoid(z) for the target, -log sigmoid(-z) for a negative, 0 where skipped."""
    terms = []
    for row, label, skip in zip(rows, labels, skipped, strict=True):
        z = dot(v, Ep[row])
        if skip:
            terms.append(0.0)
        elif label == 1:
            terms.append(-log_sigmoid(z))
        else:
            terms.append(-log_sigmoid(-z))
    return terms


def _check(part: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ValueError(f"{part} is one of {known}, not {value!r}")


# --- Expected loss --------------------------------------------------------------------------------


def reference_expected_loss(
    E: Table,
    Ep: Table,
    pair_counts: dict[tuple[int, int], float],
    q: list[float],
    k: int,
    collision: str,
) -> float:
    """Expected loss of one drawn pair and its k negatives, summed exactly instead of sampled.

    pair_counts maps (input, scored word) to a weight; q sums to 1.
    """
    _check("collision", collision, ("keep", "skip", "redraw"))
    total = sum(pair_counts.values())
    expected = 0.0
    for (i, t), weight in pair_counts.items():
        if collision == "redraw" and q[t] == 1:
            raise ValueError("there is no other word to redraw")
        noise = 0.0  # the expected loss of one negative
        for n in range(len(q)):
            if collision == "keep":
                chance = q[n]
            elif n == t:
                chance = 0.0
            elif collision == "skip":
                chance = q[n]
            else:
                chance = q[n] / (1 - q[t])
            noise += chance * -log_sigmoid(-dot(E[i], Ep[n]))
        expected += weight / total * (-log_sigmoid(dot(E[i], Ep[t])) + k * noise)
    return expected


# --- Full softmax ---------------------------------------------------------------------------------


def softmax(scores: list[float]) -> list[float]:
    """exp(z) over the sum of exp(z), shifted by the largest score so that nothing overflows."""
    top = max(scores)
    powers = [math.exp(z - top) for z in scores]
    total = sum(powers)
    return [power / total for power in powers]


def reference_softmax_loss(E: Table, Ep: Table, center: int, target: int) -> float:
    """-log P(target | center), P by softmax over all words."""
    scores = [dot(E[center], row) for row in Ep]
    top = max(scores)
    total = sum(math.exp(z - top) for z in scores)
    return math.log(total) + (top - scores[target])


def reference_softmax_gradients(
    E: Table, Ep: Table, center: int, target: int
) -> tuple[list[float], Table]:
    """Gradients of that loss: of E[center] (d), and of the whole of Ep (V, d)."""
    v = E[center]
    probabilities = softmax([dot(v, row) for row in Ep])
    grad_center = [0.0] * len(v)
    grad_Ep = []
    for w, row in enumerate(Ep):
        error = probabilities[w] - (1 if w == target else 0)
        for j in range(len(v)):
            grad_center[j] += error * row[j]
        grad_Ep.append([error * x for x in v])
    return grad_center, grad_Ep


# --- Tools ----------------------------------------------------------------------------------------


def finite_difference(
    f: Callable[[list[float]], float], x: Sequence[float], h: float = 1e-5
) -> list[float]:
    """Central differences (f(x + h) - f(x - h)) / 2h, one coordinate at a time."""
    slopes = []
    for j in range(len(x)):
        above = list(x)
        below = list(x)
        above[j] += h
        below[j] -= h
        slopes.append((f(above) - f(below)) / (2 * h))
    return slopes


def reference_philox(
    counter: tuple[int, int, int, int], key: tuple[int, int]
) -> tuple[int, int, int, int]:
    """Philox4x64-10: the four 64-bit words of one counter under one key, lowest word first.

    Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011); constants of Random123.
    """
    low = 2**64 - 1
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(10):
        product0 = c0 * 0xD2E7470EE14C6C93
        product1 = c2 * 0xCA5A826395121157
        c0, c1, c2, c3 = (
            (product1 >> 64) ^ c1 ^ k0,
            product1 & low,
            (product0 >> 64) ^ c3 ^ k1,
            product0 & low,
        )
        k0 = (k0 + 0x9E3779B97F4A7C15) & low
        k1 = (k1 + 0xBB67AE8584CAA73B) & low
    return c0, c1, c2, c3
