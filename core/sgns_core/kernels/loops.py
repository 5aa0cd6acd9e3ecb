"""The loop of updates as numba compiles it. To import this module is to import numba.

Everything the loop is made of stands in this one file: numba takes its cache for stale when the
file of the loop changes, and looks at no other.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from sgns_core.kernels.compiling import helper, numba_module
from sgns_core.trace import Floats, Indices

Stopped = tuple[int, int, int]  # whole updates made; where it stopped; the row
ALL_MADE, STOPPED_AT_E, STOPPED_AT_EP = range(3)
KEEP, SKIP, REDRAW = range(3)
UNBOUNDED, SATURATE, STOP = range(3)

_types = numba_module("numba.types")
_ir = numba_module("llvmlite.ir")


@numba_module("numba.extending").intrinsic  # type: ignore[untyped-decorator]
def _high_product(context: Any, a: Any, b: Any) -> Any:
    """Return the upper 64 of the 128 bits of a * b: one instruction, which Python can't spell."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = [builder.zext(argument, _ir.IntType(128)) for argument in arguments]
        product = builder.mul(*wide)
        return builder.trunc(
            builder.lshr(product, _ir.Constant(_ir.IntType(128), 64)), _ir.IntType(64)
        )

    return _types.uint64(_types.uint64, _types.uint64), emit


_M0, _M1 = np.uint64(0xD2E7470EE14C6C93), np.uint64(0xCA5A826395121157)
_W0, _W1 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBB67AE8584CAA73B)
_ZERO, _ONE, _ELEVEN = np.uint64(0), np.uint64(1), np.uint64(11)
_UNIT = 2.0**-53


