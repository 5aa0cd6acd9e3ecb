"""The objectives side by side on one batch: pulls, pushes, doubts, hard negatives, lengths."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from rich.text import Text

from sgns_core.batch_objectives import row_lengths
from sgns_core.trace import Floats
from sgns_tui.batch_view import SHOWN, BatchView
from sgns_tui.i18n import _, explain
from sgns_tui.render.batch.matrix import SIGNS, labels
from sgns_tui.render.columns import Cell, columns, columns_within, filled
from sgns_tui.render.number import number
from sgns_tui.render.roles import HEADING, QUIET
from sgns_tui.text import shortened, visible

_MOST = 12  # rows of a list of cells


def compare_lines(view: BatchView, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield, for every objective, its loss and how hard it pulls and pushes which cells."""
    yield Text(_("Side by side") + "  " + _("the same scores under every objective"), HEADING)
    rows: list[list[Cell]] = [
        ["", _("loss"), _("masked"), _("pull"), _("push"), _("hardest"), _("|dL/dQ|"), _("|dL/dP|")]
    ]
    reasons = []
    for name in SHOWN:
        reason = view.missing(name)
        if reason is not None:
            reasons.append(f"{name}: {explain(reason)}")
            continue
        found = view.loss(name)
        slopes = found.cells.slopes
        has_vectors = found.grad_Q.size > 0
        rows.append(
            [
                name + (" *" if name == view.objective else ""),
                number(view.loss(name, masked=False).loss),
                "-" if name == "softmax" else number(view.loss(name, masked=True).loss),
                number(float(slopes[slopes < 0].sum())),
                number(float(slopes[slopes > 0].sum())),
                _hardest_push(view, name),
                number(_length(found.grad_Q)) if has_vectors else "-",
                number(_length(found.grad_P)) if has_vectors else "-",
            ]
        )
    table = columns_within(rows, cells, (7, 6, 5))
    yield from table
    legend = [_("pull, push: the sums of dL/dz below and above 0")]
    if _("hardest") in table[0].plain:
        legend.append(_("hardest: what falls on the hard negatives"))
    masked = _("masked: the loss without the {n} cells in doubt")
    legend += [masked.format(n=int(view.in_doubt.sum())), _("* shown in the matrices")]
    yield from filled("; ".join(legend).split(), cells, "  ", "  ", QUIET)
    for line in reasons:
        yield from filled(line.split(" "), cells, "  ", "  ", QUIET)


def _length(gradient: Floats) -> float:
    return float(row_lengths(gradient.reshape(1, -1))[0])


def _hardest_push(view: BatchView, name: str) -> str:
    """Return the sum of the slopes at the hard negatives."""
    slopes = view.loss(name).cells.slopes
    places = view.hardest
    if name == "softmax":
        assert view.batch.targets is not None
        places = np.where(places >= 0, view.batch.targets[places], -1)
    rows = np.flatnonzero(places >= 0)
    return number(float(slopes[rows, places[rows]].sum()))


def doubt_lines(view: BatchView, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield the cells that may be false negatives, and what masking them does to the loss."""
    yield Text(_("Possible false negatives"), HEADING)
    places = np.argwhere(view.in_doubt)
    if not len(places):
        yield Text(_("  none: no word, vector or known pair occurs twice"))
        return
    what = {
        "same": _("same word or vector"),
        "true": _("a pair of the text"),
        "near": _("near-duplicate"),
    }
    rows: list[list[Cell]] = []
    for i, j in places[:_MOST].tolist():
        names = [
            shortened(visible(name, ascii_only), 16, ascii_only)
            for name in (view.batch.queries[i], view.batch.positives[j])
        ]
        doubt = view.doubts[i][j]
        rows.append(
            [f"  {i + 1},{j + 1}", f"{names[0]} > {names[1]}", f"{SIGNS[doubt]} {what[doubt]}"]
        )
    yield from columns(rows, left=(0, 1, 2))
    if len(places) > _MOST:
        yield Text(_("  and {n} more").format(n=len(places) - _MOST), QUIET)
    if view.objective != "softmax":
        loss, masked = (view.loss(view.objective, masked=m).loss for m in (False, True))
        yield Text(
            _("  {name}: loss {loss}, without them {masked}").format(
                name=view.objective, loss=number(loss), masked=number(masked)
            )
        )


def hard_lines(view: BatchView, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield each row's hard negative: the highest score beside its own."""
    yield Text(_("Hard negatives") + "  " + _("the highest other score of each row"), HEADING)
    head: list[Cell] = ["", _("own"), _("hardest"), _("ahead by")]
    rows = [head]
    names = labels(view, ascii_only, 24)
    for i, j in enumerate(view.hardest.tolist()):
        if j < 0:
            continue
        own, other = float(view.scores[i, i]), float(view.scores[i, j])
        name = shortened(visible(view.batch.positives[j], ascii_only), 16, ascii_only)
        rows.append([names[i], number(own), f"{name} {number(other)}", number(own - other)])
    yield from columns_within(rows, cells, (3,))
    if view.objective != "softmax":
        losses = view.loss(view.objective, masked=view.masked), view.without_hard(view.objective)
        yield Text(
            _("  {name}: loss {loss}, without them {masked}").format(
                name=view.objective, loss=number(losses[0].loss), masked=number(losses[1].loss)
            )
        )


def length_lines(view: BatchView, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield dot products beside cosines: what normalising the rows changes."""
    yield Text(_("Dot products and cosines") + "  cos = q . p / (|q| |p|)", HEADING)
    cosines = view.cosines
    if cosines is None or view.batch.Q is None or view.batch.P is None:
        yield Text(_("  no cosines: they need vectors without a row of zeros"))
        return
    q, p = row_lengths(view.batch.Q), row_lengths(view.batch.P)
    scores = view.batch.scores
    rows: list[list[Cell]] = [["", "|q|", "|p|", "q . p", "cos", _("own rank: dot, cos")]]
    for i, name in enumerate(labels(view, ascii_only, 24)):
        ranks = [1 + int((table[i] > table[i, i]).sum()) for table in (scores, cosines)]
        rows.append(
            [
                name,
                number(float(q[i]), 3),
                number(float(p[i]), 3),
                number(float(scores[i, i]), 3),
                number(float(cosines[i, i]), 3),
                f"{ranks[0]}, {ranks[1]}",
            ]
        )
    yield from columns_within(rows, cells, (5, 2, 1))
    text = _(
        "A dot product can be raised by longer rows alone. A cosine cannot: it stays between -1 "
        "and 1, and the scale e^t says how sharply differences count."
    )
    yield from filled(text.split(), cells, "  ", "  ", QUIET)
