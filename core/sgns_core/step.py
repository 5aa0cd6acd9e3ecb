"""One SGNS update: in place (`sgns_step`, the reference), and as a full record (`trace_step`)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sgns_core.arguments import (
    Negatives,
    Table,
    check_loss_finite,
    check_lr,
    check_result_finite,
    check_rows,
    check_rows_finite,
    check_tables,
)
from sgns_core.errors import InvalidInput
from sgns_core.policy import (
    ARTICLE,
    Policy,
    out_of_range,
    policy_sigmoid,
    sigmoid,
    sigmoid_of_softplus,
    softplus,
)
from sgns_core.trace import Flags, Floats, Indices, StepTrace


def sgns_step(
    E: Table,
    Ep: Table,
    center: int,
    target: int,
    negatives: Negatives,
    lr: float = 0.1,
    policy: Policy = ARTICLE,
) -> float:
    """Update row `center` of E and the scored rows of Ep in place; return the loss before.

    E, Ep: (V, d) arrays, both float64 or both float32, that share no memory. The arithmetic is in
        float64 for both; a float32 row is rounded when it is written.
    center: index of the input row. target: index of the scored positive row.
    negatives: k indices, k >= 0; order and repeats count.
    lr: learning rate, finite, at least 0.

    With the policy ARTICLE every gradient comes from the values before the update, and a row that
    occurs twice gets both contributions. Loss: -log sigma(z_t) - sum_n log sigma(-z_n), Mikolov et
    al. 2013 (arXiv:1310.4546), eq. 4, always with the exact sigmoid; a skipped negative has no
    term. Raises InvalidInput, a ValueError that names the argument and its value, and then leaves
    both tables as they were; NonFiniteUpdate where the result would not be finite.
    """
    check_tables(E, Ep, writes=True)
    c, rows = check_rows(center, target, negatives, len(E))
    return advance(E, Ep, c, rows, check_lr(lr), policy).loss


def advance(E: Table, Ep: Table, c: int, rows: Indices, lr: float, policy: Policy) -> Update:
    """Make the update of `sgns_step` with arguments that were checked, and return what it did.

    rows: (k+1,) the target first. For callers that make many updates on the same tables.
    """
    update = _compute(E[c].astype(np.float64), Ep, c, rows, lr, policy)
    E[c] = update.center_after
    Ep[update.touched] = update.touched_after
    return update


def trace_step(
    E: Table,
    Ep: Table,
    center: int,
    target: int,
    negatives: Negatives,
    lr: float = 0.1,
    policy: Policy = ARTICLE,
    allow_overflow: bool = False,
) -> StepTrace:
    """Return the update that `sgns_step` would make, in full, and change nothing.

    Arguments and errors are those of `sgns_step`; E and Ep may be read-only. With `allow_overflow`
    an update that it would refuse is traced too, with the inf and nan that it leads to.
    """
    check_tables(E, Ep, writes=False)
    c, rows = check_rows(center, target, negatives, len(E))
    rate = check_lr(lr)
    v = E[c].astype(np.float64)  # (d,)
    update = _compute(v, Ep, c, rows, rate, policy, refuses=not allow_overflow)
    return _record(v, update, c, rows, rate, policy)


@np.errstate(over="ignore", invalid="ignore")
def _record(
    v: Floats, update: Update, c: int, rows: Indices, lr: float, policy: Policy
) -> StepTrace:
    """Work out from an update of the center row v (d,) all that a trace holds."""
    scores, vectors = update.scores, update.vectors
    scores_read = scores if update.scores_read is None else update.scores_read
    slots = update.slots or Slots(np.arange(len(rows)), np.arange(len(rows)))
    skipped = _skipped(rows, policy) if update.slots else np.zeros(len(rows), np.bool_)
    probabilities_exact = sigmoid(scores)
    probabilities = probabilities_exact
    if policy.sigmoid != "exact" or policy.range_rule == "saturate" or scores_read is not scores:
        probabilities = policy_sigmoid(scores_read, policy)
    labels = np.zeros(len(rows))
    labels[0] = 1.0
    grad_outputs = update.errors[:, None] * v
    grad_touched = grad_outputs
    if update.slots:
        grad_touched = np.zeros((len(slots.first), len(v)))
        np.add.at(grad_touched, slots.of, grad_outputs)
    centers = np.array((v, update.center_after), np.float64)  # (2, d) before, after
    outputs = np.array((vectors[slots.first], update.touched_after), np.float64)  # (2, m, d)
    seen = _relations(centers, outputs)
    later_scores = np.array((np.einsum("ij,j->i", vectors, centers[1]), seen.score[1, slots.of]))
    loss_after_center_only, loss_after_simultaneous = _summed_losses(later_scores, skipped).tolist()
    return StepTrace(
        center=c,
        target=int(rows[0]),
        negatives=rows[1:],
        lr=lr,
        policy=policy,
        rows=rows,
        labels=labels,
        v_center=v,
        vectors=vectors,
        products=vectors * v,
        scores=scores,
        probabilities_exact=probabilities_exact,
        loss_terms=update.losses,
        loss=update.loss,
        vectors_read=vectors if update.vectors_read is None else update.vectors_read,
        scores_read=scores_read,
        probabilities=probabilities,
        errors=update.errors,
        skipped=skipped,
        clipped=out_of_range(scores_read, policy) & ~skipped,
        grad_center=update.grad_center,
        grad_outputs=grad_outputs,
        center_after=centers[1],
        touched=update.touched,
        occurrences=slots.of,
        grad_touched=grad_touched,
        touched_before=outputs[0],
        touched_after=outputs[1],
        score_before=seen.score[0],
        score_after=seen.score[1],
        norm_before=seen.norm[0],
        norm_after=seen.norm[1],
        cosine_before=seen.cosine[0],
        cosine_after=seen.cosine[1],
        distance_before=seen.distance[0],
        distance_after=seen.distance[1],
        loss_after_center_only=loss_after_center_only,
        loss_after_simultaneous=loss_after_simultaneous,
    )


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
def _compute(
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
    skipped = _skipped(rows, policy) if slots else None
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


def _summed_losses(scores: Floats, skipped: Flags) -> Floats:
    """Return the summed loss of what is not skipped, (..., k+1) to (...); inf past overflow."""
    signed = scores.copy()
    signed[..., 0] = -signed[..., 0]
    losses = softplus(signed)
    losses[..., skipped] = 0.0
    summed: Floats = np.add.reduce(losses, axis=-1)
    return summed


def _slots(rows: Indices) -> Slots | None:
    """Return which occurrences share a row, None where none do."""
    listed = rows.tolist()
    if len(set(listed)) == len(listed):
        return None
    slot_of: dict[int, int] = {}
    of = [slot_of.setdefault(row, len(slot_of)) for row in listed]
    return Slots(np.array([listed.index(row) for row in slot_of], np.intp), np.array(of, np.intp))


def _skipped(rows: Indices, policy: Policy) -> Flags:
    """Return which occurrences the collision rule leaves out; refuse what "redraw" can't hold."""
    collides = rows == rows[0]
    collides[0] = False
    if policy.collision == "redraw" and collides.any():
        raise InvalidInput(
            "negatives must not hold the target, index {target}, under collision rule redraw: "
            "it would have been drawn again",
            target=int(rows[0]),
        )
    return collides if policy.collision == "skip" else np.zeros_like(collides)


class _Relations(NamedTuple):
    score: Floats
    norm: Floats
    cosine: Floats
    distance: Floats


def _relations(centers: Floats, outputs: Floats) -> _Relations:
    """Return how each output row (s, m, d) stands to the center row (s, d) of its state s: (s, m).

    The cosine of a zero row is nan: it has no direction.
    """
    score = np.einsum("smj,sj->sm", outputs, centers)
    norm = _norms(outputs)
    size = norm * _norms(centers)[:, None]
    cosine = np.full(score.shape, np.nan)
    np.divide(score, size, out=cosine, where=size > 0)
    distance = _norms(outputs - centers[:, None])
    return _Relations(score, norm, np.minimum(np.maximum(cosine, -1.0), 1.0), distance)


def _norms(rows: Floats) -> Floats:
    """Return the Euclidean length of each row (..., d)."""
    norms: Floats = np.sqrt(np.einsum("...j,...j->...", rows, rows))
    return norms
