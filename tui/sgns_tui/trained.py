"""Tables after some sampled updates, for commands that look at what a run has learned."""

from __future__ import annotations

from typing import Final

from sgns_core.edits import SetChoice
from sgns_core.errors import InvalidInput
from sgns_core.settings import Settings
from sgns_core.source import Source
from sgns_core.timeline import Timeline
from sgns_core.trace import Floats
from sgns_tui.compiled import use_cache_folder

MAX_STEPS: Final = 10**9


def trained_tables(
    source: Source, settings: Settings, steps: int, stepper: str = "numpy"
) -> tuple[Floats, Floats]:
    """Return E and Ep after `steps` updates whose pairs and negatives are all drawn.

    Raises InvalidInput where a row would overflow on the way.
    """
    if not 0 <= steps <= MAX_STEPS:
        raise InvalidInput(
            "--steps must lie in 0..{most}, got {value}", most=MAX_STEPS, value=steps
        )
    if not steps:
        return source.first_tables(settings)
    if stepper == "compiled":
        use_cache_folder()
    timeline = Timeline(source, settings, (), stepper)  # type: ignore[arg-type]
    timeline.edit(SetChoice(None))
    timeline.seek(steps)
    if timeline.stop is not None:
        raise InvalidInput(
            "update {n} would make the row of {word} in {table} overflow; lower --lr",
            n=timeline.stop.at + 1,
            word=source.vocabulary.words[timeline.stop.row],
            table=timeline.stop.table,
        )
    return timeline.E, timeline.Ep
