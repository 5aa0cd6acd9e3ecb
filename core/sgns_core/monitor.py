"""What tells whether a run goes well, beside the losses of its updates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sgns_core.edits import Config
from sgns_core.schedule import Schedule
from sgns_core.timeline import Timeline
from sgns_core.trace import Flags, Floats, Indices


@dataclass(frozen=True, eq=False)
class LossSample:
    """Pairs with negatives that stay the same during a run.

    inputs: (m,); rows: (m, k+1), the positive first; used: (m, k+1), False where skipped.
    """

    inputs: Indices
    rows: Indices
    used: Flags

    def __len__(self) -> int:
        """Return m."""
        return len(self.inputs)


def loss_sample(schedule: Schedule, config: Config, size: int = 512) -> LossSample:
    """Return up to `size` pairs, evenly over the text, with draws of their own.

    Make it once, with the run's first configuration (`timeline.first`): then edits leave it as it
    is, and its loss can be compared from step to step. Its draws are not those of any update.
    """
    raise NotImplementedError


def sample_loss(E: Floats, Ep: Floats, sample: LossSample) -> float:
    """Return the exact logistic loss per pair, in float64, at the tables as they are."""
    raise NotImplementedError


@dataclass(frozen=True)
class DrawCounts:
    """What was drawn in some updates, beside what was to be expected.

    draws: negatives drawn. collisions: those that equal their positive, skipped or not.
    true_contexts: those used that are a context of their input somewhere in the text.
    """

    updates: int = 0
    draws: int = 0
    collisions: int = 0
    expected_collisions: float = 0.0
    true_contexts: int = 0
    expected_true_contexts: float = 0.0


def draw_counts(timeline: Timeline, start: int, stop: int) -> DrawCounts:
    """Count what updates start..stop-1 drew (from 0); chosen negatives are not draws."""
    raise NotImplementedError


def group_separation(
    table: Floats, groups: npt.NDArray[np.integer], limit: int = 400
) -> float | None:
    """Return the mean silhouette of the words that have a group, None where it has no meaning.

    table: (V, d). groups: (V,), -1 for words without one: those common to all groups are left out so.
    Of more than `limit` words the first are taken.
    """
    raise NotImplementedError
