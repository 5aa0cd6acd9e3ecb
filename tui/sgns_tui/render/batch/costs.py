"""What a batch costs: encoder passes, comparisons, and the memory of the matrix."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sgns_core.batch import BatchCost
from sgns_tui.batch_view import BatchView
from sgns_tui.i18n import _
from sgns_tui.render.columns import Cell, columns_within, filled
from sgns_tui.render.number import memory
from sgns_tui.render.roles import HEADING, QUIET

SIZES = (2, 16, 64, 256, 32768)


def cost_lines(view: BatchView, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield costs by batch size, beside those of k own negatives for each query."""
    yield Text(
        _("Costs") + "  " + _("in-batch, and with k = {k} own negatives").format(k=view.k), HEADING
    )
    head: list[Cell] = [
        "N",
        _("negatives"),
        _("passes"),
        _("own"),
        _("scores"),
        _("own"),
        _("matrix"),
    ]
    rows = [head]
    for n in sorted({len(view.batch), *SIZES}):
        cost = BatchCost(n, view.k)
        rows.append(
            [
                f"{n:,}" + (" *" if n == len(view.batch) else "  "),
                f"{cost.negatives:,}",
                f"{cost.passes:,}",
                f"{cost.own_passes:,}",
                f"{cost.comparisons:,}",
                f"{cost.own_comparisons:,}",
                memory(cost.matrix_bytes),
            ]
        )
    yield from columns_within(rows, cells, (5, 1, 4), left=())
    text = _(
        "passes: an encoder runs 2N times in-batch, N + N + N k times with own negatives; matrix: "
        "N x N in float32; * this batch"
    )
    yield from filled(text.split(), cells, "  ", "  ", QUIET)
