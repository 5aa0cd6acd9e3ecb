"""A text in parts, each a file or a stream that can be read more than once, chunk by chunk."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from sgns_core.errors import InvalidInput
from sgns_core.reading import BOM, not_utf8, open_file, unreadable
from sgns_core.record import record

CHUNK_BYTES: Final = 1 << 18
LONGEST_PIECE: Final = 1 << 26
"""Bytes without white space beyond which what is read is taken for no text."""

_GZIP: Final = b"\x1f\x8b"
_BREAKS: Final = b" \n\t\r\x0b\x0c"


@record
class TextPart:
    """One file of a text: what messages call it, and how it is opened, at its start, each time."""

    name: str
    open: Callable[[], BinaryIO]

    @classmethod
    def file(cls, path: str | Path) -> TextPart:
        """Return the part in a file; InvalidInput says on opening why it cannot be read."""
        return cls(str(path), lambda: open_file(path, str(path)))


def read_chunks(part: TextPart) -> Iterator[bytes]:
    """Yield the bytes of a part, unpacked, in chunks of about CHUNK_BYTES without a BOM.

    A chunk ends where white space follows, never inside a word or a line end of two characters; it
    may begin with white space. The same bytes give the same chunks. gzip is known by its first two
    bytes. Raises InvalidInput for what cannot be read, damaged gzip, and endless words.
    """
    for number, chunk in enumerate(_cut(part)):
        yield chunk.removeprefix(BOM) if number == 0 else chunk


def find_not_utf8(part: TextPart) -> InvalidInput:
    """Return the error that says where, in a part that is not UTF-8, it first is not."""
    lines, after_line = 0, b""
    for chunk in _cut(part):
        try:
            chunk.decode("utf-8")
        except UnicodeDecodeError as error:
            return not_utf8(part.name, after_line + chunk, len(after_line) + error.start, lines)
        last = 1 + max(chunk.rfind(b"\n"), chunk.rfind(b"\r"))
        lines += chunk.count(b"\n") + chunk.count(b"\r") - chunk.count(b"\r\n")
        after_line = chunk[last:] if last else after_line + chunk
    return changed(part.name)


def changed(name: str) -> InvalidInput:
    """Return the error that a text is not what it was when it was counted."""
    return InvalidInput(
        "{source} changed while it was being read; begin again with a text that stays as it is",
        source=name,
    )


def _cut(part: TextPart) -> Iterator[bytes]:
    rest = b""
    for block in _blocks(part):
        seen = len(rest)
        rest += block
        stop = max(rest.rfind(bytes([c]), seen) for c in _BREAKS)
        if rest[stop - 1 : stop + 1] == b"\r\n":
            stop -= 1
        if stop > 0:
            yield rest[:stop]
            rest = rest[stop:]
        elif len(rest) > LONGEST_PIECE:
            raise InvalidInput(
                "{source} holds {size} MB without white space, which is no text; put blanks or "
                "line ends between its words",
                source=part.name,
                size=LONGEST_PIECE >> 20,
            )
    if rest:
        yield rest


def _blocks(part: TextPart) -> Iterator[bytes]:
    with closing(part.open()) as file, _faults(part.name):
        start = file.read(CHUNK_BYTES)
        if start[:2] != _GZIP:
            if part.name.endswith(".gz") and start:
                raise gzip.BadGzipFile
            while start:
                yield start
                start = file.read(CHUNK_BYTES)
            return
        file.seek(0)
        with gzip.GzipFile(fileobj=file) as unpacked:
            while block := unpacked.read(CHUNK_BYTES):
                yield block


@contextmanager
def _faults(name: str) -> Iterator[None]:
    try:
        yield
    except EOFError:
        raise InvalidInput(
            "{source} is a gzip file that ends in the middle; fetch or pack it again", source=name
        ) from None
    except (gzip.BadGzipFile, zlib.error):
        raise InvalidInput(
            "{source} is not a whole gzip file: it is damaged; fetch or pack it again", source=name
        ) from None
    except OSError as error:
        raise unreadable(name, error) from error
