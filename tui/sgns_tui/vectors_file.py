"""Writing vectors where the person says: whole or not at all, compressed where the name says so."""

from __future__ import annotations

import gzip
from functools import partial
from typing import BinaryIO, cast

import numpy as np

from sgns_core.errors import InvalidInput
from sgns_core.formats.loading import Loaded
from sgns_core.formats.names import Format, format_to_write
from sgns_core.formats.saving import Part, left_behind, parts
from sgns_core.record import record
from sgns_core.vectors import TableName, WordVectors
from sgns_tui.files import check_free, write_together_atomically
from sgns_tui.vectors_loading import load_shown


@record(eq=False)
class Converted:
    """What was written from a file of vectors.

    lost: which of counts, Ep and settings the format has no place for; rounded: whether
    float64 values were written as float32.
    """

    path: str
    loaded: Loaded
    names: list[str]
    form: Format
    table: TableName | None
    lost: list[str]
    rounded: bool


def save_vectors(
    path: str, vectors: WordVectors, form: Format | None = None, force: bool = False
) -> list[str]:
    """Write vectors in the format that the name's ending, or `form`, asks for; return the names.

    Some formats take two files, of which both are written or none. Raises InvalidInput for an
    ending that names no format, a file that is there already and `force` is not said, and words
    that the format cannot carry.
    """
    files = parts(path, format_to_write(path) if form is None else form)
    if not force:
        for part in files:  # all of them, before the first is written
            check_free(part.path)
    write_together_atomically([(p.path, partial(_write, p, vectors)) for p in files], force)
    return [part.path for part in files]


def convert_vectors(
    path: str,
    out: str,
    from_format: Format | None,
    to_format: Format | None,
    table: TableName | None,
    force: bool,
) -> Converted:
    """Write the vectors in a file to another; of `table` alone, where it is named.

    Raises InvalidInput for what cannot be read or written; then nothing is written.
    """
    if not out:
        raise InvalidInput("the name of the file is empty; name a file")
    form = format_to_write(out) if to_format is None else to_format
    if not force:
        for part in parts(out, form):  # before a large file is read in vain
            check_free(part.path)
    loaded = load_shown(path, from_format)
    vectors = loaded.vectors
    if table is not None:
        vectors = WordVectors(
            words=vectors.words,
            E=vectors.table(table),
            counts=vectors.counts,
            settings=vectors.settings,
        )
    return Converted(
        path=path,
        loaded=loaded,
        names=save_vectors(out, vectors, form, force),
        form=form,
        table=table,
        lost=left_behind(vectors, form),
        rounded=vectors.E.dtype == np.float64 and form not in ("npz", "npy"),
    )


def _write(part: Part, vectors: WordVectors, file: BinaryIO) -> None:
    if not part.path.endswith(".gz"):
        part.write(file, vectors)
        return
    # No name and no time in it: the same vectors give the same bytes.
    with gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
        part.write(cast(BinaryIO, packed), vectors)
