"""How many updates a second the compiled stepper makes, next to a bare loop of `sgns_step`.

    python -m benchmarks.stepper

Tables of two columns, five negatives, pairs and counts of a made-up source. The loop of
`sgns_step` is given its negatives; the compiled run draws its own. All ways take turns, and
medians are reported, so that a machine that slows down slows down all of them.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np

from sgns_core.draws import draw_negatives, uniforms
from sgns_core.kernels import stepper
from sgns_core.noise import NoiseDistribution
from sgns_core.policy import PRESETS, Policy
from sgns_core.step import sgns_step
from sgns_core.trace import Floats, Indices

D, K, LR, SEED = 2, 5, 0.05, 1
COMPILED_STEPS, BARE_STEPS, REPEATS = 400_000, 3_000, 7

_FIRST_CALL = """
import sys, time
from pathlib import Path
import numpy as np
from sgns_core.kernels import stepper
from sgns_core.policy import ARTICLE
stepper.use_cache(Path(sys.argv[1]))
start = time.perf_counter()
rows = np.zeros(1, np.int64)
stepper.run_steps(np.ones((1, 2)), np.ones((1, 2)), rows, rows, 1, 0, 5, np.ones(1), 0.1, ARTICLE,
                  np.empty(1))
print(time.perf_counter() - start)
"""


class Case(NamedTuple):
    """A source: tables, pairs, noise."""

    E: Floats
    Ep: Floats
    inputs: Indices
    positives: Indices
    noise: NoiseDistribution


def make_case(size: int, policy: Policy) -> Case:
    """Return a source of `size` words with counts that fall as in a text."""
    rng = np.random.default_rng(size)
    noise = NoiseDistribution(1e6 / (np.arange(size) + 2.7), policy.power)
    words = NoiseDistribution(noise.counts, 1.0)
    inputs, positives = words.draw(rng.random((2, COMPILED_STEPS)))
    E, Ep = rng.uniform(-0.5 / D, 0.5 / D, (2, size, D))
    return Case(E.copy(), Ep.copy(), inputs, positives, noise)


def compiled(case: Case, policy: Policy) -> None:
    """Make COMPILED_STEPS updates with compiled code, draws included."""
    stepper.run_steps(
        case.E,
        case.Ep,
        case.inputs,
        case.positives,
        SEED,
        0,
        K,
        case.noise.cumulative,
        LR,
        policy,
        np.empty(COMPILED_STEPS),
    )


def bare(case: Case, policy: Policy, negatives: Indices) -> None:
    """Make BARE_STEPS updates one by one, with negatives that are drawn already."""
    inputs, positives = case.inputs.tolist(), case.positives.tolist()
    for center, target, drawn in zip(inputs, positives, negatives, strict=False):
        sgns_step(case.E, case.Ep, center, target, drawn, LR, policy)


def seconds(run: Callable[[], None]) -> float:
    """Return how long one call takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def compare(size: int, policy: Policy) -> None:
    """Print one line: both rates and their ratio."""
    case = make_case(size, policy)
    positives = case.positives[:BARE_STEPS]
    negatives, _ = draw_negatives(uniforms(SEED, 0, BARE_STEPS, K), positives, policy, case.noise)
    fast, slow = [], []
    for _ in range(REPEATS):
        slow.append(seconds(lambda: bare(case, policy, negatives)) / BARE_STEPS)
        fast.append(seconds(lambda: compiled(case, policy)) / COMPILED_STEPS)
    ratios = [one / other for one, other in zip(slow, fast, strict=True)]
    print(
        f"{policy.name:<12}{size:>7,}{1 / median(slow):>15,.0f}{1 / median(fast):>15,.0f}"
        f"{1 / min(fast):>15,.0f}{median(ratios):>8,.0f}"
    )


def first_calls() -> None:
    """Print how long the first call takes in a new process, without and with a filled cache."""
    with tempfile.TemporaryDirectory() as folder:
        for label in ("first call, nothing compiled", "first call, from the cache"):
            command = [sys.executable, "-c", _FIRST_CALL, str(Path(folder))]
            took = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            print(f"{label:<30}{float(took):6.2f} s")


def main() -> None:
    """Print all figures."""
    if not stepper.available():
        sys.exit("numba is not installed: there is no compiled stepper to measure")
    first_calls()
    stepper.prepare(D)
    print("\nupdates a second, d = 2, k = 5")
    print(f"{'policy':<12}{'words':>7}{'sgns_step':>15}{'compiled':>15}{'best':>15}{'ratio':>8}")
    for size in (60, 5_000):
        for policy in PRESETS.values():
            compare(size, policy)


if __name__ == "__main__":
    main()
