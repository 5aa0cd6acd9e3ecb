"""PMI as a printed page."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sgns_tui.pmi_view import PmiView
from sgns_tui.render.pmi.fits import fit_lines
from sgns_tui.render.pmi.formula import formula_lines, title_lines
from sgns_tui.render.pmi.pairs import pair_lines, unseen_lines
from sgns_tui.render.pmi.pictures import heat_lines, scatter_lines

CELLS = 80


def pmi_lines(
    view: PmiView, ascii_only: bool, top: int = 20, by: str = "gap", cells: int = CELLS
) -> Iterator[Text]:
    """Yield every part of the page."""
    yield from title_lines(view, cells, ascii_only)
    for part in (
        formula_lines(view, cells, ascii_only),
        scatter_lines(view, cells, ascii_only),
        pair_lines(view, cells, ascii_only, top, by),
        heat_lines(view, cells, ascii_only),
        unseen_lines(view, cells, ascii_only, top),
        fit_lines(view, cells, ascii_only),
    ):
        yield Text()
        yield from part
