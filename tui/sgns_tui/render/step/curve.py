"""The sigmoid with the scored words on it, and the loss over the score with its bounded slope."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from rich.text import Text

from sgns_core.policy import sigmoid
from sgns_tui.i18n import _
from sgns_tui.render.plots import plot_lines
from sgns_tui.render.roles import QUIET
from sgns_tui.render.step.page import StepPage
from sgns_tui.stages import Kind

_FARTHEST = 1e307


def curve_lines(page: StepPage, rows: int) -> Iterator[Text]:
    """Yield both curves in `rows` lines; words appear on them as their scores are known."""
    trace = page.trace
    known = [i for i in range(len(trace.rows)) if page.progress.has(Kind.SIGMOID, occurrence=i)]
    marks = ["+" if i == 0 else str(i % 10) for i in range(len(trace.rows))]
    # Both ends of the curve and their distance have to be numbers.
    scores = np.clip(np.nan_to_num(trace.scores), -_FARTHEST, _FARTHEST)
    reach = min(_FARTHEST, max(4.0, float(np.abs(scores).max()) * 1.2))
    z = np.linspace(-reach, reach, 120)
    half = max(6, (rows - 2) // 2)
    upper = plot_lines(
        [(z.tolist(), sigmoid(z).tolist())],
        [(scores[i], trace.probabilities_exact[i], marks[i]) for i in known],
        page.cells,
        half,
        page.view.ascii_only,
        _("sigma(z)"),
    )
    lower = plot_lines(
        [(z.tolist(), np.logaddexp(0, -z).tolist()), (z.tolist(), np.logaddexp(0, z).tolist())],
        [(scores[i], trace.loss_terms[i], marks[i]) for i in known if not trace.skipped[i]],
        page.cells,
        half,
        page.view.ascii_only,
        _("loss: target falls, negatives rise"),
    )
    for line in (*upper, *(lower if len(upper) + len(lower) <= rows - 1 else ())):
        yield Text(line)
    names = ", ".join(f"{marks[i]} {page.name(int(trace.rows[i]))}" for i in range(len(trace.rows)))
    yield from page.wrapped(
        _("{names}. The slope stays between -1 and 1: no single word can pull harder.").format(
            names=names
        ),
        QUIET,
        "",
    )
