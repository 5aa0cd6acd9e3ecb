"""Reading a vectors file, with a word on the terminal where that takes its time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sgns_core.formats.loading import Loaded, load_vectors
from sgns_core.formats.names import Format
from sgns_core.neighbors import GoOn
from sgns_tui.i18n import _
from sgns_tui.text import harmless, shortened

LARGE = 30_000_000
"""Bytes of a file from which on a person would wonder what the program is doing."""


def load_shown(path: str, form: Format | None) -> Loaded:
    """Return what `load_vectors` does; of a large file it is said how far it has been read."""
    with _progress(path) as go_on:
        return load_vectors(path, form, go_on)


@contextmanager
def _progress(path: str) -> Iterator[GoOn | None]:
    size = 0
    with suppress(OSError, ValueError):
        size = Path(path).stat().st_size
    terminal = sys.stderr is not None and sys.stderr.isatty()
    if size < LARGE or not terminal or os.environ.get("TERM", "dumb") == "dumb":
        yield None
        return
    told = -1

    def tell(share: float) -> bool:
        nonlocal told
        percent = int(100 * share)
        if percent > told:
            told = percent
            line = _("reading {path}, {size} MB, {n}% ... ctrl+c stops").format(
                path=harmless(path, ascii_only=True), size=size // 1_000_000, n=percent
            )
            sys.stderr.write("\r" + shortened(line, 79, ascii_only=True) + "\x1b[K")
            sys.stderr.flush()
        return True

    try:
        yield tell
    finally:
        sys.stderr.write("\r\x1b[K")  # the line is gone again
        sys.stderr.flush()
