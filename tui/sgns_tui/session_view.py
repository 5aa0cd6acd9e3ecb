"""The update that a session looks at, as the printed step shows it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from sgns_core.errors import InvalidInput
from sgns_core.pairs import PairSequence
from sgns_core.settings import Settings
from sgns_core.source import Source, Wanted
from sgns_core.trace import Floats
from sgns_tui.lessons import lesson
from sgns_tui.places import find_pair, sentence_view
from sgns_tui.render.source_text import text_rules
from sgns_tui.render.step_view import SentenceView, StepView
from sgns_tui.session import Session


def step_view(session: Session, ascii_only: bool = False, introduced: bool = False) -> StepView:
    """Return the view of the update looked at; InvalidInput where it cannot be made.

    What a built-in source shows is said of its first update, as long as that is its own; with
    `introduced` it is said of any.
    """
    source, config, trace = session.source, session.config, session.trace
    choice = config.choice
    settings = replace(session.settings, lr=config.lr, k=config.k, policy=config.policy)
    untouched = session.update == 0 and not any(edit.at == 0 for edit in session.timeline.edits)
    own = introduced or untouched
    return StepView(
        trace=trace,
        words=session.words,
        settings=settings,
        source=source.name,
        update=session.update + 1,
        chosen_pair=choice is not None,
        chosen_negatives=choice is not None and choice.negatives is not None,
        sentence=_sentence(session),
        contexts=_contexts(source, trace.center, settings.window),
        text_rules=None
        if source.corpus is None or source.built_in
        else text_rules(source.corpus, settings),
        lesson=lesson(source.name) if source.built_in and own else None,
        reconstructed=source.reconstructed and own,
        ascii_only=ascii_only,
    )


def _sentence(session: Session) -> SentenceView | None:
    """Return the sentence of a drawn pair, or the first in which a chosen one stands."""
    source, config = session.source, session.config
    if source.corpus is None:
        return None
    schedule = session.timeline.schedule
    settings = replace(session.settings, policy=config.policy)
    if config.choice is None:
        epoch, place = schedule.place(session.update)
        return sentence_view(source, schedule.sequence(epoch), place, settings)
    wanted = Wanted(config.choice.center, config.choice.target)
    try:
        sequence = schedule.sequence(0)
    except InvalidInput:  # the text has no pairs: a chosen one stands in no sentence
        return None
    return sentence_view(source, sequence, _place(sequence, settings, wanted), settings)


def softmax_of(session: Session) -> list[float]:
    """Return P(word | center) of each scored word (k+1,) by the full softmax, before the update."""
    from sgns_core.objectives import softmax_probabilities

    timeline, trace = session.timeline, session.trace
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
def _place(sequence: PairSequence, settings: Settings, wanted: Wanted) -> int | None:
    return find_pair(sequence, settings, wanted)
