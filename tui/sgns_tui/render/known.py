"""Arrays for JSON, which knows neither nan nor infinity."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt


def known(given: npt.ArrayLike) -> Any:
    """Return numbers as nested lists, with null for what is not finite."""
    values = np.asarray(given, np.float64)
    if not values.shape:
        value = float(values)
        return value if math.isfinite(value) else None
    return [known(row) for row in values]
