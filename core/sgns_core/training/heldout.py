"""One measure for all models: the SGNS loss and the AUC on pairs that are the same for each."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgns_core.errors import InvalidInput
from sgns_core.policy import softplus
from sgns_core.record import record
from sgns_core.trace import Floats
from sgns_core.training.chance import Stream, keep_limits, key_of, mixed_words, noise_table
from sgns_core.training.settings import TrainingSettings

_BATCH = 8192
_HALF_WORD = np.uint64(32)
_EPOCH = 2**31  # draws of no epoch of training


@record(eq=False)
class PairSample:
    """Pairs with negatives drawn once: what `evaluate` scores.

    inputs, targets: (n,) rows of E and of Ep; negatives: (n, k) rows of Ep; counts: (n, k), False
    where a negative equals its target and is skipped.
    """

    inputs: NDArray[np.int64]
    targets: NDArray[np.int64]
    negatives: NDArray[np.int64]
    counts: NDArray[np.bool_]

    def __len__(self) -> int:
        """Return the number of pairs, n."""
        return len(self.inputs)


@record
class Score:
    """What `evaluate` found.

    loss: the mean over the pairs of -log sigma(z_target) - sum log sigma(-z_negative), float64.
    auc: the chance that a true pair scores above a noise draw, ties counting half.
    """

    loss: float
    auc: float
    pairs: int


def sample_pairs(
    ids: NDArray[np.int32],
    offsets: NDArray[np.int64],
    counts: NDArray[np.int64],
    settings: TrainingSettings,
    most: int | None = None,
) -> PairSample:
    """Return the pairs of these sentences, made as in training: subsampling, a radius per center.

    ids, offsets: as in a `Chunk`. counts: (V,) of the vocabulary that models were trained with.
    most: take that many pairs at most, spread evenly over the text. A pure function of its
    arguments; the window's word is the input, as the engines have it.

    Raises InvalidInput where there is no pair.
    """
    key = key_of(settings.seed, Stream.SUBSAMPLE, _EPOCH)
    words = mixed_words(key, np.arange(len(ids), dtype=np.uint64)) >> _HALF_WORD
    stays = words < keep_limits(counts, settings)[ids]
    before = np.concatenate(([0], np.cumsum(stays)))[offsets]
    kept, sentences = ids[stays], np.repeat(np.arange(len(offsets) - 1), np.diff(before))
    key = key_of(settings.seed, Stream.BLOCKS, _EPOCH)
    numbers = mixed_words(key, np.arange(len(kept), dtype=np.uint64)) >> _HALF_WORD
    radius = 1 + ((numbers * np.uint64(settings.window)) >> _HALF_WORD).astype(np.int64)
    found: list[NDArray[np.int64]] = []
    for distance in range(1, min(settings.window, len(kept) - 1) + 1):
        near = np.flatnonzero(sentences[distance:] == sentences[:-distance])
        after = near + distance
        found.append(np.stack((after, near))[:, radius[near] >= distance])
        found.append(np.stack((near, after))[:, radius[after] >= distance])
    pairs = np.concatenate(found, axis=1) if found else np.empty((2, 0), np.int64)
    if not pairs.shape[1]:
        raise InvalidInput("there is no pair of words to measure the loss on")
    pairs = pairs[:, np.lexsort((pairs[0], pairs[1]))]  # (input, center), in the text's order
    if most is not None and pairs.shape[1] > most:
        pairs = pairs[:, np.arange(most) * pairs.shape[1] // most]
    inputs, targets = kept[pairs].astype(np.int64)
    key = key_of(settings.seed, Stream.BLOCKS, _EPOCH, 1)
    draws = np.arange(len(inputs) * settings.k, dtype=np.uint64).reshape(len(inputs), -1)
    negatives = noise_table(counts, settings).draw(mixed_words(key, draws))
    return PairSample(inputs, targets, negatives, negatives != targets[:, None])


def evaluate(E: NDArray[Any], Ep: NDArray[Any], sample: PairSample) -> Score:
    """Return the loss and the AUC of two tables (V, d), of any float type."""
    n, k = sample.negatives.shape
    targets, noise = np.empty(n), np.empty((n, k))
    for start in range(0, n, _BATCH):
        part = slice(start, start + _BATCH)
        v = E[sample.inputs[part]]
        targets[part] = np.einsum("nd,nd->n", v, Ep[sample.targets[part]])
        for j in range(k):
            noise[part, j] = np.einsum("nd,nd->n", v, Ep[sample.negatives[part, j]])
    total = softplus(-targets).sum() + softplus(noise)[sample.counts].sum()
    return Score(float(total / n), area_under_curve(targets, noise[sample.counts]), n)


def area_under_curve(above: Floats, below: Floats) -> float:
    """Return the share of pairs (a, b) with a above b, ties counting half; nan without a pair."""
    if not len(above) or not len(below):
        return float("nan")
    ordered = np.sort(below)
    smaller = np.searchsorted(ordered, above, side="left").sum(dtype=np.float64)
    not_larger = np.searchsorted(ordered, above, side="right").sum(dtype=np.float64)
    return float((smaller + not_larger) / 2.0 / (len(above) * len(below)))
