"""What the programs that train SGNS do differently, as settings one can pick one by one."""

from __future__ import annotations

import math
from dataclasses import fields, replace
from functools import cache
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from sgns_core.errors import InvalidInput, shown
from sgns_core.record import record

Collision = Literal["keep", "skip", "redraw"]
Order = Literal["simultaneous", "sequential"]
RangeRule = Literal["exact", "saturate", "stop"]
SigmoidRule = Literal["exact", "word2vec-table", "fasttext-table"]
Direction = Literal["center", "context"]

_CHOICES: dict[str, tuple[str, ...]] = {
    "collision": get_args(Collision),
    "order": get_args(Order),
    "range_rule": get_args(RangeRule),
    "sigmoid": get_args(SigmoidRule),
    "direction": get_args(Direction),
}


def check_power(power: float) -> None:
    """Raise InvalidInput unless `power` is a finite number of at least 0."""
    if not (_is_finite(power) and power >= 0):
        raise InvalidInput(
            "power must be a finite number of at least 0, got {power}", power=shown(power)
        )


def _is_finite(value: object) -> bool:
    """Tell whether `value` is a number that a float can hold."""
    try:
        return math.isfinite(value)  # type: ignore[arg-type]
    except (TypeError, OverflowError):
        return False


@record(kw_only=True)
class Policy:
    """The rules of one trainer; every part can be set by itself with `with_parts`.

    power: exponent of the counts in the noise distribution, at least 0.
    collision: what becomes of a drawn negative that equals the target.
    order: whether all rows are updated from the values before, or one occurrence after another.
    range_rule: what happens where a score leaves [-bound, bound]: nothing ("exact"), sigma is
        taken as 0 or 1 ("saturate"), or this occurrence makes no update ("stop", at the bound too).
    sigmoid: computed, or looked up in a program's table as far as that reaches.
    direction: which word of a (center, context) pair is the input row.

    Raises InvalidInput for a value that is none of these.
    """

    name: str = "article"
    power: float = 0.75
    collision: Collision = "keep"
    order: Order = "simultaneous"
    range_rule: RangeRule = "exact"
    bound: float = 6.0
    sigmoid: SigmoidRule = "exact"
    direction: Direction = "center"

    def __post_init__(self) -> None:
        for part, choices in _CHOICES.items():
            if getattr(self, part) not in choices:
                raise InvalidInput(
                    "{part} must be one of {choices}, got {value}",
                    part=part,
                    choices=", ".join(choices),
                    value=shown(getattr(self, part)),
                )
        check_power(self.power)
        if not (_is_finite(self.bound) and self.bound > 0):
            raise InvalidInput(
                "bound must be a finite number above 0, got {value}", value=shown(self.bound)
            )

    def with_parts(self, **parts: Any) -> Policy:
        """Return this policy with some parts set otherwise; the name still tells the preset."""
        known = {field.name for field in fields(self)} - {"name"}
        for part in parts:
            if part not in known:
                raise InvalidInput(
                    "{part} is no part of a policy; the parts are {known}",
                    part=shown(part),
                    known=", ".join(sorted(known)),
                )
        return replace(self, **parts)

    def changed_parts(self) -> dict[str, object]:
        """Return the parts in which this policy differs from the preset it is named after."""
        preset = PRESETS.get(self.name, ARTICLE)
        return {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.name != "name" and getattr(self, field.name) != getattr(preset, field.name)
        }

    @property
    def outputs_start_at_zero(self) -> bool:
        """Tell whether the program this preset is named after starts its output table at zero."""
        return self.name != "article"


ARTICLE = Policy()
WORD2VEC_C = Policy(
    name="word2vec-c",
    collision="skip",
    order="sequential",
    range_rule="saturate",
    sigmoid="word2vec-table",
    direction="context",
)
GENSIM = replace(WORD2VEC_C, name="gensim", range_rule="stop")
FASTTEXT = Policy(
    name="fasttext",
    power=0.5,
    collision="redraw",
    order="sequential",
    range_rule="saturate",
    bound=8.0,
    sigmoid="fasttext-table",
)
PRESETS = {preset.name: preset for preset in (ARTICLE, WORD2VEC_C, GENSIM, FASTTEXT)}


def sigmoid(scores: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return 1 / (1 + exp(-z)), any shape, without overflow for any finite z."""
    return sigmoid_of_softplus(softplus(scores))


def softplus(scores: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return log(1 + exp(z)), any shape, without overflow for any finite z."""
    return np.logaddexp(0.0, scores)


def sigmoid_of_softplus(losses: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return sigma(z) for log(1 + exp(z)): 1 - exp(-loss), to the last digits at either end."""
    return -np.expm1(-losses)


def policy_sigmoid(scores: npt.NDArray[np.float64], policy: Policy) -> npt.NDArray[np.float64]:
    """Return sigma(z) as the policy's program computes it, any shape.

    What lies beyond a table's ends, and a stopped occurrence, which makes no update, get the exact
    value; with "saturate" a score beyond the bound gets 0 or 1.
    """
    result = sigmoid(scores)
    if policy.sigmoid != "exact":
        table = _TABLES[policy.sigmoid]
        inside = np.abs(scores) <= table.reach
        if policy.range_rule == "stop":
            inside &= ~out_of_range(scores, policy)
        result[inside] = table.entries()[
            ((scores[inside] + table.reach) * table.factor).astype(int)
        ]
    if policy.range_rule == "saturate":
        result[scores > policy.bound] = 1.0
        result[scores < -policy.bound] = 0.0
    return result


def out_of_range(scores: npt.NDArray[np.float64], policy: Policy) -> npt.NDArray[np.bool_]:
    """Return where the range rule acts: beyond the bound, with "stop" at the bound too."""
    size = np.abs(scores)
    if policy.range_rule == "exact":
        return np.zeros(size.shape, np.bool_)
    return size >= policy.bound if policy.range_rule == "stop" else size > policy.bound


@record
class _Table:
    """A program's table of sigma: `size` entries from -reach, looked up at (z + reach) * factor.

    The programs hold the entries in float32, here they are float64.
    """

    reach: float
    factor: float
    size: int
    steps: int

    @cache  # noqa: B019 - two tables, for as long as the program runs
    def entries(self) -> npt.NDArray[np.float64]:
        """Return the entries (size,)."""
        return sigmoid(np.arange(self.size) / self.steps * (2 * self.reach) - self.reach)


_TABLES = {
    # word2vec.c and gensim take the factor 1000 / 6 / 2 in whole numbers: 83, not 83.33.
    "word2vec-table": _Table(reach=6.0, factor=83.0, size=1000, steps=1000),
    "fasttext-table": _Table(reach=8.0, factor=32.0, size=513, steps=512),
}
