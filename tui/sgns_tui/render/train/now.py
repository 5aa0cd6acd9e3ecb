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


def now_lines(page: StepPage) -> list[Text]:
    """Return the sentence and the k+1 scored words of a page's update, then what signs mean.

    The page is that of the Step screen, `StepPage(step_view(session), cells)`. = marks a negative
    that is the target itself, ~ one that is a true context of the center.
    """
    lines = [*_pair(page), *sentence_lines(page)]
    wide = page.cells >= _BARS
    lines += fitted(page, "now", partial(table_lines, bars=wide, beside=wide))
    return [*lines, *sign_lines(page)]


_BARS = 56  # cells from which there is room for bars of sigma


def _pair(page: StepPage) -> Iterator[Text]:
    """Yield which pair it is, of which update; that it is the text's own only where that fits."""
    update = Text(_("update {n}:").format(n=f"{page.view.update:,}"), QUIET)
    pair = [update, page.center(), Text(">"), page.scored(0)]
    chosen = page.view.chosen_pair
    origin = Text(f"({_('chosen') if chosen else _('from the text')})", QUIET)
    lines = filled([*pair, origin], page.cells)
    yield from lines if chosen or len(lines) == 1 else filled(pair, page.cells)
