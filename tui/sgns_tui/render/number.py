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


def tight_number(value: float, digits: int) -> str:
    """Return a number as `number` does, an exponent with one digit before it: 4e-05."""
    text = number(value, digits)
    return f"{value:.0e}" if "e" in text else text


def setting(value: float) -> str:
    """Return a setting as a person would have typed it: 0.1, 5, 1e-05."""
    return f"{value + 0.0:.12g}"


def memory(count: float) -> str:
    """Return a number of bytes in the largest unit that leaves at least 1: 256 KiB, 4 GiB."""
    for unit in ("B", "KiB", "MiB", "GiB"):
        if count < 1024:
            return f"{count:.4g} {unit}"
        count /= 1024
    return f"{count:.4g} TiB"
