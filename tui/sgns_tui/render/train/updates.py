"""The last updates of a run, one a line: its pair and its loss."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from sgns_core.record import record
from sgns_tui.i18n import _
from sgns_tui.render.number import number
from sgns_tui.render.roles import CENTER, QUIET, TARGET
from sgns_tui.text import shortened, visible, width


@record
class UpdateLine:
    """An update that was made. number: from 1. loss: before it, nan where it is not known.

    collisions, true_contexts: how many of its negatives equal its target, or are contexts of its
    center.
    """

    number: int
    center: int
    target: int
    loss: float
    collisions: int = 0
    true_contexts: int = 0


def update_lines(
    updates: Sequence[UpdateLine], words: Sequence[str], cells: int, ascii_only: bool = False
) -> list[Text]:
    """Return what the marks of updates mean, then the updates, the newest first."""
    if not updates:
        return [Text(_("No update was made yet."), QUIET)]
    digits = len(str(updates[0].number))
    room = max(3, (cells - digits - 17) // 2)
    lines = []
    if any(update.collisions or update.true_contexts for update in updates):
        lines.append(Text(_("= a negative equals the target"), QUIET))
        lines.append(Text(_("~ a negative is a true context"), QUIET))
    for update in updates:
        line = Text(f"{update.number:>{digits}} ", QUIET)
        for row, role in ((update.center, CENTER), (update.target, TARGET)):
            word = shortened(visible(words[row], ascii_only), room, ascii_only)
            line.append(word, role)
            line.append(" " * (room - width(word) + 1))
        line.append(number(update.loss, 4).rjust(8))
        marks = "=" * bool(update.collisions) + "~" * bool(update.true_contexts)
        if marks:
            line.append(f" {marks}")
        lines.append(line)
    return lines
