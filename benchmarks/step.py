"""One update by the engine, all its argument checks on, against a plain NumPy version."""

from __future__ import annotations

from itertools import cycle

import numpy as np
import numpy.typing as npt

from benchmarks.paired import Ratio, compare
from sgns_core.step import sgns_step, trace_step

V, D, K = 10_000, 100, 5

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]


def plain_step(
    E: Floats, Ep: Floats, center: int, target: int, negatives: Indices, lr: float
) -> float:
    """Update as a NumPy programmer would write it: right for repeats, stable, nothing checked."""
    rows = np.concatenate(([target], negatives))
    v = E[center].copy()
    vectors = Ep[rows]
    scores = vectors @ v
    signed = scores.copy()
    signed[0] = -signed[0]
    loss = np.logaddexp(0.0, signed).sum()
    small = np.exp(-np.abs(scores))
    errors = np.where(scores >= 0, 1.0, small) / (1.0 + small)
    errors[0] -= 1.0
    np.add.at(Ep, rows, np.outer(-lr * errors, v))
    E[center] -= lr * (errors @ vectors)
    return float(loss)


def run() -> list[Ratio]:
    """Measure sgns_step and trace_step on the same stream of pairs, without and with repeats."""
    random = np.random.default_rng(1)
    E = random.uniform(-0.5, 0.5, (V, D)) / D
    Ep = random.uniform(-0.5, 0.5, (V, D)) / D
    E_plain, Ep_plain = E.copy(), Ep.copy()
    drawn = random.integers(V, size=(1000, K + 2))
    distinct = [(int(row[0]), int(row[1]), row[2:]) for row in drawn]
    repeated = [
        (center, target, np.append(rest[:-1], rest[0])) for center, target, rest in distinct
    ]

    def measured(
        name: str, pairs: list[tuple[int, int, Indices]], traced: bool, target: float
    ) -> Ratio:
        ours, theirs = cycle(pairs), cycle(pairs)

        def engine() -> None:
            center, positive, negatives = next(ours)
            if traced:
                trace_step(E, Ep, center, positive, negatives, 0.1)
            else:
                sgns_step(E, Ep, center, positive, negatives, 0.1)

        def plain() -> None:
            center, positive, negatives = next(theirs)
            plain_step(E_plain, Ep_plain, center, positive, negatives, 0.1)

        return compare(name, engine, plain, repeats=2001, calls=8, target=target)

    return [
        measured(f"sgns_step, d={D}, k={K}", distinct, traced=False, target=1.1),
        measured("sgns_step, a negative twice", repeated, traced=False, target=1.5),
        measured("trace_step", distinct, traced=True, target=5.0),
        measured("trace_step, a negative twice", repeated, traced=True, target=6.0),
    ]
