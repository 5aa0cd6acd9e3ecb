"""The embedding projector's pair of files: numbers with tabs, and the words beside them."""

from __future__ import annotations

from typing import BinaryIO

from sgns_core.formats.decimals import as_text_rows
from sgns_core.formats.text_rows import as_single
from sgns_core.formats.words import encoded_without, write_words
from sgns_core.vectors import WordVectors

_ROWS = 1000


def metadata_beside(path: str) -> str:
    """Return the name of the file that holds the words of a .tsv file."""
    return f"{path.removesuffix('.gz').removesuffix('.tsv')}.metadata.tsv"


def write_projector(file: BinaryIO, vectors: WordVectors) -> None:
    """Write a line of numbers for each row of E."""
    for start in range(0, len(vectors), _ROWS):
        block = as_single(vectors.E[start : start + _ROWS])
        file.writelines(f"{line}\n".encode("ascii") for line in as_text_rows(block, "\t"))


def write_metadata(file: BinaryIO, vectors: WordVectors) -> None:
    """Write a line for each word; a heading and its count where counts are known.

    One column has no heading: the projector wants it so.
    """
    words = encoded_without(vectors.words, b"\t\n\r", "the projector's format", "npz can")
    if vectors.counts is not None:
        file.write(b"word\tcount\n")
    write_words(file, words, vectors.counts)
