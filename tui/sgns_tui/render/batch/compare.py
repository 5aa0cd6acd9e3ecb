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
_NAME_CELLS = (24, 18, 12)  # of a pair, fewer where the numbers need the room
_WORD_CELLS = (16, 12, 8, 5)  # of each of the two


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
    if any(line.cell_len > cells for line in table):
        table = columns_within(rows, cells, (7, 6, 5), gap=1)
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
    for room in _WORD_CELLS:
        table = columns(_doubt_rows(view, places[:_MOST].tolist(), ascii_only, room), (0, 1, 2))
        if all(line.cell_len <= cells for line in table):
            break
    yield from table
    if len(places) > _MOST:
        yield Text(_("  and {n} more").format(n=len(places) - _MOST), QUIET)
    if view.objective != "softmax":
        loss, masked = (view.loss(view.objective, masked=m).loss for m in (False, True))
        yield from _without(view.objective, loss, masked, cells)


def _doubt_rows(
    view: BatchView, places: list[list[int]], ascii_only: bool, room: int
) -> list[list[Cell]]:
    """Return a row for each cell in doubt, each name in `room` cells."""
    what = {
        "same": _("same word or vector"),
        "true": _("a pair of the text"),
        "near": _("near-duplicate"),
    }
    rows: list[list[Cell]] = []
    for i, j in places:
        pair = " > ".join(
            shortened(visible(name, ascii_only), room, ascii_only)
            for name in (view.batch.queries[i], view.batch.positives[j])
        )
        doubt = view.doubts[i][j]
        rows.append([f"  {i + 1},{j + 1}", pair, f"{SIGNS[doubt]} {what[doubt]}"])
    return rows


def hard_lines(view: BatchView, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield each row's hard negative: the highest score beside its own."""
    yield Text(_("Hard negatives") + "  " + _("the highest other score of each row"), HEADING)
    for room in _NAME_CELLS:
        rows = _hard_rows(view, ascii_only, room)
        table = columns_within(rows, cells, (3,))
        if all(line.cell_len <= cells for line in table):
            break
    yield from table
    if view.objective != "softmax":
        losses = view.loss(view.objective, masked=view.masked), view.without_hard(view.objective)
        yield from _without(view.objective, losses[0].loss, losses[1].loss, cells)


def _hard_rows(view: BatchView, ascii_only: bool, room: int) -> list[list[Cell]]:
    """Return head and rows of the hard negatives, the names of a pair in `room` cells."""
    rows: list[list[Cell]] = [["", _("own"), _("hardest"), _("ahead by")]]
    names = labels(view, ascii_only, room)
    for i, j in enumerate(view.hardest.tolist()):
        if j < 0:
            continue
        own, other = float(view.scores[i, i]), float(view.scores[i, j])
        name = shortened(visible(view.batch.positives[j], ascii_only), room // 2 + 4, ascii_only)
        rows.append([names[i], number(own), f"{name} {number(other)}", number(own - other)])
    return rows


def _without(name: str, loss: float, masked: float, cells: int) -> list[Text]:
    text = _("{name}: loss {loss}, without them {masked}")
    text = text.format(name=name, loss=number(loss), masked=number(masked))
    return filled(text.split(), cells, "  ", "  ")


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
