"""The update: rows before, their change, after; how they stand to the center; the loss again."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sgns_tui.i18n import _
from sgns_tui.render.columns import Cell, columns
from sgns_tui.render.number import number, setting
from sgns_tui.render.roles import HEADING, NEW, QUIET
from sgns_tui.render.step.page import INDENT, StepPage, fitted
from sgns_tui.stages import Kind

FORMULA = "after = before - lr x gradient"


def change_lines(page: StepPage) -> Iterator[Text]:
    """Yield each touched row before, its change and after."""
    yield from fitted(page, "change", _change_lines)


def _change_lines(page: StepPage) -> Iterator[Text]:
    trace = page.trace
    known, new = page.reached(Kind.UPDATE), page.is_new(Kind.UPDATE)
    rows: list[list[Cell]] = page.component_names([INDENT, "", ""])
    changed = [
        (f"{INDENT}E", page.center(), trace.v_center, trace.center_change, trace.center_after)
    ]
    for j in range(len(trace.touched)):
        changed.append(
            (
                f"{INDENT}Ep",
                page.touched(j),
                trace.touched_before[j],
                trace.touched_change[j],
                trace.touched_after[j],
            )
        )
    for table, word, before, change, after in changed:
        rows += page.component_rows([table, word, _("before")], before)
        rows += page.component_rows(["", "", _("change")], change, known=known)
        label = Text(_("after"), NEW if new else "")
        rows += page.component_rows(["", "", label], after, known=known)
    yield from columns(rows, left=(0, 1, 2))


def relation_lines(page: StepPage) -> Iterator[Text]:
    """Yield score, norm, cosine and distance of each output row, before and after."""
    yield from fitted(page, "relation", _relation_lines)


def _relation_lines(page: StepPage) -> Iterator[Text]:
    trace = page.trace
    known = page.reached(Kind.UPDATE)
    yield Text(INDENT + _("each output row, seen from the center's row"), QUIET)
    names = (_("score"), _("norm"), _("cosine"), _("distance"))
    rows: list[list[Cell]] = [[INDENT, "", *(Text(name, QUIET) for name in names)]]
    before = (trace.score_before, trace.norm_before, trace.cosine_before, trace.distance_before)
    after = (trace.score_after, trace.norm_after, trace.cosine_after, trace.distance_after)
    for j in range(len(trace.touched)):
        word = Text.assemble(INDENT, page.touched(j))
        rows.append([word, _("before"), *(page.value(value[j], known) for value in before)])
        rows.append(["", _("after"), *(page.value(value[j], known) for value in after)])
    yield from columns(rows, left=(0, 1), gap=page.gap)
    if known:
        yield from _move_lines(page)


def _move_lines(page: StepPage) -> Iterator[Text]:
    """Yield how far the target's term alone moves both rows; a pull may part them."""
    trace = page.trace
    error = number(abs(float(trace.errors[0])), page.digits)
    lr = setting(trace.lr)
    for text, norm, change in (
        (_("v'_t moves by lr (1 - sigma_t) |v_c|"), trace.center_norm, trace.target_change_length),
        (
            _("v_c moves by lr (1 - sigma_t) |v'_t|"),
            trace.target_norm_read,
            trace.center_change_length,
        ),
    ):
        length = number(change, page.digits)
        yield from page.wrapped(f"{text} = {lr} x {error} x {number(norm, page.digits)} = {length}")
    pulled = trace.score_after[0] > trace.score_before[0]
    if pulled and trace.distance_after[0] > trace.distance_before[0]:
        yield from page.wrapped(
            _(
                "The pull raised the target's score, and yet the two rows moved apart: the "
                "score is a product, not a distance."
            )
        )


def check_lines(page: StepPage) -> Iterator[Text]:
    """Yield the loss before, after a center-only update and after the whole one."""
    yield from fitted(page, "check", _check_lines)


def _check_lines(page: StepPage) -> Iterator[Text]:
    trace = page.trace
    known, new = page.reached(Kind.CHECK), page.is_new(Kind.CHECK)
    rows: list[list[Cell]] = [
        [INDENT + _("loss before"), page.value(trace.loss, page.progress.has(Kind.LOSS))]
    ]
    for label, loss in (
        (_("after a center-only update"), trace.loss_after_center_only),
        (_("after the whole update"), trace.loss_after_simultaneous),
    ):
        change = loss - trace.loss
        sign = "+" if change > 0 else ""
        difference = Text(sign + number(change, page.digits)) if known else ""
        rows.append([INDENT + label, page.value(loss, known, new), difference])
    yield from columns(rows)
    if known and not trace.loss_after_simultaneous <= trace.loss:  # nan where it overflows
        yield from page.wrapped(
            _("This step made the loss rise: lr {lr} is too large a step here.").format(
                lr=setting(trace.lr)
            ),
            HEADING,
        )
