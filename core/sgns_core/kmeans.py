"""Groups of rows that lie together, where nobody has said which words belong together."""

from __future__ import annotations

from sgns_core.trace import Floats, Indices


def kmeans(
    rows: Floats, k: int, seed: int, before: Indices | None = None, rounds: int = 50
) -> Indices:
    """Return the number of each row's group (n,), from 0; -1 for rows that are not finite.

    before: groups of an earlier moment: they keep their numbers. Without them groups are numbered
    in the order of their first rows.
    """
    raise NotImplementedError
