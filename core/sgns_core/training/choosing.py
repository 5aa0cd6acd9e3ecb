"""Which engine trains a run, and why."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from sgns_core.errors import InvalidInput
from sgns_core.kernels.compiling import announced, available
from sgns_core.record import record
from sgns_core.training.engine import Engine
from sgns_core.training.numpy_engine import NumpyEngine
from sgns_core.training.settings import TrainingSettings

Reason = Literal["asked", "fastest", "no-numba", "rules"]


@record
class Choice:
    """Which engine trains, and why.

    asked: the settings name it. fastest: it is the fastest at equal quality. no-numba: numba, the
    extra `fast`, is missing. rules: the policy's rules, one pair after another, are compiled.
    """

    engine: Literal["numpy", "numba"]
    reason: Reason


def choose_engine(settings: TrainingSettings) -> Choice:
    """Return the engine that trains by these settings.

    Raises InvalidInput where numba is asked for, or a policy's rules, and numba is missing; and for
    threads or rules with the NumPy engine, which has neither.
    """
    compiling = available()
    if settings.engine == "numpy":
        _check_numpy(settings)
        return Choice("numpy", "asked")
    if not compiling and (settings.engine == "numba" or settings.policy is not None):
        raise InvalidInput(
            "{what} needs numba, which is not installed here: pip install 'sgns-tui[fast]'",
            what="--engine numba" if settings.engine == "numba" else f"--policy {settings.policy}",
        )
    if not compiling:
        _check_numpy(settings)
        return Choice("numpy", "no-numba")
    if settings.engine == "numba":
        return Choice("numba", "asked")
    return Choice("numba", "fastest" if settings.policy is None else "rules")


def make_engine(
    settings: TrainingSettings,
    counts: NDArray[np.int64],
    announce: Callable[[], None] | None = None,
) -> Engine:
    """Return the chosen engine, with fresh tables for a vocabulary with these counts (V,).

    announce: called once where code is compiled that is not in the cache, which takes seconds.
    """
    if choose_engine(settings).engine == "numpy":
        return NumpyEngine(settings, counts)
    with announced(announce or _nobody_asks):
        return _compiled_engine(settings, counts)


def _compiled_engine(settings: TrainingSettings, counts: NDArray[np.int64]) -> Engine:
    module, name = (
        ("numba_engine", "NumbaEngine")
        if settings.policy is None
        else ("ordered_engine", "OrderedEngine")
    )
    make = getattr(importlib.import_module(f"sgns_core.training.{module}"), name)
    engine: Engine = make(settings, counts)
    return engine


def _nobody_asks() -> None:
    pass


def _check_numpy(settings: TrainingSettings) -> None:
    if settings.policy is not None:
        raise InvalidInput(
            "--policy {policy} trains one pair after another, which the numpy engine does not; "
            "leave out --engine numpy",
            policy=settings.policy,
        )
    if settings.threads > 1:
        raise InvalidInput(
            "--threads {threads} needs the numba engine; the numpy engine trains in one thread",
            threads=settings.threads,
        )
