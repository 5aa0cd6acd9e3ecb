"""What libraries write on their own: kept off the screen, said once the program has left it."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from typing import BinaryIO

_MOST = 4096  # bytes of it that are said


class Quiet:
    """Takes file descriptors 1 and 2 off the terminal while the screen is there."""

    def __init__(self) -> None:
        self._kept: BinaryIO | None = None
        self._places: dict[int, int] = {}

    def begin(self) -> None:
        """From now on what is written there is kept; where that cannot be, nothing changes."""
        if self._places:
            return
        _flush()
        with contextlib.suppress(OSError):
            if self._kept is None:
                self._kept = tempfile.TemporaryFile()  # noqa: SIM115 - read after the end
            for descriptor in (1, 2):
                if os.isatty(descriptor):
                    self._places[descriptor] = os.dup(descriptor)
                    os.dup2(self._kept.fileno(), descriptor)

    def end(self) -> None:
        """Give the terminal back."""
        _flush()
        while self._places:
            descriptor, place = self._places.popitem()
            with contextlib.suppress(OSError):
                os.dup2(place, descriptor)
                os.close(place)

    def said(self) -> str:
        """Return the beginning of what was kept, and forget it all."""
        kept, self._kept = self._kept, None
        if kept is None:
            return ""
        with kept:
            kept.seek(0)
            return kept.read(_MOST).decode("utf-8", "replace").strip()


def _flush() -> None:
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
