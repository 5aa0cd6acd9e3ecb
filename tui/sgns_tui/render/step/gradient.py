"""The gradient: errors, what each output row gets, and the center's weighted sum."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from rich.text import Text

from sgns_tui.i18n import _
from sgns_tui.render.columns import Cell, columns
from sgns_tui.render.number import number
from sgns_tui.render.roles import HEADING, QUIET
from sgns_tui.render.step.page import INDENT, StepPage, fitted
from sgns_tui.stages import Kind

if TYPE_CHECKING:
    from sgns_core.differences import GradientCheck

FORMULA = "error = sigma - y;  dL/dv'_w = error x v_c"
CENTER_FORMULA = "dL/dv_c = sum of error x v'_w"


def gradient_lines(page: StepPage) -> Iterator[Text]:
    """Yield errors, the gradient of each output row and that of the center's row."""
    yield from fitted(page, "gradient", _gradient_lines)


def _gradient_lines(page: StepPage) -> Iterator[Text]:
    trace, progress = page.trace, page.progress
    errors = progress.has(Kind.GRADIENT, row=-1)
    errors_new = page.is_new(Kind.GRADIENT, row=-1)
    center = progress.has(Kind.GRADIENT)
    center_new = page.is_new(Kind.GRADIENT)
    sigmas = _other_sigmas(page)

    def factors(i: int, new: bool = False) -> list[Cell]:
        error = page.value(trace.errors[i], errors, new)
        return [page.value(trace.probabilities[i], errors), error] if sigmas else [error]

    empty: list[Cell] = ["", ""] if sigmas else [""]
    heads: list[Cell] = [Text(_("error"), QUIET)]
    if sigmas:
        yield from page.wrapped(
            _(
                "sigma is what the update takes here: by the policy's table or bound, or of a row "
                "read again."
            ),
            QUIET,
        )
        heads.insert(0, Text("sigma", QUIET))
    rows: list[list[Cell]] = page.component_names([INDENT, *heads])
    for i in range(len(trace.rows)):
        j = int(trace.occurrences[i])
        rows += page.component_rows(
            [Text.assemble(INDENT, page.scored(i)), *factors(i, errors_new)],
            trace.grad_outputs[i],
            known=progress.has(Kind.GRADIENT, row=j),
            new=page.is_new(Kind.GRADIENT, row=j),
        )
    for j, row in enumerate(trace.touched.tolist()):
        times = int((trace.occurrences == j).sum())
        if times > 1:
            label = _("{word}, {n} times: sum").format(word=page.name(row), n=times)
            known = progress.has(Kind.GRADIENT, row=j)
            if page.sums_below:
                rows.append([INDENT + label])
                label = ""
            rows += page.component_rows(
                [INDENT + label, *empty], trace.grad_touched[j], known=known
            )
    rows.append([Text(INDENT + CENTER_FORMULA, HEADING)])
    for i in range(len(trace.rows)):
        labels: list[Cell] = [
            Text.assemble(INDENT, page.scored(i)),
            *factors(i),
        ]
        rows += page.component_rows(labels, trace.contributions[i], known=center)
    rows += page.component_rows(
        [INDENT + "dL/dv_c", *empty], trace.grad_center, known=center, new=center_new
    )
    yield from columns(rows)
    if center and trace.k and trace.conflict == trace.conflict:
        yield from page.wrapped(
            _(
                "cosine between what the target and what the negatives do to the center: "
                "{cosine} (at -1 they undo each other)"
            ).format(cosine=number(trace.conflict, page.digits)),
            QUIET,
        )


def _other_sigmas(page: StepPage) -> bool:
    """Tell whether the update takes another sigma than that of the score before it."""
    trace = page.trace
    differs = trace.probabilities != trace.probabilities_exact
    return bool((differs & ~trace.skipped).any())


def difference_lines(page: StepPage, check: GradientCheck) -> Iterator[Text]:
    """Yield analytic gradients beside central differences, and the largest error."""
    page = replace(page, digits=max(8, page.digits))
    yield from fitted(page, "differences", partial(_difference_lines, check=check))


def _difference_lines(page: StepPage, check: GradientCheck) -> Iterator[Text]:
    trace = page.trace
    rows: list[list[Cell]] = page.component_names([INDENT, "", ""])
    compared = [("v_c", trace.center, trace.grad_center, check.grad_center)]
    for j, row in enumerate(trace.touched.tolist()):
        compared.append(("v'_w", row, trace.grad_touched[j], check.grad_touched[j]))
    for symbol, row, analytic, numeric in compared:
        labels: list[Cell] = [INDENT + symbol, page.name(row), _("analytic")]
        rows += page.component_rows(labels, analytic)
        rows += page.component_rows(["", "", _("numeric")], numeric)
    yield from columns(rows, left=(0, 1, 2))
    yield from page.wrapped(
        _("largest error {absolute} absolute, {relative} relative").format(
            absolute=f"{check.largest_absolute:.1e}", relative=f"{check.largest_relative:.1e}"
        )
    )
    if check.parts:
        yield from page.wrapped(
            _(
                "The differences are taken of the exact loss; the update leaves its gradient by "
                "the policy's {parts}."
            ).format(parts=", ".join(check.parts))
        )
