"""Both tables side by side: words down, components across, the rows that are read standing out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from sgns_core.trace import Floats
from sgns_tui.i18n import _
from sgns_tui.render.columns import Cell, columns, shown_components
from sgns_tui.render.number import number
from sgns_tui.render.roles import CENTER, CURSOR, NEGATIVE, QUIET, TARGET
from sgns_tui.render.step.page import StepPage
from sgns_tui.text import shortened, visible


@dataclass(frozen=True)
class Cursor:
    """A place in the tables: a word, a table (0 is E, 1 is Ep) and a component."""

    row: int = 0
    table: int = 0
    column: int = 0


def title(page: StepPage) -> str:
    """Return how many rows are read."""
    read = 1 + len(page.trace.touched)
    return _("{read} of {all} rows read").format(read=read, all=2 * len(page.view.words))


def shown_rows(page: StepPage, cursor: Cursor, room: int) -> list[int]:
    """Return the words that fit: all of them, or those read and those around the cursor."""
    size = len(page.view.words)
    if size <= room:
        return list(range(size))
    trace = page.trace
    read = list(dict.fromkeys([trace.center, *trace.touched.tolist()]))
    pinned = read[: max(0, room - 3)]
    free = room - len(pinned)
    low = min(max(0, cursor.row - free // 2), size - 1)
    around: list[int] = []
    for row in range(low, size):
        if row not in pinned and len(around) < free:
            around.append(row)
    for row in range(low - 1, -1, -1):
        if row not in pinned and len(around) < free:
            around.insert(0, row)
    if cursor.row not in pinned and cursor.row not in around and around:
        around[-1] = cursor.row
    return [*pinned, *around]


def table_lines(
    page: StepPage, tables: tuple[Floats, Floats], cursor: Cursor | None, room: int
) -> Iterator[Text]:
    """Yield a head and up to `room - 1` words, each with its row of E and of Ep.

    cursor: where it stands, None while the pane has no focus.
    """
    at = cursor or Cursor()
    dim = tables[0].shape[1]
    each = max(2, (page.cells - page.word_cells - 12) // 2 // (page.digits + 5))
    places = _places(dim, each, at.column if cursor else None)
    names = [Text("" if place is None else str(place + 1), QUIET) for place in places]
    head: list[Cell] = [
        "",
        Text(_("word"), QUIET),
        Text("E", QUIET),
        *names,
        Text("Ep", QUIET),
        *names,
    ]
    rows = [head]
    for row in shown_rows(page, at, max(1, room - 1)):
        rows.append(_row(page, tables, row, places, cursor))
    yield from columns(rows, left=(0, 1, 2, 3 + len(places)), gap=1)


def _places(dim: int, room: int, column: int | None) -> Sequence[int | None]:
    """Return the shown components, the cursor's among them."""
    places = shown_components(dim, room)
    if column is None or column in places:
        return places
    gap = places.index(None)
    return [*places[:gap], column, None, *places[gap + 2 :]] if len(places) > gap + 2 else places


def _row(
    page: StepPage,
    tables: tuple[Floats, Floats],
    row: int,
    places: Sequence[int | None],
    cursor: Cursor | None,
) -> list[Cell]:
    trace, view = page.trace, page.view
    is_center = row == trace.center
    signs, role = _signs(page, row)
    here = cursor is not None and cursor.row == row
    word = shortened(visible(view.words[row], view.ascii_only), page.word_cells, view.ascii_only)
    read = is_center or bool(signs)
    cells: list[Cell] = [">" if here else "", Text(word, CURSOR if here else "" if read else QUIET)]
    for table, mark, style in ((0, "c" if is_center else "", CENTER), (1, signs, role)):
        look = style if mark else QUIET
        cells.append(Text(mark, look))
        for place in places:
            text = "..." if place is None else number(tables[table][row, place], page.digits)
            chosen = here and cursor is not None and (cursor.table, cursor.column) == (table, place)
            cells.append(Text(text, CURSOR if chosen else look))
    return cells


def _signs(page: StepPage, row: int) -> tuple[str, str]:
    """Return + for the target, - for each time a word is a negative, and the role to draw it in."""
    trace = page.trace
    times = int((trace.negatives == row).sum())
    signs = "+" if row == trace.target else ""
    if times:
        signs += "-" if times == 1 else f"-{times}"
        signs += page.mark(row)
    return signs, TARGET if row == trace.target else NEGATIVE
