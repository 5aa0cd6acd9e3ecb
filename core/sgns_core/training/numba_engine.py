"""Training by blocks with compiled code."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgns_core.kernels.compiling import compiled
from sgns_core.training.blocks import CENTERS, NEGATIVES
from sgns_core.training.chance import Stream, keep_limits, key_of, noise_table
from sgns_core.training.chunk import Chunk
from sgns_core.training.compiled_parts import (
    Part,
    in_threads,
    kept_of,
    prepare_keep,
    shares,
    stamp,
)
from sgns_core.training.engine import LossSum, check_chunk
from sgns_core.training.settings import TrainingSettings
from sgns_core.training.tables import TableOwner, Tables, aligned


class NumbaEngine(TableOwner):
    """See `Engine`. Trains by blocks of neighbouring centers.

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
        size = _module().scratch_size(self._tables.wide_E.shape[1], settings.window)
        self._scratch = [aligned(size) for _ in range(shares(settings))]

    def train(self, chunk: Chunk) -> LossSum:
        """Train on a chunk, in place, and return the loss of its pairs."""
        check_chunk(chunk, len(self._limits))
        settings = self.settings
        kept = kept_of(chunk, self._limits, settings.seed)
        count = -(-len(kept.ids) // CENTERS)
        begin, end = settings.lr_at(chunk.begin), settings.lr_at(chunk.end)
        key = np.uint64(key_of(settings.seed, Stream.BLOCKS, chunk.epoch, chunk.number))

        def run(share: int, first: int, last: int) -> Part:
            return self._band(
                self._tables.wide_E,
                self._tables.wide_Ep,
                *kept,
                first,
                last,
                key,
                *self._noise,
                settings.window,
                begin,
                (end - begin) / max(count, 1),
                self._signs,
                self._weights,
                self._scratch[share],
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
    return compiled(loop, (*tables, 5, 1.0, 1.0, floats, floats, floats))
