"""What a piece of text is, in one word; printers and screens each say how that looks.

No meaning rests on a role's colour alone: signs, labels and brackets carry it too.
"""

from __future__ import annotations

HEADING = "heading"
CENTER = "center"
TARGET = "target"
NEGATIVE = "negative"
QUIET = "quiet"
NEW = "new"
CURSOR = "cursor"
CONTEXT = "context"
WARNING = "warning"
GROUPS = tuple(f"group{n}" for n in range(1, 9))
"""Colours of groups of words on a map; a mark says the same, and more groups take them in turn."""

PRINTED = {
    HEADING: "bold",
    CENTER: "bold",
    TARGET: "bold cyan",
    NEGATIVE: "yellow",
    QUIET: "dim",
    NEW: "reverse",
    CURSOR: "reverse",
    CONTEXT: "underline",
    WARNING: "bold",
    **dict(
        zip(
            GROUPS,
            ("cyan", "yellow", "magenta", "green", "red", "blue", "bright_blue", "bright_magenta"),
            strict=True,
        )
    ),
}
"""The look of each role in printed output, in the terminal's own colours."""
