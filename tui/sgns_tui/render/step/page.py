"""What every section of a step needs: the view, the width, and how much may be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rich.text import Text

from sgns_core.trace import Floats, StepTrace
from sgns_tui.i18n import _
from sgns_tui.render.columns import Cell, filled, shown_components
from sgns_tui.render.number import number
from sgns_tui.render.roles import CENTER, HEADING, NEGATIVE, NEW, QUIET, TARGET
from sgns_tui.render.step_view import StepView
from sgns_tui.stages import Kind, Progress, stages_of
from sgns_tui.text import shortened, visible

_WORD_CELLS = (14, 10, 8, 6, 4)
INDENT = "  "
ALL_SHOWN = 8
"""Up to so many components are all shown."""

UNKNOWN = "."
"""What stands where a number has not been worked out yet."""


@dataclass(frozen=True, eq=False)
class StepPage:
    """One view in a width, up to a stage.

    at: the number of the stage that was reached; None shows everything. digits: decimals.
    word_cells: how long a word may be. fewer: so many components a line less than usual numbers
    would leave room for.
    """

    view: StepView
    cells: int = 80
    at: int | None = None
    digits: int = 4
    word_cells: int = 14
    fewer: int = 0

    @property
    def trace(self) -> StepTrace:
        """Return the update that is shown."""
        return self.view.trace

    @cached_property
    def progress(self) -> Progress:
        """Return how much of it may be shown."""
        last = len(stages_of(self.trace)) - 1
        return Progress(self.trace, last if self.at is None else self.at)

    def reached(self, kind: Kind) -> bool:
        """Tell whether the first stage of a kind has been reached."""
        return self.progress.reached(kind)

    def is_new(self, kind: Kind, occurrence: int | None = None, row: int | None = None) -> bool:
        """Tell whether this very stage is where a person stands."""
        if self.at is None:
            return False
        stage = self.progress.stage
        return stage.kind is kind and (stage.occurrence, stage.row) == (occurrence, row)

    def value(self, value: float, known: bool = True, new: bool = False) -> Text:
        """Return a number, a dot where it is not known yet, and stand out where it is new.

        The dot is as wide as the number, so that nothing moves when it appears.
        """
        shown = number(value, self.digits)
        if not known:
            return Text(UNKNOWN.rjust(len(shown)))
        return Text(shown, NEW if new else "")

    # ---- words

    def name(self, row: int) -> str:
        """Return a word as it is shown, shortened where it is long."""
        ascii_only = self.view.ascii_only
        return shortened(visible(self.view.words[row], ascii_only), self.word_cells, ascii_only)

    def mark(self, row: int) -> str:
        """Return ~ for a true context of the center."""
        return "~" if self.view.is_true_context(row) else ""

    def center(self) -> Text:
        """Return the center's word."""
        return Text(self.name(self.trace.center), CENTER)

    def scored(self, i: int) -> Text:
        """Return a scored word with its sign: + for the target, - for a negative, ~ where true."""
        row = int(self.trace.rows[i])
        if i == 0:
            return Text.assemble((f"+ {self.name(row)}", TARGET))
        return Text.assemble((f"- {self.name(row)}{self.mark(row)}", NEGATIVE))

    def touched(self, j: int) -> Text:
        """Return a touched word with the sign of its first occurrence."""
        return self.scored(int((self.trace.occurrences == j).argmax()))

    # ---- components

    @cached_property
    def groups(self) -> list[list[int | None]]:
        """Return which components stand in each line of a row; None stands for those left out.

        Up to 8 are all shown, over several lines where one is too short; of more the first and the
        last few.
        """
        room = max(1, (self.cells - self.word_cells - 12) // (self.digits + 5) - self.fewer)
        dim = len(self.trace.v_center)
        if dim > ALL_SHOWN:
            return [shown_components(dim, room)]
        lines = -(-dim // room)
        each = -(-dim // lines)
        return [list(range(first, min(first + each, dim))) for first in range(0, dim, each)]

    def component_names(
        self, labels: Sequence[Cell], tail: Sequence[Cell] = ()
    ) -> list[list[Cell]]:
        """Return the head of a table: the components, counted from 1, between other heads."""
        hidden = len(self.trace.v_center) - sum(place is not None for place in self.groups[0])

        def name(place: int | None) -> Cell:
            return Text(
                _("..{n} more..").format(n=hidden) if place is None else str(place + 1), QUIET
            )

        return self._rows(labels, tail, name)

    def component_rows(
        self,
        labels: Sequence[Cell],
        row: Floats,
        tail: Sequence[Cell] = (),
        *,
        known: bool = True,
        new: bool = False,
        digits: int | None = None,
    ) -> list[list[Cell]]:
        """Return the lines of one row (d,): labels, its components, and what stands behind them."""
        shown = self.digits if digits is None else digits

        def cell(place: int | None) -> Cell:
            text = "..." if place is None else number(row[place], shown)
            return Text(text if known else UNKNOWN.rjust(len(text)), NEW if new and known else "")

        return self._rows(labels, tail, cell)

    def _rows(
        self, labels: Sequence[Cell], tail: Sequence[Cell], cell: Callable[[int | None], Cell]
    ) -> list[list[Cell]]:
        rows: list[list[Cell]] = []
        for group in self.groups:
            before = list(labels) if not rows else [""] * len(labels)
            blanks: list[Cell] = [""] * (len(self.groups[0]) - len(group))
            rows.append([*before, *(cell(place) for place in group), *blanks])
        rows[-1] += tail
        return rows

    # ---- lines

    def heading(self, title: str, formula: str) -> Text:
        """Return a title at the left and its formula, as far as there is room, at the right."""
        blanks = max(2, self.cells - len(title) - len(formula))
        return Text.assemble((title, HEADING), " " * blanks, (formula, QUIET))

    def wrapped(self, text: str, style: str = "", indent: str = INDENT) -> Iterator[Text]:
        """Yield a sentence in lines of this width."""
        yield from filled(text.split(), max(10, self.cells), indent, indent, style)


def fitted(page: StepPage, section: Callable[[StepPage], Iterator[Text]]) -> list[Text]:
    """Return a section's lines within the page's width, whatever its numbers and words are.

    Where they are too wide it is made again with fewer components a line, then shorter words.
    """
    lines: list[Text] = []
    for word_cells in _WORD_CELLS:
        for fewer in range(-6, page.cells // 8):
            narrower = replace(page, fewer=fewer, word_cells=min(page.word_cells, word_cells))
            lines = list(section(narrower))
            if all(line.cell_len <= page.cells for line in lines):
                return lines
    return lines
