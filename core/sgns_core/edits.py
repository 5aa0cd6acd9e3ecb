"""What a person changes during a run, and the configuration that holds at a step because of it."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Literal

from sgns_core.arguments import check_lr
from sgns_core.errors import InvalidInput
from sgns_core.policy import Policy
from sgns_core.record import record
from sgns_core.settings import check_k


@record
class Choice:
    """A pair chosen by hand, as row indices; it holds until it is changed or released.

    center: the input row; target: the scored positive row; negatives None are drawn each time.
    """

    center: int
    target: int
    negatives: tuple[int, ...] | None = None

    def check(self, size: int) -> None:
        """Raise InvalidInput unless all rows lie in 0..size-1."""
        for row in (self.center, self.target, *(self.negatives or ())):
            if not 0 <= row < size:
                raise InvalidInput(
                    "row {row} does not exist: there are {size} words", row=row, size=size
                )


@record
class Config:
    """What governs one update beside its draws; choice None takes the pair from the text."""

    lr: float
    k: int
    policy: Policy
    choice: Choice | None


@record
class SetLr:
    """Set the learning rate."""

    lr: float


@record
class SetK:
    """Set the number of drawn negatives."""

    k: int


@record
class SetPolicy:
    """Set the policy: a preset, or one with some part changed, such as its power."""

    policy: Policy


@record
class SetChoice:
    """Choose a pair, or release it to the text's own (None)."""

    choice: Choice | None


@record
class SetValue:
    """Set one number of a table."""

    table: Literal["E", "Ep"]
    row: int
    column: int
    value: float


Change = SetLr | SetK | SetPolicy | SetChoice | SetValue


@record
class Edit:
    """A change that holds from step `at` on: it is made after `at` updates."""

    at: int
    change: Change


def check_change(change: Change, size: int, dim: int) -> None:
    """Raise InvalidInput unless a change is possible on tables (size, dim)."""
    match change:
        case SetLr(lr):
            check_lr(lr)
        case SetK(k):
            check_k(k)
        case SetChoice(choice):
            if choice is not None:
                choice.check(size)
        case SetValue(table, row, column, value):
            if table not in ("E", "Ep"):
                raise InvalidInput("table must be E or Ep, got {table}", table=table)
            if not (0 <= row < size and 0 <= column < dim):
                raise InvalidInput(
                    "row {row}, column {column} does not exist: {table} has {size} rows of {dim}",
                    row=row,
                    column=column,
                    table=table,
                    size=size,
                    dim=dim,
                )
            if not math.isfinite(value):
                raise InvalidInput("a value must be finite, got {value}", value=value)
        case SetPolicy():
            pass


def check_collision(config: Config) -> None:
    """Refuse a chosen negative that equals its target where it would have been drawn again."""
    choice = config.choice
    if (
        config.policy.collision == "redraw"
        and choice is not None
        and choice.target in (choice.negatives or ())
    ):
        raise InvalidInput(
            "the target is among the chosen negatives, and policy {policy} would have drawn it "
            "again; choose other negatives, or collision keep",
            policy=config.policy.name,
        )


def changed(config: Config, change: Change) -> Config:
    """Return the configuration after a change; table values are not part of it."""
    match change:
        case SetLr(lr):
            return replace(config, lr=lr)
        case SetK(k):
            return replace(config, k=k)
        case SetPolicy(policy):
            return replace(config, policy=policy)
        case SetChoice(choice):
            return replace(config, choice=choice)
        case SetValue():
            return config


def check_edits(edits: Sequence[Edit], size: int, dim: int) -> None:
    """Raise InvalidInput unless edits are possible on tables (size, dim) and in order of steps."""
    last = 0
    for edit in edits:
        check_change(edit.change, size, dim)
        if edit.at < last:
            raise InvalidInput(
                "edits must be in the order of their steps, got step {at} after {last}",
                at=edit.at,
                last=last,
            )
        last = edit.at


# Edits are in the order of their steps, so that none of these reads more of them than it must.


def config_at(first: Config, edits: Sequence[Edit], step: int) -> Config:
    """Return the configuration of update `step` (from 0), edits in the order of their steps."""
    config = first
    for edit in edits[: bisect_right(edits, step, key=_AT)]:
        config = changed(config, edit.change)
    return config


def edits_at(edits: Sequence[Edit], step: int) -> Sequence[Edit]:
    """Return the edits that are made at a step, in their order."""
    return edits[bisect_left(edits, step, key=_AT) : bisect_right(edits, step, key=_AT)]


def edits_until(edits: Sequence[Edit], step: int) -> Sequence[Edit]:
    """Return the edits up to a step and at it."""
    return edits[: bisect_right(edits, step, key=_AT)]


def edits_after(edits: Sequence[Edit], step: int) -> Sequence[Edit]:
    """Return the edits after a step."""
    return edits[bisect_right(edits, step, key=_AT) :]


def next_edit(edits: Sequence[Edit], step: int) -> int | None:
    """Return the first step after `step` at which an edit waits, None where none does."""
    place = bisect_right(edits, step, key=_AT)
    return edits[place].at if place < len(edits) else None


def last_edit(edits: Sequence[Edit], step: int) -> int:
    """Return the last step up to `step` at which an edit was made, 0 where none was."""
    place = bisect_right(edits, step, key=_AT)
    return edits[place - 1].at if place else 0


_AT = attrgetter("at")


def parting(edits: Sequence[Edit], others: Sequence[Edit]) -> int | None:
    """Return the step from which on two runs of one source differ; None where they never do."""
    for one, other in zip(edits, others, strict=False):
        if one != other:
            return min(one.at, other.at)
    longer = edits if len(edits) > len(others) else others
    shorter = min(len(edits), len(others))
    return longer[shorter].at if len(longer) > shorter else None
