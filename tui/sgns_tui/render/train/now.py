"""The update at hand: sentence and window, and the pair with what its words score."""

from __future__ import annotations

from rich.text import Text

from sgns_tui.render.step.page import StepPage


def now_lines(page: StepPage, rows: int) -> list[Text]:
    """Return the sentence and the k+1 scored words of a page's update in at most `rows` lines.

    The page is that of the Step screen, `StepPage(step_view(session), cells)`.
    """
    raise NotImplementedError
