"""How near d components come to the optimum, beside sampled training and the SVD."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sgns_tui.i18n import _
from sgns_tui.pmi_view import PmiView
from sgns_tui.render.columns import Cell, columns_within, filled
from sgns_tui.render.number import number, setting
from sgns_tui.render.plots import plot_lines
from sgns_tui.render.roles import HEADING, QUIET


def fit_lines(view: PmiView, cells: int, ascii_only: bool, rows: int = 12) -> Iterator[Text]:
    """Yield the mean absolute gap by d, as a table and a curve."""
    yield Text(_("Gap by d") + "  " + _("trained on the exact loss, without sampling"), HEADING)
    if not view.fits:
        yield Text(_("  not reckoned yet: --fit"), QUIET)
        return
    head: list[Cell] = [
        "d",
        _("loss"),
        _("gap"),
        _("iterations"),
        _("gradient"),
        "",
        _("sampled"),
        _("SVD"),
    ]
    table = [head]
    for one in view.fits:
        table.append(
            [
                str(one.dim),
                number(one.loss, 5),
                number(one.gap),
                str(one.iterations),
                f"{one.gradient:.0e}",
                "" if one.converged else _("not at rest"),
                number(view.sampled.get(one.dim, float("nan"))),
                number(one.svd_gap),
            ]
        )
    yield from columns_within(table, cells, (4, 3), left=(5,))
    xs = [float(one.dim) for one in view.fits]
    if len(xs) > 1:
        for line in plot_lines(
            [(xs, [one.gap for one in view.fits]), (xs, [one.svd_gap for one in view.fits])],
            [(x, one.gap, "o") for x, one in zip(xs, view.fits, strict=True)]
            + [(x, one.svd_gap, "s") for x, one in zip(xs, view.fits, strict=True)],
            min(cells, 72),
            rows,
            ascii_only,
            labels=(_("d"), _("gap: o SGNS, s SVD")),
        ):
            yield Text(line)
    yield from filled(_meaning(view).split(" "), cells, "  ", "  ")
    text = _(
        "gap, sampled, SVD: mean absolute difference to the optimum on the pairs of the text; "
        "gradient: what is left of its length at the start; not at rest: scores of unseen pairs "
        "still sink"
    )
    yield from filled(text.split(), cells, "  ", "  ", QUIET)


def _meaning(view: PmiView) -> str:
    """Return what sampled training and the SVD do differently, with their numbers."""
    sampled = _(
        "Sampled training, {n} updates at lr {lr} with d = {d}, has a gap of {gap}: however "
        "many there are, at a constant lr the draws keep shaking the scores."
    ).format(
        n=view.steps,
        lr=setting(view.settings.lr),
        d=view.learned.E.shape[1],
        gap=number(view.learned.mean_gap),
    )
    svd = _(
        "The SVD cuts the matrix max(PMI - log k, 0) to d components: it sets {n} of {all} pairs "
        "and all unseen ones to 0, and weighs every cell alike, where SGNS weighs by how often "
        "a pair is scored."
    ).format(n=view.svd.zeroed, all=len(view.learned.scores))
    return f"{sampled} {svd}"
