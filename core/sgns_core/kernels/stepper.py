"""Many updates in one call, compiled: what `sgns_step` does, one after another, in place."""

from __future__ import annotations

import importlib
import operator
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sgns_core.arguments import Table, check_lr, check_tables, target_among_negatives
from sgns_core.errors import InvalidInput
from sgns_core.kernels.compiling import available, compiled, use_cache
from sgns_core.policy import _TABLES, Policy
from sgns_core.trace import Floats, Indices

__all__ = ["CompiledRun", "available", "prepare", "run_given", "run_steps", "use_cache"]

_LIMIT = 2**64
_COLLISIONS = {"keep": 0, "skip": 1, "redraw": 2}
_RANGES = {"exact": 0, "saturate": 1, "stop": 2}
_STOPPED_AT = ("", "E", "Ep")
_NO_ENTRIES = np.empty(0)
_NO_NEGATIVES = np.empty((0, 0), np.int64)


class CompiledRun(NamedTuple):
    """How far a run came: `done` whole updates.

    Where the next update was refused, `table` ("E" or "Ep") and `row` name the first row that
    is not finite, would not be, or has a score that overflows; `sgns_step` of that update raises
    the error that says so. (Within a rounding of overflow, where products are infinite and their
    sum need not be, it may name another row or still make the update.) Otherwise they are "" and
    -1.
    """

    done: int
    table: str = ""
    row: int = -1


def prepare(dim: int) -> None:
    """Compile what tables of `dim` columns need, or load it from the cache, so that no run waits.

    Any thread may do that. Raises ImportError where numba is missing or does not fit.
    """
    _loop_for(2 if dim == 2 else 0)


def run_steps(
    E: Floats,
    Ep: Floats,
    inputs: npt.NDArray[np.int64],
    positives: npt.NDArray[np.int64],
    seed: int,
    start: int,
    k: int,
    cumulative: Floats,
    lr: float,
    policy: Policy,
    losses: Floats,
) -> CompiledRun:
    """Make n updates in place, with k negatives drawn for each, and write each loss before.

    E, Ep: (V, d) float64, C-contiguous, no memory shared. inputs, positives: (n,) rows of E and
    of Ep. losses: (n,) float64, written. cumulative: (V,) of a `NoiseDistribution`; what is
    worked out from it is kept where the array is read-only, as theirs are.

    Update i takes the numbers u(seed, start + i, j), j < k, and draws what `draw_negatives` draws
    from them. Each update is the one of `sgns_step` to about 1e-15 of the numbers involved; n
    updates in one call are n calls of one update, bit for bit. The run stops before an update
    that would make a row non-finite, and leaves both tables as they were then.

    Raises InvalidInput for arguments that can't be used, and before the first update where
    "redraw" would have no other word to draw.
    """
    _check_all(E, Ep, inputs, positives, losses)
    n = len(inputs)
    for name, value in (("seed", seed), ("step", start), ("step", start + n)):
        if not 0 <= value < _LIMIT:
            raise InvalidInput(
                "{name} must lie in 0..18446744073709551615, got {value}", name=name, value=value
            )
    if k < 0:
        raise InvalidInput("k must be at least 0, got {k}", k=k)
    guide = _guide_of(cumulative, len(Ep))
    if policy.collision == "redraw" and k and n and guide.only_word in positives:
        raise InvalidInput(
            "collision rule redraw needs a second word to draw, but index {target} is the only "
            "one with a count",
            target=guide.only_word,
        )
    drawn = _Drawn(np.uint64(seed), np.uint64(start), operator.index(k), guide)
    return _run(E, Ep, inputs, positives, _NO_NEGATIVES, drawn, lr, policy, losses)


def run_given(
    E: Floats,
    Ep: Floats,
    inputs: npt.NDArray[np.int64],
    positives: npt.NDArray[np.int64],
    negatives: npt.NDArray[np.int64],
    lr: float,
    policy: Policy,
    losses: Floats,
) -> CompiledRun:
    """Make n updates in place with the negatives (n, k) given; all else as in `run_steps`.

    Under "redraw" a negative that equals its positive raises InvalidInput before the first update.
    """
    _check_all(E, Ep, inputs, positives, losses)
    if getattr(negatives, "ndim", None) != 2 or len(negatives) != len(inputs):
        raise InvalidInput(
            "negatives must have shape (n, k) with n = {n}, got {shape}",
            n=len(inputs),
            shape=getattr(negatives, "shape", type(negatives).__name__),
        )
    _check_indices("negatives", negatives, len(Ep))
    if policy.collision == "redraw":
        collides = (negatives == positives[:, None]).any(axis=1)
        if collides.any():
            raise target_among_negatives(int(positives[collides][0]))
    drawn = _Drawn(np.uint64(0), np.uint64(0), negatives.shape[1], _NO_GUIDE)
    return _run(E, Ep, inputs, positives, negatives, drawn, lr, policy, losses)


class _Guide(NamedTuple):
    """Cumulative shares, with what makes a draw from them quick."""

    cumulative: Floats  # (V,)
    start: npt.NDArray[np.int32]  # (2^b + 1,) the word at u = g / 2^b
    only_word: int  # the word that has all of the noise, or -1


_NO_GUIDE = _Guide(np.empty(0), np.zeros(2, np.int32), -1)
# Replaced as a whole, never changed, so that threads need no lock.
_guides: tuple[tuple[Floats, _Guide], ...] = ()


