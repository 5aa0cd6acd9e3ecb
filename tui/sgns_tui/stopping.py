"""Signals that ask a long piece of work to stop where it can be gone on with."""

from __future__ import annotations

import signal
import threading
from contextlib import suppress
from time import monotonic
from types import FrameType

from sgns_tui.terminal.repeated import is_told_again

SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


class Stopping:
    """While it is entered, a signal is noted instead of ending the program; the next one ends it.

    One that tells of the same end once more is no next one. caught: the number of the signal, None
    before one comes. Outside of the main thread nothing is caught.
    """

    def __init__(self) -> None:
        self.caught: int | None = None
        self._when = 0.0
        self._before: dict[int, object] = {}

    def __enter__(self) -> Stopping:
        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                if signal.getsignal(number) is not signal.SIG_IGN:  # nohup
                    self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        self._restore()

    def stop(self, number: int) -> None:
        """Ask the work to stop, as a signal of this number does, from whichever thread."""
        self.caught = number

    def _note(self, number: int, _frame: FrameType | None) -> None:
        now = monotonic()
        if self.caught is None:
            self.caught, self._when = number, now
        elif not is_told_again(self.caught, number, now - self._when):
            self._restore()
            signal.raise_signal(number)

    def _restore(self) -> None:
        while self._before:
            number, handler = self._before.popitem()
            with suppress(TypeError):  # a handler that was not set from Python
                signal.signal(number, handler)  # type: ignore[arg-type]
