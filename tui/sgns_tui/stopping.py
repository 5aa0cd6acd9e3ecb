"""Signals that ask a long piece of work to stop where it can be gone on with."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Final

from sgns_tui.terminal.repeated import is_told_again

SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]

TOGETHER: Final = 0.1
"""Seconds within which several signals are one wish: a session that ends sends HUP and TERM."""


class Stopping:
    """While it is entered, a signal is noted instead of ending the program; the next one ends it.

    Signals that come together, before the work has seen one, count as one, and so do those that
    tell of the same end once more. Outside of the main thread nothing is caught.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._caught: int | None = None
        self._is_seen = False
        self._clock = clock
        self._caught_at = 0.0
        self._before: dict[int, object] = {}

    def __enter__(self) -> Stopping:
        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                if signal.getsignal(number) is not signal.SIG_IGN:  # nohup
                    self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        self._restore()

    @property
    def caught(self) -> int | None:
        """The number of the signal, None before one comes; the work sees it by asking."""
        self._is_seen = self._caught is not None
        return self._caught

    def stop(self, number: int) -> None:
        """Ask the work to stop, as a signal of this number does, from whichever thread."""
        self._caught = number

    def _note(self, number: int, _frame: FrameType | None) -> None:
        now = self._clock()
        if self._caught is None:
            self._caught, self._caught_at = number, now
            return
        later = now - self._caught_at
        if is_told_again(self._caught, number, later):
            return
        # Handlers stay: to take them away here would leave a signal that waits already without one.
        if self._is_seen or later >= TOGETHER:
            self._restore()
            signal.raise_signal(number)

    def _restore(self) -> None:
        while self._before:
            number, handler = self._before.popitem()
            with suppress(TypeError):  # a handler that was not set from Python
                signal.signal(number, handler)  # type: ignore[arg-type]
