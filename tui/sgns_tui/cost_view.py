"""What a pair costs, as printers and panes look at it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from sgns_core.cost import (
    SIZES,
    Cost,
    Dropped,
    Measured,
    dropped,
    fitted_slope,
    measure,
    measuring_bytes,
)
from sgns_core.errors import InvalidInput
from sgns_core.objectives import softmax_probabilities
from sgns_core.policy import sigmoid
from sgns_core.record import record
from sgns_core.source import Source
from sgns_core.trace import Floats


@record(eq=False, kw_only=True)
class DroppedWord:
    """A center's softmax over a source's words with one of them left out.

    scores, sigmas: (V,) z and sigma(z) of every word.
    """

    words: tuple[str, ...]
    center: int
    scores: Floats
    sigmas: Floats
    softmax: Dropped


@record(eq=False, kw_only=True)
class CostView:
    """Counts for one V, d, k; a softmax with a word left out; what was measured on this machine.

    left_out: vocabularies that would have needed more memory than was allowed.
    """

    cost: Cost
    name: str | None = None
    dropped: DroppedWord | None = None
    measured: tuple[Measured, ...] = ()
    left_out: tuple[int, ...] = ()

    @property
    def slopes(self) -> tuple[float, float]:
        """Return the fitted exponents of V, of full softmax and of SGNS."""
        sizes = [one.words for one in self.measured]
        return (
            fitted_slope(sizes, [one.softmax for one in self.measured]),
            fitted_slope(sizes, [one.sgns for one in self.measured]),
        )


def dropped_word(
    source: Source, tables: tuple[Floats, Floats], center: int, word: int
) -> DroppedWord:
    """Return the softmax of a center without one word; the tables are E and Ep (V, d)."""
    E, Ep = tables
    with np.errstate(over="ignore", invalid="ignore"):  # rows too large: inf or nan
        scores = Ep @ E[center]
        sigmas = sigmoid(scores)
    return DroppedWord(
        words=source.vocabulary.words,
        center=center,
        scores=scores,
        sigmas=sigmas,
        softmax=dropped(softmax_probabilities(E[center], Ep), word),
    )


def fitting(sizes: Sequence[int], dim: int, most: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the vocabularies that can be measured in `most` bytes, and those that cannot."""
    fits = tuple(words for words in sizes if measuring_bytes(words, dim) <= most)
    return fits, tuple(words for words in sizes if words not in fits)


def measured(
    dim: int,
    k: int,
    most: int,
    clock: Callable[[], float],
    go_on: Callable[[str], bool],
    sizes: Sequence[int] = SIZES,
    *,
    give: Callable[[Measured], None] = lambda one: None,
) -> tuple[tuple[Measured, ...], tuple[int, ...]]:
    """Measure every vocabulary that fits into `most` bytes; return what was done, and what not.

    go_on: shown how far it is; false ends it. give: gets each as it is done. Raises
    InvalidInput where nothing fits.
    """
    fits, left_out = fitting(sizes, dim, most)
    if not fits:
        raise InvalidInput(
            "even {words} words x {dim} components take more than --max-memory {most} MB; give "
            "more, or a smaller --dim",
            words=sizes[0],
            dim=dim,
            most=most // 2**20,
        )
    done = []
    for number, words in enumerate(fits, 1):

        def wanted(number: int = number, words: int = words) -> bool:
            return go_on(f"{words:,} ({number}/{len(fits)})")

        one = measure(words, dim, k, clock, wanted)
        if one is None:
            break
        done.append(one)
        give(one)
    return tuple(done), left_out
