"""Both tables side by side: words down, components across, the rows that are read standing out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from rich.text import Text

from sgns_core.record import record
from sgns_core.trace import Floats
from sgns_tui.i18n import _
from sgns_tui.render.columns import Cell, columns, shown_components
from sgns_tui.render.number import number
from sgns_tui.render.roles import CENTER, CURSOR, NEGATIVE, QUIET, TARGET
from sgns_tui.render.step.page import ALL_SHOWN, StepPage, first_fitting
from sgns_tui.text import shortened, visible


@record
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
    kept = max(1, min(3, room - len(read))) if focused else 0
    pinned = read[: max(0, room - kept)]
    free = room - len(pinned)
    low = min(max(0, cursor.row - free // 2), size - 1)
    below = islice((row for row in range(low, size) if row not in pinned), free)
    around = list(below)
    above = (row for row in range(low - 1, -1, -1) if row not in pinned)
    around = [*reversed(list(islice(above, free - len(around)))), *around]
    if cursor.row not in pinned and cursor.row not in around and around:
        around[-1] = cursor.row
    return [*pinned, *around]


def table_lines(
    page: StepPage, tables: tuple[Floats, Floats], cursor: Cursor | None, height: int
) -> Iterator[Text]:
    """Yield, in at most `height` lines, a head and words, each with its row of E and of Ep.

    cursor: where it stands, None while the pane has no focus.
    """

    def build(page: StepPage) -> Iterator[Text]:
        groups = _groups(page, tables[0].shape[1], cursor)
        if groups is None:
            return _side_by_side(page, tables, cursor, height)
        return _one_above_the_other(page, tables, cursor, height, groups)

    yield from build(page.with_form(first_fitting(page, build)))


def wanted_lines(page: StepPage, tables: tuple[Floats, Floats]) -> int:
    """Return the lines that the words which are read, and a few more, take with their head."""
    groups = _groups(page, tables[0].shape[1], None)
    words, read = len(page.view.words), len(page.trace.touched)
    if groups is None:
        return 1 + min(words, read + 5)
    return len(groups) * (1 + min(2 * words, read + 9))


def _groups(page: StepPage, dim: int, cursor: Cursor | None) -> list[list[int | None]] | None:
    """Return the components in each line of a word, None where both tables fit side by side."""
    room = page.cells - page.word_cells - 3
    each = page.digits + 4
    if 2 * (dim * each + 3) <= room and page.per_line is None:
        return None
    fit = max(1, (room - 5) // each)
    fit = min(fit, page.per_line or fit)
    places = shown_components(dim, dim if dim <= ALL_SHOWN else max(fit, 5))
    places = _with_cursor(places, cursor.column if cursor else None)
    per_line = -(-len(places) // -(-len(places) // fit))
    return [places[at : at + per_line] for at in range(0, len(places), per_line)]


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
    room = max(2, (height - len(groups)) // len(groups))
    rows: list[list[Cell]] = []
    for group in groups:
        names = [Text("..." if place is None else str(place + 1), QUIET) for place in group]
        rows.append(["", Text("" if rows else _("word"), QUIET), "", "", *names])
    before = None
    for row, table in shown_halves(page, cursor, room):
        for group in groups:
            cells = _word(page, row, cursor) if row != before else ["", ""]
            before = row
            values = _values(page, tables, row, table, group, cursor)
            first = group is groups[0]
            name, mark = (("E", "Ep")[table], values[0]) if first else ("", "")
            rows.append([*cells, Text(name, QUIET), mark, *values[1:]])
    yield from columns(rows, left=(0, 1, 2, 3), gap=1)


def shown_halves(page: StepPage, cursor: Cursor | None, room: int) -> list[tuple[int, int]]:
    """Return which rows fit, as (word, table): all, or those read and both of words at the cursor.

    Of a word that is read only what is read is shown, so that as many as can be stay in view.
    """
    size, trace = len(page.view.words), page.trace
    if 2 * size <= room:
        return [(row, table) for row in range(size) for table in (0, 1)]
    read = [(trace.center, 0), *((row, 1) for row in trace.touched.tolist())]
    focused = cursor is not None
    at = cursor.row if cursor is not None else 0
    here = [(at, 0), (at, 1)] if focused else []
    pinned = [half for half in read if half not in here][: room - len(here)]
    words = {row for row, _ in pinned} | {row for row, _ in here}
    free = (room - len(pinned) - len(here)) // 2
    below = list(islice((row for row in range(at, size) if row not in words), -(-free // 2)))
    above = list(
        islice((row for row in range(at - 1, -1, -1) if row not in words), free - len(below))
    )
    around = [*reversed(above), *([at] if focused else []), *below]
    return [*pinned, *((row, table) for row in around for table in (0, 1))]


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
