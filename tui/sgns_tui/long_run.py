"""What takes a while: a line of progress on standard error, and ctrl+c that ends it early."""

from __future__ import annotations

import os
import signal
import sys
import time
from types import TracebackType

from sgns_tui.stopping import Stopping
from sgns_tui.text import shortened, visible

_EVERY = 0.1  # seconds between two lines
_CELLS = 78


class LongRun:
    """A context in which ctrl+c means "enough": `go_on` turns false, and what is done is kept.

    A second ctrl+c raises KeyboardInterrupt; any other signal that came ends the program when the
    context is left. Progress is shown only where standard error is a terminal that can wipe it off.
    """

    def __init__(self) -> None:
        self._stopping = Stopping()
        terminal = sys.stderr is not None and not sys.stderr.closed and sys.stderr.isatty()
        self._shows = terminal and os.environ.get("TERM", "dumb") != "dumb"
        self._last = 0.0

    def __enter__(self) -> LongRun:
        """Take signals over."""
        self._stopping.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        """Give signals back and wipe the line off."""
        self._stopping.__exit__(kind, error, where)
        if self._shows and self._last:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        caught = self._stopping.caught
        if caught is not None and caught != signal.SIGINT:
            signal.raise_signal(caught)

    def go_on(self, progress: str = "") -> bool:
        """Show how far it is; tell whether it is still wanted."""
        now = time.monotonic()
        if progress and self._shows and now - self._last >= _EVERY:
            self._last = now
            line = shortened(visible(progress, ascii_only=True), _CELLS, ascii_only=True)
            sys.stderr.write(f"\r{line}\x1b[K")
            sys.stderr.flush()
        return self._stopping.caught is None
