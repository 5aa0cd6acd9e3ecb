"""GloVe's text format: a line for each word, and no header."""

from __future__ import annotations

from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from sgns_core.errors import InvalidInput
from sgns_core.formats.header import header_of
from sgns_core.formats.lines import BOM, line_blocks
from sgns_core.formats.text_rows import MAX_DIM, RowReader, fields_are_numbers, write_rows
from sgns_core.formats.word2vec_text import BLANKS
from sgns_core.formats.words import encoded_without
from sgns_core.vectors import WordVectors


def read_glove(file: BinaryIO) -> tuple[list[str], npt.NDArray[np.float32]]:
    """Return the words and E (V, d); d is how many numbers end the first line.

    InvalidInput names the line that is wrong.
    """
    reader: RowReader | None = None
    for lines in line_blocks(file):
        if reader is None:
            reader = RowReader(_numbers_at_the_end(lines[0]), 1, None)
        reader.add(lines)
    if reader is None:
        raise InvalidInput("it is empty; expected a word and its numbers on each line")
    return reader.finish()


def _numbers_at_the_end(line: bytes) -> int:
    fields = line.split()[1:]
    if not fields_are_numbers(fields):  # the word itself holds blanks
        count = 0
        while count < len(fields) and fields_are_numbers(fields[len(fields) - 1 - count :][:1]):
            count += 1
        fields = fields[len(fields) - count :]
    if not 0 < len(fields) <= MAX_DIM:
        raise InvalidInput(
            "line 1 ends in {found} numbers; expected a word and from 1 to {most} numbers",
            found=len(fields),
            most=MAX_DIM,
        )
    return len(fields)


def write_glove(file: BinaryIO, vectors: WordVectors) -> None:
    """Write E; InvalidInput for a word with a blank in it, and a first line like a header."""
    words = encoded_without(vectors.words, BLANKS, "GloVe's format", "npz can")
    if words[0].startswith(BOM):
        raise InvalidInput(
            "the first word begins with a byte order mark, which readers of GloVe's format drop; "
            "npz keeps it"
        )
    if vectors.dim == 1 and header_of(words[0] + b" 1"):
        raise InvalidInput(
            "in GloVe's format the first line would look like word2vec's header; write word2vec"
        )
    write_rows(file, words, vectors.E)
