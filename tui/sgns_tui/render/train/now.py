"""The update at hand: sentence and window, and the pair with what its words score."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rich.text import Text

from sgns_tui.i18n import _
from sgns_tui.render.columns import filled
from sgns_tui.render.roles import QUIET
from sgns_tui.render.step.header import sentence_lines, sign_lines
from sgns_tui.render.step.loss import table_lines
from sgns_tui.render.step.page import StepPage, fitted


def now_lines(page: StepPage, rows: int) -> list[Text]:
    """Return the sentence and the k+1 scored words of a page's update in at most `rows` lines.

    The page is that of the Step screen, `StepPage(step_view(session), cells)`. = marks a negative
    that is the target itself, ~ one that is a true context of the center. Where there is too little
    room the notes go first, then the table is cut, and the last line says so.
    """
    lines = [*_pair(page), *sentence_lines(page)]
    wide = page.cells >= _BARS
    lines += fitted(page, "now", partial(table_lines, bars=wide, beside=wide))
    notes = list(sign_lines(page))
    lines += notes if len(lines) + len(notes) <= rows else ()
    if len(lines) <= rows:
        return lines
    if rows < 1:
        return []
    hidden = len(lines) - rows + 1
    return [*lines[: rows - 1], Text(_("{n} more lines: i opens the step").format(n=hidden), QUIET)]


_BARS = 56  # cells from which there is room for bars of sigma


def _pair(page: StepPage) -> Iterator[Text]:
    """Yield which pair it is, of which update."""
    update = Text(_("update {n}:").format(n=f"{page.view.update:,}"), QUIET)
    chosen = _("chosen") if page.view.chosen_pair else _("from the text")
    yield from filled(
        [update, page.center(), Text(">"), page.scored(0), Text(f"({chosen})", QUIET)], page.cells
    )
