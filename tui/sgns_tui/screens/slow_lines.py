"""Lines that take long to make, or could not be read if they changed with every picture."""

from __future__ import annotations

import time
from collections.abc import Callable

from rich.text import Text


class SlowLines:
    """Makes lines again when what they are for has changed, else every so many seconds at most.

    paint_in: asks for another paint after so many seconds, so that the last lines are made too.
    """

    def __init__(self, paint_in: Callable[[float], object], seconds: float) -> None:
        self._paint_in = paint_in
        self._seconds = seconds
        self._lines: list[Text] = []
        self._what: object = None
        self._made = float("-inf")
        self._waits = False

    @property
    def overdue(self) -> bool:
        """Whether lines were wanted again, and may be made now."""
        return self._waits and self._may()

    def lines(self, what: object, make: Callable[[], list[Text]]) -> list[Text]:
        """Return the lines; `make` makes them. what: a value that is another where they must be."""
        if what != self._what or self._may():
            self._lines, self._what = make(), what
            self._made, self._waits = time.monotonic(), False
        elif not self._waits:
            self._waits = True
            self._paint_in(self._seconds)
        return self._lines

    def _may(self) -> bool:
        return time.monotonic() - self._made >= self._seconds
