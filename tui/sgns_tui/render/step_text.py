"""The printed step: one update in full, each formula over its numbers."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sgns_core.differences import GradientCheck
from sgns_tui.i18n import _
from sgns_tui.render.number import setting
from sgns_tui.render.step import dot, gradient, header, loss, update
from sgns_tui.render.step.page import StepPage
from sgns_tui.render.step_view import StepView


def step_lines(
    view: StepView, check: GradientCheck | None = None, cells: int = 80
) -> Iterator[Text]:
    """Yield the whole printed step, `cells` wide as far as the numbers allow."""
    page = StepPage(view, cells)
    yield from header.title_lines(page)
    yield Text()
    yield from header.pair_lines(page)
    yield from header.reading_lines(page)
    lr = setting(view.trace.lr)
    for n, (title, formula, section) in enumerate(
        (
            (_("Dot product"), dot.FORMULA, dot.table_lines),
            (_("Sigmoid and loss"), loss.FORMULA, loss.loss_lines),
            (_("Gradient"), gradient.FORMULA, gradient.gradient_lines),
            (_("Update"), f"{update.FORMULA}, lr = {lr}", _update_lines),
            (_("Check"), _("the loss of the same pair and negatives again"), update.check_lines),
        ),
        1,
    ):
        yield Text()
        yield page.heading(f"{n} {title}", formula)
        yield from section(page)
    if check is not None:
        yield Text()
        yield page.heading("6 " + _("Finite differences"), "(L(x + h) - L(x - h)) / 2h")
        yield from gradient.difference_lines(page, check)


def _update_lines(page: StepPage) -> Iterator[Text]:
    yield from update.change_lines(page)
    yield Text()
    yield from update.relation_lines(page)