class _Drawn(NamedTuple):
    """Where the negatives of a run come from."""

    seed: np.uint64
    start: np.uint64
    k: int
    guide: _Guide


def _guide_of(cumulative: Floats, size: int) -> _Guide:
    """Return the guide of a cumulative table, one that was made before if it can't have changed."""
    global _guides
    for known, guide in _guides:
        if known is cumulative and len(known) == size:
            return guide
    if not _is_array(cumulative, np.float64, 1) or len(cumulative) != size:
        raise InvalidInput(
            "cumulative must be a float64 array of shape ({size},), got {shape}",
            size=size,
            shape=getattr(cumulative, "shape", type(cumulative).__name__),
        )
    shares = np.diff(cumulative, prepend=0.0)
    if not (shares >= 0).all() or cumulative[-1] != 1.0:
        raise InvalidInput(
            "cumulative must rise from 0 to exactly 1, got a table that ends in {last}",
            last=float(cumulative[-1]),
        )
    bits = max(size - 1, 1).bit_length() + 2  # about one word in ten needs a second look
    starts = np.searchsorted(cumulative, np.arange(2**bits + 1) / 2**bits, side="right")
    alone = np.flatnonzero(1.0 - shares <= 0)
    guide = _Guide(
        np.array(cumulative),
        np.minimum(starts, size - 1).astype(np.int32),
        int(alone[0]) if len(alone) else -1,
    )
    if not cumulative.flags.writeable:
        _guides = ((cumulative, guide), *_guides[:7])
    return guide


def _run(
    E: Floats,
    Ep: Floats,
    inputs: npt.NDArray[np.int64],
    positives: npt.NDArray[np.int64],
    negatives: npt.NDArray[np.int64],
    drawn: _Drawn,
    lr: float,
    policy: Policy,
    losses: Floats,
) -> CompiledRun:
    table = _TABLES.get(policy.sigmoid)
    loop = _loop_for(2 if E.shape[1] == 2 else 0)
    done, stopped_at, row = loop(
        E,
        Ep,
        _plain(inputs),
        _plain(positives),
        _plain(negatives),
        drawn.guide is not _NO_GUIDE,
        drawn.seed,
        drawn.start,
        drawn.k,
        drawn.guide.cumulative,
        drawn.guide.start,
        check_lr(lr),
        _COLLISIONS[policy.collision],
        policy.order == "sequential",
        _RANGES[policy.range_rule],
        float(policy.bound),
        _NO_ENTRIES if table is None else table.entries(),
        0.0 if table is None else table.reach,
        0.0 if table is None else table.factor,
        losses,
    )
    return CompiledRun(int(done), _STOPPED_AT[stopped_at], int(row))


@cache
def _loop_for(dim: int) -> Callable[..., Any]:
    """Return the compiled loop for tables of `dim` columns; 0: of any number."""
    loops = importlib.import_module("sgns_core.kernels.loops")
    floats, table, indices = np.empty(1), np.empty((1, 1)), np.empty(1, np.int64)
    chance = (True, np.uint64(0), np.uint64(0), 1, floats, np.empty(1, np.int32))
    rules = (1.0, 0, True, 0, 1.0, floats, 1.0, 1.0)
    pairs = (indices, indices, np.empty((1, 1), np.int64))
    loop: Callable[..., Any] = loops.make_loop(dim)
    return compiled(loop, (table, table, *pairs, *chance, *rules, floats))


def _plain(indices: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return an array as the compiled code takes it: contiguous and not read-only."""
    return np.require(indices, requirements=("C", "W"))


def _is_array(array: object, dtype: type, ndim: int) -> bool:
    return isinstance(array, np.ndarray) and array.dtype == dtype and array.ndim == ndim


def _check_all(E: Table, Ep: Table, inputs: Indices, positives: Indices, losses: Floats) -> None:
    """Raise InvalidInput unless the arrays are what the compiled code takes for granted."""
    check_tables(E, Ep, writes=True)
    if E.dtype != np.float64:
        raise InvalidInput("E and Ep must be float64 to be compiled, got {kind}", kind=E.dtype)
    for name, table in (("E", E), ("Ep", Ep)):
        if not table.flags.c_contiguous:
            raise InvalidInput("{name} must be C-contiguous to be compiled", name=name)
    for name, rows in (("inputs", inputs), ("positives", positives)):
        if not _is_array(rows, np.int64, 1) or len(rows) != len(inputs):
            raise InvalidInput(
                "{name} must be an int64 array of one index for each update, got {kind} {shape}",
                name=name,
                kind=getattr(rows, "dtype", type(rows).__name__),
                shape=getattr(rows, "shape", ""),
            )
        _check_indices(name, rows, len(E))
    if (
        not _is_array(losses, np.float64, 1)
        or len(losses) != len(inputs)
        or not losses.flags.c_contiguous
        or not losses.flags.writeable
    ):
        raise InvalidInput(
            "losses must be a writeable float64 array of one place for each of {n} updates",
            n=len(inputs),
        )


def _check_indices(name: str, indices: Indices, size: int) -> None:
    if indices.dtype != np.int64:
        raise InvalidInput("{name} must be int64, got {kind}", name=name, kind=indices.dtype)
    if indices.size and (indices.min() < 0 or indices.max() >= size):
        bad = indices[(indices < 0) | (indices >= size)]
        raise InvalidInput(
            "{name} must lie in 0..{last} for tables of {size} rows, got {value}",
            name=name,
            last=size - 1,
            size=size,
            value=int(bad[0]),
        )
