"""A session as the command line asks for it: its source, its settings and its first pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sgns_core.arguments import NonFiniteUpdate
from sgns_core.edits import Choice, Edit, SetChoice
from sgns_core.errors import InvalidInput
from sgns_core.settings import Settings
from sgns_core.source import Source, Wanted
from sgns_tui.opening import SourceOptions, open_wanted, open_with_origin
from sgns_tui.places import find_pair, input_and_positive
from sgns_tui.session import Session


def open_session(
    options: SourceOptions,
    center: str | None = None,
    target: str | None = None,
    negatives: Sequence[str] = (),
) -> Session:
    """Return a session that begins with the pair asked for: what `sgns-tui step` prints.

    A pair that the source does not begin with of itself is the session's first edit, so that a
    saved session holds it.
    """
    if options.k is not None and negatives:
        raise InvalidInput("--k draws negatives and --negative names them; give one of the two")
    source, settings, origin = open_with_origin(options)
    wanted = open_wanted(source, center, target, negatives)
    if options.k is not None:
        wanted = replace(wanted, negatives=None)
    edits = (
        () if wanted == source.wanted else (Edit(0, SetChoice(_choice(source, settings, wanted))),)
    )
    session = Session(source, settings, edits, origin, options.stepper)  # type: ignore[arg-type]
    _check_draw_again(session)
    session.timeline.block(0, 1)  # raises where there is no pair or no draw
    session.saved_edits = session.timeline.edits
    return session


def check_overflow(session: Session) -> None:
    """Raise InvalidInput, in words, where the next update would make a row overflow."""
    try:
        session.timeline.trace()
    except NonFiniteUpdate as error:
        words, values = session.words, error.values
        word = words[int(str(values["row"]))]
        if "lr" in values:
            raise InvalidInput(
                "lr {lr} makes the row of {word} in {table} overflow; try a smaller --lr",
                lr=values["lr"],
                word=word,
                table=values["table"],
            ) from None
        raise InvalidInput(
            "the rows of {center} and {word} are too large: their score or loss overflows",
            center=words[int(str(values["c"]))],
            word=word,
        ) from None


def _check_draw_again(session: Session) -> None:
    """Raise InvalidInput where a target that must be drawn again is named, or is all there is."""
    config, schedule = session.config, session.timeline.schedule
    if config.policy.collision != "redraw":
        return
    choice = config.choice
    if choice is not None and choice.negatives is not None:
        if choice.target in choice.negatives:
            raise InvalidInput(
                "{word} is target and negative, and policy {policy} would have drawn it again; "
                "leave it out, or say --collision keep",
                word=session.words[choice.target],
                policy=config.policy.name,
            )
        return
    target = int(schedule.pairs(0, 1, config)[1][0])
    if config.k and schedule.noise(config.policy.power).probabilities[target] >= 1:
        raise InvalidInput(
            "{word} is the target and the only word that can be drawn; say --collision keep or "
            "skip, or give a text with more words",
            word=session.words[target],
        )


def _choice(source: Source, settings: Settings, wanted: Wanted) -> Choice:
    """Return the pair that is wanted, or the first of the text that fits."""
    if wanted.pair:
        return Choice(*wanted.pair, wanted.negatives)
    sequence = source.pairs(settings)
    place = find_pair(sequence, settings, wanted)
    if place is None:
        raise _no_such_pair(source, wanted)
    return Choice(*input_and_positive(sequence, place, settings), wanted.negatives)


def _no_such_pair(source: Source, wanted: Wanted) -> InvalidInput:
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
