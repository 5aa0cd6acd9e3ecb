"""The line of keys at the bottom."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from sgns_tui.i18n import _
from sgns_tui.keys import Key
from sgns_tui.render.roles import HEADING, QUIET


def footer_line(keys: Sequence[Key], cells: int, ascii_only: bool = False) -> Text:
    """Return as many keys as fit, those with the smallest numbers first, help and quit always."""
    always = [key for key in keys if key.action in ("help", "quit")]
    first = sorted((key for key in keys if key not in always), key=lambda key: key.footer)
    room = cells - sum(_size(key, ascii_only) for key in always)
    chosen: list[Key] = []
    for key in first:
        if _size(key, ascii_only) <= room:
            room -= _size(key, ascii_only)
            chosen.append(key)
    line = Text()
    for key in (*chosen, *always):
        if line:
            line.append("  ")
        line.append(_shown(key, ascii_only), HEADING)
        line.append(f" {_(key.label)}", QUIET)
    return line


def _shown(key: Key, ascii_only: bool) -> str:
    return key.shown_in_ascii if ascii_only else key.shown


def _size(key: Key, ascii_only: bool) -> int:
    return len(_shown(key, ascii_only)) + len(_(key.label)) + 3
