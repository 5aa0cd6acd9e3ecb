"""What the engines' draws are made from: keys, tables to draw words from, subsampling."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgns_core.kept import keep_probability
from sgns_core.noise import NoiseDistribution
from sgns_core.trace import Floats
from sgns_core.training.settings import TrainingSettings

_GOLDEN, _WORD = 0x9E3779B97F4A7C15, 2**64 - 1


class Stream(IntEnum):
    """What numbers are drawn for; streams never share a number."""

    SUBSAMPLE = 0
    BLOCKS = 1
    TABLES = 2


def mixed(key: int, number: int) -> int:
    """Return word `number` of stream `key`: splitmix64 (Steele, Lea and Flood 2014)."""
    z = (key + (number + 1) * _GOLDEN) & _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return z ^ (z >> 31)


def mixed_words(key: int, numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the words of stream `key` with these numbers, any shape."""
    z = np.uint64(key) + (numbers + np.uint64(1)) * np.uint64(_GOLDEN)  # arrays wrap around
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def key_of(seed: int, stream: Stream, epoch: int = 0, number: int = 0) -> int:
    """Return the key of what is drawn for one chunk: a pure function, so that any can be redone."""
    key = mixed(seed, stream)
    for part in (epoch, number):
        key = mixed(key, part)
    return key


class AliasTable(NamedTuple):
    """A distribution to draw words from in constant time (Walker 1977, Vose 1991).

    Place i, each as likely as the other, gives word i with probability limits[i] / 2^32, else
    others[i].
    """

    limits: NDArray[np.uint32]  # (V,)
    others: NDArray[np.int32]  # (V,)

    @classmethod
    def of(cls, probabilities: Floats) -> AliasTable:
        """Return the table of a distribution (V,)."""
        size = len(probabilities)
        shares = (probabilities * size).tolist()
        limits = np.full(size, 2**32 - 1, np.uint32)
        others = np.arange(size, dtype=np.int32)
        small = [i for i in range(size) if shares[i] < 1.0]
        large = [i for i in range(size) if shares[i] >= 1.0]
        while small and large:
            poor, rich = small.pop(), large[-1]
            limits[poor] = min(int(shares[poor] * 2**32), 2**32 - 1)
            others[poor] = rich
            shares[rich] -= 1.0 - shares[poor]
            if shares[rich] < 1.0:
                small.append(large.pop())
        return cls(limits, others)

    @property
    def shares(self) -> Floats:
        """How likely each word (V,) is drawn: in steps of 2^-32 of a place, so that it may be 0."""
        own = self.limits / 2.0**32
        return (own + np.bincount(self.others, 1.0 - own, len(own))) / len(own)

    def draw(self, words: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return what 64-bit random words, any shape, draw."""
        places = ((words >> np.uint64(32)) * np.uint64(len(self.limits))) >> np.uint64(32)
        places = places.astype(np.int64)
        own = (words & np.uint64(2**32 - 1)) < self.limits[places]
        return np.where(own, places, self.others[places])


def noise_table(counts: NDArray[np.int64], settings: TrainingSettings) -> AliasTable:
    """Return the noise distribution of words with these counts (V,)."""
    return AliasTable.of(NoiseDistribution(counts, settings.power).probabilities)


def keep_limits(counts: NDArray[np.int64], settings: TrainingSettings) -> NDArray[np.uint64]:
    """Return for each word (V,) how many of 2^32 of its tokens subsampling keeps."""
    shares = keep_probability(counts, int(counts.sum()), settings.subsample, "code")
    return (shares * 2.0**32).astype(np.uint64)
