"""What every section of a step needs: the view, the width, and how much may be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from weakref import WeakKeyDictionary

from rich.text import Text

from sgns_core.record import record
from sgns_core.trace import Floats, StepTrace
from sgns_tui.i18n import _
from sgns_tui.render.columns import Cell, shown_components
from sgns_tui.render.number import number, tight_number
from sgns_tui.render.roles import CENTER, HEADING, NEGATIVE, NEW, QUIET, TARGET
from sgns_tui.render.step_view import StepView
from sgns_tui.stages import Kind, Progress, stages_of
from sgns_tui.text import shortened, visible, wrapped

INDENT = "  "
ALL_SHOWN = 8
"""Up to so many components are all shown."""

_WIDE = 76

Form = dict[str, int]
"""Changes to a page that make its lines shorter."""


@record(eq=False)
class StepPage:
    """One view in a width, up to a stage.

    at: the number of the stage that was reached; None shows everything. digits: decimals.
    word_cells: how long a word may be. per_line: how many components stand in a line at most; None
    leaves it to the width. gap: blanks between columns. tight: exponents
    with one digit before them. sums_below: the numbers of a sum stand under its label.
    """

    view: StepView
    cells: int = 80
    at: int | None = None
    digits: int = 4
    word_cells: int = 14
    per_line: int | None = None
    gap: int = 2
    tight: bool = False
    sums_below: bool = False

    def with_form(self, form: Form) -> StepPage:
        """Return the page with some of the last six changed."""
        return replace(self, **form)  # type: ignore[arg-type]

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
        """Return a number, blanks where it is not known yet, and stand out where it is new.

        They are as wide as the number, so that nothing moves when it appears.
        """
        shown = (tight_number if self.tight else number)(value, self.digits)
        if not known:
            return Text(" " * len(shown))
        return Text(shown, NEW if new else "")

    # ---- words

    def name(self, row: int) -> str:
        """Return a word as it is shown, shortened where it is long."""
        ascii_only = self.view.ascii_only
        return shortened(visible(self.view.words[row], ascii_only), self.word_cells, ascii_only)

    def mark(self, row: int) -> str:
        """Return the sign of a negative: = where it is the target, ~ for a true context."""
        if row == self.trace.target:
            return "="
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
        room = max(2, (self.cells - self.word_cells - 12) // (self.digits + 5))
        room = min(room, self.per_line or room)
        dim = len(self.trace.v_center)
        places = shown_components(dim, dim if dim <= ALL_SHOWN else max(room, 4))
        lines = -(-len(places) // room)
        each = -(-len(places) // lines)
        return [places[first : first + each] for first in range(0, len(places), each)]

    def component_names(
        self, labels: Sequence[Cell], tail: Sequence[Cell] = ()
    ) -> list[list[Cell]]:
        """Return the head of a table: the components, counted from 1, between other heads."""
        shown = sum(place is not None for group in self.groups for place in group)
        left_out = _("..{n} more..") if self.cells >= _WIDE else _("..{n}..")

        def name(place: int | None) -> Cell:
            hidden = left_out.format(n=len(self.trace.v_center) - shown)
            return Text(hidden if place is None else str(place + 1), QUIET)

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
            return Text(text if known else " " * len(text), NEW if new and known else "")

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
        """Return a title at the left and its formula at the right."""
        blanks = max(2, self.cells - len(title) - len(formula))
        return Text.assemble((title, HEADING), " " * blanks, (formula, QUIET))

    def wrapped(self, text: str, style: str = "", indent: str = INDENT) -> Iterator[Text]:
        """Yield a sentence in lines of this width."""
        for line in wrapped(text, max(10, self.cells - len(indent))):
            yield Text(indent + line, style)


Build = Callable[[StepPage], Iterable[Text]]

_CHOSEN: WeakKeyDictionary[StepTrace, dict[object, Form]] = WeakKeyDictionary()


def fitted(page: StepPage, name: str, build: Build) -> Iterator[Text]:
    """Yield what `build` makes of a page, in a form of which no line is too long.

    First long labels take a line of their own, then fewer components stand in a line, then columns
    are closer and words shorter, at last there are fewer decimals. The form is chosen for the whole
    update: nothing moves while it is walked.
    """
    chosen = _CHOSEN.setdefault(page.trace, {})
    key = (name, page.cells, page.digits, page.word_cells, page.view.ascii_only)
    if key not in chosen:
        chosen[key] = first_fitting(replace(page, at=None), build)
    yield from build(page.with_form(chosen[key]))


def first_fitting(page: StepPage, build: Build) -> Form:
    """Return the changes to a page that make the lines of `build` fit, the smallest that do."""
    forms: list[Form] = [{}, {"sums_below": True}]
    forms += [
        {"sums_below": True, "per_line": n}
        for n in range(min(len(page.groups[0]), ALL_SHOWN) - 1, 0, -1)
    ]
    forms.append({"sums_below": True, "per_line": 1, "gap": 1})
    forms += [{**forms[-1], "word_cells": n} for n in (8, 6, 4) if n < page.word_cells]
    least = forms[-1]
    forms += [{**least, "digits": n} for n in (12, 10, 8, 6, 4, 3, 2) if n < page.digits]
    forms.append({**forms[-1], "tight": True})
    for form in forms:
        if all(line.cell_len <= page.cells for line in build(page.with_form(form))):
            return form
    return forms[-1]
