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
    line, empty = _Line(first, style), True
    for piece in pieces:
        size = cell_size(piece)
        if not empty and line.size + 1 + size > cells:
            lines.append(line.text())
            line, empty = _Line(rest, style), True
        while empty and size and line.size + size > cells:
            cut = _fitting(piece.plain if isinstance(piece, Text) else piece, cells - line.size)
            line.add(piece[:cut], 0)
            lines.append(line.text())
            line, piece = _Line(rest, style), piece[cut:]
            size = cell_size(piece)
        if not empty:
            line.add(" ", 1)
        line.add(piece, size)
        empty = False
    return [*lines, line.text()]


class _Line:
    """A line that grows: put together once, as appending to a Text takes long."""

    def __init__(self, begin: str, style: str) -> None:
        self.size = cell_size(begin)
        self._style = style
        self._pieces = [begin]
        self._spans: list[Span] = []
        self._at = len(begin)

    def add(self, piece: Cell, size: int) -> None:
        """Add a piece of so many cells; a string is in the line's own style."""
        plain = piece.plain if isinstance(piece, Text) else piece
        if isinstance(piece, Text):
            if piece.style:
                self._spans.append(Span(self._at, self._at + len(plain), piece.style))
            self._spans += [span.move(self._at) for span in piece.spans]
        self._pieces.append(plain)
        self._at += len(plain)
        self.size += size

    def text(self) -> Text:
        """Return the line."""
        return Text("".join(self._pieces), self._style, spans=self._spans)


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
