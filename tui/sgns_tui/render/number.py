"""Numbers as people read them: right to the last digit that is shown."""

from __future__ import annotations

import math

ALL_DIGITS = 15
"""From so many decimals on a number is written with all the digits that it has."""


def number(value: float, digits: int = 4) -> str:
    """Return a number with `digits` decimals, rounded from all it has.

    What would round to zero, or is too long to compare at a glance, is written with an exponent;
    nan, a value that does not exist, is a dash.
    """
    if math.isnan(value):
        return "-"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if digits >= ALL_DIGITS:
        return repr(float(value) + 0.0)
    size = abs(value)
    if size and (size < 0.5 * 10.0**-digits or size >= 1e6):
        return f"{value:.2e}"
    return f"{value + 0.0:.{digits}f}"


def setting(value: float) -> str:
    """Return a setting as a person would have typed it: 0.1, 5, 1e-05."""
    return f"{value + 0.0:.12g}"
