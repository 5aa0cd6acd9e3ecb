"""The lines of NumPy that make this update, the one at hand marked."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sgns_tui.render.numpy_code import short_code
from sgns_tui.render.roles import HEADING, NEW, QUIET
from sgns_tui.render.step.page import StepPage


def code_lines(page: StepPage) -> Iterator[Text]:
    """Yield the code; > stands before the lines that the stage at hand is about."""
    now = page.progress.stage.kind
    for kind, line in short_code(page.trace.policy, len(page.trace.touched) < len(page.trace.rows)):
        here = kind is now
        if here:
            yield Text.assemble((">", NEW), (f" {line}", HEADING))
        else:
            yield Text(f"  {line}", "" if kind else QUIET)
