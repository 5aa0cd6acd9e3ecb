"""An end that is told more than once: by the shell and by the system, within a moment."""

from __future__ import annotations

import signal

TOGETHER = 1.0
"""Seconds within which two signals tell of the same end."""

_ENDS = {getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)}


def is_told_again(first: int, number: int, seconds: float) -> bool:
    """Tell whether a signal, so many seconds after the first, tells of the same end.

    When a line is lost, the shell sends SIGHUP to its programs and the system sends it once more; a
    system that goes down sends SIGTERM with SIGHUP behind it. A person's second ctrl+c is meant.
    """
    return first in _ENDS and number in _ENDS and seconds < TOGETHER
