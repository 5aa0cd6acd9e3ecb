"""word2vec's text format: a header "V d", then a line for each word."""

from __future__ import annotations

from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from sgns_core.errors import InvalidInput
from sgns_core.formats.header import require_header
from sgns_core.formats.lines import line_blocks
from sgns_core.formats.text_rows import RowReader, write_rows
from sgns_core.formats.words import encoded_without
from sgns_core.vectors import WordVectors

BLANKS = b" \t\n\r\x0b\x0c"


def read_word2vec_text(file: BinaryIO) -> tuple[list[str], npt.NDArray[np.float32]]:
    """Return the words and E (V, d); InvalidInput names the line that is wrong."""
    reader: RowReader | None = None
    for lines in line_blocks(file):
        if reader is None:
            rows, dim = require_header(lines[0])
            reader = RowReader(dim, 2, rows)
            lines = lines[1:]
        reader.add(lines)
    if reader is None:
        raise InvalidInput("it is empty; expected a header and rows")
    return reader.finish()


def write_word2vec_text(file: BinaryIO, vectors: WordVectors) -> None:
    """Write E; InvalidInput for a word with a blank or line end in it."""
    words = encoded_without(vectors.words, BLANKS, "word2vec's text format", "npz can")
    file.write(b"%d %d\n" % vectors.E.shape)
    write_rows(file, words, vectors.E)
