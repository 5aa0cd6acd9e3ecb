"""The timeline as a bar: where one is, and where edits, branches and stops are."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from sgns_core.record import record
from sgns_tui.i18n import _
from sgns_tui.render.columns import filled
from sgns_tui.render.roles import HEADING, QUIET, WARNING

_UNICODE, _ASCII = tuple("├━─┤●▲┬×"), tuple("|=-|O^YX")
_LEAST = 8  # cells of a bar


@record(kw_only=True)
class TimelineView:
    """position: updates made; length: the newest step; the rest: steps that have a mark.

    edits: where something was changed. branches: where another branch leaves this one. stop: where
    the run cannot go on, None where it can.
    """

    position: int
    length: int
    edits: Sequence[int] = ()
    branches: Sequence[int] = ()
    stop: int | None = None
    ascii_only: bool = False


def timeline_lines(view: TimelineView, cells: int, rows: int = 2) -> list[Text]:
    """Return the bar with its marks, and below it, where `rows` is 2, what they are.

    The bar goes from step 0 to the newest step; of marks that fall together the position is shown,
    then a stop, an edit, a branch.
    """
    if rows < 1 or cells < _LEAST:
        return []
    start, done, ahead, end, here, edit, branch, stop = _ASCII if view.ascii_only else _UNICODE
    last = max(view.length, view.position, 1)

    def cell(step: int) -> int:
        return 1 + round(min(max(step, 0), last) / last * (cells - 3))

    at = cell(view.position)
    bar = [start, *(done if n < at else ahead for n in range(1, cells - 1)), end]
    styles = [QUIET] * cells
    marks = [(step, branch, "") for step in view.branches]
    marks += [(step, edit, "") for step in view.edits]
    if view.stop is not None:
        marks.append((view.stop, stop, WARNING))
    for step, sign, style in [*marks, (view.position, here, HEADING)]:
        bar[cell(step)], styles[cell(step)] = sign, style
    line = Text()
    for sign, style in zip(bar, styles, strict=True):
        line.append(sign, style)
    position, length = f"{view.position:,}", f"{view.length:,}"
    legend = [Text(_("{n} of {all} updates made").format(n=position, all=length), HEADING)]
    if view.edits:
        legend.append(Text(_("{sign} edits: {n}").format(sign=edit, n=len(view.edits))))
    if view.branches:
        legend.append(Text(_("{sign} branches: {n}").format(sign=branch, n=len(view.branches))))
    if view.stop is not None:
        stopped = _("{sign} cannot go on at {n}").format(sign=stop, n=f"{view.stop:,}")
        legend.append(Text(stopped, WARNING))
    return [line, *filled(legend, cells)][:rows]
