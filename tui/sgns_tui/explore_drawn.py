"""Which words are drawn, and a sentence that says why these."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sgns_core.errors import InvalidInput
from sgns_core.record import record
from sgns_core.trace import Indices
from sgns_tui.explore_listed import Listed
from sgns_tui.explore_names import measure_name, table_name
from sgns_tui.explored import Explored
from sgns_tui.i18n import _

DRAWN = 300
MOST_WORDS = 1_000_000
"""What can be asked for at most."""


@record(eq=False)
class Drawn:
    """Which words are drawn, and a sentence that says why these."""

    rows: Indices
    why: str


def frequent(explored: Explored, count: int) -> Drawn:
    """Return the most frequent words, or the first of the file; InvalidInput for none."""
    if count < 1:
        raise InvalidInput("at least one word is drawn, got {count}", count=count)
    known = explored.vectors.counts is not None
    why = _("most frequent") if known else _("first in the file")
    return Drawn(explored.order[:count], why)


def nearest(listed: Listed) -> Drawn:
    """Return a word and what was listed as near to it."""
    own = () if listed.row is None else (listed.row,)
    rows = np.array([*own, *(row for row, _value in listed.found)], np.intp)
    why = _("nearest to {word} by {measure} in {table}").format(
        word=listed.asked, measure=measure_name(listed.measure), table=table_name(listed.table)
    )
    return Drawn(rows, why)


def searched(text: str, rows: Sequence[int], more: bool) -> Drawn:
    """Return what a search found; InvalidInput where it is nothing."""
    if not rows:
        raise InvalidInput(
            "no word fits {text}; sea finds words that begin so, *sea* those it is in",
            text=text[:60],
        )
    why = _("that fit {text}").format(text=text)
    if more:
        why = _("the first that fit {text}").format(text=text)
    return Drawn(np.array(rows, np.intp), why)


def named(explored: Explored, words: Sequence[str]) -> tuple[Drawn, list[str]]:
    """Return words by name, and those that are not known; InvalidInput where none is."""
    rows = [explored.vectors.vocabulary.get(word) for word in words]
    unknown = [word for word, row in zip(words, rows, strict=True) if row < 0]
    known = [row for row in dict.fromkeys(rows) if row >= 0]
    if not known:
        raise InvalidInput("none of these {count} words is known", count=len(words))
    return Drawn(np.array(known, np.intp), _("of a list")), unknown
