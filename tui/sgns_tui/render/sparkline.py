"""Numbers as a line of small columns."""

from __future__ import annotations

import math
from collections.abc import Sequence

_COLUMNS, _ASCII = "▁▂▃▄▅▆▇█", "_.-~=+*#"


def sparkline(
    values: Sequence[float], cells: int, low: float, high: float, ascii_only: bool = False
) -> str:
    """Return the last `cells` values as columns between two bounds; blank where not finite."""
    levels = _ASCII if ascii_only else _COLUMNS
    return "".join(_column(value, low, high, levels) for value in values[-cells:]) if cells else ""


def _column(value: float, low: float, high: float, levels: str) -> str:
    if not math.isfinite(value):
        return " "
    share = (value - low) / (high - low)
    return levels[min(len(levels) - 1, max(0, int(share * len(levels))))]
