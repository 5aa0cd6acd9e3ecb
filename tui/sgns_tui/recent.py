"""The files that were opened last, kept from one run of the program to the next."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from sgns_core.errors import InvalidInput
from sgns_tui.files import write_atomically

MOST = 8
_LONGEST = 4096  # of a path; longer ones cannot be opened anyway


class RecentFiles:
    """Absolute paths in the file `recent.json` of a folder, the last opened first.

    The list is a comfort: where its file is missing, damaged or cannot be written, nothing is said.
    """

    def __init__(self, folder: Path | None) -> None:
        """Without a folder nothing is remembered."""
        self._file = None if folder is None else folder / "recent.json"

    def all(self) -> tuple[str, ...]:
        """Return the paths."""
        if self._file is None:
            return ()
        try:
            with self._file.open("rb") as file:
                found = json.loads(file.read(MOST * _LONGEST * 2))
        except (OSError, ValueError, RecursionError):
            return ()
        if not isinstance(found, list):
            return ()
        paths = [path for path in found if isinstance(path, str) and 0 < len(path) <= _LONGEST]
        return tuple(dict.fromkeys(paths))[:MOST]

    def add(self, path: str) -> None:
        """Put a path before the others."""
        if self._file is None:
            return
        paths = tuple(dict.fromkeys((str(Path(path).absolute()), *self.all())))[:MOST]
        with suppress(OSError, InvalidInput):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(str(self._file), json.dumps(paths, indent=1).encode(), force=True)
