"""The first update of a source: the pair, its negatives, and the view that is printed of it."""

from __future__ import annotations

import numpy as np

from sgns_core.arguments import NonFiniteUpdate
from sgns_core.draws import draw_negatives, uniforms
from sgns_core.errors import InvalidInput
from sgns_core.pairs import PairSequence
from sgns_core.settings import Settings
from sgns_core.source import Source, Wanted
from sgns_core.step import trace_step
from sgns_tui.lessons import lesson
from sgns_tui.render.source_text import text_rules
from sgns_tui.render.step_view import SentenceView, StepView

_BLOCK = 1 << 18


def first_update(
    source: Source, settings: Settings, wanted: Wanted, ascii_only: bool = False
) -> StepView:
    """Return the first update: of the pair asked for, or of the first pair of the text that fits.

    Raises InvalidInput where the text has no such pair, or where there is no text.
    """
    sequence = _pairs(source, settings, wanted)
    place = None if sequence is None else find_pair(sequence, settings, wanted)
    if wanted.center is not None and wanted.target is not None:
        center, target = wanted.center, wanted.target
    elif sequence is not None and place is not None:
        center, target = input_and_positive(sequence, place, settings)
    else:
        raise no_such_pair(source, wanted)
    negatives = wanted.negatives
    if negatives is None:
        negatives = _draw(source, settings, target)
    elif settings.policy.collision == "redraw" and target in negatives:
        raise InvalidInput(
            "{word} is target and negative, and policy {policy} would have drawn again; leave it "
            "out, or say --collision keep",
            word=source.vocabulary.words[target],
            policy=settings.policy.name,
        )
    E, Ep = source.first_tables(settings)
    try:
        trace = trace_step(E, Ep, center, target, negatives, settings.lr, settings.policy)
    except NonFiniteUpdate as error:
        raise in_words(error, source) from None
    return StepView(
        trace=trace,
        words=source.vocabulary.words,
        settings=settings,
        source=source.name,
        update=1,
        chosen_pair=wanted.is_pair,
        chosen_negatives=wanted.negatives is not None,
        sentence=sentence_view(source, sequence, place, settings),
        contexts=source.context_counts(center, settings.window),
        text_rules=None
        if source.corpus is None or source.built_in
        else text_rules(source.corpus, settings),
        lesson=lesson(source.name) if source.built_in else None,
        reconstructed=source.reconstructed,
        ascii_only=ascii_only,
    )


def in_words(error: NonFiniteUpdate, source: Source) -> InvalidInput:
    """Return the error that an update overflows with words in the place of row numbers."""
    words, values = source.vocabulary.words, error.values
    word = words[int(str(values["row"]))]
    if "lr" in values:
        return InvalidInput(
            "lr {lr} makes the row of {word} in {table} overflow; try a smaller --lr",
            lr=values["lr"],
            word=word,
            table=values["table"],
        )
    return InvalidInput(
        "the rows of {center} and {word} are too large: their score or loss overflows",
        center=words[int(str(values["c"]))],
        word=word,
    )


def _draw(source: Source, settings: Settings, target: int) -> tuple[int, ...]:
    """Return the first update's negatives; they must exist where the target is drawn again."""
    noise = source.noise(settings)
    if settings.policy.collision == "redraw" and settings.k and noise.probabilities[target] >= 1:
        raise InvalidInput(
            "{word} is the target and the only word that can be drawn; say --collision keep or "
            "skip, or give a text with more words",
            word=source.vocabulary.words[target],
        )
    chance = uniforms(settings.seed, 0, 1, settings.k)[0]
    rows, _ = draw_negatives(chance, target, settings.policy, noise)
    return tuple(rows.tolist())


def _pairs(source: Source, settings: Settings, wanted: Wanted) -> PairSequence | None:
    """Return the text's pairs; a pair that was chosen does without them where there are none."""
    try:
        return source.pairs(settings)
    except InvalidInput:
        if wanted.is_pair:
            return None
        raise


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


def no_such_pair(source: Source, wanted: Wanted) -> InvalidInput:
    """Return the error that a text has no pair with the words that are wanted."""
    parts = [
        f"{name} {source.vocabulary.words[row]}"
        for name, row in (("center", wanted.center), ("target", wanted.target))
        if row is not None
    ]
    return InvalidInput(
        "no pair of {source} has {wanted}; try a wider --window, or name both --center and "
        "--target",
        source=source.name,
        wanted=" and ".join(parts) or "two words",
    )


def sentence_view(
    source: Source, sequence: PairSequence | None, place: int | None, settings: Settings
) -> SentenceView | None:
    """Return the sentence a pair stands in, None where it stands in none."""
    if source.corpus is None or sequence is None or place is None:
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
