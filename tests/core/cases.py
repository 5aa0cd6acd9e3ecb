"""Tables, policies and draws that the tests of the engine share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
from hypothesis import settings
from hypothesis import strategies as st

from sgns_core.policy import ARTICLE, PRESETS, Policy
from sgns_core.trace import Floats
from tests.core.reference import Result, StepPolicy, reference_step

# How fast a loaded machine is says nothing about a number; what is drawn does not change by chance.
untimed = settings(deadline=None, derandomize=True)
briefly = settings(untimed, max_examples=12)  # of each of many policies

THE, CAT, SAT, ON, MAT = range(5)
WORKED_E = [
    [0.12, 0.45, -0.31],
    [-0.52, 0.24, 0.18],
    [0.33, -0.27, 0.84],
    [0.08, -0.61, 0.39],
    [0.57, 0.16, -0.22],
]
WORKED_EP = [
    [-0.21, 0.37, 0.56],
    [0.25, 0.51, -0.41],
    [0.44, -0.32, 0.09],
    [0.70, -0.15, -0.11],
    [0.31, 0.45, 0.33],
]

COMBINATIONS = [
    ARTICLE.with_parts(
        collision=collision, order=order, range_rule=range_rule, sigmoid=sigmoid, bound=bound
    )
    for collision, order, (range_rule, bound), sigmoid in product(
        ("keep", "skip", "redraw"),
        ("simultaneous", "sequential"),
        (("exact", 6.0), ("saturate", 6.0), ("saturate", 8.0), ("stop", 6.0), ("stop", 2.5)),
        ("exact", "word2vec-table", "fasttext-table"),
    )
]
POLICIES = list(dict.fromkeys((*PRESETS.values(), *COMBINATIONS)))
TABLES = {"exact": 0, "word2vec-table": 1000, "fasttext-table": 512}


def policy_id(policy: Policy) -> str:
    if policy.name != "article" or not policy.changed_parts():
        return policy.name
    parts = (policy.collision, policy.order, policy.range_rule, str(policy.bound), policy.sigmoid)
    return " ".join(parts)


def worked() -> tuple[Floats, Floats]:
    return np.array(WORKED_E), np.array(WORKED_EP)


@dataclass(frozen=True, eq=False)
class Case:
    """The arguments of one step."""

    E: Floats
    Ep: Floats
    center: int
    target: int
    negatives: list[int]
    lr: float

    def copies(
        self, dtype: type[np.float64] | type[np.float32] = np.float64
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        return self.E.astype(dtype), self.Ep.astype(dtype)


@st.composite
def cases(draw: st.DrawFn, policy: Policy, single: bool = False) -> Case:
    """Draw a step; `single` makes its tables exact in float32. Each policy gets steps of its own.

    The center row is about one long: at longer ones a step of a sequential policy magnifies the
    rounding of the one before, in any program. The output rows may be of any length.
    """
    random = np.random.default_rng((draw(st.integers(0, 2**32)), POLICIES.index(policy)))
    size = random.integers(1, random.choice((4, 8, 60)))
    dimension = random.integers(1, random.choice((4, 12, 301)))
    scale = random.choice((0.0, 0.3, 2.0, 6.0, 6.0, 30.0, 500.0))
    E = random.normal(size=(size, dimension)) / math.sqrt(dimension)
    Ep = random.normal(size=(size, dimension)) * scale
    if single:
        E, Ep = E.astype(np.float32).astype(float), Ep.astype(np.float32).astype(float)
    center, target, *negatives = random.integers(size, size=2 + random.choice((0, 1, 3, 6, 40)))
    if policy.collision == "redraw":
        negatives = [n for n in negatives if n != target]
    lr = float(random.choice((0.0, 0.025, 0.1, 1.0)))
    return Case(E, Ep, int(center), int(target), [int(n) for n in negatives], lr)


def reference_policy(policy: Policy) -> StepPolicy:
    return {
        "order": policy.order,
        "range_rule": policy.range_rule,
        "bound": policy.bound,
        "sigmoid": "exact" if policy.sigmoid == "exact" else "table",
        "table_size": TABLES[policy.sigmoid],
        "collision": policy.collision,
    }


def expected(case: Case, policy: Policy) -> Result:
    return reference_step(
        case.E.tolist(),
        case.Ep.tolist(),
        case.center,
        case.target,
        case.negatives,
        case.lr,
        **reference_policy(policy),
    )


def near_a_jump(result: Result, policy: Policy, margin: float) -> bool:
    """Tell whether rounding alone could put a score on the other side of a bound or entry."""
    for z in result.scores_read:
        if z is None:
            continue
        if policy.range_rule != "exact" and abs(abs(z) - policy.bound) < margin:
            return True
        if policy.sigmoid != "exact":
            reach, factor = (6, 83) if policy.sigmoid == "word2vec-table" else (8, 32)
            place = (z + reach) * factor
            if abs(z) < reach + margin and abs(place - round(place)) < margin * factor:
                return True
    return False


def close(actual: Any, wanted: Any, tolerance: float = 1e-12) -> None:
    """Assert equality to `tolerance`, in units of the largest value where that is above 1."""
    want: Any = np.array(wanted, np.float64)
    size = max(1.0, float(np.abs(want).max(initial=0.0)))
    np.testing.assert_allclose(actual, want, rtol=tolerance, atol=tolerance * size)
