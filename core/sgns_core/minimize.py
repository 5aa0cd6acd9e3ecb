"""Finding a minimum of a smooth function: L-BFGS with a line search, in NumPy."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

import numpy as np

from sgns_core.record import record
from sgns_core.trace import Floats

Function = Callable[[Floats], tuple[float, Floats]]

_MEMORY: Final = 20
_SUFFICIENT, _CURVATURE = 1e-4, 0.9  # the usual constants of Wolfe's conditions
_ROUNDING: Final = 1e-14  # of the value
_TRIES: Final = 30
_EVERY: Final = 5  # iterations between two looks at whether it is still wanted,
_SMALL: Final = 5_000  # where there are no more numbers than so many; otherwise each time


@record
class Progress:
    """Where a search ended: loss, iterations, and the gradient's length as a share of its first.

    converged: the share came to the tolerance, or no lower value could be told apart. ended: it was
    no longer wanted.
    """

    loss: float
    iterations: int
    gradient: float
    converged: bool
    ended: bool = False


def minimized(
    function: Function,
    first: Floats,
    tolerance: float,
    most: int,
    go_on: Callable[[int, float], bool] = lambda iteration, loss: True,
) -> tuple[Floats, Progress]:
    """Return where `function` is least as far as it was found, and how the search went.

    function: x (n,) to its value and gradient. Stops where the gradient's length is `tolerance` of
    the one at `first`, or after `most` iterations. L-BFGS with 20 pairs (Nocedal and Wright 2006,
    algorithms 7.4 and 3.5, the latter with bisection).
    """
    x = np.array(first, np.float64)
    value, gradient = function(x)
    start = float(np.linalg.norm(gradient)) or 1.0
    pairs: deque[tuple[Floats, Floats, float]] = deque(maxlen=_MEMORY)
    done = 0
    every = _EVERY if x.size <= _SMALL else 1
    while done < most:
        share = float(np.linalg.norm(gradient)) / start
        if share <= tolerance:
            return x, Progress(value, done, share, True)
        if done % every == 0 and not go_on(done, value):
            return x, Progress(value, done, share, False, True)
        direction = _direction(gradient, pairs)
        if np.vdot(direction, gradient) >= 0:  # rounding has spoiled the memory
            pairs.clear()
            direction = -gradient
        length = 1.0 if pairs else min(1.0, 1.0 / start)
        found = _line_search(function, x, value, gradient, direction, length)
        if found is None:
            if not pairs:
                break
            pairs.clear()
            continue
        there, value, new_gradient = found
        step, change = there - x, new_gradient - gradient
        product = float(np.vdot(step, change))
        if product > 0:
            pairs.append((step, change, product))
        x, gradient = there, new_gradient
        done += 1
    share = float(np.linalg.norm(gradient)) / start
    return x, Progress(value, done, share, share <= tolerance)


def _direction(gradient: Floats, pairs: deque[tuple[Floats, Floats, float]]) -> Floats:
    """Return minus the approximate inverse Hessian times the gradient."""
    result = -gradient
    weights = []
    for step, change, product in reversed(pairs):
        weight = float(np.vdot(step, result)) / product
        weights.append(weight)
        result -= weight * change
    if pairs:
        step, change, product = pairs[-1]
        result *= product / float(np.vdot(change, change))
    for (step, change, product), weight in zip(pairs, reversed(weights), strict=True):
        result += (weight - float(np.vdot(change, result)) / product) * step
    return result


def _line_search(
    function: Function, x: Floats, value: float, gradient: Floats, direction: Floats, length: float
) -> tuple[Floats, float, Floats] | None:
    """Return a point along `direction` that satisfies Wolfe's conditions, or the lowest found."""
    slope = float(np.vdot(gradient, direction))
    low, high = 0.0, np.inf
    rounding = _ROUNDING * abs(value)
    best: tuple[Floats, float, Floats] | None = None
    for _ in range(_TRIES):
        there = x + length * direction
        there_value, there_gradient = function(there)
        there_slope = float(np.vdot(there_gradient, direction))
        if there_value <= value + rounding and (
            _CURVATURE * slope <= there_slope <= (2 * _SUFFICIENT - 1) * slope
        ):
            # Where rounding hides the fall of the value its slope still tells (Hager and Zhang
            # 2005, "approximate Wolfe").
            return there, there_value, there_gradient
        if not np.isfinite(there_value) or there_value > value + _SUFFICIENT * length * slope:
            high = length
        else:
            if best is None or there_value < best[1]:
                best = (there, there_value, there_gradient)
            if there_slope >= _CURVATURE * slope:
                return best
            low = length
        length = 2.0 * length if np.isinf(high) else (low + high) / 2.0
    return best
