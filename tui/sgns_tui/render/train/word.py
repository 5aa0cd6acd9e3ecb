"""The selected word: what it is, what is near it, and what moved it last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from sgns_core.row_updates import RowUpdate

Near = Sequence[tuple[int, float]]


@dataclass(frozen=True, eq=False, kw_only=True)
class WordView:
    """A word of E, selected at a step.

    group: the name of its group or None. by_cosine, by_distance: (row, value), the nearest first,
    from `sgns_core.neighbors`. updates: from `sgns_core.row_updates`, the newest first.
    """

    words: Sequence[str]
    row: int
    count: int
    group: str | None
    norm: float
    by_cosine: Near
    by_distance: Near
    updates: Sequence[RowUpdate] = ()
    ascii_only: bool = False


def word_lines(view: WordView | None, cells: int, rows: int) -> list[Text]:
    """Return all of it in at most `rows` lines of at most `cells` cells; None: how to select."""
    raise NotImplementedError
