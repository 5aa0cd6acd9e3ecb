"""A table as .npy with its words in a text file beside it: what NumPy users keep.

`name.npy` holds E, `name.words` a word a line, with its count behind a tab where counts are known.
The table is mapped: opening it reads the words alone.
"""

from __future__ import annotations

from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from sgns_core.errors import InvalidInput, shown
from sgns_core.formats.lines import line_blocks
from sgns_core.formats.npy_array import as_table, mapped, read_header, read_values, write_array
from sgns_core.formats.words import decoded, encoded_without, write_words
from sgns_core.vectors import Table, WordVectors


def words_beside(path: str) -> str:
    """Return the name of the file that holds the words of an .npy file."""
    name = path.removesuffix(".gz")
    return f"{name.removesuffix('.npy')}.words"


def read_npy(file: BinaryIO, size: int, on_disk: bool) -> Table:
    """Return E (V, d) of a file of `size` bytes; InvalidInput for what is damaged or no table."""
    file.seek(0)
    header = read_header(file, size, "the array")
    found = mapped(file, header, 0) if on_disk else None
    return as_table(read_values(file, header) if found is None else found, "the array")


def read_words(file: BinaryIO) -> tuple[list[str], npt.NDArray[np.int64] | None]:
    """Return words and, where each line has one, counts; InvalidInput names a wrong line."""
    words: list[bytes] = []
    counts: list[int] = []
    number = 0
    for lines in line_blocks(file):
        for line in lines:
            number += 1
            word, tab, count = line.removesuffix(b"\r").partition(b"\t")
            if not word and not tab:
                continue  # blank lines at the end; the number of rows tells of others
            if tab and not (count.isdigit() and len(count) < 19):
                raise InvalidInput(
                    "line {line} of the words: {count} is no count; expected a word, or a word, a "
                    "tab and a whole number",
                    line=number,
                    count=shown(count[:40].decode("utf-8", "surrogateescape")),
                )
            words.append(word)
            if tab:
                counts.append(int(count))
    if counts and len(counts) != len(words):
        raise InvalidInput(
            "{counted} of {words} lines of the words have a count; all or none should",
            counted=len(counts),
            words=len(words),
        )
    return decoded(words), np.array(counts, np.int64) if counts else None


def write_npy(file: BinaryIO, vectors: WordVectors) -> None:
    """Write E."""
    write_array(file, vectors.E)


def write_words_beside(file: BinaryIO, vectors: WordVectors) -> None:
    """Write the words beside an .npy file; InvalidInput for a word that is no line of its own."""
    words = encoded_without(vectors.words, b"\t\n\r", "a list of words", "npz can")
    write_words(file, words, vectors.counts)
