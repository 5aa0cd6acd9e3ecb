"""Losses and gradients beside the sampled step: full softmax, and SGNS without sampling."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sgns_core.errors import InvalidInput
from sgns_core.noise import NoiseDistribution
from sgns_core.policy import Collision, sigmoid
from sgns_core.record import record
from sgns_core.trace import Floats

_BLOCK = 2**22  # scores held at a time by the expected loss: 32 MB


@record(eq=False)
class SgnsObjective:
    """Loss of one center, target and k negatives, with its gradients."""

    loss: float
    grad_center: Floats  # (d,)
    grad_outputs: Floats  # (k+1, d) per occurrence, the target first


def sgns(v: Floats, vectors: Floats) -> SgnsObjective:
    """Return the SGNS loss of a center row against its scored rows, the target first.

    v: (d,), vectors: (k+1, d). L = -log sigma(v . u_0) - sum_i log sigma(-v . u_i), Mikolov et al.
    2013, eq. 4; the derivative in each score is sigma - y.
    """
    signs = np.ones(len(vectors))
    signs[0] = -1.0
    signed = signs * (vectors @ v)
    errors = signs * sigmoid(signed)
    loss = float(np.logaddexp(0.0, signed).sum())
    return SgnsObjective(loss, errors @ vectors, np.outer(errors, v))


@record(eq=False)
class SoftmaxObjective:
    """Full-softmax loss of one pair, with its gradients."""

    loss: float
    probabilities: Floats  # (V,) P(word | center), they sum to 1
    grad_center: Floats  # (d,)
    grad_outputs: Floats  # (V, d)


def softmax_probabilities(v: Floats, outputs: Floats) -> Floats:
    """Return P(word | center) of every word (V,): e^z_w over the sum of e^z, stable.

    v: (d,) the center's row, outputs: (V, d).
    """
    with np.errstate(over="ignore", invalid="ignore"):  # rows too large for it give nan
        scores = outputs @ v
        powers = np.exp(scores - scores.max())
        return np.asarray(powers / powers.sum())


def softmax(E: Floats, Ep: Floats, center: int, target: int) -> SoftmaxObjective:
    """Return -log P(target | center) with P = softmax(Ep v_center), and its gradients.

    E, Ep: (V, d). Mikolov et al. 2013, eq. 2. Every row of Ep is read and gets a gradient.
    """
    v = E[center].astype(np.float64)
    outputs = Ep.astype(np.float64)
    scores = outputs @ v
    scores -= scores.max()
    log_sum = np.log(np.exp(scores).sum())
    probabilities = softmax_probabilities(v, outputs)
    errors = probabilities.copy()
    errors[target] -= 1.0
    return SoftmaxObjective(
        float(log_sum - scores[target]), probabilities, errors @ outputs, np.outer(errors, v)
    )


@record(eq=False)
class PairCounts:
    """How often word `columns[i]` is scored as the positive of input word `rows[i]`.

    rows, columns: (n,) indices below `size`, each pair of them once; weights: (n,) above 0.
    """

    rows: npt.NDArray[np.integer]
    columns: npt.NDArray[np.integer]
    weights: Floats
    size: int

    def __post_init__(self) -> None:
        if not (len(self.rows) == len(self.columns) == len(self.weights) > 0):
            raise InvalidInput("pair counts need at least one pair and columns of equal length")
        if not (np.isfinite(self.weights).all() and (self.weights > 0).all()):
            raise InvalidInput("pair counts must be finite and above 0")


@record(eq=False)
class ExpectedSgns:
    """The SGNS loss per pair that sampling estimates, with its gradients."""

    loss: float
    grad_E: Floats  # (V, d)  # noqa: N815
    grad_Ep: Floats  # (V, d)  # noqa: N815


def expected_sgns(
    E: Floats,
    Ep: Floats,
    pairs: PairCounts,
    noise: NoiseDistribution,
    k: int,
    collision: Collision = "keep",
) -> ExpectedSgns:
    """Return the exact expectation of the SGNS loss over pairs and draws: no sampling.

    E, Ep: (V, d). loss = sum_it P(i, t) [-log sigma(z_it)] - sum_in N(i, n) log sigma(-z_in), where
    N(i, n) is the expected number of negatives n per pair with input i that are used:
    keep k q(n) P(i); skip k q(n) (P(i) - P(i, n)); redraw k q(n) sum_{t != n} P(i, t) / (1 - q(t)).
    Levy and Goldberg 2014, eq. 3 and 4, for keep. Rows are taken in blocks: memory stays bounded.
    """
    expected = ExpectedWeights(pairs, noise, k, collision)
    grad_E, grad_Ep = np.zeros(E.shape), np.zeros(Ep.shape)
    loss = 0.0
    block = max(1, _BLOCK // len(Ep))
    for start in range(0, len(E), block):
        inputs = slice(start, min(start + block, len(E)))
        pull, push = expected.rows(inputs.start, inputs.stop)
        scores = E[inputs] @ Ep.T  # (b, V)
        loss += float((pull * np.logaddexp(0.0, -scores)).sum())
        loss += float((push * np.logaddexp(0.0, scores)).sum())
        slopes = push * sigmoid(scores) - pull * sigmoid(-scores)  # (b, V)
        grad_E[inputs] = slopes @ Ep
        grad_Ep += slopes.T @ E[inputs]
    return ExpectedSgns(loss, grad_E, grad_Ep)


class ExpectedWeights:
    """How often, per pair, each (input, word) is scored as positive and as a used negative.

    The formulas are those of `expected_sgns`; a block of input rows at a time bounds the memory.
    """

    def __init__(
        self, pairs: PairCounts, noise: NoiseDistribution, k: int, collision: Collision
    ) -> None:
        q = noise.probabilities
        self._pairs = pairs
        self._expected = k * q
        self._joint = pairs.weights / pairs.weights.sum()  # P(i, t)
        self._taken = _used_up(self._joint, q[pairs.columns], collision)
        self._keeps = collision == "keep"
        given = self._taken if collision == "redraw" else self._joint
        self._left: Floats = np.bincount(pairs.rows, given, minlength=pairs.size).astype(np.float64)
        self._order = np.argsort(pairs.rows, kind="stable")

    def rows(self, start: int, stop: int) -> tuple[Floats, Floats]:
        """Return P(i, w) and N(i, w) (stop - start, V) of input rows start..stop-1."""
        pairs = self._pairs
        low, high = np.searchsorted(pairs.rows, (start, stop), sorter=self._order)
        here = self._order[low:high]
        at = (pairs.rows[here] - start, pairs.columns[here])
        push: Floats = np.repeat(self._left[start:stop, None], pairs.size, axis=1)
        if not self._keeps:
            push[at] -= self._taken[here]
        push = np.multiply(push, self._expected)
        pull = np.zeros(push.shape)
        pull[at] = self._joint[here]
        return pull, push


def _used_up(joint: Floats, q_target: Floats, collision: Collision) -> Floats:
    """Return per pair what the collision rule takes from the draws of its own target."""
    if collision == "redraw":
        if (q_target >= 1.0).any():
            raise InvalidInput("collision rule redraw needs a second word to draw")
        return np.asarray(joint / (1.0 - q_target))
    return joint
