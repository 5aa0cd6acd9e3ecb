"""Questions about several words: the odd one out, a table of cosines, rows without use."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sgns_core.errors import InvalidInput
from sgns_core.neighbors import GoOn
from sgns_core.similarity import mean_with_others, similarity_table
from sgns_core.trace import Floats, Indices
from sgns_tui.explore_choices import Choices

MOST_TABLE = 100


class Selections(Choices):
    """What can be asked of words by their rows, in the table that was chosen."""

    def chosen(self, rows: Sequence[int], least: int) -> Indices:
        """Return rows that were chosen; InvalidInput for too few, too many, or one without use."""
        if len(rows) < least:
            raise InvalidInput(
                "this needs {least} words or more, got {count}; mark them with space, or name them",
                least=least,
                count=len(rows),
            )
        if len(rows) > MOST_TABLE:
            raise InvalidInput(
                "this takes {most} words at most, got {count}; leave some out",
                most=MOST_TABLE,
                count=len(rows),
            )
        for row in rows:
            self.explored.check_direction(row, self.table)
        return np.array(rows, np.intp)

    def odd_one_out(self, rows: Sequence[int]) -> list[tuple[int, float]]:
        """Return (row, mean cosine with the others) of words, the one that fits least first."""
        chosen = self.chosen(rows, 3)
        means = mean_with_others(self.explored.vectors.table(self.table)[chosen])
        order = np.argsort(means, kind="stable")
        return [(int(chosen[place]), float(means[place])) for place in order]

    def similarities(self, rows: Sequence[int]) -> Floats:
        """Return the cosines (n, n) of words."""
        return similarity_table(self.explored.vectors.table(self.table)[self.chosen(rows, 2)])

    def apart(self, go_on: GoOn | None = None) -> tuple[Indices, Indices]:
        """Return the rows of zeros and those that are not finite, of the whole table."""
        norms = self.explored.search(self.table, go_on).norms
        return np.flatnonzero(norms == 0), np.flatnonzero(np.isnan(norms))
