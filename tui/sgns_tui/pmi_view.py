"""Learned scores beside the optimum, as printers and panes look at them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from itertools import islice
from typing import Final

import numpy as np
import numpy.typing as npt

from sgns_core.errors import InvalidInput
from sgns_core.optimum import Learned, Optimum, source_optimum
from sgns_core.pmi_fit import Fit, SvdOfPmi, dimensions
from sgns_core.record import record
from sgns_core.settings import Settings
from sgns_core.source import Source
from sgns_core.trace import Floats
from sgns_tui.i18n import _
from sgns_tui.trained import trained_tables

ORDERS: Final = ("gap", "optimum", "learned", "pmi")


@record(eq=False, kw_only=True)
class PmiView:
    """The scores of a session's tables beside the optimum of its policy.

    settings: with the policy and k in force. steps: the sampled updates behind the tables. fits:
    what training on the exact loss reached, by d; empty where it was not asked for. sampled: the
    gaps of runs of as many sampled updates with other d, where they were made.
    """

    source: Source
    settings: Settings
    learned: Learned
    steps: int
    fits: tuple[Fit, ...] = ()
    sampled: Mapping[int, float] = field(default_factory=dict)

    @cached_property
    def svd(self) -> SvdOfPmi:
        """Return the SVD of the shifted positive PMI matrix."""
        return SvdOfPmi(self.learned.optimum)

    def order(self, by: str, top: int | None = None) -> npt.NDArray[np.intp]:
        """Return the text's pairs in the order of a column, the largest (of gaps: size) first.

        top: how many of them; all unless given.
        """
        optimum = self.learned.optimum
        keys = {
            "gap": np.abs(self.learned.gaps),
            "optimum": optimum.scores,
            "learned": self.learned.scores,
            "pmi": optimum.pmi,
        }
        if by not in keys:
            raise InvalidInput(
                "order must be one of {choices}, got {value}", choices=", ".join(ORDERS), value=by
            )
        least_first = -np.nan_to_num(keys[by], nan=-np.inf)
        if top is None or not 0 < top < len(least_first):
            return np.argsort(least_first, kind="stable")[:top]
        # Of a million pairs a few are looked at: only those up to the last one's value are sorted.
        last = np.partition(least_first, top - 1)[top - 1]
        among = np.flatnonzero(least_first <= last)
        return among[np.argsort(least_first[among], kind="stable")[:top]]

    def unseen(self, most: int) -> list[tuple[int, int, float]]:
        """Return the first pairs that the text never has, with their learned scores."""
        return [
            (row, column, self.learned.score(row, column))
            for row, column in islice(self.learned.optimum.unseen(), most)
        ]


def pmi_view(
    source: Source, settings: Settings, tables: tuple[Floats, Floats], steps: int
) -> PmiView:
    """Return the view of tables after `steps` updates with these settings."""
    optimum = source_optimum(source, settings)
    return PmiView(
        source=source,
        settings=settings,
        learned=Learned(optimum, tables[0], tables[1]),
        steps=steps,
    )


def reckoned_view(
    source: Source,
    settings: Settings,
    tables: tuple[Floats, Floats],
    steps: int,
    known: Optimum | None = None,
    told: Callable[[str], object] | None = None,
) -> PmiView:
    """Return `pmi_view` with all that takes long in a large text reckoned already.

    known: the optimum of this source and these settings, where there is one. told: called with a
    sentence on how far it is, from time to time; what it raises ends the work.
    """
    say = told or (lambda _text: None)
    optimum = known or source_optimum(
        source,
        settings,
        lambda share: say(_("pairs are counted, {percent}%").format(percent=int(100 * share))),
    )
    count = f"{len(optimum.pairs.rows):,}"
    say(_("the optimum of {n} pairs").format(n=count))
    for name in ("ascending", "from_shifted_pmi", "is_shifted_pmi", "unseen_count"):
        getattr(optimum, name)  # which is kept
    say(_("the scores of {n} pairs").format(n=count))
    learned = Learned(optimum, *tables)
    for name in ("gaps", "mean_gap"):
        getattr(learned, name)
    return PmiView(source=source, settings=settings, learned=learned, steps=steps)


def trained_view(source: Source, settings: Settings, steps: int, stepper: str = "numpy") -> PmiView:
    """Return the view after `steps` sampled updates with pairs and negatives as they are drawn.

    Raises InvalidInput where a row would overflow on the way.
    """
    source_optimum(source, settings)  # says what is wrong before any training
    return pmi_view(source, settings, trained_tables(source, settings, steps, stepper), steps)


def with_fits(
    view: PmiView, fits: Sequence[Fit], sampled: Mapping[int, float] | None = None
) -> PmiView:
    """Return the view with fits, and the gaps of sampled runs beside them."""
    return replace(view, fits=tuple(fits), sampled=dict(sampled or {}))


def sampled_gap(view: PmiView, dim: int, stepper: str = "numpy") -> float:
    """Return the gap of a run of as many sampled updates as the view's, begun anew with `dim`.

    nan where a row would overflow on the way.
    """
    source = replace(view.source, tables=None)
    try:
        other = trained_view(source, replace(view.settings, dim=dim), view.steps, stepper)
    except InvalidInput:
        return float("nan")
    return other.learned.mean_gap


def chosen_dimensions(given: str | None, size: int) -> tuple[int, ...]:
    """Return the d's in "1,2,8", or 1, 2, 4, ... and the number of words."""
    if given is None:
        return dimensions(size)
    parts = [part.strip() for part in given.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) < 7 for part in parts):
        raise InvalidInput(
            "--dims must be whole numbers with commas between them, such as 1,2,4, got {value}",
            value=given,
        )
    dims = tuple(sorted({int(part) for part in parts}))
    if not 1 <= dims[0] <= dims[-1] <= size:
        raise InvalidInput(
            "d must be 1 to the number of words, {size}, got {value}",
            size=size,
            value=dims[0] if dims[0] < 1 else dims[-1],
        )
    return dims
