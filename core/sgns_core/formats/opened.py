"""Opening a file of vectors: what is there, and what its compression hides."""

from __future__ import annotations

import gzip
import io
import os
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from sgns_core.errors import InvalidInput
from sgns_core.neighbors import GivenUp, GoOn
from sgns_core.record import record

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer as Buffer

_GZIP = b"\x1f\x8b"


@record(eq=False)
class Opened:
    """A file to read from its start; of a compressed one `size`, in bytes, is not known."""

    file: BinaryIO
    size: int | None

    @property
    def compressed(self) -> bool:
        """Whether what is read is unpacked on the way."""
        return self.size is None

    def in_memory(self) -> BinaryIO:
        """Return a file in which any place can be reached quickly."""
        return io.BytesIO(self.file.read()) if self.compressed else self.file


class _Watched(io.FileIO):
    """A file that tells, as it is read, which share of it has been reached."""

    def __init__(self, path: str, go_on: GoOn) -> None:
        super().__init__(path, "rb")
        self._go_on = go_on
        self._size = max(1, os.fstat(self.fileno()).st_size)

    def readinto(self, buffer: Buffer, /) -> int | None:
        """Read, unless nobody wants it any more."""
        if not self._go_on(min(1.0, self.tell() / self._size)):
            raise GivenUp
        return super().readinto(buffer)


@contextmanager
def opened(path: str, go_on: GoOn | None = None) -> Iterator[Opened]:
    """Open a file, unpacked where it is gzip; InvalidInput says in one line why it cannot be read.

    What is raised while it is read gets the file's name. go_on: told, as it is read, which share of
    the file has been reached; GivenUp is raised where it returns false.
    """
    try:
        with _faults(path):
            if not path:
                raise InvalidInput("the name of the file is empty; name a file")
            _require_file(Path(path).stat().st_mode)
            with _plainly(path, go_on) as plain:
                start = plain.read(len(_GZIP))
                size = plain.seek(0, os.SEEK_END)
                plain.seek(0)
                if start != _GZIP:
                    yield Opened(plain, size)
                else:
                    with gzip.GzipFile(fileobj=plain) as packed:
                        yield Opened(cast(BinaryIO, packed), None)
    except InvalidInput as error:
        if not path:
            raise
        raise InvalidInput("{path}: {reason}", path=path, reason=error) from None


def _plainly(path: str, go_on: GoOn | None) -> BinaryIO:
    if go_on is None:
        return Path(path).open("rb")
    return cast(BinaryIO, io.BufferedReader(_Watched(path, go_on), 1 << 20))


def _require_file(mode: int) -> None:
    """Refuse what is no file before it is opened: a pipe without a writer would be waited for."""
    if stat.S_ISDIR(mode):
        raise InvalidInput("it is a folder; name a file in it")
    if not stat.S_ISREG(mode):
        raise InvalidInput("it is no ordinary file; save it to one and name that")


@contextmanager
def _faults(path: str) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise InvalidInput("there is no such file; check the name") from None
    except PermissionError:
        raise InvalidInput("it may not be read; change its permissions") from None
    except (gzip.BadGzipFile, zlib.error):
        raise InvalidInput("it is compressed with gzip, and damaged") from None
    except EOFError:
        raise InvalidInput("it is compressed with gzip, and ends in the middle") from None
    except MemoryError:
        raise InvalidInput("it does not fit into the memory there is") from None
    except OSError as error:
        raise InvalidInput(
            "it cannot be read: {reason}", reason=error.strerror or type(error).__name__
        ) from None
    except InvalidInput:
        raise
    except ValueError:
        if _possible_name(path):
            raise
        raise InvalidInput("this cannot be the name of a file; check it") from None


def _possible_name(path: str) -> bool:
    try:
        os.fsencode(path)
    except ValueError:
        return False
    return "\0" not in path
