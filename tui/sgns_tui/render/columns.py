"""Aligned columns: the shared piece of every printed table."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Span, Text

Cell = Text | str


def columns(rows: Sequence[Sequence[Cell]], left: Sequence[int] = (0,), gap: int = 2) -> list[Text]:
    """Return one line per row, with every column as wide as its widest cell.

    The columns named by `left` are aligned left, all others right, as numbers are. Rows may be
    short, and a row of one cell is a line of its own: no column grows with it. Blanks at the ends
    of lines are left out.
    """
    cells = [[cell if isinstance(cell, Text) else Text(cell) for cell in row] for row in rows]
    widths = [0] * max((len(row) for row in cells), default=0)
    for row in cells:
        for place, cell in enumerate(row if len(row) > 1 else ()):
            widths[place] = max(widths[place], cell.cell_len)
    return [_line(row, widths, left, gap) for row in cells]


def _line(row: Sequence[Text], widths: Sequence[int], left: Sequence[int], gap: int) -> Text:
    # Put together as one string and its spans: this is where most of a paint's time goes.
    pieces: list[str] = []
    spans: list[Span] = []
    at = 0
    for place, cell in enumerate(row):
        plain = cell.plain
        blanks = " " * (widths[place] - cell.cell_len)
        before = (" " * gap if place else "") + ("" if place in left else blanks)
        begin = at + len(before)
        if cell.style:
            spans.append(Span(begin, begin + len(plain), cell.style))
        spans += [span.move(begin) for span in cell.spans]
        pieces += (before, plain, blanks if place in left else "")
        at += sum(map(len, pieces[-3:]))
    text = "".join(pieces).rstrip()
    return Text(text, spans=[span for span in spans if span.start < len(text)])


def shown_components(d: int, room: int) -> list[int | None]:
    """Return which of d components fit into `room` columns; None stands for those between.

    The first and the last few are shown, the first of them more where the room is odd.
    """
    if d <= room:
        return list(range(d))
    kept = max(room - 1, 2)
    head = -(-kept // 2)
    return [*range(head), None, *range(d - (kept - head), d)]
