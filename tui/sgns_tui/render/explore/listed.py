"""Words with their values and bars: neighbours of a word, or of a sum of words."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from sgns_core.neighbors import Measure
from sgns_tui.explore_listed import Beside, Listed
from sgns_tui.explore_names import measure_name, table_name
from sgns_tui.exploring import Exploring
from sgns_tui.i18n import _
from sgns_tui.render.bar import bar
from sgns_tui.render.columns import Cell, columns
from sgns_tui.render.number import number
from sgns_tui.render.roles import CURSOR, QUIET, TARGET
from sgns_tui.text import shortened, visible, width

_BAR = 12
_LEAST_BAR = 4
_LEAST_ASKED = 6


def listed_title(exploring: Exploring, listed: Listed | None, cells: int = 60) -> str:
    """Return what is listed; where `cells` are few the words that were asked for give way."""
    if listed is None:
        return _("Nearest words")
    title, ascii_only = _("Nearest to {asked}, {measure} in {table}"), exploring.ascii_only
    how = {"measure": measure_name(listed.measure), "table": table_name(listed.table)}
    asked = visible(listed.asked, ascii_only)
    room = cells - width(title.format(asked="", **how))
    if room < min(width(asked), _LEAST_ASKED):
        title = _("{asked}, {measure} in {table}")
        room = cells - width(title.format(asked="", **how))
    return title.format(asked=shortened(asked, max(1, room), ascii_only), **how)


def shares(values: Sequence[float], measure: Measure) -> list[float]:
    """Return how long each bar is, 0 to 1.

    cosine: the value itself, nothing below 0; dot: of the largest; distance: of the largest.
    """
    if measure == "cosine":
        return [max(0.0, value) for value in values]
    largest = max((abs(value) for value in values), default=0.0)
    return [max(0.0, value) / largest if 0 < largest < float("inf") else 0.0 for value in values]


def listed_lines(
    exploring: Exploring,
    listed: Listed | None,
    cursor: int | None,
    cells: int,
    rows: int,
    digits: int = 4,
) -> list[Text]:
    """Return a line for each word that finds room, the one with the cursor among them.

    `+` before a word says that it is marked.
    """
    if listed is None or rows < 1:
        return []
    if not listed.found:
        return [Text(shortened(_("no other word can be compared"), cells), QUIET)]
    first = 0 if cursor is None else max(0, min(cursor - rows + 1, len(listed.found) - rows))
    part = listed.found[first : first + rows]
    lengths = shares([value for _row, value in listed.found], listed.measure)
    numbers = [number(value, digits) for _row, value in part]
    place_cells = len(str(len(listed.found)))
    wide = max(map(len, numbers))
    room = cells - place_cells - wide - 6
    bar_cells = min(_BAR, max(0, room - 14))
    bar_cells = bar_cells if bar_cells >= _LEAST_BAR else 0
    word_cells = max(4, room - (bar_cells + 1 if bar_cells else 0))
    lines = []
    words = exploring.explored.vectors.words
    for at, ((row, _value), shown) in enumerate(zip(part, numbers, strict=True), first):
        name = shortened(
            visible(words[row], exploring.ascii_only), word_cells, exploring.ascii_only
        )
        mark = "+" if row in exploring.marked else " "
        line = Text(f"{at + 1:>{place_cells}} {mark}", QUIET)
        line.append(name, CURSOR if at == cursor else "")
        line.append(" " * (word_cells - width(name)) + f" {shown:>{wide}}")
        if bar_cells:
            line.append(" " + bar(lengths[at], bar_cells, exploring.ascii_only), TARGET)
        lines.append(line)
    return lines


def beside_lines(
    exploring: Exploring,
    beside: Beside,
    cursor: int | None,
    cells: int,
    rows: int,
    digits: int = 4,
) -> list[Text]:
    """Return the neighbours of a word in two files side by side; = stands before shared ones.

    The cursor moves in the first list, and on in the second where that is longer.
    """
    ascii_only = exploring.ascii_only
    names = [shortened(visible(name, ascii_only), 18, ascii_only) for name in beside.names]
    count = beside.length
    summary = _("{n} of {all} in both lists (=)").format(n=len(beside.shared), all=count)
    if beside.missing is not None:
        summary = f"{names[1]}: {beside.missing}"
    room = max(1, rows - 2)
    first = 0 if cursor is None else max(0, min(cursor - room + 1, count - room))
    shown = range(first, min(count, first + room))
    numbers = [[number(value, digits) for _word, value in found] for found in beside.lists]
    wide = sum(max((len(of[n]) for n in shown if n < len(of)), default=0) for of in numbers)
    half = max(4, (cells - wide - 3 - 2) // 2)  # three gaps, and a sign before either word
    heads = [Text(shortened(name, half + 1, ascii_only), QUIET) for name in names]
    table: list[list[Cell]] = [[heads[0], "", heads[1], ""]]
    for place in shown:
        row: list[Cell] = []
        for number_of_list, found in enumerate(beside.lists):
            if place >= len(found):
                row += ["", ""]
                continue
            word = found[place][0]
            name = shortened(visible(word, ascii_only), half, ascii_only)
            cell = Text("=" if word in beside.shared else " ")
            here = place == cursor and (not number_of_list or place >= len(beside.lists[0]))
            cell.append(name, CURSOR if here else "")
            row += [cell, numbers[number_of_list][place]]
        table.append(row)
    return [Text(shortened(summary, cells)), *columns(table, left=(0, 2), gap=1)][:rows]
