"""How near two tables of d components can come to the optimum: no sampling, only the exact loss."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from sgns_core.draws import Stream, uniforms
from sgns_core.errors import InvalidInput
from sgns_core.minimize import Progress, minimized
from sgns_core.objectives import ExpectedWeights
from sgns_core.optimum import Optimum, mean_gap
from sgns_core.policy import sigmoid_of_softplus, softplus
from sgns_core.record import record
from sgns_core.trace import Floats

MAX_WORDS: Final = 2000
"""A fit holds several V x V tables: with so many words some 300 MB."""
STARTS: Final = 5
ITERATIONS: Final = 20_000
TOLERANCE: Final = 1e-6

GoOn = Callable[[int, int, int, float], bool]
"""Called with d, start, iteration and loss every so often; False ends the fit."""


@record(eq=False)
class Fit:
    """The best of several starts at one d.

    E, Ep: (V, d). loss: the exact expected SGNS loss per pair. gap: mean absolute gap to the
    optimum on the pairs of the text. iterations: those of the best start. converged: whether its
    relative gradient came below the tolerance. svd_gap: the gap of the shifted positive PMI
    matrix cut to rank d.
    """

    dim: int
    E: Floats
    Ep: Floats
    loss: float
    gap: float
    iterations: int
    gradient: float
    converged: bool
    svd_gap: float


def check_words(size: int) -> None:
    """Raise InvalidInput for more words than a fit can hold."""
    if size > MAX_WORDS:
        raise InvalidInput(
            "a fit holds tables of words x words; {size} words are too many, at most {most} "
            "fit: raise --min-count",
            size=size,
            most=MAX_WORDS,
        )


class ExactLoss:
    """The expected SGNS loss of E and Ep laid end to end, for an optimizer; see `expected_sgns`.

    sum over cells of (P + N) log(1 + e^z) - P z, which is P [-log sigma(z)] - N log sigma(-z).
    """

    def __init__(self, optimum: Optimum) -> None:
        size = optimum.pairs.size
        check_words(size)
        weights = ExpectedWeights(optimum.pairs, optimum.noise, optimum.k, optimum.policy.collision)
        self.pull, push = weights.rows(0, size)
        self.both = self.pull + push
        self.size = size

    def __call__(self, flat: Floats) -> tuple[float, Floats]:
        """Return loss and gradient at E and Ep, flat (2 V d,)."""
        E, Ep = flat.reshape(2, self.size, -1)
        scores = E @ Ep.T
        losses = softplus(scores)
        loss = float(np.vdot(self.both, losses) - np.vdot(self.pull, scores))
        slopes = self.both * sigmoid_of_softplus(losses) - self.pull
        return loss, np.concatenate(((slopes @ Ep).ravel(), (slopes.T @ E).ravel()))


def dimensions(size: int) -> tuple[int, ...]:
    """Return 1, 2, 4, ... and the number of words."""
    powers = [2**i for i in range(size.bit_length()) if 2**i < size]
    return (*powers, size)


def fit(
    optimum: Optimum,
    dim: int,
    seed: int = 1,
    starts: int = STARTS,
    iterations: int = ITERATIONS,
    go_on: GoOn | None = None,
    svd: SvdOfPmi | None = None,
) -> Fit | None:
    """Return the best of `starts` fits of d = `dim` components; None where it was ended.

    svd: the decomposition beside it, made here unless given.

    Each starts from other uniform numbers and stops where the gradient is 1e-6 of the one it
    started with, or after `iterations`. The range rule has no part in it: it changes single
    updates, not the loss.
    """
    if not 1 <= dim <= optimum.pairs.size:
        raise InvalidInput(
            "d must be 1 to the number of words, {size}, got {value}",
            size=optimum.pairs.size,
            value=dim,
        )
    if starts < 1 or iterations < 1:
        raise InvalidInput("a fit needs at least one start and one iteration")
    exact = ExactLoss(optimum)
    best: tuple[float, Floats, Progress] | None = None
    for start in range(starts):

        def wanted(iteration: int, loss: float, start: int = start) -> bool:
            return go_on is None or go_on(dim, start, iteration, loss)

        chance = uniforms(seed, 0, 2 * exact.size, dim, Stream.SAMPLE, 1000 + start)
        first = (2.0 * chance - 1.0).ravel() / np.sqrt(dim)
        found, progress = minimized(exact, first, TOLERANCE, iterations, wanted)
        if progress.ended:
            return None
        if best is None or progress.loss < best[0]:
            best = (progress.loss, found, progress)
    assert best is not None
    loss, flat, progress = best
    E, Ep = flat.reshape(2, exact.size, dim)
    pairs = optimum.pairs
    scores = np.einsum("nd,nd->n", E[pairs.rows], Ep[pairs.columns])
    return Fit(
        dim=dim,
        E=E,
        Ep=Ep,
        loss=loss,
        gap=mean_gap(scores, optimum),
        iterations=progress.iterations,
        gradient=progress.gradient,
        converged=progress.converged,
        svd_gap=(SvdOfPmi(optimum) if svd is None else svd).gap(dim),
    )


def fits(
    optimum: Optimum,
    dims: Sequence[int],
    seed: int = 1,
    starts: int = STARTS,
    iterations: int = ITERATIONS,
    go_on: GoOn | None = None,
) -> list[Fit]:
    """Return a fit for each of `dims`, those that were done where it was ended before."""
    done: list[Fit] = []
    check_words(optimum.pairs.size)
    svd = SvdOfPmi(optimum)
    for dim in dims:
        found = fit(optimum, dim, seed, starts, iterations, go_on, svd)
        if found is None:
            break
        done.append(found)
    return done


class SvdOfPmi:
    """The shifted positive PMI matrix, max(PMI - log k, 0), cut to rank d by its SVD.

    Unseen pairs are 0 in it (Levy and Goldberg 2014, section 4). It weighs every cell alike,
    frequent or not, and cannot tell a pair that is unseen from one that is merely unlikely.
    """

    def __init__(self, optimum: Optimum) -> None:
        pairs = optimum.pairs
        self.optimum = optimum
        self.matrix = np.zeros((pairs.size, pairs.size))
        self.matrix[pairs.rows, pairs.columns] = np.maximum(optimum.pmi - optimum.shift, 0.0)
        self.zeroed = int((optimum.pmi <= optimum.shift).sum())
        self._left, self._values, self._right = np.linalg.svd(self.matrix)

    def scores(self, dim: int) -> Floats:
        """Return the rank-d matrix at the text's pairs (n,)."""
        pairs = self.optimum.pairs
        left = self._left[:, :dim] * self._values[:dim]
        return np.asarray(
            np.einsum("nd,nd->n", left[pairs.rows], self._right[:dim].T[pairs.columns])
        )

    def gap(self, dim: int) -> float:
        """Return the mean absolute gap to the optimum on the text's pairs."""
        return mean_gap(self.scores(dim), self.optimum)
