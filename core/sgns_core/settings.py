"""The settings of a run, checked once where they are made."""

from __future__ import annotations

import math
from typing import Literal, get_args

from sgns_core.arguments import check_lr, check_whole
from sgns_core.errors import InvalidInput, shown
from sgns_core.kept import SUBSAMPLE_FORMULAS, SubsampleFormula
from sgns_core.pairs import check_window
from sgns_core.policy import ARTICLE, Policy
from sgns_core.record import record

NoiseCounts = Literal["unigram", "pairs"]

MAX_DIM = 100_000
MAX_K = 100_000


@record(kw_only=True)
class Settings:
    """What can be set about a run beside its source; the same values give the same run.

    seed: 0..2**64-1. lr: learning rate. k: negatives per pair, from 0. dim: components of a vector
    where the source brings none. window: words on either side; with `shrink` it is drawn from
    1..window for each center in each epoch. subsample: threshold t, 0 keeps every word.
    noise_counts: what q is made from: word counts, or how often each word is a context in a pair.

    Raises InvalidInput for a value that is out of range.
    """

    seed: int = 1
    lr: float = 0.1
    k: int = 5
    dim: int = 2
    policy: Policy = ARTICLE
    window: int = 5
    shrink: bool = False
    subsample: float = 0.0
    subsample_formula: SubsampleFormula = "paper"
    noise_counts: NoiseCounts = "unigram"

    def __post_init__(self) -> None:
        check_whole("seed", self.seed, 0, 2**64 - 1)
        check_k(self.k)
        check_whole("dim", self.dim, 1, MAX_DIM)
        check_lr(self.lr)
        check_window(self.window)
        if not (math.isfinite(self.subsample) and self.subsample >= 0):
            raise InvalidInput(
                "subsample must be a number of at least 0, such as 0.001, got {value}",
                value=shown(self.subsample),
            )
        for name, value, choices in (
            ("subsample-formula", self.subsample_formula, tuple(SUBSAMPLE_FORMULAS)),
            ("noise-counts", self.noise_counts, get_args(NoiseCounts)),
        ):
            if value not in choices:
                raise InvalidInput(
                    "{name} must be one of {choices}, got {value}",
                    name=name,
                    choices=", ".join(choices),
                    value=shown(value),
                )


def check_k(k: object) -> None:
    """Raise InvalidInput unless `k` is a possible number of negatives."""
    check_whole("k", k, 0, MAX_K)
