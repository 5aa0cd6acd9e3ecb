"""The timeline as a bar: where one is, and where edits, branches and stops are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text


@dataclass(frozen=True, kw_only=True)
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
    """Return the bar with its marks, and below it, where `rows` is 2, what they are."""
    raise NotImplementedError
