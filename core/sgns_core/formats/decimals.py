"""Numbers as text that reads back as the same float32, with as few digits as that takes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_DIGITS = range(5, 10)  # nine significant digits tell any two float32 apart


def shortest(values: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Return for each float32 a float64 whose decimal, in at most nine digits, is a short one.

    It is the double nearest to a decimal m / 10^s with as few digits as it takes for the decimal to
    read back as the float32: both m and 10^s are exact, and so the quotient is rounded once. What
    is not finite, zero, or so small or large that 10^s is not exact stays as it is; nine digits
    tell it apart.
    """
    wide = values.astype(np.float64).ravel()
    single = values.ravel()
    size = np.abs(wide)
    result = wide.copy()
    left = np.flatnonzero((size > 1e-12) & (size < 1e12))
    exponents = np.floor(np.log10(size[left]))
    for digits in _DIGITS:
        shift = digits - 1 - exponents
        up, down = 10.0 ** np.maximum(shift, 0), 10.0 ** np.maximum(-shift, 0)
        decimals = np.rint(wide[left] * up / down) * down / up
        same = decimals.astype(np.float32) == single[left]
        result[left[same]] = decimals[same]
        left, exponents = left[~same], exponents[~same]
        if not len(left):
            break
    return result.reshape(values.shape)


def as_text_rows(rows: npt.NDArray[np.float32], separator: str = " ") -> list[str]:
    """Return each row (d,) as numbers with a separator between them."""
    pattern = separator.join(["%.9g"] * rows.shape[1])
    return [pattern % tuple(row) for row in shortest(rows).tolist()]
