"""The score at which SGNS would come to rest for each pair, by policy, and PMI beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from sgns_core.errors import InvalidInput
from sgns_core.noise import NoiseDistribution
from sgns_core.objectives import PairCounts
from sgns_core.pairs import expected_pair_counts, pair_counts
from sgns_core.policy import Policy
from sgns_core.record import record
from sgns_core.settings import Settings
from sgns_core.source import Source
from sgns_core.trace import Flags, Floats

SUBSAMPLED_EPOCHS: Final = 20
"""Where subsampling makes every epoch another one, the pairs of so many are counted."""
_BLOCK: Final = 1 << 16  # pairs whose scores are reckoned at once
Told = Callable[[float], object]
"""Called with the share of some work that is done; what it raises ends the work."""


def scored_pairs(source: Source, settings: Settings, told: Told | None = None) -> PairCounts:
    """Return how often each (input word, scored word) comes up in a run over the source's text.

    Windows that shrink are taken with their exact expectation; with subsampling the pairs of the
    first 20 epochs are counted. The policy's direction says which word of a pair is the input.
    """
    size = len(source.vocabulary)
    weights: Floats
    if settings.subsample > 0:
        rows, columns, weights = _counted_epochs(source, settings, size, told)
    elif settings.shrink and source.tokens is not None:
        rows, columns, weights = expected_pair_counts(
            source.tokens, settings.window, size, told=told
        )
    else:
        rows, columns, counts = pair_counts(source.pairs(settings), size, told=told)
        weights = counts.astype(np.float64)
    if not len(rows):
        source.pairs(replace(settings, shrink=False)).require_pairs(source.name)
    if settings.policy.direction == "context":
        rows, columns = columns, rows
    return PairCounts(rows, columns, weights, size)


def _counted_epochs(
    source: Source, settings: Settings, size: int, told: Told | None
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Floats]:
    codes: npt.NDArray[np.int64] = np.empty(0, np.int64)
    sums: Floats = np.empty(0)
    for epoch in range(SUBSAMPLED_EPOCHS):
        rows, columns, counts = pair_counts(source.epoch_pairs(settings, epoch), size)
        merged, back = np.unique(
            np.concatenate([codes, rows * size + columns]), return_inverse=True
        )
        sums = _sums(back, np.concatenate([sums, counts]), len(merged))
        codes = merged
        if told is not None:
            told((epoch + 1) / SUBSAMPLED_EPOCHS)
    return codes // size, codes % size, sums


def _sums(places: npt.NDArray[np.integer], weights: Floats, size: int) -> Floats:
    return np.bincount(places, weights, size).astype(np.float64)


@record(eq=False)
class Optimum:
    """What SGNS aims at for every pair that the text has; (n,) arrays follow `pairs`.

    k: negatives per pair, at least 1. policy: its collision and range rules count here.
    """

    pairs: PairCounts
    noise: NoiseDistribution
    k: int
    policy: Policy

    def __post_init__(self) -> None:
        if self.k < 1:
            raise InvalidInput(
                "with k {k} nothing is pushed away and no score has an optimum; set k to 1 or more",
                k=self.k,
            )

    @cached_property
    def joint(self) -> Floats:
        """Return P(i, w) (n,)."""
        return np.asarray(self.pairs.weights / self.pairs.weights.sum())

    @cached_property
    def inputs(self) -> Floats:
        """Return P(i) (V,), the share of each word among the input words."""
        return _sums(self.pairs.rows, self.joint, self.pairs.size)

    @cached_property
    def scored(self) -> Floats:
        """Return P(w) (V,), the share of each word among the scored words."""
        return _sums(self.pairs.columns, self.joint, self.pairs.size)

    @cached_property
    def given(self) -> Floats:
        """Return P(w | i) (n,)."""
        return np.asarray(self.joint / self.inputs[self.pairs.rows])

    @cached_property
    def pmi(self) -> Floats:
        """Return log P(i, w) / (P(i) P(w)) (n,), of the pairs of the text alone."""
        return np.asarray(np.log(self.given / self.scored[self.pairs.columns]))

    @property
    def shift(self) -> float:
        """Return log k, by which the optimum lies below PMI where the noise is P(w)."""
        return float(np.log(self.k))

    @cached_property
    def uncut(self) -> Floats:
        """Return the optimum (n,) before any range rule.

        keep: log P(w|i) / (k q(w)), Levy and Goldberg 2014, section 3.1. skip: the same with a
        further factor 1 - P(w|i), as a draw that equals the target is not used. redraw: log P(w|i)
        / (k q(w) S), S = sum over t != w of P(t|i) / (1 - q(t)). inf where a word is never
        scored as a negative.
        """
        q = self.noise.probabilities[self.pairs.columns]
        if self.policy.collision == "keep":
            pushed = q
        elif self.policy.collision == "skip":
            pushed = q * (1.0 - self.given)
        else:
            if (q >= 1.0).any():
                raise InvalidInput("collision rule redraw needs a second word to draw")
            share = self.given / (1.0 - q)
            rows = self.pairs.rows
            others = np.bincount(rows, share, self.pairs.size)[rows] - share
            alone = np.bincount(rows, minlength=self.pairs.size)[rows] == 1
            pushed = q * np.where(alone, 0.0, np.maximum(others, 0.0))
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(self.given) - np.log(pushed) - self.shift)

    @cached_property
    def scores(self) -> Floats:
        """Return the optimum (n,), cut at the bound where a range rule acts."""
        if self.policy.range_rule == "exact":
            return self.uncut
        return np.clip(self.uncut, -self.policy.bound, self.policy.bound)

    @property
    def unseen_score(self) -> float:
        """Return where a pair that the text never has goes to: -inf, or the lower bound."""
        return -np.inf if self.policy.range_rule == "exact" else -self.policy.bound

    @cached_property
    def is_shifted_pmi(self) -> bool:
        """Tell whether the formula is PMI - log k exactly: rule keep, and noise that is P(w)."""
        return self.policy.collision == "keep" and bool(
            np.allclose(self.noise.probabilities, self.scored, rtol=1e-12, atol=1e-15)
        )

    @cached_property
    def ascending(self) -> npt.NDArray[np.intp]:
        """Return the places (n,) of the pairs, the least optimum first, ties in their order."""
        return np.argsort(self.scores, kind="stable")

    @cached_property
    def from_shifted_pmi(self) -> Floats:
        """Return by how much the uncut optimum (n,) differs from PMI - log k."""
        return np.asarray(self.uncut - (self.pmi - self.shift))

    # ---- pairs that the text does not have

    @cached_property
    def _input_words(self) -> npt.NDArray[np.intp]:
        return np.flatnonzero(self.inputs > 0)

    @cached_property
    def _drawn_words(self) -> Flags:
        return np.asarray(self.noise.probabilities > 0)

    @cached_property
    def _seen(self) -> npt.NDArray[np.int64]:
        return np.sort(self.pairs.rows.astype(np.int64) * self.pairs.size + self.pairs.columns)

    @cached_property
    def unseen_count(self) -> int:
        """Return how many pairs of an input word and a word that is drawn the text never has."""
        drawn = self._drawn_words[self.pairs.columns].sum()
        return len(self._input_words) * int(self._drawn_words.sum()) - int(drawn)

    def unseen(self) -> Iterator[tuple[int, int]]:
        """Yield these pairs (input, word) in the order of the table."""
        drawn = np.flatnonzero(self._drawn_words)
        for row in self._input_words.tolist():
            begin = row * self.pairs.size
            low, high = np.searchsorted(self._seen, (begin, begin + self.pairs.size))
            seen = self._seen[low:high] - begin  # this row's alone, of a million in a large text
            for column in drawn[~np.isin(drawn, seen)].tolist():
                yield row, column


def source_optimum(source: Source, settings: Settings, told: Told | None = None) -> Optimum:
    """Return the optimum of a run on a source with these settings.

    told: called with the share of the pairs that is counted, from time to time.
    """
    return Optimum(
        scored_pairs(source, settings, told), source.noise(settings), settings.k, settings.policy
    )


@record(eq=False)
class Learned:
    """The scores of two tables at the text's pairs, beside the optimum."""

    optimum: Optimum
    E: Floats
    Ep: Floats

    @cached_property
    def scores(self) -> Floats:
        """Return z(i, w) (n,)."""
        rows, columns = self.optimum.pairs.rows, self.optimum.pairs.columns
        scores = np.empty(len(rows))
        for first in range(0, len(rows), _BLOCK):  # a million pairs of many components fill memory
            block = slice(first, first + _BLOCK)
            with np.errstate(over="ignore", invalid="ignore"):  # rows too large: inf or nan
                scores[block] = np.einsum("nd,nd->n", self.E[rows[block]], self.Ep[columns[block]])
        return scores

    @cached_property
    def gaps(self) -> Floats:
        """Return z - optimum (n,)."""
        with np.errstate(invalid="ignore"):
            return np.asarray(self.scores - self.optimum.scores)

    @cached_property
    def mean_gap(self) -> float:
        """Return the mean absolute gap over the pairs with a finite optimum."""
        return mean_gap(self.scores, self.optimum)

    def score(self, row: int, column: int) -> float:
        """Return z of any pair."""
        with np.errstate(over="ignore", invalid="ignore"):
            return float(self.E[row] @ self.Ep[column])


def mean_gap(scores: Floats, optimum: Optimum) -> float:
    """Return the mean absolute gap of scores (n,) where the optimum is finite; nan for none."""
    finite = np.isfinite(optimum.scores)
    if not finite.any():
        return float("nan")
    return float(np.abs(scores[finite] - optimum.scores[finite]).mean())
