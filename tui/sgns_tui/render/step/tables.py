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
from sgns_tui.render.step.page import ALL_SHOWN, StepPage
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


def shown_rows(page: StepPage, cursor: Cursor, room: int, focused: bool) -> list[int]:
    """Return the words that fit: all of them, or those read and those around the cursor.

    Without the focus the cursor may be out of sight; with it some room is kept for it.
    """
    size = len(page.view.words)
    if size <= room:
        return list(range(size))
    trace = page.trace
    read = list(dict.fromkeys([trace.center, *trace.touched.tolist()]))
    pinned = read[: max(0, room - (3 if focused else 0))]
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
    page: StepPage, tables: tuple[Floats, Floats], cursor: Cursor | None, height: int
) -> Iterator[Text]:
    """Yield, in at most `height` lines, a head and words, each with its row of E and of Ep.

    cursor: where it stands, None while the pane has no focus.
    """
    groups = _groups(page, tables[0].shape[1], cursor)
    if groups is None:
        yield from _side_by_side(page, tables, cursor, height)
    else:
        yield from _one_above_the_other(page, tables, cursor, height, groups)


def wanted_lines(page: StepPage, tables: tuple[Floats, Floats]) -> int:
    """Return the lines that the words which are read, and a few more, take with their head."""
    groups = _groups(page, tables[0].shape[1], None)
    words = min(len(page.view.words), len(page.trace.touched) + 5)
    return 1 + words if groups is None else len(groups) * (1 + 2 * words)


def _groups(page: StepPage, dim: int, cursor: Cursor | None) -> list[list[int | None]] | None:
    """Return the components in each line of a word, None where both tables fit side by side."""
    room = page.cells - page.word_cells - 3
    each = page.digits + 4
    if 2 * (dim * each + 3) <= room:
        return None
    fit = max(2, (room - 5) // each)
    if dim > ALL_SHOWN:
        return [_with_cursor(shown_components(dim, fit), cursor.column if cursor else None)]
    per_line = -(-dim // -(-dim // fit))
    return [list(range(at, min(at + per_line, dim))) for at in range(0, dim, per_line)]


def _side_by_side(
    page: StepPage, tables: tuple[Floats, Floats], cursor: Cursor | None, height: int
) -> Iterator[Text]:
    """Yield each word with its row of E and its row of Ep in one line."""
    shown = shown_rows(page, cursor or Cursor(), max(1, height - 1), cursor is not None)
    places = list(range(tables[0].shape[1]))
    names = [Text(str(place + 1), QUIET) for place in places]
    head = [Text(_("word"), QUIET), Text("E", QUIET), *names, Text("Ep", QUIET), *names]
    rows: list[list[Cell]] = [["", *head]]
    for row in shown:
        cells = _word(page, row, cursor)
        for table in (0, 1):
            cells += _values(page, tables, row, table, places, cursor)
        rows.append(cells)
    yield from columns(rows, left=(0, 1, 2, 3 + len(places)), gap=1)


def _one_above_the_other(
    page: StepPage,
    tables: tuple[Floats, Floats],
    cursor: Cursor | None,
    height: int,
    groups: list[list[int | None]],
) -> Iterator[Text]:
    """Yield each word's row of E, and below it its row of Ep, over as many lines as they take."""
    room = max(1, (height - len(groups)) // (2 * len(groups)))
    shown = shown_rows(page, cursor or Cursor(), room, cursor is not None)
    rows: list[list[Cell]] = []
    for group in groups:
        names = [Text("..." if place is None else str(place + 1), QUIET) for place in group]
        rows.append(["", Text("" if rows else _("word"), QUIET), "", "", *names])
    for row in shown:
        for table in (0, 1):
            for group in groups:
                first = table == 0 and group is groups[0]
                cells = _word(page, row, cursor) if first else ["", ""]
                values = _values(page, tables, row, table, group, cursor)
                name = ("E", "Ep")[table] if group is groups[0] else ""
                mark = values[0] if group is groups[0] else ""
                rows.append([*cells, Text(name, QUIET), mark, *values[1:]])
    yield from columns(rows, left=(0, 1, 2, 3), gap=1)


def _with_cursor(places: list[int | None], column: int | None) -> list[int | None]:
    """Return the shown components with the cursor's among them."""
    if column is None or column in places:
        return places
    gap = places.index(None)
    return [*places[:gap], None, column, None, *places[gap + 3 :]]


def _word(page: StepPage, row: int, cursor: Cursor | None) -> list[Cell]:
    here = cursor is not None and cursor.row == row
    ascii_only = page.view.ascii_only
    word = shortened(visible(page.view.words[row], ascii_only), page.word_cells, ascii_only)
    read = row == page.trace.center or bool(_signs(page, row)[0])
    return [">" if here else "", Text(word, CURSOR if here else "" if read else QUIET)]


def _values(
    page: StepPage,
    tables: tuple[Floats, Floats],
    row: int,
    table: int,
    places: Sequence[int | None],
    cursor: Cursor | None,
) -> list[Cell]:
    """Return the mark of a row in one table, then its values."""
    mark, role = (
        ("c" if row == page.trace.center else "", CENTER) if table == 0 else _signs(page, row)
    )
    look = role if mark else QUIET
    cells: list[Cell] = [Text(mark, look)]
    for place in places:
        text = "..." if place is None else number(tables[table][row, place], page.digits)
        chosen = cursor is not None and (cursor.row, cursor.table, cursor.column) == (
            row,
            table,
            place,
        )
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
