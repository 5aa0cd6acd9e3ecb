"""What every training engine does, and which of them trains a run."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sgns_core.errors import InvalidInput
from sgns_core.record import record
from sgns_core.training.chunk import Chunk
from sgns_core.training.settings import TrainingSettings

Vectors = NDArray[np.float32]


@record
class LossSum:
    """The loss of many pairs, each before its update: their sum in float64, and their number."""

    total: float = 0.0
    pairs: int = 0

    def __add__(self, other: LossSum) -> LossSum:
        return LossSum(self.total + other.total, self.pairs + other.pairs)

    @property
    def mean(self) -> float:
        """Return the loss per pair; nan where there was no pair."""
        return self.total / self.pairs if self.pairs else float("nan")


class Engine(Protocol):
    """Two tables and a way to train them; the tables are all the state that it has.

    E, Ep: (V, d) float32, views of the tables that are trained, to be read between two calls of
    `train` and copied for anything longer.
    """

    @property
    def name(self) -> str:
        """Return what the engine is called in settings and in messages."""

    @property
    def E(self) -> Vectors: ...  # noqa: N802, D102

    @property
    def Ep(self) -> Vectors: ...  # noqa: N802, D102

    def train(self, chunk: Chunk) -> LossSum:
        """Train on a chunk, in place, and return the loss of its pairs.

        Raises InvalidInput for indices outside of the tables, before anything is changed, and
        where the numbers grew beyond what a float holds.
        """

    def restore(self, E: Vectors, Ep: Vectors) -> None:
        """Take over both tables (V, d), copied: those of a checkpoint, or of a model."""


def check_chunk(chunk: Chunk, size: int) -> None:
    """Raise InvalidInput where a chunk has indices outside of tables of `size` rows."""
    if len(chunk) and (chunk.ids.min() < 0 or chunk.ids.max() >= size):
        bad = chunk.ids[(chunk.ids < 0) | (chunk.ids >= size)]
        raise InvalidInput(
            "ids must lie in 0..{last} for tables of {size} rows, got {value}",
            last=size - 1,
            size=size,
            value=int(bad[0]),
        )


def diverged(settings: TrainingSettings) -> InvalidInput:
    """Return the error of a run whose numbers grew without bound."""
    return InvalidInput(
        "training stopped: with lr {lr} the vectors grew beyond what a number can hold; try a "
        "smaller --lr",
        lr=settings.lr,
    )
