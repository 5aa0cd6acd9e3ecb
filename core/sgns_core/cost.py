"""What one pair costs: counted for full softmax and SGNS, and measured on this machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from sgns_core.errors import InvalidInput, shown
from sgns_core.objectives import sgns
from sgns_core.record import record
from sgns_core.trace import Floats

MNIST: Final = (784, 128, 10)
"""A network that many people have met, for scale: its layers, from the picture to the digit."""
SIZES: Final = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000)
"""The vocabularies that are measured."""

_LARGEST: Final = {"words": 10**9, "dim": 10**5, "k": 10**5}
_BLOCK: Final = 1 << 16  # numbers of a table that are changed at once
_ROUNDS: Final = 5
_LR: Final = 0.025


@record
class Cost:
    """Counts for one pair: `words` V, `dim` d, `k` negatives. Raises InvalidInput out of range.

    Multiply-adds are those of the scores; the two gradients take as many again each. Rows are those
    of both tables together.
    """

    words: int
    dim: int
    k: int

    def __post_init__(self) -> None:
        for name, value, low in (("words", self.words, 2), ("dim", self.dim, 1), ("k", self.k, 0)):
            _check_whole(name, value, low)

    @property
    def softmax_multiply_adds(self) -> int:
        """Return V d: every word is scored."""
        return self.words * self.dim

    @property
    def sgns_multiply_adds(self) -> int:
        """Return (k + 1) d: the target and k negatives are scored."""
        return (self.k + 1) * self.dim

    @property
    def softmax_exponentials(self) -> int:
        """Return V."""
        return self.words

    @property
    def sgns_exponentials(self) -> int:
        """Return k + 1."""
        return self.k + 1

    @property
    def softmax_rows(self) -> int:
        """Return the rows that are read, and written: the center's and all V output rows."""
        return 1 + self.words

    @property
    def sgns_rows(self) -> int:
        """Return the rows that are read, and written: at most k + 2, fewer where words repeat."""
        return min(self.k + 2, 1 + self.words)

    @property
    def ratio(self) -> float:
        """Return how many times the scores of SGNS the full softmax takes."""
        return self.softmax_multiply_adds / self.sgns_multiply_adds

    def table_bytes(self, number_bytes: int = 4) -> int:
        """Return the memory of both tables; they are the same for both losses."""
        return 2 * self.words * self.dim * number_bytes


def _check_whole(name: str, value: object, low: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= _LARGEST[name]:
        raise InvalidInput(
            "{name} must be a whole number from {low} to {high}, got {value}",
            name=name,
            low=low,
            high=_LARGEST[name],
            value=shown(value),
        )


def layer_multiply_adds(layers: Sequence[int] = MNIST) -> tuple[int, ...]:
    """Return the multiply-adds of each layer of a fully connected network."""
    return tuple(a * b for a, b in pairwise(layers))


@record(eq=False)
class Dropped:
    """A softmax (V,) of which one score was not computed.

    probabilities: (V,) the softmax over all words. word: the one left out. others: (V,) the softmax
    over the other words, 0 at `word`: each of them comes out too large.
    """

    probabilities: Floats
    word: int
    others: Floats

    @property
    def sum_left(self) -> float:
        """Return what the other words' probabilities add up to: 1 less that of the word."""
        return float(np.delete(self.probabilities, self.word).sum())

    @property
    def too_large(self) -> float:
        """Return by which factor each other word comes out too large without it."""
        return 1.0 / self.sum_left if self.sum_left else float("inf")


def dropped(probabilities: Floats, word: int) -> Dropped:
    """Return what a softmax (V,) is without one of its words."""
    others = np.array(probabilities, np.float64)
    others[word] = 0.0
    total = others.sum()
    return Dropped(probabilities, word, others / total if total > 0 else others)


# --- Measuring ------------------------------------------------------------------------------------


@record
class Measured:
    """Seconds per pair of both losses for one vocabulary: scores, gradients and update."""

    words: int
    softmax: float
    sgns: float


def softmax_update(v: Floats, outputs: Floats, target: int, lr: float) -> None:
    """Make one full-softmax update of a center's row (d,) and all output rows (V, d), in place."""
    scores = outputs @ v
    scores -= scores.max()
    errors = np.exp(scores)
    errors /= errors.sum()
    errors[target] -= 1.0
    gradient = errors @ outputs
    step = lr * v
    many = max(1, _BLOCK // len(v))
    for start in range(0, len(outputs), many):
        outputs[start : start + many] -= np.outer(errors[start : start + many], step)
    v -= lr * gradient


def sgns_update(v: Floats, outputs: Floats, rows: Sequence[int], lr: float) -> None:
    """Make one SGNS update of a center's row (d,) and the output rows scored, the target first."""
    found = sgns(v, outputs[list(rows)])
    np.subtract.at(outputs, list(rows), lr * found.grad_outputs)
    v -= lr * found.grad_center


def measuring_bytes(words: int, dim: int) -> int:
    """Return how much memory measuring takes at most: a table in float64, and what is beside it."""
    return 8 * (words * dim + 4 * words + 3 * _BLOCK)


def measure(
    words: int,
    dim: int,
    k: int,
    clock: Callable[[], float],
    go_on: Callable[[], bool] = lambda: True,
    seconds: float = 0.1,
) -> Measured | None:
    """Measure one vocabulary; None where it was ended.

    clock: seconds that only rise. Each loss is taken in rounds of about `seconds`, of which the
    fastest counts, as anything else that runs can only slow a round down.
    """
    random = np.random.default_rng(words)
    outputs = random.uniform(-0.5, 0.5, (words, dim)) / dim
    v = random.uniform(-0.5, 0.5, dim)
    rows = random.integers(words, size=(1024, k + 1)).tolist()

    def by_softmax(i: int) -> None:
        softmax_update(v, outputs, rows[i % 1024][0], _LR)

    def by_sgns(i: int) -> None:
        sgns_update(v, outputs, rows[i % 1024], _LR)

    found = []
    for update in (by_softmax, by_sgns):
        best = _fastest(update, clock, go_on, seconds)
        if best is None:
            return None
        found.append(best)
    return Measured(words, *found)


def _fastest(
    update: Callable[[int], None],
    clock: Callable[[], float],
    go_on: Callable[[], bool],
    seconds: float,
) -> float | None:
    update(0)  # the first one touches memory that nobody has touched
    best = float("inf")
    for _ in range(_ROUNDS):
        if not go_on():
            return None
        begin, made = clock(), 0
        passed = 0.0
        while not made or passed < seconds / _ROUNDS:
            update(made)
            made += 1
            passed = clock() - begin
        best = min(best, passed / made)
    return best


def fitted_slope(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """Return the slope of log seconds over log size by least squares: 1 where cost grows like V.

    nan with fewer than two different sizes or a time of 0.
    """
    x, y = np.asarray(sizes, np.float64), np.asarray(seconds, np.float64)
    if len(set(sizes)) < 2 or not ((x > 0).all() and (y > 0).all()):
        return float("nan")
    logs, times = np.log(x), np.log(y)
    logs -= logs.mean()
    return float((logs * (times - times.mean())).sum() / (logs**2).sum())
