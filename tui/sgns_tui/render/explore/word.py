"""The word under the cursor: which row it is, how often it was counted, how long its row is."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from rich.text import Text

from sgns_core.neighbors import row_norms
from sgns_tui.explore_map import ExploreMap
from sgns_tui.explore_names import table_name
from sgns_tui.exploring import Exploring
from sgns_tui.i18n import _
from sgns_tui.render.columns import Cell, filled
from sgns_tui.render.number import number
from sgns_tui.render.roles import CENTER, QUIET, WARNING
from sgns_tui.text import shortened, visible, wrapped

_WORD = 24  # cells of the word at most
_COMPONENTS = 6


def word_lines(
    exploring: Exploring, drawn: ExploreMap | None, cells: int, rows: int, digits: int = 4
) -> list[Text]:
    """Return what there is to say of the word, where it can be in `rows` lines of `cells` cells."""
    if exploring.word is None:
        text = _("No word is selected: move to one with the arrow keys, or find it with /.")
        return [Text(line, QUIET) for line in wrapped(text, cells)]
    for components in range(_COMPONENTS, 0, -1):  # so many that the line after them is seen
        lines = list(_lines(exploring, exploring.word, drawn, cells, digits, components))
        if len(lines) <= rows:
            break
    return lines


def _lines(
    exploring: Exploring,
    row: int,
    drawn: ExploreMap | None,
    cells: int,
    digits: int,
    components: int,
) -> Iterator[Text]:
    vectors = exploring.explored.vectors
    name = visible(vectors.words[row], exploring.ascii_only)
    pieces: list[Cell] = [Text(shortened(name, min(cells, _WORD), exploring.ascii_only), CENTER)]
    if row in exploring.marked:
        pieces.append(_("marked"))
    pieces.append(_("row {n} of {all}").format(n=f"{row + 1:,}", all=f"{len(vectors):,}"))
    if vectors.counts is not None:
        pieces.append(_("count {n}").format(n=f"{int(vectors.counts[row]):,}"))
    place = None if drawn is None else drawn.place.get(row)
    if drawn is not None and place is not None:
        group = int(drawn.groups.labels[place])
        if group >= 0:
            named = visible(drawn.groups.names[group], exploring.ascii_only)
            named = shortened(named, 20, exploring.ascii_only)
            pieces.append(_("group {name}").format(name=named))
    yield from filled(pieces, cells, rest="  ")
    values = vectors.table(exploring.table)[row : row + 1]
    norm = float(row_norms(values)[0])
    if np.isnan(norm):
        yield Text(shortened(_("holds a value that is not finite"), cells), WARNING)
    elif norm == 0:
        yield Text(shortened(_("holds zeros alone: no direction"), cells), WARNING)
    measures: list[Cell] = [_("norm {n}").format(n=number(norm, digits))]
    if drawn is not None and place is not None:
        x, y = drawn.points[place].tolist()
        measures.append(_("at {x}, {y}").format(x=number(x, digits), y=number(y, digits)))
    yield from filled(measures, cells, rest="  ")
    shown = [number(value, digits) for value in values[0, :components].tolist()]
    if vectors.dim > components:
        shown.append(_("and {n} more").format(n=vectors.dim - components))
    table = table_name(exploring.table)
    yield from filled([Text(f"{table}:", QUIET), *shown], cells, rest="  ")
