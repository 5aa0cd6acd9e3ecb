"""The noise distribution that negatives are drawn from."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sgns_core.errors import InvalidInput, shown
from sgns_core.policy import Collision, check_power
from sgns_core.trace import Flags, Floats, Indices

_BELOW_ONE = np.nextafter(1.0, 0.0)


class NoiseDistribution:
    """q(w), proportional to count(w)^power (Mikolov et al. 2013, section 2.2, with power 3/4).

    counts: (V,) finite numbers of at least 0, not all of them 0. power: finite, at least 0.
    A word that was never counted is never drawn, with power 0 too.
    probabilities, cumulative: (V,) float64, read-only; the cumulative table ends in exactly 1.
    """

    def __init__(self, counts: npt.ArrayLike, power: float = 0.75) -> None:
        try:
            given = np.array(counts, np.float64)
        except (TypeError, ValueError, OverflowError):
            raise InvalidInput(
                "counts must be numbers, got {counts}", counts=shown(counts)
            ) from None
        if given.ndim != 1 or not given.size:
            raise InvalidInput(
                "counts must have shape (V,) with at least one word, got {shape}", shape=given.shape
            )
        bad = np.flatnonzero(~(np.isfinite(given) & (given >= 0)))
        if len(bad):
            raise InvalidInput(
                "counts must be finite and at least 0, got {value} at index {index}",
                value=float(given[bad[0]]),
                index=int(bad[0]),
            )
        if not given.any():
            raise InvalidInput("counts must not all be 0: there would be no word to draw")
        check_power(power)
        self.counts = given
        self.power = float(power)
        # Shares of the largest count, so that no power overflows.
        weights = np.where(given > 0, (given / given.max()) ** self.power, 0.0)
        self.probabilities: Floats = weights / weights.sum()
        self.cumulative: Floats = np.minimum(np.cumsum(self.probabilities), 1.0)
        # What rounding left over goes to the last word that can be drawn, not to one that cannot.
        self._last = int(np.flatnonzero(self.probabilities)[-1])
        self.cumulative[self._last :] = 1.0
        for array in (self.counts, self.probabilities, self.cumulative):
            array.setflags(write=False)

    def __len__(self) -> int:
        return len(self.probabilities)

    def draw(self, u: npt.ArrayLike) -> Indices:
        """Return for each number of `u` in [0, 1), any shape, the word whose interval holds it."""
        return np.asarray(np.searchsorted(self.cumulative, u, side="right"), np.intp)

    def drawn_counts(self, ascending: Floats) -> npt.NDArray[np.int64]:
        """Return how often each word (V,) comes up where `draw` is given these numbers.

        ascending: (n,) in [0, 1), the least first: then a bisection for each word will do.
        """
        below = np.searchsorted(ascending, self.cumulative, side="left")
        return np.asarray(np.diff(below, prepend=0), np.int64)

    def draws_target(self, u: Floats, target: Indices) -> Flags:
        """Return which numbers of `u` `draw` would make the target of each: (n,) and (n,)."""
        lower = np.where(target > 0, self.cumulative[target - 1], 0.0)
        return np.asarray((lower <= u) & (u < self.cumulative[target]))

    def draw_other(self, u: npt.ArrayLike, target: npt.ArrayLike) -> Indices:
        """Draw from q with the interval of `target` cut out: one number a draw, no loop.

        u: any shape; target: indices that broadcast against it. Raises InvalidInput where no
        other word can be drawn.
        """
        targets = np.asarray(target, np.intp)
        upper = self.cumulative[targets]
        lower = np.where(targets > 0, self.cumulative[targets - 1], 0.0)
        rest = 1.0 - (upper - lower)
        if (rest <= 0).any():
            raise InvalidInput(
                "collision rule redraw needs a second word to draw, but index {target} is the only "
                "one with a count",
                target=int(targets[rest <= 0].flat[0]),
            )
        place = np.asarray(u, np.float64) * rest
        # Past the cut everything moves up; the bounds keep rounding from landing inside it.
        above = np.minimum(np.maximum(place + (upper - lower), upper), _BELOW_ONE)
        below = np.minimum(place, np.nextafter(lower, 0.0))
        return self.draw(np.where((place < lower) | (upper >= 1.0), below, above))

    def true_context_share(self, context_counts: npt.ArrayLike, collision: Collision) -> float:
        """Return the expected share of draws that are true contexts of a center and are used.

        context_counts: (V,) how often each word is a context of the center; the target of a draw
        is one of these pairs, each as likely as the other. keep: sum of q(w) over the contexts.
        skip: without the draws that equal the target. redraw: with the target cut out of q.
        """
        weights = np.asarray(context_counts, np.float64)
        total = weights.sum()
        if weights.shape != self.probabilities.shape or not total > 0:
            raise InvalidInput(
                "context_counts must have shape ({size},) and hold a context, got shape {shape}",
                size=len(self),
                shape=weights.shape,
            )
        q = self.probabilities
        given = weights / total  # P(t | center)
        contexts = weights > 0
        if collision == "keep":
            return float(q[contexts].sum())
        if collision == "skip":
            return float((q * (1.0 - given))[contexts].sum())
        if (q[contexts] >= 1.0).any():
            raise InvalidInput("collision rule redraw needs a second word to draw")
        cut = given[contexts] / (1.0 - q[contexts])
        return float((q[contexts] * (cut.sum() - cut)).sum())

    def chi_square(self, observed: npt.ArrayLike) -> tuple[float, int]:
        """Return Pearson's chi-square of draws against q, and its degrees of freedom.

        observed: (V,) how often each word was drawn. Words with fewer than 5 expected draws are
        taken together, as the approximation asks for; with one class left both are 0.
        """
        counts = np.asarray(observed, np.float64)
        expected = self.probabilities * counts.sum()
        rare = expected < 5.0
        pooled_expected = np.append(expected[~rare], expected[rare].sum())
        pooled_counts = np.append(counts[~rare], counts[rare].sum())
        used = pooled_expected > 0
        if used.sum() < 2:
            return 0.0, 0
        difference = pooled_counts[used] - pooled_expected[used]
        return float((difference**2 / pooled_expected[used]).sum()), int(used.sum()) - 1
