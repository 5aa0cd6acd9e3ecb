"""Aligned columns and filled lines: the shared pieces of everything that is printed."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Span, Text

Cell = Text | str


def columns(rows: Sequence[Sequence[Cell]], left: Sequence[int] = (0,), gap: int = 2) -> list[Text]:
    """Return one line per row, with every column as wide as its widest cell.

    The columns named by `left` are aligned left, all others right, as numbers are. Rows may be
    short, and a row of one cell is a line of its own: no column grows with it. Blanks at the ends
    of lines are left out.
    """
    sizes = [[cell_size(cell) for cell in row] for row in rows]
    widths = [0] * max((len(row) for row in sizes), default=0)
    for row in sizes:
        for place, size in enumerate(row if len(row) > 1 else ()):
            widths[place] = max(widths[place], size)
    return [_line(row, of_row, widths, left, gap) for row, of_row in zip(rows, sizes, strict=True)]


def cell_size(cell: Cell) -> int:
    """Return how many cells a cell takes."""
    text = cell.plain if isinstance(cell, Text) else cell
    return len(text) if text.isascii() else cell_len(text)


def columns_within(
    rows: Sequence[Sequence[Cell]],
    cells: int,
    spare: Sequence[int],
    left: Sequence[int] = (0,),
    gap: int = 2,
) -> list[Text]:
    """Return `columns` in at most `cells` cells where leaving out `spare` columns allows it.

    They go one by one in the order in which they are named, as few as possible.
    """
    sizes = [[cell_size(cell) for cell in row] for row in rows]
    places = list(range(max((len(row) for row in rows), default=0)))
    waiting = list(spare)
    while waiting and _reach(sizes, places, left, gap) > cells:
        places.remove(waiting.pop(0))
    shown = [[row[i] for i in places if i < len(row)] for row in rows]
    return columns(shown, [n for n, i in enumerate(places) if i in left], gap)


def _reach(
    rows: Sequence[Sequence[int]], places: Sequence[int], left: Sequence[int], gap: int
) -> int:
    """Return how many cells the longest line takes that shows these columns, without blank ends."""
    sizes = [[(i, row[i]) for i in places if i < len(row)] for row in rows]
    widths = dict.fromkeys(places, 0)
    for row in sizes:
        for place, size in row if len(row) > 1 else ():
            widths[place] = max(widths[place], size)
    longest = 0
    for row in sizes:
        at = 0
        for place, size in row:
            if size:
                alone = len(row) == 1
                longest = max(longest, at + (size if alone or place in left else widths[place]))
            at += widths[place] + gap
    return longest


def _line(
    row: Sequence[Cell],
    sizes: Sequence[int],
    widths: Sequence[int],
    left: Sequence[int],
    gap: int,
) -> Text:
    # Put together as one string and its spans: this is where most of a paint's time goes.
    pieces: list[str] = []
    spans: list[Span] = []
    at = 0
    for place, cell in enumerate(row):
        before = gap if place else 0
        blanks = widths[place] - sizes[place]
        after = blanks if place in left else 0
        before += blanks - after
        if isinstance(cell, Text):
            plain, begin = cell.plain, at + before
            if cell.style:
                spans.append(Span(begin, begin + len(plain), cell.style))
            spans += [span.move(begin) for span in cell.spans]
        else:
            plain = cell
        pieces += (" " * before, plain, " " * after)
        at += before + len(plain) + after
    text = "".join(pieces).rstrip()
    return Text(text, spans=[span for span in spans if span.start < len(text)])


def filled(
    pieces: Sequence[Cell], cells: int, first: str = "", rest: str = "", style: str = ""
) -> list[Text]:
    """Return pieces with a blank between them in lines of at most `cells` cells.

    The first line begins with `first`, the others with `rest`. A piece that is wider than a line is
    cut into lines.
    """
    lines: list[Text] = []
    line, empty = Text(first, style), True
    for given in pieces:
        piece = given if isinstance(given, Text) else Text(given)  # in the line's own style
        if not empty and line.cell_len + 1 + piece.cell_len > cells:
            lines.append(line)
            line, empty = Text(rest, style), True
        while empty and piece.plain and line.cell_len + piece.cell_len > cells:
            cut = _fitting(piece.plain, cells - line.cell_len)
            lines.append(line.append_text(piece[:cut]))
            line, piece = Text(rest, style), piece[cut:]
        line = line.append_text(piece) if empty else line.append(" ").append_text(piece)
        empty = False
    return [*lines, line]


def _fitting(text: str, cells: int) -> int:
    """Return how many characters fit into `cells` cells, at least one."""
    cut = 1
    while cut < len(text) and cell_len(text[: cut + 1]) <= cells:
        cut += 1
    return cut


def shown_components(d: int, room: int) -> list[int | None]:
    """Return which of d components fit into `room` columns; None stands for those between.

    The first and the last few are shown, the first of them more where the room is odd.
    """
    if d <= room:
        return list(range(d))
    kept = max(room - 1, 2)
    head = -(-kept // 2)
    return [*range(head), None, *range(d - (kept - head), d)]
