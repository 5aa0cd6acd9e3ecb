"""Writing a file whole or not at all, and never over another unasked."""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, Final

from sgns_core.errors import InvalidInput

Writer = Callable[[BinaryIO], object]

_BEFORE: Final = ".sgns-tui-"
_BEHIND: Final = ".tmp"
_UNTOUCHED: Final = 60.0
"""Seconds after which nobody is still about to write to such a file."""


class AlreadyThere(InvalidInput):
    """A file of this name exists, and nobody said that it may be replaced."""


def at_home(path: str) -> str:
    """Return a path in which ~ is one's own folder, as a shell would make it."""
    if not path.startswith("~"):
        return path
    try:
        return str(Path(path).expanduser())
    except RuntimeError:  # nobody of that name has a folder
        return path


def write_atomically(path: str | Path, data: bytes, force: bool = False) -> None:
    """Write a file so that it holds either all of `data` or what it held before.

    As `write_atomically_with`, for bytes that are at hand.
    """
    write_atomically_with(path, lambda file: file.write(data), force)


def check_free(path: str | Path) -> None:
    """Raise AlreadyThere where something of this name exists: before work is done in vain."""
    if os.path.lexists(path):
        raise _already_there(str(path))


def check_writable(path: str | Path, force: bool = False) -> None:
    """Raise as `write_atomically` would, as far as can be known before anything is written."""
    shown = str(path)
    with _faults(shown):
        goal = _goal(path, shown)
        if not force and os.path.lexists(goal):
            raise FileExistsError
        waiting = _waiting(goal)
        waiting.open("xb").close()
        waiting.unlink()


def write_atomically_with(path: str | Path, write: Writer, force: bool = False) -> None:
    """Let `write` write a file so that it holds either all of that or what it held before.

    As `write_together_atomically`, for one file.
    """
    write_together_atomically([(path, write)], force)


def write_together_atomically(
    files: Sequence[tuple[str | Path, Writer]], force: bool = False
) -> None:
    """Let files that belong together be written so that all or none of them are changed.

    The bytes go to new files in the same folders that take the names when all are on the disk; they
    are removed where something fails. A link is followed. Raises AlreadyThere for an existing file
    without `force`, InvalidInput for what cannot be written.
    """
    with ExitStack() as held:
        ready: list[tuple[str, Path, Path]] = []
        for path, write in files:
            with _faults(str(path)):
                goal = _goal(path, str(path))
                if not force and os.path.lexists(goal):
                    raise FileExistsError
                _remove_broken_off(goal.parent)
                ready.append((str(path), goal, held.enter_context(_written(goal, write))))
        taken: list[Path] = []
        try:
            for shown, goal, waiting in ready:
                with _faults(shown):
                    _take_name(waiting, goal, force)
                    taken.append(goal)
        except InvalidInput:
            if not force:  # then nothing stood there before
                for goal in taken:
                    goal.unlink(missing_ok=True)
            raise
        for folder in {goal.parent for _, goal, _ in ready}:
            _sync_folder(folder)


def _already_there(path: str) -> AlreadyThere:
    return AlreadyThere(
        "{path} exists and is left as it is; name another file, or say --force", path=path
    )


def _goal(path: str | Path, shown: str) -> Path:
    """Return where a file is to stand; InvalidInput where something else than a file stands."""
    goal = Path(os.path.realpath(path))
    kind = goal.lstat().st_mode if os.path.lexists(goal) else None
    if kind is not None and stat.S_ISDIR(kind):
        raise InvalidInput("{path} is a folder; name a file in it", path=shown)
    if kind is not None and not stat.S_ISREG(kind):
        raise InvalidInput("{path} is no ordinary file; name another one", path=shown)
    return goal


def _waiting(goal: Path) -> Path:
    """Return a name for what is to become the file, beside it, that nothing else has."""
    return goal.with_name(f"{_BEFORE}{os.urandom(8).hex()}{_BEHIND}")


@contextlib.contextmanager
def _written(goal: Path, write: Writer) -> Iterator[Path]:
    """Have a file with what is to become `goal`, on the disk; it is gone afterwards."""
    # Named by chance and opened for a new file only: what stands there already is never followed.
    waiting = _waiting(goal)
    try:
        with waiting.open("xb") as file:
            with contextlib.suppress(OSError):  # a file system without locks
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            write(file)
            file.flush()
            os.fsync(file.fileno())
            yield waiting
    finally:
        with contextlib.suppress(OSError):  # what it was ended for is what is to be said
            waiting.unlink(missing_ok=True)


def _remove_broken_off(folder: Path) -> None:
    """Remove what runs that were killed while they wrote have left in a folder.

    Whoever still writes holds a lock on the file, and has touched it a moment ago.
    """
    with contextlib.suppress(OSError):
        names = os.listdir(folder)  # noqa: PTH208 - names alone: a folder may hold many files
        for name in names:
            if name.startswith(_BEFORE) and name.endswith(_BEHIND):
                with contextlib.suppress(OSError):
                    _remove_unless_held(folder / name)


def _remove_unless_held(path: Path) -> None:
    if time.time() - path.lstat().st_mtime < _UNTOUCHED:
        return
    handle = os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.unlink()
    finally:
        os.close(handle)


def _take_name(waiting: Path, goal: Path, force: bool) -> None:
    """Give a file its name; FileExistsError where another has taken it meanwhile."""
    if force:
        waiting.replace(goal)
        return
    try:
        goal.hardlink_to(waiting)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(goal):
            raise FileExistsError from None
        waiting.replace(goal)


def _sync_folder(folder: Path) -> None:
    with contextlib.suppress(OSError):  # some file systems cannot; the file itself is written
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def _faults(path: str) -> Iterator[None]:
    """Say in one line why a file cannot be written."""
    try:
        yield
    except FileExistsError:
        raise _already_there(path) from None
    except FileNotFoundError:
        raise InvalidInput(
            "{path} cannot be written: its folder does not exist; make the folder first", path=path
        ) from None
    except PermissionError:
        raise InvalidInput(
            "{path} may not be written; name a file in a folder of your own", path=path
        ) from None
    except OSError as error:
        raise InvalidInput(
            "{path} cannot be written: {reason}; nothing was changed",
            path=path,
            reason=error.strerror or type(error).__name__,
        ) from None
    except InvalidInput:
        raise
    except ValueError:  # a NUL character or half a character: the system has no such names
        raise InvalidInput(
            "{path} cannot be the name of a file; check the name", path=path
        ) from None
