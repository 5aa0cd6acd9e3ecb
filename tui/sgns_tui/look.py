"""What is seen of a session: snapshots that printers and panes draw, made in one place."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from sgns_core.objectives import softmax_probabilities
from sgns_core.pairs import PairSequence
from sgns_core.policy import Direction
from sgns_core.source import Source
from sgns_core.trace import Floats, StepTrace
from sgns_tui.lessons import lesson
from sgns_tui.render.source_text import text_rules
from sgns_tui.render.step_view import SentenceView, StepView
from sgns_tui.session import Session


def session_view(session: Session, ascii_only: bool = False) -> StepView:
    """Return the update that a session looks at, with its surroundings.

    Raises NonFiniteUpdate where that update cannot be made.
    """
    source, settings, config = session.source, session.settings, session.config
    trace = session.trace
    sentence = None
    if source.corpus is not None:
        schedule = session.timeline.schedule
        epoch, place = schedule.place(session.update)
        sequence = schedule.sequence(epoch)
        found: int | None = place
        if config.choice is not None:
            inputs, positives = trace.center, trace.target
            if config.policy.direction == "context":
                inputs, positives = positives, inputs
            found = _first_place(sequence, inputs, positives)
        if found is not None:
            sentence = sentence_view(source, sequence, found, config.policy.direction)
    chosen = config.choice
    own = session.update == 0 and not any(edit.at == 0 for edit in session.timeline.edits)
    return StepView(
        trace=trace,
        words=source.vocabulary.words,
        settings=settings,
        source=source.name,
        update=session.update + 1,
        chosen_pair=chosen is not None,
        chosen_negatives=chosen is not None and chosen.negatives is not None,
        sentence=sentence,
        contexts=_contexts(source, trace.center, settings.window),
        text_rules=None
        if source.corpus is None or source.built_in
        else text_rules(source.corpus, settings),
        lesson=lesson(source.name) if source.built_in else None,
        reconstructed=source.reconstructed and own,  # published figures are of that update
        ascii_only=ascii_only,
    )


def softmax_of(session: Session, trace: StepTrace) -> list[float]:
    """Return P(word | center) of each scored word (k+1,) by the full softmax, before the update."""
    timeline = session.timeline
    Ep = timeline.Ep
    if timeline.position > session.update:  # the update is made: put its rows back
        Ep = Ep.copy()
        Ep[trace.touched] = trace.touched_before
    shares = softmax_probabilities(trace.v_center, Ep)[trace.rows]
    return [float(share) for share in shares]


@lru_cache(maxsize=64)
def _contexts(source: Source, center: int, window: int) -> Floats | None:
    return source.context_counts(center, window)


@lru_cache(maxsize=64)
def _first_place(
    sequence: PairSequence, center: int, context: int, block: int = 1 << 18
) -> int | None:
    """Return the number of the first pair of these two words, None where they are none."""
    for start in range(0, len(sequence), block):
        centers, contexts = sequence.ids(np.arange(start, min(start + block, len(sequence))))
        fits = (centers == center) & (contexts == context)
        if fits.any():
            return start + int(fits.argmax())
    return None


def sentence_view(
    source: Source, sequence: PairSequence, place: int, direction: Direction
) -> SentenceView | None:
    """Return the sentence that a pair stands in; None where the source has no text."""
    if source.corpus is None:
        return None
    pair = sequence.positions(np.array([place]))
    sentences, places = sequence.tokens.origins(np.concatenate(pair))
    number = int(sentences[0])
    first = sequence.pairs_before(int(pair[0][0]))
    last = sequence.pairs_before(int(pair[0][0]) + 1)
    _, contexts = sequence.positions(np.arange(first, last))
    _, context_places = sequence.tokens.origins(contexts)
    center, target = places.tolist()
    if direction == "context":
        center, target = target, center
    return SentenceView(
        words=tuple(source.corpus.words_text(number)),
        kept=frozenset(sequence.tokens.places_in(number).tolist()),
        center=center,
        target=target,
        context=frozenset(context_places.tolist()),
    )
