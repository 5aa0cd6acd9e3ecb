"""Writing vectors where the person says: whole or not at all, compressed where the name says so."""

from __future__ import annotations

import gzip
from functools import partial
from typing import BinaryIO, cast

from sgns_core.formats.names import Format, format_to_write
from sgns_core.formats.saving import Part, parts
from sgns_core.vectors import WordVectors
from sgns_tui.files import check_free, write_atomically_with


def save_vectors(
    path: str, vectors: WordVectors, form: Format | None = None, force: bool = False
) -> list[str]:
    """Write vectors in the format that the name's ending, or `form`, asks for; return the names.

    Some formats take two files. Raises InvalidInput for an ending that names no format, a file
    that is there already and `force` is not said, and words that the format cannot carry.
    """
    files = parts(path, format_to_write(path) if form is None else form)
    if not force:
        for part in files:  # all of them, before the first is written
            check_free(part.path)
    for part in files:
        write_atomically_with(part.path, partial(_write, part, vectors), force)
    return [part.path for part in files]


def _write(part: Part, vectors: WordVectors, file: BinaryIO) -> None:
    if not part.path.endswith(".gz"):
        part.write(file, vectors)
        return
    # No name and no time in it: the same vectors give the same bytes.
    with gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
        part.write(cast(BinaryIO, packed), vectors)
