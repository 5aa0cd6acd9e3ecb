"""Central finite differences: an independent check of a trace's gradients."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sgns_core.policy import sigmoid
from sgns_core.record import record
from sgns_core.trace import Floats, StepTrace

# Cube root of the machine epsilon: where truncation and rounding errors meet.
STEP = float(np.finfo(np.float64).eps ** (1 / 3))


@record(eq=False)
class GradientCheck:
    """Analytic gradients of a trace beside central differences of its exact loss.

    grad_center: (d,), grad_touched: (m, d). largest_absolute: over all of these; largest_relative:
    the same error over the larger of the two values, where that is above 1e-8. parts: the policy's
    parts that make the update's gradient differ from that of the loss.
    """

    grad_center: Floats
    grad_touched: Floats
    largest_absolute: float
    largest_relative: float
    parts: tuple[str, ...]


def check_gradient(trace: StepTrace) -> GradientCheck:
    """Compare a trace's gradients with central differences of its exact loss."""
    counted = ~trace.skipped
    of = trace.occurrences

    def loss(v: Floats, touched: Floats) -> float:
        scores = np.where(counted, (touched[of] * v).sum(axis=1), 0.0)
        signed = np.where(trace.labels > 0, -scores, scores)
        return float(np.logaddexp(0.0, signed)[counted].sum())

    center, touched = trace.v_center, trace.touched_before
    grad_center = central_differences(lambda v: loss(v, touched), center)
    grad_touched = central_differences(lambda rows: loss(center, rows), touched)
    numeric = np.concatenate((grad_center, grad_touched.ravel()))
    analytic = np.concatenate((trace.grad_center, trace.grad_touched.ravel()))
    error = np.abs(numeric - analytic)
    size = np.maximum(np.abs(numeric), np.abs(analytic))
    relative = np.divide(error, size, out=np.zeros_like(error), where=size > 1e-8)
    return GradientCheck(
        grad_center, grad_touched, float(error.max()), float(relative.max()), _differing(trace)
    )


def central_differences(function: Callable[[Floats], float], at: Floats) -> Floats:
    """Return (f(x + h e_i) - f(x - h e_i)) / 2h for each component of x, any shape.

    h grows with the component, so that large values keep their digits.
    """
    gradient = np.empty(at.shape)
    for place in np.ndindex(at.shape):
        h = STEP * max(1.0, abs(float(at[place])))
        high, low = at.copy(), at.copy()
        high[place] += h
        low[place] -= h
        gradient[place] = (function(high) - function(low)) / (high[place] - low[place])
    return gradient


def _differing(trace: StepTrace) -> tuple[str, ...]:
    """Return the policy's parts by which this update is not a step along the exact gradient."""
    parts = []
    counted = ~trace.skipped
    if (trace.vectors_read != trace.vectors)[counted].any():
        parts.append("order")
    if trace.clipped.any():
        parts.append("range")
    looked_up = trace.probabilities != sigmoid(trace.scores_read)
    if looked_up[counted & ~trace.clipped].any():
        parts.append("sigmoid")
    return tuple(parts)
