"""The one source of chance: u(seed, step, j), the same number wherever and whenever it is asked."""

from __future__ import annotations

import operator
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from sgns_core.errors import InvalidInput
from sgns_core.noise import NoiseDistribution
from sgns_core.policy import Policy
from sgns_core.trace import Floats, Indices

_WORDS = 4  # one Philox block: four 64-bit words
_LIMIT = 2**64


class Stream(IntEnum):
    """What a number decides; streams never share a number."""

    NEGATIVES = 0  # step: update, column: place of the negative
    WINDOW = 1  # step: token, round: epoch
    SUBSAMPLE = 2  # step: token, round: epoch
    E = 3  # step: row, column: component
    EP = 4
    SAMPLE = 5
    TEXT = 6  # step: sentence, column: place of the choice; of the built-in text
    CHECK = 7  # step: place in the fixed sample, column: place of the negative
    KMEANS = 8  # step: number of the center


def uniforms(
    seed: int,
    start: int,
    count: int,
    columns: int,
    stream: Stream = Stream.NEGATIVES,
    round_: int = 0,
) -> Floats:
    """Return u(seed, step, j) for `count` steps from `start` and j below `columns`.

    Shape (count, columns), each in [0, 1) and a pure function of (seed, stream, round, step, j):
    word j % 4 of the Philox4x64-10 block with counter (step, round, 0, 0) and key
    (seed, stream * 2**32 + j // 4), taken as (x >> 11) * 2**-53 (Salmon et al. 2011, "Parallel
    random numbers: as easy as 1, 2, 3"). It depends on neither k nor the block it is made in.

    Raises InvalidInput unless 0 <= seed, step and round < 2**64.
    """
    # Plain ints: NumPy's would overflow in what follows.
    seed, start, round_ = operator.index(seed), operator.index(start), operator.index(round_)
    count, columns = operator.index(count), operator.index(columns)
    last = start + max(count, 1) - 1
    for name, value in (("seed", seed), ("step", start), ("step", last), ("epoch", round_)):
        if not 0 <= value < _LIMIT:
            raise InvalidInput(
                "{name} must lie in 0..18446744073709551615, got {value}", name=name, value=value
            )
    groups = -(-columns // _WORDS)
    words = np.empty((count, groups, _WORDS), np.uint64)
    # NumPy steps its counter before the first block.
    counter = ((round_ << 64) + start - 1) % 2**256
    for group in range(groups):
        key = (((stream << 32) + group) << 64) + seed
        generator = np.random.Philox(counter=counter, key=key)
        words[:, group] = generator.random_raw(count * _WORDS).reshape(count, _WORDS)
    chosen = words.reshape(count, groups * _WORDS)[:, :columns] >> np.uint64(11)
    return chosen.astype(np.float64) * 2.0**-53


def u(seed: int, step: int, j: int, stream: Stream = Stream.NEGATIVES, round_: int = 0) -> float:
    """Return one number of `uniforms`."""
    return float(uniforms(seed, step, 1, j + 1, stream, round_)[0, j])


def draw_negatives(
    u: Floats, positive: int | Indices, policy: Policy, noise: NoiseDistribution
) -> tuple[Indices, npt.NDArray[np.bool_]]:
    """Return the negatives that the numbers `u` (..., k) draw, and which of them are skipped.

    positive: the scored positive row, one index or an array (...) of them.
    A negative that equals the positive is kept, marked as skipped, or drawn from the words that
    are left, as the policy's collision rule says. Raises InvalidInput where "redraw" has no other
    word to draw.
    """
    target = np.asarray(positive)[..., None]
    if policy.collision == "redraw":
        negatives = noise.draw_other(u, target)
        return negatives, np.zeros(negatives.shape, np.bool_)
    negatives = noise.draw(u)
    collides = negatives == target
    return negatives, collides if policy.collision == "skip" else np.zeros_like(collides)
