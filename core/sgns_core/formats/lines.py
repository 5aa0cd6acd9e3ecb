"""The lines of a file of bytes, in blocks: any size of file in a few megabytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from sgns_core.errors import InvalidInput

BLOCK = 1 << 22  # bytes read at once
_LONGEST = 1 << 26  # bytes of a line; a million components take some 25 MB
BOM = b"\xef\xbb\xbf"


def line_blocks(file: BinaryIO) -> Iterator[list[bytes]]:
    r"""Yield the lines of a file in lists, without their "\n"; a BOM at the start is left out.

    Raises InvalidInput for a line that no vector has: it would be read into memory whole.
    """
    number = 1
    carried = file.read(len(BOM))
    if carried == BOM:
        carried = b""
    while chunk := file.read(BLOCK):
        end = chunk.rfind(b"\n")
        if end < 0:
            carried += chunk
        else:
            lines = (carried + chunk[:end]).split(b"\n")
            carried = chunk[end + 1 :]
            yield lines
            number += len(lines)
        if len(carried) > _LONGEST:
            raise InvalidInput(
                "line {line} is longer than {most} MB, which no vector is; this is another kind of "
                "file",
                line=number,
                most=_LONGEST >> 20,
            )
    if carried:
        yield carried.split(b"\n")
