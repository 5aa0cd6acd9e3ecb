"""Where in a text a pair stands: its number, and the sentence around it."""

from __future__ import annotations

import numpy as np

from sgns_core.pairs import PairSequence
from sgns_core.settings import Settings
from sgns_core.source import Source, Wanted
from sgns_tui.render.step_view import SentenceView

_BLOCK = 1 << 18


def input_and_positive(sequence: PairSequence, place: int, settings: Settings) -> tuple[int, int]:
    """Return the rows of a drawn pair in the order that the policy's direction gives them."""
    centers, contexts = sequence.ids(np.array([place]))
    pair = int(centers[0]), int(contexts[0])
    return pair if settings.policy.direction == "center" else (pair[1], pair[0])


def find_pair(sequence: PairSequence, settings: Settings, wanted: Wanted) -> int | None:
    """Return the number of the first pair with this input and positive row, None without one."""
    for start in range(0, len(sequence), _BLOCK):
        places = np.arange(start, min(start + _BLOCK, len(sequence)))
        inputs, positives = sequence.ids(places)
        if settings.policy.direction == "context":
            inputs, positives = positives, inputs
        fits = np.ones(len(places), np.bool_)
        if wanted.center is not None:
            fits &= inputs == wanted.center
        if wanted.target is not None:
            fits &= positives == wanted.target
        if fits.any():
            return start + int(fits.argmax())
    return None


def sentence_view(
    source: Source, sequence: PairSequence, place: int | None, settings: Settings
) -> SentenceView | None:
    """Return the sentence a pair stands in, None where it stands in none."""
    if source.corpus is None or place is None:
        return None
    pair = sequence.positions(np.array([place]))
    sentences, places = sequence.tokens.origins(np.concatenate(pair))
    number = int(sentences[0])
    first = sequence.pairs_before(int(pair[0][0]))
    last = sequence.pairs_before(int(pair[0][0]) + 1)
    _, contexts = sequence.positions(np.arange(first, last))
    _, context_places = sequence.tokens.origins(contexts)
    center, target = places.tolist()
    if settings.policy.direction == "context":
        center, target = target, center
    return SentenceView(
        words=tuple(source.corpus.words_text(number)),
        kept=frozenset(sequence.tokens.places_in(number).tolist()),
        center=center,
        target=target,
        context=frozenset(context_places.tolist()),
    )
