"""Learned scores against the optimum: as a scatter with its diagonal, and as a map of the gap."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from rich.text import Text

from sgns_tui.i18n import _
from sgns_tui.pmi_view import PmiView
from sgns_tui.render.columns import Cell, columns, filled
from sgns_tui.render.pmi.pairs import word
from sgns_tui.render.pmi.scatter import scatter
from sgns_tui.render.roles import HEADING, NEGATIVE, QUIET, TARGET
from sgns_tui.text import visible, width

_STEPS = (0.25, 1.0, 2.0)
_MOST_POINTS = 4000
_HEAD_CELLS = 3
HEAT_BESIDE = 5  # lines of a map of the gap besides its words, in an ordinary width


def scatter_lines(view: PmiView, cells: int, ascii_only: bool, rows: int = 16) -> Iterator[Text]:
    """Yield learned scores over the optimum; on the diagonal they are equal."""
    xs, ys = view.learned.optimum.scores, view.learned.scores
    finite = np.isfinite(xs) & np.isfinite(ys)
    xs, ys = xs[finite], ys[finite]
    yield Text(_("Learned over optimum") + "  " + _("o a pair; on the line they agree"), HEADING)
    if not len(xs):
        yield Text(_("  no pair has a finite optimum"))
        return
    if len(xs) > _MOST_POINTS:  # evenly from the least to the greatest optimum
        ascending = view.learned.optimum.ascending
        ascending = ascending[finite[ascending]]
        kept = ascending[np.linspace(0, len(xs) - 1, _MOST_POINTS).astype(int)]
        xs, ys = view.learned.optimum.scores[kept], view.learned.scores[kept]
    labels = (_("optimum"), _("learned"))
    for line in scatter(xs, ys, min(cells, 72), rows, ascii_only, labels):
        yield Text(line)


def heat_lines(view: PmiView, cells: int, ascii_only: bool, most: int = 16) -> Iterator[Text]:
    """Yield the gap of the most frequent words against each other, as signs: a map."""
    optimum = view.learned.optimum
    size = optimum.pairs.size
    yield Text(_("Gap") + "  " + _("rows: input words, columns: scored words"), HEADING)
    near = (optimum.pairs.rows < most) & (optimum.pairs.columns < most)
    gaps = {
        (int(i), int(w)): float(gap)
        for i, w, gap in zip(
            optimum.pairs.rows[near],
            optimum.pairs.columns[near],
            view.learned.gaps[near],
            strict=True,
        )
    }
    shown = range(min(size, most, (cells - 14) // 4))
    table: list[list[Cell]] = [["", *(_head(view, w, ascii_only) for w in shown)]]
    for i in range(min(size, most)):
        row: list[Cell] = [word(view, i, ascii_only)]
        row += [_sign(gaps.get((i, w))) for w in shown]
        table.append(row)
    yield from columns(table, gap=1)
    text = _(
        "+ learned too high, - too low: one sign from 0.25, two from 1, three from 2; 0 nearer; "
        ". never beside each other"
    )
    yield from filled(text.split(), cells, "  ", "  ", QUIET)
    if size > most:
        yield Text(_("  the {n} most frequent of {all} words").format(n=most, all=size), QUIET)


def _head(view: PmiView, row: int, ascii_only: bool) -> str:
    """Return the beginning of a word in 3 cells: an ellipsis would leave nothing of it."""
    text = visible(view.source.vocabulary.words[row], ascii_only)[:_HEAD_CELLS]
    while width(text) > _HEAD_CELLS:
        text = text[:-1]
    return text


def _sign(gap: float | None) -> Text:
    if gap is None:
        return Text(".", QUIET)
    many = sum(abs(gap) >= step for step in _STEPS)
    if not many:
        return Text("0")
    return Text("+" * many, TARGET) if gap > 0 else Text("-" * many, NEGATIVE)
