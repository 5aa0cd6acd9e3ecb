"""Pairs one by one: those of the text by their gap, and the unseen ones apart."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from rich.text import Text

from sgns_tui.i18n import _
from sgns_tui.pmi_view import PmiView
from sgns_tui.render.columns import Cell, columns_within, filled
from sgns_tui.render.number import number, setting
from sgns_tui.render.roles import HEADING, QUIET
from sgns_tui.text import shortened, visible

_WORD_CELLS = 12


def pair_lines(
    view: PmiView,
    cells: int,
    ascii_only: bool,
    top: int = 20,
    by: str = "gap",
    how: str | None = None,
) -> Iterator[Text]:
    """Yield the first `top` pairs in the order of a column: one of ORDERS.

    how: how the others are seen; --top unless given.
    """
    optimum, learned = view.learned.optimum, view.learned
    count = len(optimum.pairs.rows)
    yield Text(_("Pairs of the text, by {column}").format(column=by), HEADING)
    head: list[Cell] = [
        _("input"),
        _("scored"),
        _("count"),
        "P(w|i)",
        "PMI",
        _("optimum"),
        _("learned"),
        _("gap"),
    ]
    rows = [head]
    for place in view.order(by, top).tolist():
        rows.append(
            [
                word(view, int(optimum.pairs.rows[place]), ascii_only),
                word(view, int(optimum.pairs.columns[place]), ascii_only),
                setting(round(float(optimum.pairs.weights[place]), 2)),
                number(float(optimum.given[place])),
                number(float(optimum.pmi[place]), 3),
                number(float(optimum.scores[place]), 3),
                number(float(learned.scores[place]), 3),
                number(float(learned.gaps[place]), 3),
            ]
        )
    yield from columns_within(rows, cells, (2, 3, 4), left=(0, 1))
    yield from _others(count - top, how)


def unseen_lines(
    view: PmiView, cells: int, ascii_only: bool, top: int = 20, how: str | None = None
) -> Iterator[Text]:
    """Yield the first `top` pairs that the text never has: nothing pulls them, so they only sink.

    how: how the others are seen; --top unless given.
    """
    optimum = view.learned.optimum
    goal = optimum.unseen_score
    where = _("minus infinity") if np.isinf(goal) else f"-{setting(view.settings.policy.bound)}"
    yield Text(
        _("Unseen pairs") + "  " + _("their optimum is {where}").format(where=where), HEADING
    )
    if not optimum.unseen_count:
        yield Text(_("  none: every word has been beside every word"))
        return
    text = _(
        "{n} pairs never occur. They are drawn as negatives and never as targets: each draw pushes "
        "their score down, less and less. They have no part in the mean gap:"
    ).format(n=optimum.unseen_count)
    yield from filled(text.split(" "), cells, "  ", "  ", QUIET)
    pieces = [
        f"{word(view, row, ascii_only)} > {word(view, column, ascii_only)} {number(score, 3)};"
        for row, column, score in view.unseen(top)
    ]
    pieces[-1] = pieces[-1].removesuffix(";")
    yield from filled(pieces, cells, "  ", "  ")
    yield from _others(optimum.unseen_count - top, how)


def _others(count: int, how: str | None) -> Iterator[Text]:
    """Yield how many pairs are not listed, if any, and how they are seen."""
    if count > 0:
        how = _("--top shows them") if how is None else how
        yield Text("  " + _("and {n} more; {how}").format(n=count, how=how), QUIET)


def word(view: PmiView, row: int, ascii_only: bool, cells: int = _WORD_CELLS) -> str:
    """Return a word as it is shown."""
    return shortened(visible(view.source.vocabulary.words[row], ascii_only), cells, ascii_only)
