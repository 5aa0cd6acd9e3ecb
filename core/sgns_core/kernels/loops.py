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
def unit(word: np.uint64) -> np.float64:
    """Return a word's upper 53 bits as a number in [0, 1)."""
    # A signed integer becomes a float in one instruction, an unsigned one does not.
    return np.int64(word >> _ELEVEN) * _UNIT


@helper
def word_at(u: float, cumulative: Floats, guide: npt.NDArray[np.int32]) -> np.int64:
    """Return the first index whose cumulative share is above u: searchsorted from the right.

    guide: (2^b + 1,); guide[g] is that index for u = g / 2^b, so the answer for any u between
    lies between two entries.
    """
    bucket = np.int64(u * (len(guide) - 1))
    low, high = np.int64(guide[bucket]), np.int64(guide[bucket + 1])
    # Most buckets hold at most one edge: added, not branched on, it can't be mispredicted.
    low += np.int64(cumulative[low] <= u)
    while cumulative[low] <= u:
        middle = (low + high) >> 1
        if cumulative[middle] > u:
            high = middle
            low += 1
        else:
            low = middle + 1
    return low


@helper
def other_word_at(
    u: float, target: int, cumulative: Floats, guide: npt.NDArray[np.int32]
) -> np.int64:
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


def _powers() -> Floats:
    powers = 2.0 ** -np.arange(1100.0)  # 0 from 2^-1075 on
    powers.setflags(write=False)
    return powers


POWERS = _powers()
_LOG2_E = 1.4426950408889634
# ln 2 in two parts, the first with so few digits that its products with whole numbers are exact.
_LN2_HIGH, _LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10


@helper
def decay_at(z: float) -> np.float64:
    """Return exp(-|z|) to the last digit or nearly; 0 where z is infinite or nan.

    Plain arithmetic, so that several are worked out at once, which a call of exp prevents.
    """
    size = abs(z) if abs(z) < 760.0 else 760.0
    n = np.int32(size * _LOG2_E + 0.5)
    r = (n * _LN2_HIGH - size) + n * _LN2_LOW  # exp(-size) = 2^-n exp(r), |r| <= ln(2) / 2
    tail = 1.0 / 479001600.0 + r * (1.0 / 6227020800.0)
    tail = 1.0 / 39916800.0 + r * tail
    tail = 1.0 / 3628800.0 + r * tail
    tail = 1.0 / 362880.0 + r * tail
    tail = 1.0 / 40320.0 + r * tail
    tail = 1.0 / 5040.0 + r * tail
    tail = 1.0 / 720.0 + r * tail
    tail = 1.0 / 120.0 + r * tail
    tail = 1.0 / 24.0 + r * tail
    tail = 1.0 / 6.0 + r * tail
    tail = 0.5 + r * tail
    value: np.float64 = (1.0 + (r + r * r * tail)) * POWERS[n]
    return value


@helper
def sigma_at(z: float, decay: float) -> float:
    """Return sigma(z), where decay is exp(-|z|)."""
    # The sign of a score is anyone's guess: a factor of 0 or 1 costs less than a branch.
    return float((decay + (1.0 - decay) * np.float64(z >= 0.0)) / (1.0 + decay))


@helper
def ruled_sigma_at(
    z: float,
    decay: float,
    range_rule: int,
    bound: float,
    entries: Floats,
    reach: float,
    factor: float,
) -> float:
    """Return sigma(z) by the policy's rules, where decay is exp(-|z|)."""
    size = abs(z)
    sigma: float = sigma_at(z, decay)
    if len(entries) > 0 and size <= reach:
        sigma = entries[np.int64((z + reach) * factor)]
    if range_rule == SATURATE and size > bound:
        sigma = np.float64(z > 0.0)
    return sigma


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
        plain = range_rule == UNBOUNDED and len(entries) == 0
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
        decays, sigmas = np.empty(k + 1), np.empty(k + 1)
        slots = np.empty(k + 1, np.int64)

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
            check = 0.0
            for occurrence in range(k + 1):
                row = rows[occurrence]
                slot = slot_of[row]
                if not (0 <= slot < used and distinct[slot] == row):
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
                    check += z * 0.0
                slots[occurrence] = slot
            # A score is finite only where every number that it is made of is; x * 0 is nan else.
            if check != 0.0:
                for j in range(d):
                    if not abs(v[j]) < math.inf:
                        return i, STOPPED_AT_E, center
                for slot in range(used):
                    if not abs(score_before[slot]) < math.inf:
                        return i, STOPPED_AT_EP, distinct[slot]
            for slot in range(used):
                decays[slot] = decay_at(score_before[slot])
            if plain:
                for slot in range(used):
                    sigmas[slot] = sigma_at(score_before[slot], decays[slot])
                # -sigma(-z) keeps the digits that sigma(z) - 1 would lose.
                error = -sigma_at(-score_before[0], decays[0])
            else:
                for slot in range(used):
                    sigmas[slot] = ruled_sigma_at(
                        score_before[slot], decays[slot], range_rule, bound, entries, reach, factor
                    )
                error = sigmas[0] - 1.0
                if range_rule == STOP:
                    for slot in range(used):
                        if abs(score_before[slot]) >= bound:
                            sigmas[slot] = 0.0
                    if abs(score_before[0]) >= bound:
                        error = 0.0

            loss = 0.0
            growth = 0.0  # prod(1 + exp(-|z|)) - 1, kept so that small losses keep their digits
            seen = 0
            signed = -score_before[0]
            for occurrence in range(k + 1):
                slot = slots[occurrence]
                is_repeat = slot < seen
                if is_repeat:
                    if collision == SKIP and slot == 0:
                        continue
                else:
                    seen += 1
                if occurrence > 0:
                    error = sigmas[slot]
                    signed = score_before[slot]
                loss += 0.5 * abs(signed) + 0.5 * signed  # the larger of it and 0, without a branch
                growth += decays[slot] + growth * decays[slot]
                if growth > 1e200:
                    loss += math.log1p(growth)
                    growth = 0.0
                if is_repeat and sequential:
                    z = 0.0
                    for j in range(d):
                        z += table[slot, j] * v[j]
                    error = ruled_sigma_at(
                        z, decay_at(z), range_rule, bound, entries, reach, factor
                    )
                    if range_rule == STOP and abs(z) >= bound:
                        error = 0.0
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
