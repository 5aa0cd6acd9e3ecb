"""What the engines of compiled loops share: subsampling, threads, what the cache must know."""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from sgns_core.kernels.compiling import compiled
from sgns_core.training.chance import AliasTable, Stream, key_of
from sgns_core.training.chunk import Chunk
from sgns_core.training.engine import LossSum, check_chunk, diverged
from sgns_core.training.settings import TrainingSettings
from sgns_core.training.tables import Tables

Part = tuple[float, int]  # loss, pairs
T = TypeVar("T")


class Kept(NamedTuple):
    """The tokens that subsampling keeps, and where among them the sentence of each lies: (n,)."""

    ids: NDArray[np.int32]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]


class Work(NamedTuple):
    """What the loops are given of a chunk: its tokens, the rates at both ends, the blocks' key."""

    kept: Kept
    begin: float
    end: float
    key: np.uint64

    def part(self, tables: Tables, noise: AliasTable, first: int, last: int) -> tuple[Any, ...]:
        """Return what each loop takes first: where it writes, what it reads, and from where on."""
        return tables.wide_E, tables.wide_Ep, *self.kept, first, last, self.key, *noise

    def lr(self, count: int) -> tuple[float, float]:
        """Return the first rate and by how much it changes from each of `count` pieces on."""
        return self.begin, (self.end - self.begin) / max(count, 1)


def work_of(chunk: Chunk, limits: NDArray[np.uint64], settings: TrainingSettings) -> Work:
    """Return the work on a chunk; limits: see `keep_limits`. Raises what `check_chunk` raises."""
    check_chunk(chunk, len(limits))
    return Work(
        _kept_of(chunk, limits, settings.seed),
        settings.lr_at(chunk.begin),
        settings.lr_at(chunk.end),
        np.uint64(key_of(settings.seed, Stream.BLOCKS, chunk.epoch, chunk.number)),
    )


def _kept_of(chunk: Chunk, limits: NDArray[np.uint64], seed: int) -> Kept:
    arrays = np.empty((3, len(chunk) + 1), np.int32)
    key = np.uint64(key_of(seed, Stream.SUBSAMPLE, chunk.epoch, chunk.number))
    # The compiled code takes arrays that are contiguous and not read-only.
    ids, offsets = (np.require(a, requirements=("C", "W")) for a in (chunk.ids, chunk.offsets))
    n = _keep()(ids, offsets, limits, key, *arrays)
    return Kept(*arrays[:, :n])


def shares(settings: TrainingSettings) -> int:
    """Return into how many shares a chunk is cut: two for each thread, so that none idles long."""
    return 1 if settings.threads == 1 else 2 * settings.threads


def in_threads(run: Callable[[int, int], Part], count: int, settings: TrainingSettings) -> LossSum:
    """Share out work: run(first, last) for each of its `shares`, in threads side by side.

    Raises InvalidInput where the loss that they return is not finite.
    """
    whole = shares(settings)

    def run_share(share: int) -> Part:
        return run(count * share // whole, count * (share + 1) // whole)

    if settings.threads == 1:
        parts = [run_share(0)]
    else:
        parts = list(_pool(settings.threads).map(run_share, range(whole)))
    done = sum((LossSum(*part) for part in parts), LossSum())
    if not np.isfinite(done.total):
        raise diverged(settings)
    return done


class Rooms(Generic[T]):
    """One room for each thread, to work in alone: taken for a share of the work, and given back."""

    def __init__(self, threads: int, room: Callable[[], T]) -> None:
        self._free: SimpleQueue[T] = SimpleQueue()
        for _ in range(threads):
            self._free.put(room())

    @contextmanager
    def one(self) -> Iterator[T]:
        """Have a room until the end of the block; there is always one for a thread of `_pool`."""
        room = self._free.get()
        try:
            yield room
        finally:
            self._free.put(room)


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    """Return threads that wait for work: to start them for each chunk takes a share of its time."""
    return ThreadPoolExecutor(threads, thread_name_prefix="training")


@cache
def stamp() -> str:
    """Return a digest of the code that loops call but that their cache does not look at."""
    folder = Path(__file__).parent.parent
    files = [folder / "kernels" / name for name in ("chance.py", "vectors.py")]
    files.append(folder / "training" / "blocks.py")
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


@cache
def _keep() -> Callable[..., int]:
    ints, words = np.empty(1, np.int32), np.empty(1, np.uint64)
    arguments = (ints, np.empty(1, np.int64), words, np.uint64(0), ints, ints, ints)
    loop: Callable[..., int] = importlib.import_module("sgns_core.kernels.chance").keep
    return compiled(loop, arguments)


def prepare_keep() -> None:
    """Compile subsampling, or load it from the cache."""
    _keep()
