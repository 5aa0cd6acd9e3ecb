"""Training by a program's rules, pair after pair. To import this module is to import numba."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from sgns_core.kernels.chance import below, mixed, word_of
from sgns_core.kernels.vectors import LANES, OUTPUTS, apply_one, fetch, score_one, to_steps

KEEP, SKIP, REDRAW = range(3)
UNBOUNDED, SATURATE, STOP = range(3)
BATCH = 16  # rows of scores whose loss is reckoned at once


def scratch_size(columns: int) -> int:
    """Return how many float32 the loop needs: rows of zeros, changes, scores, constants."""
    return 2 * columns + (BATCH + 4) * OUTPUTS + BATCH


def make_ordered(outputs: int, stamp: str) -> Callable[..., tuple[float, int]]:
    """Return the loop, not yet compiled, that works on up to `outputs` rows of Ep at once.

    outputs: 1..LANES, best k + 1. stamp: names the code it calls, for the cache.
    """

    def ordered(
        E: NDArray[np.float32],
        Ep: NDArray[np.float32],
        kept: NDArray[np.int32],
        starts: NDArray[np.int32],
        ends: NDArray[np.int32],
        first: int,
        last: int,
        key: np.uint64,
        limits: NDArray[np.uint32],
        others: NDArray[np.int32],
        window: int,
        k: int,
        lr_begin: float,
        lr_slope: float,
        from_context: bool,
        collision: int,
        range_rule: int,
        bound: float,
        entries: NDArray[np.float32],
        reach: float,
        factor: float,
        scratch: NDArray[np.float32],
    ) -> tuple[float, int]:
        """Train on the windows of centers first to before last; return loss and pairs.

        E, Ep: (V, columns) float32, aligned to 64 bytes, columns a multiple of 16. kept, starts,
        ends: (n,), see `keep`. limits, others: an `AliasTable`. from_context: the window's word is
        the input and the center the target, not the reverse. entries, reach, factor: the table of
        sigma. scratch: aligned, `scratch_size` float32.

        A group of distinct rows is scored before it is changed, which is as one after another,
        because the input row is changed last. Where a negative comes again a new group begins.
        """
        assert len(stamp) > 0
        scratch[:] = 0.0  # a run that diverged may have left anything
        columns = E.shape[1]
        strips = columns // LANES
        row_bytes = columns * 4
        at_E, at_Ep = E.ctypes.data, Ep.ctypes.data
        change = scratch[columns : 2 * columns]
        scores = scratch[2 * columns : 2 * columns + BATCH * OUTPUTS].reshape(BATCH, OUTPUTS)
        spare = scratch[2 * columns + BATCH * OUTPUTS :]
        spare[OUTPUTS : 2 * OUTPUTS] = -1.0  # signs: the target's place comes first
        spare[OUTPUTS] = 1.0
        spare[2 * OUTPUTS : 3 * OUTPUTS] = 1.0  # weights
        zeros, at_change, at_scores = scratch.ctypes.data, change.ctypes.data, scores.ctypes.data
        at_spare = spare.ctypes.data
        at_signs, at_weights = at_spare + OUTPUTS * 4, at_spare + 2 * OUTPUTS * 4
        rows = np.empty((2 * window, k + 1), np.int64)
        counts, centers = np.empty(2 * window, np.int64), np.empty(2 * window, np.int64)
        addresses = np.full(outputs, zeros)
        steps = np.zeros(outputs, np.float32)
        # Held by the caller: an array of which only the address is used any more would be freed.
        places = spare[3 * OUTPUTS : 4 * OUTPUTS].view(np.int32)
        filled = spare[4 * OUTPUTS : 4 * OUTPUTS + BATCH].view(np.int32)
        for a in range(OUTPUTS):
            places[a] = 1 << a
        at_addresses, at_steps = addresses.ctypes.data, steps.ctypes.data
        at_places, at_filled = places.ctypes.data, filled.ctypes.data
        loss = 0.0
        pairs = 0
        waiting = 0  # rows of scores whose loss is not yet reckoned
        slots = 2 * window + 1
        for i in range(first, last):
            lr = np.float32(lr_begin + i * lr_slope)
            own = np.uint64((i * slots + window) * (k + 1))  # of the center's place no pair is made
            radius = 1 + below(mixed(key, own), window)
            found = 0
            for j in range(max(i - radius, np.int64(starts[i])), min(i + radius + 1, ends[i])):
                if j == i:
                    continue
                center, target = np.int64(kept[i]), np.int64(kept[j])
                if from_context:
                    center, target = target, center
                centers[found] = center
                rows[found, 0] = target
                fetch(at_E + center * row_bytes, strips)
                fetch(at_Ep + target * row_bytes, strips)
                count = 1
                number = np.uint64((i * slots + j - i + window) * (k + 1))
                for m in range(k):
                    word = mixed(key, number + np.uint64(m))
                    negative = word_of(word, limits, others)
                    if negative == target and collision != KEEP:
                        if collision == SKIP:
                            continue
                        while negative == target:
                            word = mixed(word, np.uint64(0))
                            negative = word_of(word, limits, others)
                    rows[found, count] = negative
                    fetch(at_Ep + negative * row_bytes, strips)
                    count += 1
                counts[found] = count
                found += 1
            pairs += found

            for pair in range(found):
                count = counts[pair]
                at_x = at_E + centers[pair] * row_bytes
                begin = 0
                while begin < count:
                    # The first group has the target in place 0, which later ones leave empty.
                    skipped = np.int64(begin > 0)
                    size = 1
                    while size < outputs and size + skipped < OUTPUTS and begin + size < count:
                        is_new = True
                        for a in range(begin, begin + size):
                            is_new &= rows[pair, a] != rows[pair, begin + size]
                        if not is_new:
                            break
                        size += 1
                    for a in range(size):
                        addresses[a] = at_Ep + rows[pair, begin + a] * row_bytes
                    for a in range(size, outputs):
                        addresses[a] = zeros
                        steps[a] = 0.0
                    if begin == 0:
                        at_row = at_scores + waiting * OUTPUTS * 4
                        score_one(at_x, at_addresses, outputs, strips, at_row)
                    else:
                        score_one(at_x, at_addresses, outputs, strips, at_spare)
                        for a in range(size):
                            scores[waiting, a + 1] = spare[a]
                    filled[waiting] = ((1 << size) - 1) << skipped
                    for a in range(size):
                        z = scores[waiting, a + skipped]
                        label = np.float32(begin + a == 0)
                        if range_rule == STOP and abs(z) >= bound:
                            sigma = label
                        elif range_rule == SATURATE and abs(z) > bound:
                            sigma = np.float32(z > 0.0)
                        elif abs(z) <= reach:
                            sigma = entries[np.int64((z + reach) * factor)]
                        else:
                            sigma = np.float32(1.0 / (1.0 + math.exp(-z)))
                        steps[a] = lr * (label - sigma)
                    waiting += 1
                    if waiting == BATCH:
                        loss += to_steps(
                            at_scores, BATCH, at_filled, at_places, at_signs, at_weights, lr
                        )
                        waiting = 0
                    if begin == 0 and size == count:  # the one group there is
                        apply_one(at_x, at_x, at_addresses, outputs, strips, at_steps)
                        break
                    apply_one(at_x, at_change, at_addresses, outputs, strips, at_steps)
                    begin += size
                if begin > 0:
                    center = centers[pair]
                    for c in range(columns):
                        E[center, c] += change[c]
                        change[c] = 0.0
        loss += to_steps(
            at_scores, waiting, at_filled, at_places, at_signs, at_weights, np.float32(0.0)
        )
        return loss, pairs

    return ordered
