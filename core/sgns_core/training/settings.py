"""The settings of a training run, checked once where they are made."""

from __future__ import annotations

import math
from typing import Literal, get_args

from sgns_core.arguments import check_lr, check_whole
from sgns_core.errors import InvalidInput, shown
from sgns_core.policy import ARTICLE, PRESETS, check_power
from sgns_core.record import record

EngineChoice = Literal["auto", "numpy", "numba"]

MAX_DIM = 10_000
MAX_WINDOW = 1_000
MAX_K = 1_000
MAX_EPOCHS = 1_000_000
MAX_THREADS = 256


@record(kw_only=True)
class TrainingSettings:
    """What can be set about a training run beside its text.

    dim: components of a vector. window: the radius of a window is drawn from 1..window. k:
    negatives per pair. lr: learning rate at the start, which falls linearly with the share of the
    run that is done to lr * lr_end_share. min_count, max_vocab: which words get a vector.
    subsample: threshold t; a word of frequency f is kept with probability sqrt(t/f) + t/f, as in
    word2vec.c; 0 keeps every word. power: exponent of the counts in the noise distribution;
    left out, that of the policy, or 0.75.
    policy: None trains by blocks, the fastest way; the name of a program trains by its rules, one
    pair after another. threads: with 1 the same settings and text give the same bytes.

    Raises InvalidInput for a value that is out of range.
    """

    dim: int = 100
    window: int = 5
    k: int = 5
    epochs: int = 5
    lr: float = 0.025
    lr_end_share: float = 1e-4
    min_count: int = 5
    subsample: float = 1e-3
    power: float = None  # type: ignore[assignment] # a number once it is made
    seed: int = 1
    policy: str | None = None
    engine: EngineChoice = "auto"
    threads: int = 1
    max_vocab: int | None = None

    def __post_init__(self) -> None:
        check_whole("dim", self.dim, 1, MAX_DIM)
        check_whole("window", self.window, 1, MAX_WINDOW)
        check_whole("k", self.k, 0, MAX_K)
        check_whole("epochs", self.epochs, 1, MAX_EPOCHS)
        check_lr(self.lr)
        _check_number("lr-end-share", self.lr_end_share, 1.0)
        check_whole("min-count", self.min_count, 1, 2**63 - 1)
        _check_number("subsample", self.subsample, math.inf)
        check_whole("seed", self.seed, 0, 2**64 - 1)
        _check_choice(
            "policy", self.policy, (None, *(name for name in PRESETS if name != "article"))
        )
        if self.power is None:
            power = ARTICLE.power if self.policy is None else PRESETS[self.policy].power
            object.__setattr__(self, "power", power)
        check_power(self.power)
        _check_choice("engine", self.engine, get_args(EngineChoice))
        check_whole("threads", self.threads, 1, MAX_THREADS)
        if self.max_vocab is not None:
            check_whole("max-vocab", self.max_vocab, 1, 2**31 - 1)

    def lr_at(self, share: float) -> float:
        """Return the learning rate where `share` of the whole run, from 0 to 1, is done."""
        return self.lr * (1.0 - (1.0 - self.lr_end_share) * share)


def _check_number(name: str, value: object, high: float) -> None:
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not math.isfinite(value)
        or not 0 <= value <= high
    ):
        raise InvalidInput(
            "{name} must be a number from 0 to {high}, got {value}",
            name=name,
            high=high,
            value=shown(value),
        )


def _check_choice(name: str, value: object, choices: tuple[object, ...]) -> None:
    if value not in choices:
        raise InvalidInput(
            "{name} must be one of {choices}, got {value}",
            name=name,
            choices=", ".join(str(choice) for choice in choices if choice is not None),
            value=shown(value),
        )
