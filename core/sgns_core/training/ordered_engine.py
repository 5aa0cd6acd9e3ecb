"""Training by another program's rules with compiled code, one pair after another."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgns_core.errors import InvalidInput
from sgns_core.kernels.compiling import compiled
from sgns_core.policy import _TABLES, PRESETS
from sgns_core.training.chance import keep_limits, noise_table
from sgns_core.training.chunk import Chunk
from sgns_core.training.compiled_parts import (
    Part,
    Rooms,
    in_threads,
    prepare_keep,
    stamp,
    work_of,
)
from sgns_core.training.engine import LossSum
from sgns_core.training.settings import TrainingSettings
from sgns_core.training.tables import TableOwner, Tables, aligned

MOST_ONE_WORD = 0.9999
"""Share of the draws that one word may have where it is drawn again: ten thousand times then."""

_COLLISIONS = {"keep": 0, "skip": 1, "redraw": 2}
_RANGES = {"exact": 0, "saturate": 1, "stop": 2}


class OrderedEngine(TableOwner):
    """See `Engine`. Trains by the rules of the program that `settings.policy` names.

    Raises ImportError where numba is missing or does not fit, and InvalidInput where negatives
    are to be drawn again and there is no second word to draw, or hardly ever one.
    """

    name = "numba"

    def __init__(self, settings: TrainingSettings, counts: NDArray[np.int64]) -> None:
        prepare_keep()
        self.settings = settings
        self._policy = PRESETS[settings.policy or "article"]
        if self._policy.collision == "redraw" and np.count_nonzero(counts) < 2 and settings.k:
            raise InvalidInput(
                "policy {policy} draws a negative again where it equals the target, which needs a "
                "second word in the vocabulary",
                policy=self._policy.name,
            )
        outputs = min(settings.k + 1, _lanes())
        self._ordered = _loop(outputs)
        self._tables = Tables(len(counts), settings.dim, settings.seed)
        self._noise = noise_table(counts, settings)
        self._limits = keep_limits(counts, settings)
        self._check_redraws()
        size = _module().scratch_size(self._tables.wide_E.shape[1])
        self._scratch = Rooms(settings.threads, lambda: aligned(size))

    def _check_redraws(self) -> None:
        """Raise InvalidInput where a target would be drawn again and again, without an end."""
        share = float(self._noise.shares.max())
        if self._policy.collision == "redraw" and self.settings.k and share > MOST_ONE_WORD:
            raise InvalidInput(
                "policy {policy} draws a negative again where it equals the target, and with power "
                "{power} one word is {share} % of the draws; give a smaller --power, or another "
                "--policy",
                policy=self._policy.name,
                power=self.settings.power,
                share=f"{100 * share:.4f}",
            )

    def train(self, chunk: Chunk) -> LossSum:
        """Train on a chunk, in place, and return the loss of its pairs."""
        settings, policy = self.settings, self._policy
        work = work_of(chunk, self._limits, settings)
        count = len(work.kept.ids)
        table = _TABLES.get(policy.sigmoid)
        entries = np.empty(0) if table is None else table.entries()

        def run(first: int, last: int) -> Part:
            with self._scratch.one() as scratch:
                return self._ordered(
                    *work.part(self._tables, self._noise, first, last),
                    settings.window,
                    settings.k,
                    *work.lr(count),
                    policy.direction == "context",
                    _COLLISIONS[policy.collision],
                    _RANGES[policy.range_rule],
                    policy.bound,
                    entries.astype(np.float32),
                    0.0 if table is None else table.reach,
                    0.0 if table is None else table.factor,
                    scratch,
                )

        return in_threads(run, count, settings)


def _module() -> Any:
    return importlib.import_module("sgns_core.kernels.ordered")


def _lanes() -> int:
    return int(_module().LANES)


@cache
def _loop(outputs: int) -> Callable[..., Part]:
    """Return the loop for so many outputs at once, compiled, or loaded from the cache."""
    table, floats = np.empty((1, 16), np.float32), np.empty(1, np.float32)
    ints, key = np.empty(1, np.int32), np.uint64(0)
    noise = (np.empty(1, np.uint32), ints)
    tables = (table, table, ints, ints, ints, 0, 1, key, *noise)
    rules = (True, 0, 0, 1.0, floats, 1.0, 1.0, floats)
    loop: Callable[..., Part] = _module().make_ordered(outputs, stamp())
    return compiled(loop, (*tables, 5, 5, 1.0, 1.0, *rules))
