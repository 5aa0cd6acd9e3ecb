"""An end that is told more than once: by the shell and by the system, within a moment."""

from __future__ import annotations

import signal

TOGETHER = 1.0
"""Seconds within which SIGTERM tells of the same end as the signal before it."""

_HANG_UP = getattr(signal, "SIGHUP", None)
_ENDS = {getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)}


def is_told_again(first: int, number: int, seconds: float) -> bool:
    """Tell whether a signal, so many seconds after the first, tells of the same end.

    When a line is lost, the shell sends SIGHUP to its programs, and the system sends it once more
    when the shell itself has ended, which may take it long; a system that goes down sends SIGTERM
    with SIGHUP behind it. No person sends SIGHUP to make an end quicker; a second ctrl+c is meant.
    """
    if first not in _ENDS or number not in _ENDS:
        return False
    return number == _HANG_UP or seconds < TOGETHER
