"""A batch as printers and panes look at it: one objective, with or without its mask."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from typing import Final

import numpy as np

from sgns_core.batch import NEAR, Batch, Doubt, check_near, doubts, hardest, in_doubt
from sgns_core.batch_objectives import (
    FIRST_LOG_SCALE,
    OBJECTIVES,
    BatchLoss,
    BatchObjective,
    ScoreLoss,
    batch_objective,
    full_softmax,
    normalised,
    score_objective,
)
from sgns_core.errors import InvalidInput
from sgns_core.record import record
from sgns_core.trace import Flags, Floats, Indices

SHOWN: Final = (*OBJECTIVES, "softmax")
"""The objectives in the order in which a key goes through them."""


@record(eq=False, kw_only=True)
class BatchView:
    """A batch and how it is looked at.

    objective: one of SHOWN. masked: whether cells in doubt are left out. easy: whether the hard
    negatives are. near: the cosine from which two rows are near-duplicates. t: CLIP's log-scale.
    k: own negatives that costs are compared with. computed: what was already computed of this very
    batch, to be handed on where it is only looked at otherwise.
    """

    name: str
    batch: Batch
    objective: str = "dpr"
    masked: bool = False
    easy: bool = False
    near: float = NEAR
    t: float = FIRST_LOG_SCALE
    k: int = 5
    computed: dict[object, BatchLoss] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        check_near(self.near)
        if self.objective not in SHOWN:
            raise InvalidInput(
                "objective must be one of {choices}, got {value}",
                choices=", ".join(SHOWN),
                value=self.objective,
            )

    @cached_property
    def doubts(self) -> tuple[tuple[Doubt, ...], ...]:
        """Return why each cell may be a false negative."""
        return doubts(self.batch, self.near)

    @cached_property
    def in_doubt(self) -> Flags:
        """Return the cells (N, N) that the mask leaves out."""
        return in_doubt(self.doubts)

    @cached_property
    def hardest(self) -> Indices:
        """Return each row's hard negative (N,) among the cells not masked, by these scores."""
        scores = self.on_batch(self._computed(self.objective, None))[0]
        return hardest(scores, self.in_doubt if self.masked else None)

    @cached_property
    def hard_cells(self) -> Flags:
        """Return the cells (N, N) of the hard negatives."""
        rows = np.flatnonzero(self.hardest >= 0)
        found = np.zeros_like(self.in_doubt)
        found[rows, self.hardest[rows]] = True
        return found

    @cached_property
    def left_out(self) -> Flags:
        """Return the cells (N, N) that the objective leaves out; the full softmax has none."""
        none = np.zeros_like(self.in_doubt)
        if self.objective == "softmax":
            return none
        return (self.in_doubt if self.masked else none) | (self.hard_cells if self.easy else none)

    def without_hard(self, objective: str) -> BatchLoss:
        """Return an objective without the hard negatives, and without cells in doubt if masked."""
        return self._computed(
            objective, self.hard_cells | (self.in_doubt if self.masked else False)
        )

    def missing(self, objective: str) -> InvalidInput | None:
        """Return why an objective cannot be had for this batch; None where it can."""
        try:
            self.loss(objective, masked=False)
        except InvalidInput as error:
            return error
        return None

    def loss(self, objective: str, masked: bool | None = None) -> BatchLoss:
        """Return scores, cells and gradients of an objective.

        masked: whether cells in doubt are left out, and nothing else; as the view has it unless
        given. The full softmax compares with all words and has no mask. Gradients are empty where
        only scores are known. Raises InvalidInput where the batch lacks what the objective needs.
        """
        if masked is None and self.easy:
            return self.without_hard(objective)
        out = self.in_doubt if (self.masked if masked is None else masked) else None
        return self._computed(objective, out)

    def _computed(self, objective: str, out: Flags | None) -> BatchLoss:
        """Return an objective without the cells `out`, computed once."""
        scale = self.t if objective == "clip" else None
        key = (objective, scale, None if out is None or not out.any() else out.tobytes())
        if key not in self.computed:
            self.computed[key] = self._compute(objective, out)
        return self.computed[key]

    def _compute(self, objective: str, out: Flags | None) -> BatchLoss:
        batch = self.batch
        if objective == "softmax":
            if batch.Q is None or batch.outputs is None or batch.targets is None:
                raise InvalidInput("full softmax needs a vocabulary; this batch has none")
            return full_softmax(batch.Q, batch.outputs, batch.targets)
        name: BatchObjective = objective  # type: ignore[assignment]
        if batch.Q is None or batch.P is None:
            if name == "clip":
                raise InvalidInput("CLIP normalises vectors; this batch has scores alone")
            cells = score_objective(name, batch.scores, out)
            return BatchLoss(batch.scores, cells, np.empty((0, 0)), np.empty((0, 0)))
        return batch_objective(name, batch.Q, batch.P, out, self.t)

    @cached_property
    def scores(self) -> Floats:
        """Return the scores (N, N) that the objective takes."""
        return self.on_batch(self.here)[0]

    @cached_property
    def here(self) -> BatchLoss:
        """Return the objective that is looked at."""
        return self.loss(self.objective)

    def on_batch(self, found: BatchLoss) -> tuple[Floats, ScoreLoss, Floats | None]:
        """Return scores and cells at the N x N pairs of the batch, and what lies outside it.

        Outside is the probability (N,) of all other words under the full softmax, None elsewhere.
        A word that is the positive of several rows has one probability, shown in each column.
        """
        targets = self.batch.targets
        if found.scores.shape == self.batch.scores.shape and self.objective != "softmax":
            return found.scores, found.cells, None
        assert targets is not None
        cells = found.cells
        at = ScoreLoss(cells.probabilities[:, targets], cells.losses, cells.slopes[:, targets])
        inside = np.unique(targets)
        return found.scores[:, targets], at, 1.0 - cells.probabilities[:, inside].sum(axis=1)

    @cached_property
    def cosines(self) -> Floats | None:
        """Return the cosines (N, N); None without vectors or with a row of zeros."""
        if self.batch.Q is None or self.batch.P is None:
            return None
        try:
            return np.asarray(normalised("Q", self.batch.Q)[0] @ normalised("P", self.batch.P)[0].T)
        except InvalidInput:
            return None
