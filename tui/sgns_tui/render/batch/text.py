"""A batch as a printed page."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rich.text import Text

from sgns_tui.batch_view import BatchView
from sgns_tui.i18n import _
from sgns_tui.render.batch.compare import compare_lines, doubt_lines, hard_lines, length_lines
from sgns_tui.render.batch.costs import cost_lines
from sgns_tui.render.batch.matrix import probability_lines, score_lines, slope_lines
from sgns_tui.render.columns import filled
from sgns_tui.render.number import setting
from sgns_tui.render.roles import HEADING
from sgns_tui.text import visible

CELLS = 80

PARTS = (
    score_lines,
    probability_lines,
    slope_lines,
    compare_lines,
    doubt_lines,
    hard_lines,
    length_lines,
    cost_lines,
)


def batch_lines(view: BatchView, ascii_only: bool, cells: int = CELLS) -> Iterator[Text]:
    """Yield every part of a batch's page."""
    yield from title_lines(view, ascii_only, cells)
    yield from chain.from_iterable(chain([Text()], part(view, cells, ascii_only)) for part in PARTS)


def title_lines(view: BatchView, ascii_only: bool, cells: int) -> Iterator[Text]:
    """Yield what is looked at."""
    parts = [
        visible(view.name, ascii_only),
        _("batch of {n} pairs").format(n=len(view.batch)),
        view.objective,
        _("near from {near}").format(near=setting(view.near)),
    ]
    if view.masked:
        parts.append(_("possible false negatives left out"))
    yield from filled(" | ".join(parts).split(" "), cells, style=HEADING)
