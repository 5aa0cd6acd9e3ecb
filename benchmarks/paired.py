"""Paired timing: what is compared runs in turn, so that a busy machine slows both."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Ratio:
    """How long one thing takes, measured in what another takes.

    ratio: median over the repeats of subject / baseline, each pair timed back to back; low, high:
    the quartiles of these ratios. subject, baseline: median seconds of one call. target: what the
    ratio should stay at or below.
    """

    name: str
    ratio: float
    low: float
    high: float
    subject: float
    baseline: float
    target: float


def compare(
    name: str,
    subject: Callable[[], object],
    baseline: Callable[[], object],
    *,
    repeats: int,
    calls: int = 1,
    target: float,
) -> Ratio:
    """Time `repeats` pairs of `calls` calls each, the two taking turns in going first."""
    _seconds(subject, calls)
    _seconds(baseline, calls)
    subjects, baselines = [], []
    for repeat in range(repeats):
        if repeat % 2:
            subjects.append(_seconds(subject, calls))
            baselines.append(_seconds(baseline, calls))
        else:
            baselines.append(_seconds(baseline, calls))
            subjects.append(_seconds(subject, calls))
    ratios = [a / b for a, b in zip(subjects, baselines, strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4)
    return Ratio(
        name,
        middle,
        low,
        high,
        statistics.median(subjects) / calls,
        statistics.median(baselines) / calls,
        target,
    )


def table(ratios: list[Ratio]) -> str:
    """Return the ratios as lines of text, one a line, under a heading."""
    lines = [f"{'':<44}{'ratio':>7}{'quartiles':>14}{'target':>8}{'time':>11}{'baseline':>11}"]
    lines += [
        f"{r.name:<44}{r.ratio:>7.3f}{f'{r.low:.3f}-{r.high:.3f}':>14}{r.target:>8.1f}"
        f"{_time(r.subject):>11}{_time(r.baseline):>11}"
        for r in ratios
    ]
    return "\n".join(lines)


def _seconds(call: Callable[[], object], calls: int) -> float:
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return time.perf_counter() - start


def _time(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} us" if seconds < 1e-3 else f"{seconds * 1e3:.1f} ms"
