"""Chance and subsampling for compiled training. To import this module is to import numba."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sgns_core.kernels.compiling import helper

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_ONE, _LOW = np.uint64(1), np.uint64(0xFFFFFFFF)


@helper
def mixed(key: np.uint64, number: np.uint64) -> np.uint64:
    """Return word `number` of stream `key`: splitmix64 (Steele, Lea and Flood 2014)."""
    z = key + (number + _ONE) * _GOLDEN
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@helper
def below(word: np.uint64, n: int) -> np.int64:
    """Return a whole number below n, at most 2^32, from the upper half of a word."""
    return np.int64(((word >> _S32) * np.uint64(n)) >> _S32)


@helper
def word_of(word: np.uint64, limits: NDArray[np.uint32], others: NDArray[np.int32]) -> np.int64:
    """Return the word of the vocabulary that a random word draws from an `AliasTable`."""
    place = below(word, len(limits))
    if (word & _LOW) < np.uint64(limits[place]):
        return np.int64(place)
    return np.int64(others[place])


def keep(
    ids: NDArray[np.int32],
    offsets: NDArray[np.int64],
    limits: NDArray[np.uint64],
    key: np.uint64,
    kept: NDArray[np.int32],
    starts: NDArray[np.int32],
    ends: NDArray[np.int32],
) -> int:
    """Write the tokens that subsampling keeps, and where among these the sentence of each lies.

    limits: (V,) token i stays where the upper half of its random word is below that of its word.
    kept, starts, ends: (N + 1,), written; returned is how many were kept.
    """
    n = np.int64(0)
    for sentence in range(len(offsets) - 1):
        start = np.int64(n)
        for i in range(offsets[sentence], offsets[sentence + 1]):
            word = ids[i]
            kept[n] = word
            n += np.int64((mixed(key, np.uint64(i)) >> _S32) < limits[word])
        for i in range(start, n):
            starts[i] = start
            ends[i] = n
    return int(n)
