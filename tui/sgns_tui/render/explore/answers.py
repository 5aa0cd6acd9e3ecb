"""Answers about several words: the odd one out, every cosine among them, rows that stand apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from sgns_core.trace import Floats, Indices
from sgns_tui.exploring import Exploring
from sgns_tui.i18n import _
from sgns_tui.render.columns import Cell, columns, filled
from sgns_tui.render.number import number
from sgns_tui.render.roles import CENTER, QUIET
from sgns_tui.text import shortened, visible, width, wrapped

_WORD = 16
_GAP = 2
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
    names = [f"{place + 1} {_word(exploring, row, 10)}" for place, row in enumerate(rows)]
    numbers = [[number(value, digits) for value in line] for line in cosines.tolist()]
    wide = [
        max(map(len, (str(n + 1), *column))) for n, column in enumerate(zip(*numbers, strict=True))
    ]
    lines: list[Text] = []
    for part in _parts(wide, cells - max(map(width, names))):
        table: list[list[Cell]] = [["", *(Text(str(n + 1), QUIET) for n in part)]]
        table += [
            [name, *(line[n] for n in part)] for name, line in zip(names, numbers, strict=True)
        ]
        lines += [*([Text()] if lines else []), *columns(table, gap=_GAP)]
    return lines


def _parts(wide: Sequence[int], cells: int) -> Iterator[range]:
    """Yield the columns that stand beside each other in so many cells, at least one each time."""
    begin = end = 0
    while begin < len(wide):
        room = cells
        while end < len(wide) and (end == begin or room >= wide[end] + _GAP):
            room -= wide[end] + _GAP
            end += 1
        yield range(begin, end)
        begin = end


def apart_lines(exploring: Exploring, zeros: Indices, odd: Indices, cells: int) -> list[Text]:
    """Return the words whose rows cannot be compared, by why."""
    lines: list[Text] = []
    for head, rows in (
        (_("rows of zeros (no direction): {n}"), zeros),
        (_("rows with a value that is not finite: {n}"), odd),
    ):
        title = head.format(n=f"{len(rows):,}")
        lines += [Text(line, CENTER) for line in wrapped(title, cells)]
        if len(rows):
            names: list[Cell] = [_word(exploring, row) for row in rows[:_LISTED].tolist()]
            if len(rows) > _LISTED:
                names.append(_("and {n} more").format(n=f"{len(rows) - _LISTED:,}"))
            lines += filled(names, cells, first="  ", rest="  ")
    repeated = exploring.explored.repeated
    if repeated:
        said = _("rows of words that had one already, left out: {n}").format(n=f"{repeated:,}")
        lines += [Text(line, CENTER) for line in wrapped(said, cells)]
    return lines
