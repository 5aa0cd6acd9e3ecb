"""The small stages of one update, in the order in which a person walks through them."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from sgns_core.record import record
from sgns_core.trace import StepTrace

TERM_BY_TERM = 8
"""Up to so many components each product is a stage of its own."""


class Kind(StrEnum):
    """What a stage is about; the values are what line mode and help call it."""

    SELECT = "select"
    GATHER = "gather"
    DOT = "dot"
    SIGMOID = "sigmoid"
    LOSS = "loss"
    GRADIENT = "gradient"
    UPDATE = "update"
    CHECK = "check"


@record
class Stage:
    """One press of a key.

    occurrence: which scored word a dot, sigmoid or loss stage is about, None for the sum of the
    losses. term: which component of a dot product was added last; where a word is one stage, the
    last. row: which touched row a gradient stage is about, -1 for the errors and None for the
    center's row.
    """

    kind: Kind
    occurrence: int | None = None
    term: int | None = None
    row: int | None = None


@lru_cache(maxsize=32)
def stages(scored: int, touched: int, dim: int) -> tuple[Stage, ...]:
    """Return the stages of an update with `scored` = k+1 words, `touched` rows and d components."""
    terms = range(dim) if dim <= TERM_BY_TERM else (dim - 1,)
    words = range(scored)
    return (
        Stage(Kind.SELECT),
        Stage(Kind.GATHER),
        *(Stage(Kind.DOT, occurrence=i, term=j) for i in words for j in terms),
        *(Stage(Kind.SIGMOID, occurrence=i) for i in words),
        *(Stage(Kind.LOSS, occurrence=i) for i in words),
        Stage(Kind.LOSS),
        *(Stage(Kind.GRADIENT, row=j) for j in range(-1, touched)),
        Stage(Kind.GRADIENT),
        Stage(Kind.UPDATE),
        Stage(Kind.CHECK),
    )


def stages_of(trace: StepTrace) -> tuple[Stage, ...]:
    """Return the stages of an update."""
    return stages(len(trace.rows), len(trace.touched), len(trace.v_center))


@lru_cache(maxsize=32)
def _numbers(scored: int, touched: int, dim: int) -> dict[Stage, int]:
    """Return the number of each stage: panes ask for hundreds of them in one paint."""
    return {stage: number for number, stage in enumerate(stages(scored, touched, dim))}


def first_of(kind: Kind, trace: StepTrace) -> int:
    """Return the number of the first stage of a kind."""
    return next(i for i, stage in enumerate(stages_of(trace)) if stage.kind is kind)


# Between which stages a section changes: from the first of one kind to just after the last of
# another. What is not here changes with every stage.
_LIVELY = {
    "text": (Kind.SELECT, Kind.SELECT),
    "dot": (Kind.DOT, Kind.DOT),
    "loss": (Kind.DOT, Kind.LOSS),
    "gradient": (Kind.GRADIENT, Kind.GRADIENT),
    "update": (Kind.UPDATE, Kind.UPDATE),
    "check": (Kind.LOSS, Kind.CHECK),
    "curve": (Kind.SIGMOID, Kind.SIGMOID),
}


def moment_of(section: str, progress: Progress) -> int:
    """Return a number that stays the same while what a section shows does."""
    if section not in _LIVELY:
        return progress.at
    first, last = _LIVELY[section]
    trace = progress.trace
    kinds = list(Kind)
    after = kinds.index(last) + 1
    end = first_of(kinds[after], trace) if after < len(kinds) else len(stages_of(trace))
    return max(first_of(first, trace) - 1, min(progress.at, end))


@record(eq=False)
class Progress:
    """How far a person has walked through an update: what may be shown of its trace.

    Every pane asks this, so that all of them agree on what is known at a stage.
    """

    trace: StepTrace
    at: int

    @property
    def stage(self) -> Stage:
        """Return the stage that was reached last."""
        return stages_of(self.trace)[self.at]

    def reached(self, kind: Kind) -> bool:
        """Tell whether the first stage of a kind has been reached."""
        return self.at >= first_of(kind, self.trace)

    def terms(self, occurrence: int) -> int:
        """Return how many terms of a word's dot product have been added."""
        dim = len(self.trace.v_center)
        if dim > TERM_BY_TERM:
            return dim if self.has(Kind.DOT, occurrence, term=dim - 1) else 0
        before = self._number(Stage(Kind.DOT, occurrence, term=0))
        return min(max(0, self.at - before + 1), dim)

    def has(
        self,
        kind: Kind,
        occurrence: int | None = None,
        row: int | None = None,
        term: int | None = None,
    ) -> bool:
        """Tell whether one certain stage has been reached."""
        return self.at >= self._number(Stage(kind, occurrence, term, row))

    def _number(self, stage: Stage) -> int:
        trace = self.trace
        numbers = _numbers(len(trace.rows), len(trace.touched), len(trace.v_center))
        return numbers.get(stage, len(numbers))
