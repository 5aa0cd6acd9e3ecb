"""What a power does to the noise, and one draw from it followed by hand."""

from __future__ import annotations

from typing import Final

import numpy as np

from sgns_core.errors import InvalidInput
from sgns_core.noise import NoiseDistribution
from sgns_core.record import record
from sgns_core.trace import Floats

STOPS: Final = (0.0, 0.5, 0.75, 1.0)
"""The named powers: uniform, fastText's, the paper's, the counts themselves."""
STEP: Final = 0.05
"""The grain in which a power is turned between 0 and 1."""


@record
class NoiseShape:
    """How uneven a noise distribution is, over the words that can be drawn.

    top_share: of the ten likeliest words. entropy: in bits. like_uniform: 2^entropy, the number of
    words that would be as uneven if all were alike. ratio: likeliest over least likely.
    """

    power: float
    top_share: float
    entropy: float
    ratio: float

    @property
    def like_uniform(self) -> float:
        """Return how many equally likely words have this entropy."""
        return float(2.0**self.entropy)


def noise_shape(noise: NoiseDistribution, top: int = 10) -> NoiseShape:
    """Return the shape of a noise distribution; `top` words are the likeliest ones."""
    q = np.sort(noise.probabilities[noise.probabilities > 0])[::-1]
    return NoiseShape(
        noise.power,
        float(min(1.0, q[:top].sum())),
        abs(float(-(q * np.log2(q)).sum())),
        float(q[0] / q[-1]),
    )


@record
class Bisection:
    """One look into the cumulative table: the words low..high-1 are left, `middle` is looked at."""

    low: int
    high: int
    middle: int
    cumulative: float
    goes_left: bool


@record
class HandDraw:
    """One draw: u falls into [below, above) of the cumulative table, which is the word `row`'s."""

    u: float
    path: tuple[Bisection, ...]
    row: int
    below: float
    above: float


def check_uniform(u: float) -> None:
    """Raise InvalidInput unless `u` is in [0, 1)."""
    if not 0 <= u < 1:
        raise InvalidInput("u must be a number from 0 to below 1, got {value}", value=u)


def hand_draw(noise: NoiseDistribution, u: float) -> HandDraw:
    """Follow one uniform number through the cumulative table, by bisection.

    It finds the first word whose cumulative share is above u, as `NoiseDistribution.draw` does.
    """
    check_uniform(u)
    low, high = 0, len(noise)
    path = []
    while low < high:
        middle = (low + high) // 2
        share = float(noise.cumulative[middle])
        path.append(Bisection(low, high, middle, share, u < share))
        low, high = (low, middle) if u < share else (middle + 1, high)
    below = float(noise.cumulative[low - 1]) if low else 0.0
    return HandDraw(float(u), tuple(path), low, below, float(noise.cumulative[low]))


def collision_share(noise: NoiseDistribution, context_counts: Floats) -> float:
    """Return how likely a draw equals the target: sum over t of P(t) q(t).

    context_counts: (V,) how often each word is the target.
    """
    weights = np.asarray(context_counts, np.float64)
    return float((weights / weights.sum() * noise.probabilities).sum())
