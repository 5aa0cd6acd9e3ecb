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
    lr = setting(view.trace.lr)
    yield from header.title_lines(page)
    yield Text()
    yield from header.pair_lines(page)
    yield from header.reading_lines(page)
    yield Text()
    yield page.heading("1 " + _("Dot product"), dot.FORMULA)
    yield from dot.table_lines(page)
    yield Text()
    yield page.heading("2 " + _("Sigmoid and loss"), loss.FORMULA)
    yield from loss.loss_lines(page)
    yield Text()
    yield page.heading("3 " + _("Gradient"), gradient.FORMULA)
    yield from gradient.gradient_lines(page)
    yield Text()
    yield page.heading("4 " + _("Update"), f"{update.FORMULA}, lr = {lr}")
    yield from update.change_lines(page)
    yield Text()
    yield from update.relation_lines(page)
    yield Text()
    yield page.heading("5 " + _("Check"), _("the loss of the same pair and negatives again"))
    yield from update.check_lines(page)
    if check is not None:
        yield Text()
        yield page.heading("6 " + _("Finite differences"), "(L(x + h) - L(x - h)) / 2h")
        yield from gradient.difference_lines(page, check)
