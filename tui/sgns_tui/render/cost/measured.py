"""Seconds per pair on this machine, by the number of words, with a fitted slope."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sgns_tui.cost_view import CostView
from sgns_tui.i18n import _
from sgns_tui.render.columns import Cell, columns, filled
from sgns_tui.render.number import number
from sgns_tui.render.plots import plot_lines
from sgns_tui.render.roles import HEADING, QUIET, WARNING


def measured_lines(view: CostView, cells: int, ascii_only: bool, rows: int = 14) -> Iterator[Text]:
    """Yield what was measured, as a table and as curves on log axes."""
    yield Text(_("Measured on this machine"), HEADING)
    if not view.measured:
        yield Text(_("  not measured yet: --measure"), QUIET)
        return
    table: list[list[Cell]] = [["V", _("full softmax"), "SGNS", _("ratio")]]
    for one in view.measured:
        table.append(
            [
                f"{one.words:,}",
                seconds(one.softmax),
                seconds(one.sgns),
                f"{one.softmax / one.sgns:,.1f}",
            ]
        )
    yield from columns(table, left=())
    xs = [float(one.words) for one in view.measured]
    if len(xs) > 1:
        for line in plot_lines(
            [
                (xs, [one.softmax for one in view.measured]),
                (xs, [one.sgns for one in view.measured]),
            ],
            [(one.words, one.softmax, "f") for one in view.measured]
            + [(one.words, one.sgns, "s") for one in view.measured],
            min(cells, 72),
            rows,
            ascii_only,
            labels=("V", _("seconds per pair: f full softmax, s SGNS")),
            logarithmic=True,
        ):
            yield Text(line)
        full, sampled = view.slopes
        text = _(
            "Fitted: seconds grow like V^{full} for the full softmax, V^{sampled} for SGNS."
        ).format(full=number(round(full, 2), 2), sampled=number(round(sampled, 2), 2))
        yield from filled(text.split(" "), cells, "  ", "  ", WARNING)
    if view.left_out:
        text = _("Left out, as they need more memory than allowed: {sizes}").format(
            sizes=", ".join(f"{size:,}" for size in view.left_out)
        )
        yield from filled(text.split(" "), cells, "  ", "  ", QUIET)
    text = _(
        "d = {d}, k = {k}; scores, gradients and update in NumPy with float64, the fastest of some "
        "rounds. For few words the time of the calls themselves shows."
    ).format(d=view.cost.dim, k=view.cost.k)
    yield from filled(text.split(" "), cells, "  ", "  ", QUIET)


def seconds(value: float) -> str:
    """Return a time in the unit that suits it: 12.3 us, 4.56 ms."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        text = f"{value / size:.3g}"
        if float(text) >= 1:  # as it is shown: 0.9999 ms is 1 ms
            return f"{text} {unit}"
    return f"{value * 1e9:.3g} ns"
