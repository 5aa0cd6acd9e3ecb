"""What the terminal says by itself, told apart from what is typed."""

from __future__ import annotations

import re

_REPORT = re.compile(r"\x1b\[\d+;\d+R")
_LATE = re.compile(
    r"\[(?:\d+;\d+R"  # the cursor's place
    r"|[?>=][\d;]*[cnu]|[03]n"  # what the terminal is, how it is, its keyboard mode
    r"|\?[\d;]+\$y"  # a mode
    r"|[4689];\d+;\d+t|48(?:;[\d:]+){4}t"  # sizes
    r"|1;\d+[A-HPQS]|\d+(?:;\d+)?~|<\d+;\d+;\d+[Mm])"  # keys with a modifier or a number, the mouse
    r"|\]\d+;[^\x00-\x1f\x7f]*(?:\x07|\x1b\\)"  # colours, titles, the clipboard
    r"|[PX^_][^\x00-\x1f\x7f]*\x1b\\"
)


def is_report(piece: str) -> bool:
    """Whether a piece of input says where the cursor is; F3 with shift or ctrl looks the same."""
    return _REPORT.fullmatch(piece) is not None


def late_reply(text: str) -> int:
    """Return how many characters at the start are a whole sequence, but for its Esc.

    For what is read right after an Esc that was given for Escape, because the rest was late. Only
    what no hand types in one go counts; `[A` might be two keys.
    """
    match = _LATE.match(text)
    return match.end() if match else 0
