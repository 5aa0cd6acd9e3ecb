"""(center, context) pairs: words within a window of each other, numbered but never all held."""

from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sgns_core.errors import InvalidInput, shown
from sgns_core.kept import SUBSAMPLE_FORMULAS, KeptTokens, SubsampleFormula, keep_probability
from sgns_core.record import record

__all__ = [
    "SUBSAMPLE_FORMULAS",
    "KeptTokens",
    "PairSequence",
    "SubsampleFormula",
    "check_window",
    "expected_pair_counts",
    "keep_probability",
    "pair_counts",
    "pair_weights",
    "radii",
]

PairCounts = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]

_BLOCK: Final = 1 << 20  # pairs that are counted at once: some 50 MB


def radii(window: int, uniforms: NDArray[np.float64] | None) -> NDArray[np.int64]:
    """Return the window radius of each token, as many as there are uniform numbers in [0, 1).

    The radius is drawn uniformly from 1..window, as word2vec.c does; without uniform numbers it is
    the window, as an array of shape () that holds for every token.
    """
    check_window(window)
    if uniforms is None:
        return np.array(window, dtype=np.int64)
    if len(uniforms) and not (uniforms.min() >= 0 and uniforms.max() < 1):
        raise ValueError("uniforms must be in [0, 1)")
    return 1 + np.floor(uniforms * window).astype(np.int64)


