"""The line at the top of the Train screen."""

from __future__ import annotations

from rich.text import Text

from sgns_core.policy import Policy
from sgns_tui.i18n import _
from sgns_tui.render.number import setting
from sgns_tui.render.policy_text import policy_name
from sgns_tui.render.roles import HEADING, QUIET
from sgns_tui.text import shortened, visible


def train_status(
    source: str,
    update: int,
    made: int,
    settings: tuple[float, int, Policy, int],
    playing: str | None,
    cells: int,
    ascii_only: bool = False,
) -> Text:
    """Return source, update and settings in one line.

    update: from 1. made: updates made so far. settings: lr, k, policy, seed. playing: the speed in
    words while it plays.
    """
    lr, k, policy, seed = settings
    parts = [
        _("update {n}").format(n=f"{update:,}"),
        f"lr {setting(lr)}",
        f"k {k}",
        _("power {n}").format(n=setting(policy.power)),
        policy_name(policy),
        _("seed {n}").format(n=seed),
        _("{n} made").format(n=f"{made:,}"),
    ]
    if playing is not None:
        parts.insert(1, playing)
    line = Text(shortened(visible(source, ascii_only), max(8, cells // 4), ascii_only), HEADING)
    for part in parts:
        if line.cell_len + 3 + len(part) <= cells:
            line.append(" | ", QUIET)
            line.append(part)
    return line
