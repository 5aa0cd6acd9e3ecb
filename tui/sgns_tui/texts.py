"""What a person names as a text to train on: files, folders, patterns, standard input."""

from __future__ import annotations

import glob
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, cast

from sgns_core.errors import InvalidInput
from sgns_core.streams.parts import TextPart
from sgns_tui.files import at_home

STANDARD_INPUT = "-"


class Texts:
    """The parts of a text in order; what can be read once only is kept until `close`.

    To be used as a context manager.
    """

    def __init__(self) -> None:
        self._held = ExitStack()

    def __enter__(self) -> Texts:
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    def open(self, names: Sequence[str], leave_out: Sequence[str] = ()) -> list[TextPart]:
        """Return the parts that names stand for.

        A name is a file; a folder, for every file in it and below, in the order of their names,
        hidden ones left out; a pattern with *, ? or [ that is no file; or - for standard input.
        Standard input and pipes are written to a temporary file without a name, so that they can
        be read again. leave_out: files that are no text even where a folder or pattern holds them.

        Raises InvalidInput for what does not exist or holds no file.
        """
        if not names:
            raise InvalidInput("name a text to train on: a file, a folder, or - for standard input")
        if list(names).count(STANDARD_INPUT) > 1:
            raise InvalidInput("- names standard input twice, which can be read once")
        apart = {os.path.realpath(path) for path in leave_out}
        return [part for name in names for part in self._open(name, apart)]

    def _open(self, name: str, apart: set[str]) -> list[TextPart]:
        if name == STANDARD_INPUT:
            if sys.stdin is None:
                raise InvalidInput(
                    "standard input is closed; name a file, or send a text through a pipe"
                )
            return [self._kept("standard input", sys.stdin.buffer)]
        if not name:
            raise InvalidInput("the name of a text is empty; name a file, or a folder of texts")
        path = at_home(name)
        mode = _mode(path)
        if mode is None and glob.has_magic(path):
            matches = glob.glob(path, recursive=True)  # noqa: PTH207 - pathlib has no absolute ones
            found = sorted(file for file in matches if _is_file(file))
            if parts := _parts(found, apart):
                return parts
            raise InvalidInput("no file matches {pattern}; check the pattern", pattern=name)
        if mode is not None and stat.S_ISDIR(mode):
            if parts := _parts(_below(path), apart):
                return parts
            raise InvalidInput(
                "the folder {path} holds no file to read; name one that holds texts", path=name
            )
        if mode is None or stat.S_ISREG(mode):
            if os.path.realpath(path) in apart:
                raise InvalidInput(
                    "{path} is the text and would be written over; name another output", path=name
                )
            return [TextPart.file(path)]
        if stat.S_ISFIFO(mode):
            with TextPart.file(path).open() as stream:
                return [self._kept(name, stream)]
        raise InvalidInput("{name} is neither a file nor a folder; name a text", name=name)

    def _kept(self, name: str, stream: BinaryIO) -> TextPart:
        """Return a part that holds all that a stream gives."""
        try:
            kept = tempfile.TemporaryFile(prefix="sgns-tui-")  # noqa: SIM115 - until `close`
            file = self._held.enter_context(kept)
            shutil.copyfileobj(stream, file, 1 << 20)
            file.flush()
        except OSError as error:
            raise InvalidInput(
                "{name} cannot be kept to be read again: {reason}; write it to a file of your own "
                "and name that",
                name=name,
                reason=error.strerror or type(error).__name__,
            ) from None
        handle = file.fileno()

        def again() -> BinaryIO:
            copy = os.fdopen(os.dup(handle), "rb")
            copy.seek(0)
            return copy

        return TextPart(name, again)


def _mode(path: str) -> int | None:
    """Return what kind of thing a path names, None for nothing."""
    try:
        return Path(path).stat().st_mode
    except (OSError, ValueError):
        return None


def _is_file(path: str) -> bool:
    mode = _mode(path)
    return mode is not None and stat.S_ISREG(mode)


def _below(folder: str) -> list[str]:
    """Return the files of a folder and of those in it, hidden ones left out, in order of names."""
    found = []

    def refuse(error: OSError) -> None:
        raise InvalidInput(
            "{path} may not be read; change its permissions or name another folder",
            path=cast(str, error.filename),
        )

    for place, folders, files in os.walk(folder, onerror=refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        paths = (os.path.join(place, name) for name in files if not name.startswith("."))  # noqa: PTH118
        found += [path for path in paths if _is_file(path)]
    return sorted(found)


def _parts(paths: list[str], apart: set[str]) -> list[TextPart]:
    return [TextPart.file(path) for path in paths if os.path.realpath(path) not in apart]
