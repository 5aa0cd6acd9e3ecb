"""Reading a text from a file or a stream."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from sgns_core.errors import InvalidInput
from sgns_core.sentences import one_line_ends

BOM = b"\xef\xbb\xbf"


def read_text(path: str | Path | BinaryIO, name: str | None = None) -> str:
    r"""Return the UTF-8 text of a file or binary stream, without a BOM, with "\n" as its line ends.

    `name` is what messages call the text; a path is its own name. Raises `InvalidInput` for a file
    that is missing, a folder, unreadable, not UTF-8 (with the line and byte, from 1), or blank.
    """
    if isinstance(path, str | Path):
        source = str(path) if name is None else name
        with open_file(path, source) as file:
            data = _read_stream(file, source)
    else:
        source = "standard input" if name is None else name
        data = _read_stream(path, source)
    text = one_line_ends(_decode(data, source))
    if not text or text.isspace():
        raise InvalidInput(
            "{source} is empty: there is no word in it; give a text with words", source=source
        )
    return text


def open_file(path: str | Path, source: str) -> BinaryIO:
    """Return a file opened for reading; InvalidInput, with the name `source`, says why not."""
    with _faults(source):
        return Path(path).open("rb")


def unreadable(source: str, error: OSError) -> InvalidInput:
    """Return the error that something cannot be read, with the system's reason."""
    return InvalidInput(
        "{source} cannot be read: {reason}; name another file",
        source=source,
        reason=error.strerror or type(error).__name__,
    )


def not_utf8(source: str, data: bytes, at: int, lines: int = 0) -> InvalidInput:
    """Return the error that the byte `at` of data, after so many lines, is not UTF-8."""
    before = data[:at]
    lines += before.count(b"\n") + before.count(b"\r") - before.count(b"\r\n")
    line_start = 1 + max(before.rfind(b"\n"), before.rfind(b"\r"))
    return InvalidInput(
        "{source}, line {line}, byte {byte}: {value} is not UTF-8; save the text as UTF-8",
        source=source,
        line=lines + 1,
        byte=at - line_start + 1,
        value=f"0x{data[at]:02X}",
    )


def _read_stream(stream: BinaryIO, source: str) -> bytes:
    with _faults(source):
        return stream.read()


@contextmanager
def _faults(source: str) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise InvalidInput(
            "{source} does not exist; check the name of the file", source=source
        ) from None
    except IsADirectoryError:
        raise InvalidInput("{source} is a folder; name a text file in it", source=source) from None
    except PermissionError:
        raise InvalidInput(
            "{source} may not be read; change its permissions or name another file", source=source
        ) from None
    except OSError as error:
        raise unreadable(source, error) from error
    except ValueError:
        # A NUL character or a lone surrogate: the system has no such file names.
        raise InvalidInput(
            "{source} cannot be the name of a file; check the name", source=source
        ) from None


def _decode(data: bytes, source: str) -> str:
    """Return the text of UTF-8 bytes, or say at which line and byte they are something else."""
    skipped = len(BOM) if data.startswith(BOM) else 0
    try:
        return data[skipped:].decode("utf-8")
    except UnicodeDecodeError as error:
        raise not_utf8(source, data, skipped + error.start) from None
