"""The lines of NumPy that make this update, the one at hand marked."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sgns_tui.render.numpy_code import short_code
from sgns_tui.render.roles import HEADING, NEW, QUIET
from sgns_tui.render.step.page import StepPage
from sgns_tui.text import wrapped

_DEEPER = 4


def code_lines(page: StepPage) -> Iterator[Text]:
    """Yield the code; > stands before the lines that the stage at hand is about."""
    now = page.progress.stage.kind
    for kind, line in short_code(page.trace.policy, len(page.trace.touched) < len(page.trace.rows)):
        here = kind is now
        for piece in _within(line, page.cells - 2):
            if here:
                yield Text.assemble((">", NEW), (f" {piece}", HEADING))
            else:
                yield Text(f"  {piece}", "" if kind else QUIET)


def _within(line: str, cells: int) -> list[str]:
    """Return a line in lines of at most so many cells: its comment goes above, blanks break it."""
    if len(line) <= cells:
        return [line]
    code, _, comment = line.partition("  # ")
    margin = len(code) - len(code.lstrip())
    lines = [f"{' ' * margin}# {piece}" for piece in wrapped(comment, cells - margin - 2)]
    if len(code) <= cells:
        return [*lines, code]
    first, *rest = wrapped(code.strip(), cells - margin - _DEEPER)
    return [
        *lines,
        " " * margin + first,
        *(" " * (margin + _DEEPER) + piece for piece in rest),
    ]
