"""Training by blocks of neighbouring words. To import this module is to import numba.

Eight consecutive centers of a text share eight negatives. The words in their windows are the
inputs, each scored once against the eight centers and the eight negatives; a weight says how often
a score counts, so that the expected change is that of SGNS with each pair by itself.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from sgns_core.kernels.chance import below, mixed, word_of
from sgns_core.kernels.vectors import LANES, OUTPUTS, apply, fetch, score, to_steps
from sgns_core.training.blocks import CENTERS, NEGATIVES


def scratch_size(columns: int, window: int) -> int:
    """Return how many float32 the loop needs: a row of zeros, the scores, the outputs' changes."""
    return columns + (CENTERS + 2 * window + 2) * OUTPUTS + OUTPUTS * LANES


def make_band(stamp: str) -> Callable[..., tuple[float, int]]:
    """Return the loop, not yet compiled. stamp: names the code it calls, for the cache."""

    def band(
        E: NDArray[np.float32],
        Ep: NDArray[np.float32],
        kept: NDArray[np.int32],
        starts: NDArray[np.int32],
        ends: NDArray[np.int32],
        first_block: int,
        last_block: int,
        key: np.uint64,
        limits: NDArray[np.uint32],
        others: NDArray[np.int32],
        window: int,
        lr_begin: float,
        lr_slope: float,
        signs: NDArray[np.float32],
        weights: NDArray[np.float32],
        scratch: NDArray[np.float32],
        common: int,
        own: NDArray[np.float32],
        part: float,
    ) -> tuple[float, int]:
        """Train on blocks first_block to before last_block; return loss and pairs.

        E, Ep: (V, columns) float32, aligned to 64 bytes, columns a multiple of 16. kept, starts,
        ends: (n,), see `keep`. limits, others: an `AliasTable`. signs, weights: (16,) aligned; 1
        for a center's output and -1 for a negative's; 1 and k / NEGATIVES. The learning rate of
        block b is lr_begin + b * lr_slope. scratch: aligned, `scratch_size` float32. The first
        `common` rows are copied to own, (4 * common, columns) aligned, and trained there; `part` of
        what they changed by is added to the tables' rows at the end.
        """
        assert len(stamp) > 0
        scratch[:] = 0.0  # a run that diverged may have left anything
        n = len(kept)
        width = E.shape[1]
        strips = width // LANES
        row_bytes = width * 4
        most = CENTERS + 2 * window + 1
        at_E, at_Ep = E.ctypes.data, Ep.ctypes.data
        for i in range(common):
            own[i] = own[2 * common + i] = E[i]
            own[common + i] = own[3 * common + i] = Ep[i]
        own_E, own_Ep = own.ctypes.data, own.ctypes.data + common * row_bytes
        at_scratch = scratch.ctypes.data
        zeros = at_scratch
        at_scores = at_scratch + row_bytes
        at_spare = at_scores + (most + 1) * OUTPUTS * 4
        # Two sets: while one block is worked on, the next one's rows are on their way.
        inputs = np.empty((2, most + 1), np.int64)
        windows = np.zeros((2, most + 1), np.int32)
        outputs = np.empty((2, OUTPUTS), np.int64)
        allowed = np.zeros((2, OUTPUTS), np.int32)
        counts = np.zeros(2, np.int64)
        negatives = np.empty(NEGATIVES, np.int64)
        at_inputs, at_windows = inputs.ctypes.data, windows.ctypes.data
        at_outputs, at_allowed = outputs.ctypes.data, allowed.ctypes.data
        at_signs, at_weights = signs.ctypes.data, weights.ctypes.data
        loss = 0.0
        pairs = 0
        for turn in range(first_block, last_block + 1):
            # What the next block is made of.
            if turn < last_block:
                s = turn & 1
                number = np.uint64(turn) * np.uint64(OUTPUTS)
                begin = turn * CENTERS
                end = min(begin + CENTERS, n)
                radius = 1 + int(below(mixed(key, number), window))
                for m in range(NEGATIVES):
                    word = mixed(key, number + np.uint64(m + 1))
                    negatives[m] = word_of(word, limits, others)
                    table = own_Ep if negatives[m] < common else at_Ep
                    outputs[s, CENTERS + m] = table + negatives[m] * row_bytes
                    allowed[s, CENTERS + m] = (1 << CENTERS) - 1
                    fetch(outputs[s, CENTERS + m], strips)
                for i in range(CENTERS):
                    if begin + i < end:
                        table = own_Ep if kept[begin + i] < common else at_Ep
                        outputs[s, i] = table + kept[begin + i] * row_bytes
                        fetch(outputs[s, i], strips)
                        allowed[s, i] = 1 << i
                        for m in range(NEGATIVES):
                            if negatives[m] == kept[begin + i]:
                                allowed[s, CENTERS + m] &= ~(1 << i)
                    else:
                        outputs[s, i] = zeros
                        allowed[s, i] = 0
                count = 0
                for j in range(max(begin - radius, 0), min(end + radius, n)):
                    # The centers within the radius and in the same sentence lie side by side.
                    low = max(j - radius, begin, int(starts[j]))
                    high = min(j + radius, end - 1, int(ends[j]) - 1)
                    if high < low:
                        continue
                    bits = (2 << (high - begin)) - (1 << (low - begin))
                    pairs += high - low + 1
                    if begin <= j < end:
                        bits ^= 1 << (j - begin)
                        pairs -= 1
                    table = own_E if kept[j] < common else at_E
                    inputs[s, count] = table + kept[j] * row_bytes
                    fetch(inputs[s, count], strips)
                    windows[s, count] = bits
                    count += 1
                inputs[s, count] = zeros
                windows[s, count] = 0
                counts[s] = count
            if turn == first_block:
                continue
            s = (turn - 1) & 1
            count = counts[s]
            if count == 0:
                continue
            lr = np.float32(lr_begin + (turn - 1) * lr_slope)
            here_in, here_out = at_inputs + s * (most + 1) * 8, at_outputs + s * OUTPUTS * 8
            here_windows, here_allowed = (
                at_windows + s * (most + 1) * 4,
                at_allowed + s * OUTPUTS * 4,
            )
            score(here_in, (count + 1) >> 1, here_out, strips, at_scores)
            loss += to_steps(at_scores, count, here_windows, here_allowed, at_signs, at_weights, lr)
            apply(here_in, count, here_out, strips, at_scores, at_spare)
        for i in range(common):
            for c in range(width):
                E[i, c] += part * (own[i, c] - own[2 * common + i, c])
                Ep[i, c] += part * (own[common + i, c] - own[3 * common + i, c])
        return loss, pairs

    return band
