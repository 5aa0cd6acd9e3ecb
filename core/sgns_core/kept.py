"""The tokens that are trained on: what min-count and subsampling leave of a text."""

import math
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from sgns_core.corpus import Corpus
from sgns_core.errors import InvalidInput, shown
from sgns_core.record import record
from sgns_core.vocabulary import Vocabulary

SubsampleFormula = Literal["paper", "code"]

SUBSAMPLE_FORMULAS: Final[dict[SubsampleFormula, str]] = {
    "paper": "kept with probability sqrt(t/f)",
    "code": "kept with probability sqrt(t/f) + t/f",
}


@record(eq=False)
class KeptTokens:
    """The tokens of a text that stay, closed up, with their places in the text.

    `ids` (N,), int32, are rows of the vocabulary; sentence s is `ids[offsets[s]:offsets[s + 1]]`,
    with `offsets` (S + 1,), int64, for the same S sentences as the corpus, of which some may be
    empty now; `places` (N,), int32, say which word of its sentence, from 0, each was. All are
    read-only.
    """

    ids: NDArray[np.int32]
    offsets: NDArray[np.int64]
    places: NDArray[np.int32]

    def __post_init__(self) -> None:
        ids = np.array(self.ids, dtype=np.int32)
        offsets = np.array(self.offsets, dtype=np.int64)
        places = np.array(self.places, dtype=np.int32)
        if ids.ndim != 1 or ids.shape != places.shape:
            raise ValueError("ids and places must be of the same length")
        if (ids < 0).any():
            raise ValueError("ids must be rows of a vocabulary, from 0")
        if offsets[0] != 0 or offsets[-1] != len(ids) or (np.diff(offsets) < 0).any():
            raise ValueError("offsets must not fall, and go from 0 to the number of tokens")
        for array, field in ((ids, "ids"), (offsets, "offsets"), (places, "places")):
            array.setflags(write=False)
            object.__setattr__(self, field, array)

    @classmethod
    def from_corpus(cls, corpus: Corpus, vocabulary: Vocabulary) -> "KeptTokens":
        """Return the tokens of a corpus that are in a vocabulary, before windows are laid.

        A dropped word leaves no gap, so that its neighbours become neighbours, as in word2vec.c.
        """
        ids = corpus.encode(vocabulary)
        starts = np.repeat(corpus.offsets[:-1], np.diff(corpus.offsets))
        everything = (np.arange(len(ids)) - starts).astype(np.int32)
        return cls(*_closed_up(ids, corpus.offsets, everything, ids >= 0))

    def subsampled(
        self, probability: NDArray[np.float64], uniforms: NDArray[np.float64]
    ) -> "KeptTokens":
        """Return the tokens whose uniform number (N,) is below their word's probability (V,)."""
        if uniforms.shape != self.ids.shape:
            raise ValueError(f"{uniforms.shape} uniforms for {self.ids.shape} tokens")
        kept = uniforms < probability[self.ids]
        return KeptTokens(*_closed_up(self.ids, self.offsets, self.places, kept))

    def __len__(self) -> int:
        """Return the number of tokens, N."""
        return len(self.ids)

    def origins(self, positions: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return where tokens stand in the corpus: their sentences, and their places in them."""
        if len(positions) and (positions.min() < 0 or positions.max() >= len(self)):
            raise IndexError(f"positions must be from 0 to {len(self) - 1}")
        sentences = np.searchsorted(self.offsets, positions, side="right") - 1
        return sentences.astype(np.int64), self.places[positions].astype(np.int64)

    def places_in(self, sentence: int) -> NDArray[np.int32]:
        """Return which words of a sentence of the corpus were kept, by their places from 0."""
        if not 0 <= sentence < len(self.offsets) - 1:
            raise IndexError(f"sentence {sentence} of {len(self.offsets) - 1}")
        return self.places[self.offsets[sentence] : self.offsets[sentence + 1]]


def keep_probability(
    counts: NDArray[np.int64], total: int, threshold: float, formula: SubsampleFormula = "paper"
) -> NDArray[np.float64]:
    """Return each word's probability (V,) of staying under subsampling of frequent words.

    With f = count / total, total being that of the kept vocabulary: `paper` is sqrt(t/f) (Mikolov
    et al. 2013, "Distributed Representations", section 2.3, which gives 1 - it, the probability
    of dropping), `code` is sqrt(t/f) + t/f (word2vec.c), both at most 1. A threshold of 0 is off.
    """
    if formula not in SUBSAMPLE_FORMULAS:
        raise InvalidInput(
            "formula is {value}; it can be {choices}",
            value=shown(formula),
            choices=", ".join(SUBSAMPLE_FORMULAS),
        )
    if not (math.isfinite(threshold) and threshold >= 0):
        raise InvalidInput(
            "threshold is {value}; give a number from 0, such as 0.001 (0 keeps every word)",
            value=threshold,
        )
    probability = np.ones(len(counts))
    seen = counts > 0  # a word that never occurs is never dropped
    if threshold > 0:
        ratio = threshold * total / counts[seen]
        root = np.sqrt(ratio)
        probability[seen] = np.minimum(1.0, root if formula == "paper" else root + ratio)
    return probability


def _closed_up(
    ids: NDArray[np.int32],
    offsets: NDArray[np.int64],
    places: NDArray[np.int32],
    kept: NDArray[np.bool_],
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]:
    """Return ids, offsets and places of the kept tokens alone."""
    before = np.concatenate([[0], np.cumsum(kept)])
    return ids[kept], before[offsets].astype(np.int64), places[kept]
