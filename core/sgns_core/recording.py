"""The record of an update: all that a pane may want of it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sgns_core.policy import Policy, out_of_range, policy_sigmoid, sigmoid, softplus
from sgns_core.trace import Flags, Floats, Indices, StepTrace
from sgns_core.update import Slots, Update, skipped_by


@np.errstate(over="ignore", invalid="ignore")
def record(
    v: Floats, update: Update, c: int, rows: Indices, lr: float, policy: Policy
) -> StepTrace:
    """Work out from an update of the center row v (d,) all that a trace holds."""
    scores, vectors = update.scores, update.vectors
    scores_read = scores if update.scores_read is None else update.scores_read
    slots = update.slots or Slots(np.arange(len(rows)), np.arange(len(rows)))
    skipped = skipped_by(rows, policy) if update.slots else np.zeros(len(rows), np.bool_)
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


def _summed_losses(scores: Floats, skipped: Flags) -> Floats:
    """Return the summed loss of what is not skipped, (..., k+1) to (...); inf past overflow."""
    signed = scores.copy()
    signed[..., 0] = -signed[..., 0]
    losses = softplus(signed)
    losses[..., skipped] = 0.0
    summed: Floats = np.add.reduce(losses, axis=-1)
    return summed


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
