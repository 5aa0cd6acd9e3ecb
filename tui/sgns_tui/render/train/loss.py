"""The loss over time, and the numbers that say whether to trust it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from sgns_core.monitor import DrawCounts
from sgns_core.policy import Policy

Curve = tuple[Sequence[float], Sequence[float]]
"""Updates made, and the value there."""


@dataclass(frozen=True, eq=False, kw_only=True)
class LossView:
    """How a run goes at a step.

    window: pairs that the mean is over. mean: curve of the mean loss per pair over the last
    `window` updates, as they were made. check: curve of the loss on a fixed sample of `sample`
    pairs at the tables of that moment. separation: curve of the mean silhouette; None without two
    groups. rate: updates per second, None where it stands still. draws: of the last updates.
    """

    mean: Curve
    window: int
    check: Curve = ((), ())
    sample: int = 0
    separation: Curve | None = None
    lr: float
    k: int
    policy: Policy
    seed: int
    rate: float | None
    draws: DrawCounts | None = None
    ascii_only: bool = False


def loss_lines(view: LossView, cells: int, rows: int) -> list[Text]:
    """Return the plot and the numbers in at most `rows` lines of at most `cells` cells."""
    raise NotImplementedError
