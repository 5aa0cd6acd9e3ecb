"""Everything that happens in one update, as a record that panes and printers read."""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sgns_core.policy import Policy
from sgns_core.record import record

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.intp]


@record(eq=False, kw_only=True)
class StepTrace:
    """One SGNS update in full; all arrays are read-only, floats are float64.

    "Occurrence" i runs over the k+1 scored words in order: the target, then each negative with its
    repeats. "Touched" row j runs over the m distinct words among them, in order of first
    occurrence. Where the policy updates one occurrence after another and a word occurs twice, its
    later occurrences read a row that has already changed: `*_read` is what they read then. In
    every other case it equals the value before the update.
    """

    center: int
    target: int
    negatives: Indices  # (k,)
    lr: float
    policy: Policy

    rows: Indices  # (k+1,) target and negatives
    labels: Floats  # (k+1,) 1 for the target, 0 for each negative
    v_center: Floats  # (d,) the input row before
    vectors: Floats  # (k+1, d) output rows before
    products: Floats  # (k+1, d) v_center * vectors, element by element
    scores: Floats  # (k+1,) before the update
    probabilities_exact: Floats  # (k+1,) sigma(score), not looked up in any table
    loss_terms: Floats  # (k+1,) exact, 0 where skipped
    loss: float  # their sum: the loss before the update

    vectors_read: Floats  # (k+1, d)
    scores_read: Floats  # (k+1,)
    probabilities: Floats  # (k+1,) by the policy, of scores_read
    errors: Floats  # (k+1,) probability - label; 0 where skipped or stopped
    skipped: Flags  # (k+1,) negatives that equal the target under the rule "skip"
    clipped: Flags  # (k+1,) occurrences where the range rule acted
    grad_center: Floats  # (d,) sum of errors * vectors_read
    grad_outputs: Floats  # (k+1, d) errors * v_center, per occurrence
    center_after: Floats  # (d,)

    touched: Indices  # (m,) distinct rows
    occurrences: Indices  # (k+1,) occurrence i belongs to touched row occurrences[i]
    grad_touched: Floats  # (m, d) grad_outputs summed per row
    touched_before: Floats  # (m, d)
    touched_after: Floats  # (m, d)
    score_before: Floats  # (m,) center row before . touched row before
    score_after: Floats  # (m,) both after the whole update
    norm_before: Floats  # (m,)
    norm_after: Floats  # (m,)
    cosine_before: Floats  # (m,) with the center row; nan where a row is zero
    cosine_after: Floats  # (m,)
    distance_before: Floats  # (m,) Euclidean, from the center row
    distance_after: Floats  # (m,)

    loss_after_center_only: float  # new center row, old output rows
    loss_after_simultaneous: float  # after the whole update

    def __post_init__(self) -> None:
        for value in self.__dict__.values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)

    @property
    def k(self) -> int:
        """Return the number of negatives, repeats counted."""
        return len(self.negatives)

    @cached_property
    def contributions(self) -> Floats:
        """Return errors * vectors_read (k+1, d): what each occurrence adds to grad_center."""
        return self.errors[:, None] * self.vectors_read

    @cached_property
    def partial_scores(self) -> Floats:
        """Return the score after each term (k+1, d); the last is the score to its last bit."""
        with np.errstate(over="ignore", invalid="ignore"):
            partial: Floats = np.cumsum(self.products, axis=1)
        partial[:, -1] = self.scores
        return partial

    @cached_property
    def center_change(self) -> Floats:
        """Return what the update adds to the center's row (d,)."""
        return self.center_after - self.v_center

    @cached_property
    def touched_change(self) -> Floats:
        """Return what the update adds to each touched row (m, d)."""
        return self.touched_after - self.touched_before

    @property
    def center_norm(self) -> float:
        """Return |v_c| before the update."""
        return _length(self.v_center)

    @property
    def target_norm_read(self) -> float:
        """Return |v'_t| as it was read."""
        return _length(self.vectors_read[0])

    @cached_property
    def probabilities_right(self) -> Floats:
        """Return sigma(z) for the target and sigma(-z) = 1 - sigma(z) for negatives (k+1,).

        Taken from the loss terms, which keep the digits that 1 - sigma(z) would lose near 1.
        """
        right: Floats = np.exp(-self.loss_terms)
        return right

    @property
    def all_right(self) -> float:
        """Return the product of sigma for the target and 1 - sigma for the rest: exp(-loss)."""
        return float(np.exp(-self.loss))

    @property
    def target_change_length(self) -> float:
        """Return lr (1 - sigma_t) |v_c|: how far the pull of its label moves the target's row."""
        return self.lr * abs(float(self.errors[0])) * _length(self.v_center)

    @property
    def center_change_length(self) -> float:
        """Return lr (1 - sigma_t) |v'_t|: how far the target alone moves the center's row."""
        return self.lr * abs(float(self.errors[0])) * _length(self.vectors_read[0])

    @property
    def conflict(self) -> float:
        """Return the cosine between what the target and what the negatives do to the center.

        Near -1 they undo each other; nan where one of them does nothing.
        """
        pull, push = self.contributions[0], self.contributions[1:].sum(axis=0)
        long, other = _length(pull), _length(push)
        if not (0 < long < math.inf and 0 < other < math.inf):
            return math.nan
        return float(np.clip((pull / long) @ (push / other), -1.0, 1.0))


def _length(row: Floats) -> float:
    return math.hypot(*row.tolist())  # where squares would overflow too
