"""Files of runs that ended without being left: whose they are, which are found, what is removed.

Each run of the program has a name by chance, a lock that the system lets go of however the run
ends, and one session file for each session that changed. A file whose run has gone is unfinished.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

from sgns_tui.files import write_atomically

MOST = 8
"""Files that are kept; each holds at most what a session file may."""
DAYS = 30
_DAY = 86400.0
_OFFERED = ".offered"


class Unfinished:
    """The files of this run and of those before it, in one folder. Without a folder: nothing.

    All of it is a comfort: where the folder cannot be used nothing is said, and nothing is kept.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._run = os.urandom(6).hex()
        self._lock: int | None = None

    def write(self, number: int, data: bytes) -> bool:
        """Write session `number` of this run whole or not at all; tell whether it was."""
        if self._folder is None:
            return False
        try:
            self._take_lock(self._folder)
            write_atomically(self._own(self._folder, number), data, force=True)
        except (OSError, ValueError):  # of both kinds are what files and names raise
            return False
        return True

    def remove(self, number: int) -> None:
        """Remove session `number` of this run."""
        if self._folder is not None:
            with suppress(OSError, ValueError):
                self._own(self._folder, number).unlink(missing_ok=True)

    def adopt(self, path: Path, number: int) -> bool:
        """Make a file of an earlier run session `number` of this one; tell whether it could be."""
        if self._folder is None:
            return False
        try:
            self._take_lock(self._folder)
            path.replace(self._own(self._folder, number))
        except (OSError, ValueError):
            return False
        return True

    def found(self) -> list[Path]:
        """Return the files of runs that have gone, the newest first; the oldest are removed."""
        if self._folder is None:
            return []
        aged = []
        try:
            names = os.listdir(self._folder)  # noqa: PTH208 - names alone: most folders are empty
        except (OSError, ValueError):
            return []
        gone: dict[str, bool] = {}
        for name in names:
            path = self._folder / name
            run = name.partition("-")[0].partition(".")[0]
            with suppress(OSError):
                if name.endswith(".tmp") and _is_older(path, _DAY):
                    path.unlink()  # a write that was broken off
                elif name.endswith(".json") and path.is_file():  # a pipe would be waited for
                    if run not in gone:
                        gone[run] = self._has_gone(self._folder, run)
                    if gone[run]:
                        aged.append((path.stat().st_mtime, path))
        for run, over in gone.items():
            if over:
                (self._folder / f"{run}.lock").unlink(missing_ok=True)
        aged.sort(reverse=True)
        kept = [path for _when, path in aged if not _is_older(path, DAYS * _DAY)][:MOST]
        for _when, path in aged:
            if path not in kept:
                with suppress(OSError):
                    path.unlink()
        return kept

    @staticmethod
    def was_offered(path: Path) -> bool:
        """Tell whether a person has been told of a file and has left without taking it."""
        return _OFFERED in path.name

    @staticmethod
    def set_offered(path: Path) -> None:
        """Note that a person knows of a file."""
        if _OFFERED not in path.name:
            with suppress(OSError):
                path.rename(path.with_name(f"{path.stem}{_OFFERED}.json"))

    def close(self) -> None:
        """Let go of the lock; files that are still there count as unfinished from now on."""
        if self._lock is not None and self._folder is not None:
            os.close(self._lock)
            self._lock = None
            if not list(self._folder.glob(f"{self._run}-*.json")):
                with suppress(OSError):
                    (self._folder / f"{self._run}.lock").unlink()

    def _own(self, folder: Path, number: int) -> Path:
        return folder / f"{self._run}-{number}.json"

    def _take_lock(self, folder: Path) -> None:
        import fcntl

        if self._lock is None:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock = folder / f"{self._run}.lock"
            self._lock = os.open(lock, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _has_gone(self, folder: Path, run: str) -> bool:
        """Tell whether nobody holds the lock of a run."""
        import fcntl

        if run == self._run:
            return False
        try:
            lock = os.open(folder / f"{run}.lock", os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            return True
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        finally:
            os.close(lock)
        return True


def _is_older(path: Path, seconds: float) -> bool:
    return time.time() - path.stat().st_mtime > seconds
