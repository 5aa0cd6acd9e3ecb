"""Writing a file whole or not at all, and never over another unasked."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from sgns_core.errors import InvalidInput


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
        if not force:
            check_free(goal)
        waiting = _waiting(goal)
        waiting.open("xb").close()
        waiting.unlink()


def write_atomically_with(
    path: str | Path, write: Callable[[BinaryIO], object], force: bool = False
) -> None:
    """Let `write` write a file so that it holds either all of that or what it held before.

    The bytes go to a new file in the same folder that takes the name when they are on the disk; it
    is removed where something fails. A link is followed. Raises AlreadyThere for an existing file
    without `force`, InvalidInput for what cannot be written.
    """
    shown = str(path)
    try:
        with _faults(shown):
            goal = _goal(path, shown)
            if not force and os.path.lexists(goal):
                raise FileExistsError
            _write(goal, write, force)
    except FileExistsError:
        raise _already_there(shown) from None


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
    return goal.with_name(f".sgns-tui-{os.urandom(8).hex()}.tmp")


def _write(goal: Path, write: Callable[[BinaryIO], object], force: bool) -> None:
    # Named by chance and opened for a new file only: what stands there already is never followed.
    waiting = _waiting(goal)
    try:
        with waiting.open("xb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        if force:
            waiting.replace(goal)
        else:
            _take_free_name(waiting, goal)
        _sync_folder(goal.parent)
    finally:
        waiting.unlink(missing_ok=True)


def _take_free_name(waiting: Path, goal: Path) -> None:
    """Give the file its name; FileExistsError where another has taken it meanwhile."""
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
        raise
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
