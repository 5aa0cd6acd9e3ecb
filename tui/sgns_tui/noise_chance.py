"""The uniform numbers behind a run's draws: they depend on no power, so they are kept between two.

Kept in ascending order: then a word's draws are the numbers between two places, found by bisection
for each word and not for each number, and a search for each number goes the same way many times.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sgns_core.draws import Stream, uniforms
from sgns_core.noise import NoiseDistribution
from sgns_core.record import record
from sgns_core.trace import Floats, Indices

KEPT = 1 << 18
"""So many numbers are kept at most; of more the draws are counted block by block."""
_ROUND = 7  # of Stream.SAMPLE, where no one else draws


@record(eq=False)
class Aimed:
    """Numbers of draws with the target of each, all (n,) in the order of the numbers.

    place: which draw of the run each is, from 0.
    """

    u: Floats
    targets: Indices
    place: Indices


class Chance:
    """The numbers that a run with this seed and k draws its negatives with, update by update."""

    def __init__(self, seed: int, k: int) -> None:
        self.seed = seed
        self.k = max(k, 1)
        self._ascending: dict[int, Floats] = {}
        self._order: dict[int, Indices] = {}
        self._aimed: dict[int, tuple[Floats, Aimed]] = {}

    def observed(self, noise: NoiseDistribution, draws: int) -> npt.NDArray[np.int64]:
        """Return how often each word (V,) comes up in the first `draws` draws."""
        if draws <= KEPT:
            return noise.drawn_counts(self.ascending(draws))
        observed = np.zeros(len(noise), np.int64)
        for first in range(0, draws, KEPT):
            numbers = self._numbers(first, min(KEPT, draws - first))
            observed += np.bincount(noise.draw(numbers), minlength=len(noise))
        return observed

    def ascending(self, draws: int) -> Floats:
        """Return the numbers of the first `draws` draws (n,), the least first."""
        if draws not in self._ascending:
            numbers = self._numbers(0, draws)
            order = self._order[draws] = np.argsort(numbers, kind="stable")
            self._ascending[draws] = numbers[order]
        return self._ascending[draws]

    def aimed(self, contexts: Floats, updates: int) -> Aimed:
        """Return the draws of the first updates, each update's target one of the contexts (V,)."""
        kept = self._aimed.get(updates)
        if kept is None or not np.array_equal(kept[0], contexts):
            kept = self._aimed[updates] = (contexts, self._aim(contexts, updates))
        return kept[1]

    def _aim(self, contexts: Floats, updates: int) -> Aimed:
        u = self.ascending(updates * self.k)
        targets = NoiseDistribution(contexts, 1.0).draw(
            uniforms(self.seed, 0, updates, 1, Stream.SAMPLE, _ROUND)[:, 0]
        )
        place = self._order[updates * self.k]
        return Aimed(u, targets[place // self.k], place)

    def _numbers(self, first: int, draws: int) -> Floats:
        """Return the numbers (n,) of so many draws from one of them on, in the run's order."""
        update, skipped = divmod(first, self.k)
        updates = -(-(skipped + draws) // self.k)
        numbers = uniforms(self.seed, update, updates, self.k).ravel()
        return numbers[skipped : skipped + draws]