@record(eq=False)
class PairSequence:
    """All (center, context) pairs of a text in order, each reached by its number.

    A token at most its radius away from a center, in the same sentence, is a context of it. Centers
    go in the order of the text, and the contexts of each from left to right. A context that is the
    same word as its center makes a pair like any other, as in word2vec. `radii` are (N,) or (),
    from 1. Held are two numbers per token, whatever the window.
    """

    tokens: KeptTokens
    radii: NDArray[np.int64]
    _left: NDArray[np.int64] = field(init=False, repr=False)  # (N,) contexts before each center
    _ends: NDArray[np.int64] = field(init=False, repr=False)  # (N + 1,) pairs before each center

    def __post_init__(self) -> None:
        size = len(self.tokens)
        if self.radii.shape not in ((), (size,)):
            raise ValueError(f"{self.radii.shape} radii for {size} tokens")
        if (self.radii < 1).any():
            raise ValueError("radii must be from 1")
        chosen = np.broadcast_to(np.array(self.radii, dtype=np.int64), (size,))
        lengths = np.diff(self.tokens.offsets)
        here = np.arange(size)
        left = np.minimum(chosen, here - np.repeat(self.tokens.offsets[:-1], lengths))
        right = np.minimum(chosen, np.repeat(self.tokens.offsets[1:], lengths) - 1 - here)
        ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(left + right)])
        for array, name in ((chosen, "radii"), (left, "_left"), (ends, "_ends")):
            array.setflags(write=False)
            object.__setattr__(self, name, array)

    def __len__(self) -> int:
        """Return the number of pairs."""
        return int(self._ends[-1])

    def positions(self, indices: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the positions among the kept tokens of the centers and contexts of pairs (n,)."""
        if indices.size and (indices.min() < 0 or indices.max() >= len(self)):
            raise IndexError(f"pairs go from 0 to {len(self) - 1}")
        centers = np.searchsorted(self._ends, indices, side="right") - 1
        left = self._left[centers]
        nth = indices - self._ends[centers]
        # The center's own place is stepped over.
        contexts = centers - left + nth + (nth >= left)
        return centers.astype(np.int64), contexts.astype(np.int64)

    def ids(self, indices: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the vocabulary rows of the centers and contexts of pairs (n,)."""
        centers, contexts = self.positions(indices)
        return self.tokens.ids[centers], self.tokens.ids[contexts]

    def run(self, first: int, stop: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the positions of the centers and contexts of pairs first to stop - 1, in order.

        They are those of `positions`, without a search for each.
        """
        if not 0 <= first <= stop <= len(self):
            raise IndexError(f"pairs go from 0 to {len(self) - 1}")
        low, high = np.searchsorted(self._ends, (first, stop), side="right") - 1
        begins = self._ends[low : high + 1]
        stops = np.append(begins[1:], stop)
        centers = np.repeat(np.arange(low, high + 1), stops - np.maximum(begins, first))
        left = self._left[centers] if len(centers) else centers
        nth = np.arange(first, stop) - self._ends[centers]
        return centers, centers - left + nth + (nth >= left)

    def pairs_before(self, position: int) -> int:
        """Return the number of pairs before those of the center at a position: its first pair."""
        if not 0 <= position <= len(self.tokens):
            raise IndexError(f"position {position} of {len(self.tokens)} tokens")
        return int(self._ends[position])

    def blocks(
        self, size: int, start: int = 0
    ) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """Yield the rows of centers and contexts in order, `size` pairs at a time."""
        if size < 1:
            raise ValueError("a block holds at least one pair")
        for first in range(start, len(self), size):
            yield self.ids(np.arange(first, min(first + size, len(self))))

    def require_pairs(self, source: str) -> None:
        """Refuse a text without a pair, named `source`: nothing can be learnt from it."""
        if not len(self):
            raise InvalidInput(
                "{source} has no pair of words: no sentence keeps two or more; "
                "give longer sentences or a lower --min-count",
                source=source,
            )


def pair_weights(window: int, distances: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how likely a window drawn from 1..window reaches each distance.

    That is (window - D + 1) / window: the radii D..window do. It is 0 beyond the window.
    """
    check_window(window)
    if (distances < 1).any():
        raise ValueError("distances must be from 1")
    return np.maximum(window - distances + 1, 0) / window


def pair_counts(
    sequence: PairSequence,
    vocabulary_size: int,
    block: int = _BLOCK,
    told: Callable[[float], object] | None = None,
) -> PairCounts:
    """Return how often each (center, context) pair of words occurs: rows, columns, counts.

    Only pairs that occur are listed, once, sorted by (row, column). Memory holds the result and
    a `block` of pairs or so, never all of them. told: called with the share that is counted after
    each block; what it raises ends the count.
    """
    return _tally(sequence, vocabulary_size, None, block, told)


def expected_pair_counts(
    tokens: KeptTokens,
    window: int,
    vocabulary_size: int,
    block: int = _BLOCK,
    told: Callable[[float], object] | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Return the mean of `pair_counts` over windows drawn from 1..window: rows, columns, means.

    Each pair at distance D counts (window - D + 1) / window. The sums are of whole numbers, divided
    once at the end, so that each mean is exact but for one rounding. told: as `pair_counts`'s.
    """
    sequence = PairSequence(tokens, radii(window, None))
    rows, columns, sums = _tally(sequence, vocabulary_size, window, block, told)
    return rows, columns, sums / window


def check_window(window: object) -> None:
    """Refuse a window that is not a whole number from 1."""
    if (
        isinstance(window, bool)
        or not isinstance(window, int | np.integer)
        or not 1 <= window < 2**31
    ):
        raise InvalidInput(
            "window is {value}; give a whole number from 1, such as 5", value=shown(window)
        )


def _tally(
    sequence: PairSequence,
    size: int,
    window: int | None,
    block: int,
    told: Callable[[float], object] | None,
) -> PairCounts:
    """Sum over pairs 1, or window - D + 1 for a given window, by (row, column)."""
    if len(sequence.tokens) and sequence.tokens.ids.max() >= size:
        raise ValueError(f"a token's row is not below the vocabulary's size, {size}")
    keys, sums = np.empty(0, np.int64), np.empty(0, np.int64)
    waiting: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
    held = 0
    for first in range(0, len(sequence), block):
        stop = min(first + block, len(sequence))
        centers, contexts = sequence.run(first, stop)
        ids = sequence.tokens.ids
        codes = ids[centers].astype(np.int64) * size + ids[contexts]
        if window is None:
            waiting.append(_counted(codes))
        else:
            waiting.append(_weighed(codes, window + 1 - abs(contexts - centers), window))
        held += len(waiting[-1][0])
        # Merging once as much waits as is held keeps the work near-linear and the memory bounded.
        if held >= max(block, len(keys)):
            keys, sums = _merged(keys, sums, waiting)
            waiting, held = [], 0
        if told is not None:
            told(stop / len(sequence))
    keys, sums = _merged(keys, sums, waiting)
    return keys // size, keys % size, sums


def _merged(
    keys: NDArray[np.int64],
    sums: NDArray[np.int64],
    waiting: list[tuple[NDArray[np.int64], NDArray[np.int64]]],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    return _summed(
        np.concatenate([keys, *(part[0] for part in waiting)]),
        np.concatenate([sums, *(part[1] for part in waiting)]),
    )


def _counted(keys: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the distinct keys in order, and how often each occurs; to sort is to count."""
    ordered = np.sort(keys)
    firsts = _firsts(ordered)
    return ordered[firsts], np.diff(firsts, append=len(keys))


def _weighed(
    keys: NDArray[np.int64], units: NDArray[np.int64], most: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return what `_summed` does, of units from 1 to `most`."""
    if int(keys.max()) >= 2**63 // most - 1:
        return _summed(keys, units)
    packed = np.sort(keys * most + (units - 1))  # one number for both: no order to look up
    ordered = packed // most
    firsts = _firsts(ordered)
    return ordered[firsts], np.add.reduceat(packed - ordered * most + 1, firsts)


def _summed(
    keys: NDArray[np.int64], units: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the distinct keys in order, and the sum of the units of each."""
    if not len(keys):
        return keys, units
    order = np.argsort(keys, kind="stable")  # which makes use of runs that are sorted already
    ordered = keys[order]
    firsts = _firsts(ordered)
    return ordered[firsts], np.add.reduceat(units[order], firsts)


def _firsts(ordered: NDArray[np.int64]) -> NDArray[np.intp]:
    """Return where each of the distinct values of a sorted array begins."""
    return np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
