"""The last updates that moved one row of E, and how far they agree."""

from __future__ import annotations

from dataclasses import dataclass

from sgns_core.timeline import Timeline


@dataclass(frozen=True)
class RowUpdate:
    """One update in which a word was the input row.

    update: its number, from 1. positive: the scored positive row. size: the norm of the change.
    agreement: the cosine with the change before it, nan where there is none or one is zero.
    """

    update: int
    positive: int
    size: float
    agreement: float


def last_row_updates(
    timeline: Timeline, row: int, count: int = 5, within: int = 2000
) -> list[RowUpdate]:
    """Return up to `count` updates with input `row` among the last `within`, the newest first.

    They are made again to see their changes, and the timeline stands where it stood afterwards: call
    it in the thread that moves the timeline.
    """
    raise NotImplementedError
