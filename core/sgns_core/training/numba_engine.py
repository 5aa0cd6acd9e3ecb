"""Training by blocks with compiled code."""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgns_core.kernels.compiling import compiled
from sgns_core.training.blocks import CENTERS, NEGATIVES
from sgns_core.training.chance import Stream, keep_limits, key_of, noise_table
from sgns_core.training.chunk import Chunk
from sgns_core.training.engine import LossSum, Vectors, check_chunk, diverged
from sgns_core.training.settings import TrainingSettings
from sgns_core.training.tables import Tables, aligned


class NumbaEngine:
    """See `Engine`. Trains by blocks of neighbouring centers.

    Raises ImportError where numba is missing or does not fit.
    """

    name = "numba"

    def __init__(self, settings: TrainingSettings, counts: NDArray[np.int64]) -> None:
        self.settings = settings
        self._keep, self._band = _loops()
        self._tables = Tables(len(counts), settings.dim, settings.seed)
        self._noise = noise_table(counts, settings)
        self._limits = keep_limits(counts, settings)
        self._signs, self._weights = aligned(CENTERS + NEGATIVES), aligned(CENTERS + NEGATIVES)
        self._signs[:CENTERS], self._signs[CENTERS:] = 1.0, -1.0
        self._weights[:CENTERS], self._weights[CENTERS:] = 1.0, settings.k / NEGATIVES
        size = _band_module().scratch_size(self._tables.wide_E.shape[1], settings.window)
        self._scratch = [aligned(size) for _ in range(settings.threads)]

    @property
    def E(self) -> Vectors:  # noqa: N802, D102
        return self._tables.E

    @property
    def Ep(self) -> Vectors:  # noqa: N802, D102
        return self._tables.Ep

    def restore(self, E: Vectors, Ep: Vectors) -> None:
        """Take over both tables (V, d), copied."""
        self._tables.restore(E, Ep)

    def train(self, chunk: Chunk) -> LossSum:
        """Train on a chunk, in place, and return the loss of its pairs."""
        check_chunk(chunk, len(self._limits))
        seed, place = self.settings.seed, (chunk.epoch, chunk.number)
        kept, starts, ends = np.empty((3, len(chunk) + 1), np.int32)
        subsampling = np.uint64(key_of(seed, Stream.SUBSAMPLE, *place))
        ids, offsets = writeable(chunk.ids), writeable(chunk.offsets)
        n = self._keep(ids, offsets, self._limits, subsampling, kept, starts, ends)
        count = -(-n // CENTERS)
        begin, end = self.settings.lr_at(chunk.begin), self.settings.lr_at(chunk.end)
        key = np.uint64(key_of(seed, Stream.BLOCKS, *place))

        def run(thread: int) -> tuple[float, int]:
            threads = self.settings.threads
            done: tuple[float, int] = self._band(
                self._tables.wide_E,
                self._tables.wide_Ep,
                kept[:n],
                starts[:n],
                ends[:n],
                count * thread // threads,
                count * (thread + 1) // threads,
                key,
                *self._noise,
                self.settings.window,
                begin,
                (end - begin) / max(count, 1),
                self._signs,
                self._weights,
                self._scratch[thread],
            )
            return done

        done = sum((LossSum(*part) for part in in_threads(run, self.settings.threads)), LossSum())
        if not np.isfinite(done.total):
            raise diverged(self.settings)
        return done


def in_threads(
    run: Callable[[int], tuple[float, int]], threads: int
) -> list[tuple[float, int]]:
    """Return what run(0) to run(threads - 1) return, worked out side by side."""
    if threads == 1:
        return [run(0)]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(run, range(threads)))


def writeable(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array as the compiled code takes it: contiguous and not read-only."""
    return np.require(array, requirements=("C", "W"))


def prepare() -> None:
    """Compile what an engine needs, or load it from the cache; any thread may do that."""
    _loops()


def _band_module() -> Any:
    return importlib.import_module("sgns_core.kernels.band")


def stamp() -> str:
    """Return a digest of the code that loops call but that their cache does not look at."""
    folder = Path(__file__).parent.parent
    files = [folder / "kernels" / name for name in ("chance.py", "vectors.py")]
    files.append(folder / "training" / "blocks.py")
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


@cache
def _loops() -> tuple[Callable[..., int], Callable[..., tuple[float, int]]]:
    """Return the compiled loops of subsampling and of blocks."""
    module, chance = _band_module(), importlib.import_module("sgns_core.kernels.chance")
    ints, words = np.empty(1, np.int32), np.empty(1, np.uint64)
    key = np.uint64(0)
    keep = compiled(
        chance.keep, (ints, np.empty(1, np.int64), words, key, ints, ints, ints)
    )
    table, floats = np.empty((1, 16), np.float32), np.empty(1, np.float32)
    noise = (np.empty(1, np.uint32), ints)
    band = compiled(
        module.make_band(stamp()),
        (table, table, ints, ints, ints, 0, 1, key, *noise, 5, 1.0, 1.0, floats, floats, floats),
    )
    return keep, band
