"""The counts for one pair, as a table and as bars on a log axis."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rich.text import Text

from sgns_core.cost import MNIST, layer_multiply_adds
from sgns_tui.cost_view import CostView
from sgns_tui.i18n import _
from sgns_tui.render.bar import bar
from sgns_tui.render.columns import Cell, columns, columns_within, filled
from sgns_tui.render.number import memory, number
from sgns_tui.render.roles import HEADING, QUIET, WARNING
from sgns_tui.text import shortened, visible, width


def title_lines(view: CostView, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield what is counted."""
    cost = view.cost
    parts = [] if view.name is None else [visible(view.name, ascii_only)]
    parts += [f"V {cost.words:,}", f"d {cost.dim:,}", f"k {cost.k:,}"]
    yield from filled(" | ".join(parts).split(" "), cells, style=HEADING)


def count_lines(view: CostView, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield what one pair takes under both losses."""
    cost = view.cost
    yield Text(_("One pair"), HEADING)
    rows: list[list[Cell]] = [
        ["", _("full softmax"), "SGNS", ""],
        [
            _("multiply-adds"),
            f"{cost.softmax_multiply_adds:,}",
            f"{cost.sgns_multiply_adds:,}",
            _("V x d; (k+1) x d"),
        ],
        [
            _("exponentials"),
            f"{cost.softmax_exponentials:,}",
            f"{cost.sgns_exponentials:,}",
            _("V; k+1"),
        ],
        [_("rows read"), f"{cost.softmax_rows:,}", f"{cost.sgns_rows:,}", _("1+V; at most k+2")],
        [_("rows written"), f"{cost.softmax_rows:,}", f"{cost.sgns_rows:,}", _("the same ones")],
        [
            _("both tables"),
            memory(cost.table_bytes()),
            memory(cost.table_bytes()),
            _("2 V d x 4 bytes (float32)"),
        ],
    ]
    yield from columns_within(rows, cells, (3,), left=(0, 3))
    text = _(
        "Multiply-adds are those of the scores; both gradients take as many again each, under "
        "either loss. The memory is the same: SGNS saves work, not room."
    )
    yield from filled(text.split(), cells, "  ", "  ", QUIET)
    yield Text(
        _("  the softmax scores {n} times as much as SGNS").format(n=f"{cost.ratio:,.6g}"), WARNING
    )


def bar_lines(view: CostView, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield the multiply-adds as bars on a log axis, with a known network for scale."""
    cost = view.cost
    hidden, output = layer_multiply_adds()
    layers = "-".join(map(str, MNIST))
    entries = [
        (_("full softmax"), cost.softmax_multiply_adds),
        ("SGNS", cost.sgns_multiply_adds),
        (_("MNIST {layers}").format(layers=layers), hidden + output),
        (_("its output layer"), output),
    ]
    top = math.ceil(math.log10(max(count for _name, count in entries)))
    widest = max(width(name) for name, _count in entries)
    room = cells - 6 - widest - max(len(f"{count:,}") for _name, count in entries)
    yield Text(
        _("Multiply-adds on a log axis") + "  " + _("a full bar is 10^{n}").format(n=top), HEADING
    )
    rows: list[list[Cell]] = [
        [f"  {name}", bar(math.log10(count) / top, max(8, room), ascii_only), f"{count:,}"]
        for name, count in entries
    ]
    yield from columns(rows, left=(0, 1))


def dropped_lines(view: CostView, cells: int, ascii_only: bool, top: int = 7) -> Iterator[Text]:
    """Yield a center's softmax with one word left out: it no longer sums to 1."""
    found = view.dropped
    if found is None:
        return
    names = [visible(word, ascii_only) for word in found.words]
    softmax = found.softmax
    yield Text(_("Drop one score"), HEADING)
    text = _("center {center}; the score of {word} is not computed").format(
        center=names[found.center], word=names[softmax.word]
    )
    yield from filled(text.split(" "), cells, "  ", "  ")
    order = (-softmax.probabilities).argsort(kind="stable")
    shown = [*dict.fromkeys([softmax.word, *order[:top].tolist()])][:top]
    rows: list[list[Cell]] = [["", "z", _("softmax"), _("without"), _("too large by"), "sigma(z)"]]
    for row in shown:
        gone = row == softmax.word
        rows.append(
            [
                f"  {shortened(names[row], 16, ascii_only)}",
                number(float(found.scores[row])),
                number(float(softmax.probabilities[row])),
                "-" if gone else number(float(softmax.others[row])),
                "-" if gone else f"x {number(softmax.too_large)}",
                number(float(found.sigmas[row])),
            ]
        )
    if len(names) > len(shown):
        rows.append([_("  ({n} more)").format(n=len(names) - len(shown))])
    rows.append(
        [
            _("  sum over all"),
            "",
            number(float(softmax.probabilities.sum())),
            number(float(softmax.others.sum())),
            "",
            number(float(found.sigmas.sum())),
        ]
    )
    yield from columns_within(rows, cells, (4,))
    text = _(
        "Without it the other probabilities add up to {sum}, not to 1; to make them add up again "
        "every one is changed. So the softmax needs every score, each time. A sigma needs its own "
        "score alone: whichever words are left out, the others stay as they are."
    ).format(sum=number(softmax.sum_left))
    yield from filled(text.split(" "), cells, "  ", "  ", WARNING)