@helper
def philox(
    step: np.uint64, seed: np.uint64, group: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Return the Philox4x64-10 block with counter (step, 0, 0, 0) and key (seed, group).

    Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3".
    """
    c0, c1, c2, c3 = step, _ZERO, _ZERO, _ZERO
    for _ in range(10):
        high0, low0 = _high_product(_M0, c0), _M0 * c0
        high1, low1 = _high_product(_M1, c2), _M1 * c2
        c0, c1, c2, c3 = high1 ^ c1 ^ seed, low1, high0 ^ c3 ^ group, low0
        seed += _W0
        group += _W1
    return c0, c1, c2, c3


@helper
def unit(word: np.uint64) -> float:
    """Return a word's upper 53 bits as a number in [0, 1)."""
    # A signed integer becomes a float in one instruction, an unsigned one does not.
    return np.int64(word >> _ELEVEN) * _UNIT


@helper
def word_at(u: float, cumulative: Floats, guide: npt.NDArray[np.int32]) -> int:
    """Return the first index whose cumulative share is above u: searchsorted from the right.

    guide: (2^b + 1,); guide[g] is that index for u = g / 2^b, so the answer for any u between
    lies between two entries.
    """
    g = np.int64(u * (len(guide) - 1))
    low = np.int64(guide[g])
    if cumulative[low] > u:
        return low
    low += 1
    high = np.int64(guide[g + 1])
    while low < high:
        middle = (low + high) >> 1
        if cumulative[middle] > u:
            high = middle
        else:
            low = middle + 1
    return low


@helper
def other_word_at(u: float, target: int, cumulative: Floats, guide: npt.NDArray[np.int32]) -> int:
    """Return the word at u in the shares with those of `target` cut out, as `draw_other` does."""
    upper = cumulative[target]
    lower = cumulative[target - 1] if target > 0 else 0.0
    share = upper - lower
    place = u * (1.0 - share)
    if place < lower or upper >= 1.0:
        place = min(place, np.nextafter(lower, 0.0))
    else:
        place = min(max(place + share, upper), 1.0 - _UNIT)
    return word_at(place, cumulative, guide)


@helper
def error_at(
    z: float,
    decay: float,
    positive: bool,
    range_rule: int,
    bound: float,
    entries: Floats,
    reach: float,
    factor: float,
) -> float:
    """Return sigma(z) - y by the policy's rules, where decay is exp(-|z|)."""
    above, below = 1.0 / (1.0 + decay), decay / (1.0 + decay)
    if range_rule == UNBOUNDED and len(entries) == 0:
        # -sigma(-z) keeps the digits of the positive's error that sigma(z) - 1 would lose.
        if positive:
            return -below if z > 0.0 else -above
        return below if z < 0.0 else above
    size = abs(z)
    sigma = below if z < 0.0 else above
    if len(entries) > 0 and size <= reach:
        sigma = entries[np.int64((z + reach) * factor)]
    if range_rule == SATURATE:
        if z > bound:
            sigma = 1.0
        elif z < -bound:
            sigma = 0.0
    elif range_rule == STOP and size >= bound:
        return 0.0
    return sigma - 1.0 if positive else sigma


def make_loop(dim: int) -> Callable[..., Stopped]:
    """Return the loop, not yet compiled, for tables of `dim` columns, or of any number with 0."""

    def loop(
        E: Floats,
        Ep: Floats,
        inputs: Indices,
        positives: Indices,
        negatives: Indices,
        drawn: bool,
        seed: np.uint64,
        start: np.uint64,
        k: int,
        cumulative: Floats,
        guide: npt.NDArray[np.int32],
        lr: float,
        collision: int,
        sequential: bool,
        range_rule: int,
        bound: float,
        entries: Floats,
        reach: float,
        factor: float,
        losses: Floats,
    ) -> Stopped:
        d = dim if dim else E.shape[1]
        v, gradient, center_after = np.empty(d), np.empty(d), np.empty(d)
        groups = (k + 3) >> 2
        u = np.empty(4 * groups)
        rows = np.empty(k + 1, np.int64)
        # Slots hold the distinct rows of an update. slot_of needs no clearing between updates:
        # an entry counts only where the slot it names is in use and holds that very row.
        slot_of = np.empty(len(Ep), np.int64)
        distinct = np.empty(k + 1, np.int64)
        table = np.empty((k + 1, d))
        score_before = np.empty(k + 1)
        summed = np.empty(k + 1)

        for i in range(len(inputs)):
            center = inputs[i]
            rows[0] = positives[i]
            if drawn:
                for group in range(groups):
                    words = philox(start + np.uint64(i), seed, np.uint64(group))
                    u[4 * group] = unit(words[0])
                    u[4 * group + 1] = unit(words[1])
                    u[4 * group + 2] = unit(words[2])
                    u[4 * group + 3] = unit(words[3])
                if collision == REDRAW:
                    for j in range(k):
                        rows[j + 1] = other_word_at(u[j], rows[0], cumulative, guide)
                else:
                    for j in range(k):
                        rows[j + 1] = word_at(u[j], cumulative, guide)
            else:
                for j in range(k):
                    rows[j + 1] = negatives[i, j]

            for j in range(d):
                v[j] = E[center, j]
                gradient[j] = 0.0
            used = 0
            loss = 0.0
            growth = 0.0  # prod(1 + exp(-|z|)) - 1, kept so that small losses keep their digits
            for occurrence in range(k + 1):
                row = rows[occurrence]
                slot = slot_of[row]
                is_new = not (0 <= slot < used and distinct[slot] == row)
                if is_new:
                    slot = used
                    used += 1
                    slot_of[row] = slot
                    distinct[slot] = row
                    summed[slot] = 0.0
                    z = 0.0
                    for j in range(d):
                        table[slot, j] = Ep[row, j]
                        z += table[slot, j] * v[j]
                    score_before[slot] = z
                    # A score is finite only where every number that it is made of is.
                    if not abs(z) < math.inf:
                        for j in range(d):
                            if not abs(v[j]) < math.inf:
                                return i, STOPPED_AT_E, center
                        return i, STOPPED_AT_EP, row
                elif collision == SKIP and slot == 0:
                    continue
                z = score_before[slot]
                decay = math.exp(-abs(z))
                positive = occurrence == 0
                if (z < 0.0) == positive:
                    loss += abs(z)
                growth += decay + growth * decay
                if growth > 1e200:
                    loss += math.log1p(growth)
                    growth = 0.0
                if sequential and not is_new:
                    z = 0.0
                    for j in range(d):
                        z += table[slot, j] * v[j]
                    decay = math.exp(-abs(z))
                error = error_at(z, decay, positive, range_rule, bound, entries, reach, factor)
                for j in range(d):
                    gradient[j] += error * table[slot, j]
                if sequential:
                    for j in range(d):
                        table[slot, j] -= lr * error * v[j]
                else:
                    summed[slot] += error

            # Nothing is written before all of it is known to be finite: x * 0 is nan where not.
            check = 0.0
            for j in range(d):
                center_after[j] = v[j] - lr * gradient[j]
                check += center_after[j] * 0.0
            for slot in range(used):
                for j in range(d):
                    if not sequential:
                        table[slot, j] -= lr * summed[slot] * v[j]
                    check += table[slot, j] * 0.0
            if check != 0.0:
                for j in range(d):
                    if not abs(center_after[j]) < math.inf:
                        return i, STOPPED_AT_E, center
                for slot in range(used):
                    for j in range(d):
                        if not abs(table[slot, j]) < math.inf:
                            return i, STOPPED_AT_EP, distinct[slot]
            for j in range(d):
                E[center, j] = center_after[j]
            for slot in range(used):
                for j in range(d):
                    Ep[distinct[slot], j] = table[slot, j]
            losses[i] = loss + math.log1p(growth)
        return len(inputs), ALL_MADE, -1

    return loop
