"""Computing one update: what it reads, its errors and gradients, and what it writes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sgns_core.arguments import (
    Table,
    check_loss_finite,
    check_result_finite,
    check_rows_finite,
    target_among_negatives,
)
from sgns_core.policy import (
    Policy,
    out_of_range,
    policy_sigmoid,
    sigmoid,
    sigmoid_of_softplus,
    softplus,
)
from sgns_core.trace import Flags, Floats, Indices


class Slots(NamedTuple):
    """Where rows repeat: the first occurrence of each distinct row, the distinct row of each."""

    first: Indices  # (m,)
    of: Indices  # (k+1,)


class Update(NamedTuple):
    """What one update read and wrote; the `touched` rows are distinct."""

    loss: float
    v: Floats  # (d,) the center row before
    losses: Floats  # (k+1,) its terms
    vectors: Floats  # (k+1, d) before
    scores: Floats  # (k+1,) before
    errors: Floats  # (k+1,)
    grad_center: Floats  # (d,)
    center_after: Table  # (d,) in the tables' dtype
    touched: Indices  # (m,)
    touched_after: Table  # (m, d) in the tables' dtype
    slots: Slots | None = None  # None where no row repeats
    vectors_read: Floats | None = None  # (k+1, d), None where it equals the rows before
    scores_read: Floats | None = None

    @property
    def touched_before(self) -> Floats:
        """Return the touched rows before the update (m, d)."""
        return self.vectors if self.slots is None else self.vectors[self.slots.first]


@np.errstate(over="ignore", invalid="ignore")
def compute(
    v: Floats, Ep: Table, c: int, rows: Indices, lr: float, policy: Policy, refuses: bool = True
) -> Update:
    """Compute an update from the center row v (d,) and the rows of Ep named by `rows` (k+1,).

    refuses: whether a result that is not finite raises an error.
    """
    vectors = Ep.take(rows, axis=0).astype(np.float64, copy=False)  # (k+1, d)
    scores = np.einsum("ij,j->i", vectors, v)
    calm = not refuses or _calm(v, vectors, lr)
    if not calm:
        check_rows_finite(v, vectors, scores, c, rows)
    update = _compute_finite(v, vectors, scores, Ep.dtype, rows, lr, policy)
    if not calm:
        check_loss_finite(c, rows, update.loss)
    if refuses and (not calm or Ep.dtype != np.float64):
        check_result_finite(c, update.center_after, update.touched, update.touched_after, lr)
    return update


def _calm(v: Floats, vectors: Floats, lr: float) -> bool:
    """Tell at little cost that nothing in this update can overflow in float64.

    These sums of squares bound every value by 1e150, so by Cauchy-Schwarz every score and the loss
    are finite, and with a learning rate below 1e100 so is every changed value.
    """
    flat = vectors.reshape(-1)
    return bool(v.dot(v) < 1e300 and flat.dot(flat) < 1e300) and lr < 1e100


def _compute_finite(
    v: Floats,
    vectors: Floats,
    scores: Floats,
    dtype: np.dtype[np.floating],
    rows: Indices,
    lr: float,
    policy: Policy,
) -> Update:
    """Compute an update of rows that were found finite."""
    slots = _slots(rows)
    # A collision needs a repeat, so without one there is nothing to skip or refuse.
    skipped = skipped_by(rows, policy) if slots else None
    if slots and policy.order == "sequential":
        return _one_after_another(v, vectors, scores, dtype, rows, slots, skipped, lr, policy)
    return _all_at_once(v, vectors, scores, dtype, rows, slots, skipped, lr, policy)


def _all_at_once(
    v: Floats,
    vectors: Floats,
    scores: Floats,
    dtype: np.dtype[np.floating],
    rows: Indices,
    slots: Slots | None,
    skipped: Flags | None,
    lr: float,
    policy: Policy,
) -> Update:
    """Update every row from the values before; where no row repeats this is either order."""
    losses = softplus(_signed(scores))
    if policy.sigmoid == "exact" and policy.range_rule == "exact":
        # -sigma(-z) keeps the digits of the target's error that sigma(z) - 1 would lose.
        errors = sigmoid_of_softplus(losses)
        errors[0] = -errors[0]
    else:
        errors = _errors(scores, policy)
        errors[0] = _errors(scores[:1], policy, label=1.0)[0]
    if skipped is not None:
        errors[skipped] = losses[skipped] = 0.0
    grad_center = np.einsum("i,ij->j", errors, vectors)
    if slots is None:
        touched, before, summed = rows, vectors, errors
    else:
        touched, before = rows[slots.first], vectors[slots.first]
        summed = np.bincount(slots.of, errors).astype(np.float64, copy=False)
    touched_after = before - (lr * summed)[:, None] * v
    return Update(
        sum(losses.tolist()),
        v,
        losses,
        vectors,
        scores,
        errors,
        grad_center,
        (v - lr * grad_center).astype(dtype, copy=False),
        touched,
        touched_after.astype(dtype, copy=False),
        slots,
    )


def _one_after_another(
    v: Floats,
    vectors: Floats,
    scores: Floats,
    dtype: np.dtype[np.floating],
    rows: Indices,
    slots: Slots,
    skipped: Flags | None,
    lr: float,
    policy: Policy,
) -> Update:
    """Update an output row as soon as its occurrence was scored, the center row at the end.

    This is the inner loop of word2vec.c, gensim and fastText: the center row that scores and
    moves the output rows stays as it was until the last occurrence.
    """
    count = len(rows)
    losses = softplus(_signed(scores))
    skipped = np.zeros(count, np.bool_) if skipped is None else skipped
    table = vectors[slots.first].astype(dtype)  # (m, d) as the output table holds them
    vectors_read = np.empty_like(vectors)
    scores_read = np.empty(count)
    errors = np.zeros(count)
    grad_center = np.zeros_like(v)
    for i, slot in enumerate(slots.of):
        vectors_read[i] = table[slot]
        scores_read[i] = np.einsum("j,j->", vectors_read[i], v)
        if not skipped[i]:
            errors[i] = _errors(scores_read[i : i + 1], policy, label=float(i == 0))[0]
            grad_center += errors[i] * vectors_read[i]
            table[slot] = vectors_read[i] - lr * errors[i] * v
    losses[skipped] = 0.0
    return Update(
        sum(losses.tolist()),
        v,
        losses,
        vectors,
        scores,
        errors,
        grad_center,
        (v - lr * grad_center).astype(dtype),
        rows[slots.first],
        table,
        slots,
        vectors_read,
        scores_read,
    )


def _errors(scores: Floats, policy: Policy, label: float = 0.0) -> Floats:
    """Return sigma - y for scores (n,) of one label, 0 where the range rule stops the update."""
    if policy.sigmoid == "exact" and policy.range_rule == "exact" and label:
        return -sigmoid(-scores)
    errors: Floats = policy_sigmoid(scores, policy) - label
    if policy.range_rule == "stop":
        errors[out_of_range(scores, policy)] = 0.0
    return errors


def _signed(scores: Floats) -> Floats:
    """Return z for a negative and -z for the target (k+1,): what the loss rises with."""
    signed = scores.copy()
    signed[0] = -signed[0]
    return signed


def _slots(rows: Indices) -> Slots | None:
    """Return which occurrences share a row, None where none do."""
    listed = rows.tolist()
    if len(set(listed)) == len(listed):
        return None
    slot_of: dict[int, int] = {}
    of = [slot_of.setdefault(row, len(slot_of)) for row in listed]
    return Slots(np.array([listed.index(row) for row in slot_of], np.intp), np.array(of, np.intp))


def skipped_by(rows: Indices, policy: Policy) -> Flags:
    """Return which occurrences the collision rule leaves out; refuse what "redraw" can't hold."""
    collides = rows == rows[0]
    collides[0] = False
    if policy.collision == "redraw" and collides.any():
        raise target_among_negatives(int(rows[0]))
    return collides if policy.collision == "skip" else np.zeros_like(collides)
