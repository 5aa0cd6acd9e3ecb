"""Cost as a printed page."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sgns_tui.cost_view import CostView
from sgns_tui.render.cost.counts import bar_lines, count_lines, dropped_lines, title_lines
from sgns_tui.render.cost.measured import measured_lines

CELLS = 80


def cost_lines(view: CostView, ascii_only: bool, cells: int = CELLS) -> Iterator[Text]:
    """Yield every part of the page."""
    yield from title_lines(view, cells, ascii_only)
    for part in (count_lines, bar_lines, dropped_lines, measured_lines):
        lines = list(part(view, cells, ascii_only))
        if lines:
            yield Text()
            yield from lines
