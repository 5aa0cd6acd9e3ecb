"""A session as the command line asks for it: its source, its settings and its first pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sgns_core.edits import Choice, Edit, SetChoice, check_collision
from sgns_core.errors import InvalidInput
from sgns_core.settings import Settings
from sgns_core.source import Source, Wanted
from sgns_tui.first_update import find_pair, input_and_positive, no_such_pair
from sgns_tui.opening import SourceOptions, open_wanted, open_with_origin
from sgns_tui.session import Session


def open_session(
    options: SourceOptions,
    center: str | None = None,
    target: str | None = None,
    negatives: Sequence[str] = (),
) -> Session:
    """Return a session whose first update is the one that `sgns-tui step` prints.

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
    check_collision(session.config)
    session.timeline.block(0, 1)  # raises where there is no pair or no draw
    session.saved_edits = session.timeline.edits
    return session


def _choice(source: Source, settings: Settings, wanted: Wanted) -> Choice:
    """Return the pair that is wanted, or the first of the text that fits."""
    if wanted.center is not None and wanted.target is not None:
        return Choice(wanted.center, wanted.target, wanted.negatives)
    sequence = source.pairs(settings)
    place = find_pair(sequence, settings, wanted)
    if place is None:
        raise no_such_pair(source, wanted)
    return Choice(*input_and_positive(sequence, place, settings), wanted.negatives)
