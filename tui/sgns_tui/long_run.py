"""What takes a while: a line of progress on standard error, and ctrl+c that ends it early."""

from __future__ import annotations

import signal
import sys
import threading
import time
from types import FrameType, TracebackType
from typing import Any

from sgns_tui.text import shortened, visible

_EVERY = 0.1  # seconds between two lines
_CELLS = 78


class LongRun:
    """A context in which ctrl+c means "enough": `go_on` turns false, and what is done is kept.

    A second ctrl+c raises KeyboardInterrupt. Progress is shown only where standard error is a
    terminal, and wiped off at the end.
    """

    def __init__(self) -> None:
        self.cancelled = False
        self._shows = sys.stderr is not None and not sys.stderr.closed and sys.stderr.isatty()
        self._last = 0.0
        self._before: Any = None

    def __enter__(self) -> LongRun:
        """Take ctrl+c over."""
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        """Give ctrl+c back and wipe the line off."""
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
        if self._shows and self._last:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def go_on(self, progress: str = "") -> bool:
        """Show how far it is; tell whether it is still wanted."""
        now = time.monotonic()
        if progress and self._shows and now - self._last >= _EVERY:
            self._last = now
            sys.stderr.write("\r" + shortened(visible(progress), _CELLS) + "\x1b[K")
            sys.stderr.flush()
        return not self.cancelled

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if self.cancelled:
            raise KeyboardInterrupt
        self.cancelled = True
