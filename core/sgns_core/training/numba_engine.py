"""Training by blocks with compiled code."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgns_core.kernels.compiling import compiled
from sgns_core.training.blocks import CENTERS, NEGATIVES
from sgns_core.training.chance import keep_limits, noise_table
from sgns_core.training.chunk import Chunk
from sgns_core.training.compiled_parts import (
    Part,
    Rooms,
    in_threads,
    prepare_keep,
    shares,
    stamp,
    work_of,
)
from sgns_core.training.engine import LossSum
from sgns_core.training.settings import TrainingSettings
from sgns_core.training.tables import TableOwner, Tables, aligned

COMMON = 256  # rows of the most frequent words, of which each of several threads has its own
WORTH_A_COPY = 256  # blocks in a share; in fewer, rows change little and threads meet seldom


class _Room(NamedTuple):
    """What one thread writes to alone: see `make_band`."""

    scratch: NDArray[np.float32]
    own: NDArray[np.float32]


class NumbaEngine(TableOwner):
    """See `Engine`. Trains by blocks of neighbouring centers.

    Several threads write to the same tables without locks (Recht et al. 2011, Hogwild). Rows that
    both need all the time would travel between the processor's cores as often, which costs more
    than the second thread gains; so of the most frequent words each thread has rows of its own for
    a share of a chunk, and then adds its part of their change to the tables (after Zinkevich et al.
    2010, Parallelized Stochastic Gradient Descent). The part is 1/sqrt(threads): all of the change
    would overshoot where rows are near their goal already, and the mean be too little elsewhere.

    Raises ImportError where numba is missing or does not fit.
    """

    name = "numba"

    def __init__(self, settings: TrainingSettings, counts: NDArray[np.int64]) -> None:
        prepare_keep()
        self.settings = settings
        self._band = _loop()
        self._tables = Tables(len(counts), settings.dim, settings.seed)
        self._noise = noise_table(counts, settings)
        self._limits = keep_limits(counts, settings)
        self._signs, self._weights = aligned(CENTERS + NEGATIVES), aligned(CENTERS + NEGATIVES)
        self._signs[:CENTERS], self._signs[CENTERS:] = 1.0, -1.0
        self._weights[:CENTERS], self._weights[CENTERS:] = 1.0, settings.k / NEGATIVES
        columns = self._tables.wide_E.shape[1]
        size = _module().scratch_size(columns, settings.window)
        self._common = 0 if settings.threads == 1 else min(len(counts), COMMON)
        self._rooms = Rooms(
            settings.threads, lambda: _Room(aligned(size), aligned(4 * self._common, columns))
        )

    def train(self, chunk: Chunk) -> LossSum:
        """Train on a chunk, in place, and return the loss of its pairs."""
        settings = self.settings
        work = work_of(chunk, self._limits, settings)
        count = -(-len(work.kept.ids) // CENTERS)
        common = self._common if count >= WORTH_A_COPY * shares(settings) else 0

        def run(first: int, last: int) -> Part:
            with self._rooms.one() as room:
                return self._band(
                    *work.part(self._tables, self._noise, first, last),
                    settings.window,
                    *work.lr(count),
                    self._signs,
                    self._weights,
                    room.scratch,
                    common,
                    room.own,
                    settings.threads**-0.5,
                )

        return in_threads(run, count, settings)


def _module() -> Any:
    return importlib.import_module("sgns_core.kernels.band")


@cache
def _loop() -> Callable[..., Part]:
    """Return the loop, compiled, or loaded from the cache."""
    table, floats = np.empty((1, 16), np.float32), np.empty(1, np.float32)
    ints, key = np.empty(1, np.int32), np.uint64(0)
    noise = (np.empty(1, np.uint32), ints)
    tables = (table, table, ints, ints, ints, 0, 1, key, *noise)
    loop: Callable[..., Part] = _module().make_band(stamp())
    return compiled(loop, (*tables, 5, 1.0, 1.0, floats, floats, floats, 0, table, 1.0))
