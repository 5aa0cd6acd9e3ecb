"""Answers about several words: the odd one out, every cosine among them, rows that stand apart."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from sgns_core.trace import Floats, Indices
from sgns_tui.exploring import Exploring
from sgns_tui.i18n import _
from sgns_tui.render.columns import Cell, columns, filled
from sgns_tui.render.number import number
from sgns_tui.render.roles import CENTER, QUIET
from sgns_tui.text import shortened, visible, wrapped

_WORD = 16
_LISTED = 40  # words of rows that stand apart


def _word(exploring: Exploring, row: int, cells: int = _WORD) -> str:
    shown = visible(exploring.explored.vectors.words[row], exploring.ascii_only)
    return shortened(shown, cells, exploring.ascii_only)


def odd_lines(
    exploring: Exploring, found: Sequence[tuple[int, float]], cells: int, digits: int = 4
) -> list[Text]:
    """Return the odd one out, and each word's mean cosine with the others."""
    odd = _("{word} fits least").format(word=_word(exploring, found[0][0]))
    rows: list[list[Cell]] = [
        [Text(_word(exploring, row), CENTER if place == 0 else ""), number(value, digits)]
        for place, (row, value) in enumerate(found)
    ]
    how = wrapped(_("mean cosine with the other marked words:"), cells)
    return [Text(odd, CENTER), *(Text(line, QUIET) for line in how), *columns(rows)]


def table_lines(
    exploring: Exploring, rows: Sequence[int], cosines: Floats, cells: int, digits: int = 2
) -> list[Text]:
    """Return the cosine of every two words; columns have numbers where words find no room.

    Where the table is wider than `cells`, it goes on below in columns that follow.
    """
    digits = min(digits, 4)
    first = max(len(str(len(rows))) + 1 + len(_word(exploring, row, 10)) for row in rows)
    size = 4 + digits
    each = max(1, (cells - first) // size)
    lines: list[Text] = []
    for begin in range(0, len(rows), each):
        columns_shown = range(begin, min(begin + each, len(rows)))
        head: list[Cell] = [""]
        head += [Text(str(n + 1), QUIET) for n in columns_shown]
        table = [head]
        for place, row in enumerate(rows):
            line: list[Cell] = [f"{place + 1} {_word(exploring, row, 10)}"]
            line += [number(float(cosines[place, n]), digits) for n in columns_shown]
            table.append(line)
        lines += [*([Text()] if begin else []), *columns(table)]
    return lines


def apart_lines(exploring: Exploring, zeros: Indices, odd: Indices, cells: int) -> list[Text]:
    """Return the words whose rows cannot be compared, by why."""
    lines: list[Text] = []
    for head, rows in (
        (_("rows of zeros, which have no direction: {n}"), zeros),
        (_("rows with a value that is not finite: {n}"), odd),
    ):
        title = head.format(n=f"{len(rows):,}")
        lines += [Text(line, CENTER) for line in wrapped(title, cells)]
        if len(rows):
            names: list[Cell] = [_word(exploring, row) for row in rows[:_LISTED].tolist()]
            if len(rows) > _LISTED:
                names.append(_("and {n} more").format(n=f"{len(rows) - _LISTED:,}"))
            lines += filled(names, cells, first="  ", rest="  ")
    return lines
