"""What the engines of compiled loops share: subsampling, threads, what the cache must know."""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgns_core.kernels.compiling import compiled
from sgns_core.training.chance import Stream, key_of
from sgns_core.training.chunk import Chunk
from sgns_core.training.engine import LossSum, diverged
from sgns_core.training.settings import TrainingSettings

Part = tuple[float, int]  # loss, pairs


class Kept(NamedTuple):
    """The tokens that subsampling keeps, and where among them the sentence of each lies: (n,)."""

    ids: NDArray[np.int32]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]


def kept_of(chunk: Chunk, limits: NDArray[np.uint64], seed: int) -> Kept:
    """Return what subsampling keeps of a chunk; limits: see `keep_limits`."""
    arrays = np.empty((3, len(chunk) + 1), np.int32)
    key = np.uint64(key_of(seed, Stream.SUBSAMPLE, chunk.epoch, chunk.number))
    # The compiled code takes arrays that are contiguous and not read-only.
    ids, offsets = (np.require(a, requirements=("C", "W")) for a in (chunk.ids, chunk.offsets))
    n = _keep()(ids, offsets, limits, key, *arrays)
    return Kept(*arrays[:, :n])


def shares(settings: TrainingSettings) -> int:
    """Return into how many shares a chunk is cut: two for each thread, so that none idles long."""
    return 1 if settings.threads == 1 else 2 * settings.threads


def in_threads(
    run: Callable[[int, int, int], Part], count: int, settings: TrainingSettings
) -> LossSum:
    """Share out work: run(share, first, last) for each of its `shares`, in threads side by side.

    Raises InvalidInput where the loss that they return is not finite.
    """
    whole = shares(settings)

    def run_share(share: int) -> Part:
        return run(share, count * share // whole, count * (share + 1) // whole)

    if settings.threads == 1:
        parts = [run_share(0)]
    else:
        parts = list(_pool(settings.threads).map(run_share, range(whole)))
    done = sum((LossSum(*part) for part in parts), LossSum())
    if not np.isfinite(done.total):
        raise diverged(settings)
    return done


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
