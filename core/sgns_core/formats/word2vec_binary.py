"""word2vec's binary format: a header "V d", then each word, a blank, and d float32.

word2vec.c ends each row with a line feed, gensim does not: both are read.
"""

from __future__ import annotations

from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from sgns_core.errors import InvalidInput, shown
from sgns_core.formats.growing import GrowingTable
from sgns_core.formats.header import require_header
from sgns_core.formats.text_rows import as_single
from sgns_core.formats.words import decoded, encoded_without
from sgns_core.vectors import WordVectors

_BLOCK = 1 << 22
_LONGEST_WORD = 1 << 16
_HEADER = 64
_ROWS = 4096


def read_word2vec_binary(
    file: BinaryIO, size: int | None
) -> tuple[list[str], npt.NDArray[np.float32]]:
    """Return the words and E (V, d); `size` is that of the file in bytes, None where not known.

    InvalidInput names the word, counted from 1, at which the file is wrong.
    """
    line, line_end, rest = file.read(_HEADER).partition(b"\n")
    if not line_end and len(line) == _HEADER:
        line = line[:40]  # no header at all
    rows, dim = require_header(line)
    if size is not None and rows * (4 * dim + 2) > size:
        raise InvalidInput(
            "line 1 promises {rows} rows of {dim} values, for which the file is too short: "
            "at least {least} bytes are needed and there are {size}; it was cut off, or line 1 is "
            "wrong",
            rows=rows,
            dim=dim,
            least=rows * (4 * dim + 2),
            size=size,
        )
    return _Rows(file, rest, rows, dim).read()


class _Rows:
    """The rows behind the header, taken from a buffer that is filled as it is used up."""

    def __init__(self, file: BinaryIO, begun: bytes, rows: int, dim: int) -> None:
        self._file = file
        self._buffer = begun
        self._rows = rows
        self._width = 4 * dim
        self._table = GrowingTable(dim, rows)
        self._words: list[bytes] = []

    def read(self) -> tuple[list[str], npt.NDArray[np.float32]]:
        while len(self._words) < self._rows:
            self._take_whole_rows()
            if len(self._words) < self._rows and not self._fill():
                self._say_where_it_ends()
        while self._fill():
            if self._buffer.strip(b"\n"):
                break
        if self._buffer.strip(b"\n"):
            raise InvalidInput(
                "line 1 promises {rows} rows, and more follows the last; line 1 is wrong, or the "
                "rows have other than {dim} values",
                rows=self._rows,
                dim=self._width // 4,
            )
        return decoded(self._words), self._table.finish()

    def _take_whole_rows(self) -> None:
        buffer, width, at = self._buffer, self._width, 0
        pieces: list[bytes] = []
        while len(self._words) < self._rows:
            blank = buffer.find(b" ", at, at + _LONGEST_WORD + 2)
            end = blank + 1 + width
            if blank < 0 or end > len(buffer):
                break
            word = buffer[at:blank].lstrip(b"\n")
            if not word or b"\n" in word or b"\0" in word:
                self._refuse(word)
            self._words.append(word)
            pieces.append(buffer[blank + 1 : end])
            at = end
        if blank < 0 and len(buffer) - at > _LONGEST_WORD:
            self._refuse(buffer[at : at + 20])
        self._buffer = buffer[at:]
        block = np.frombuffer(b"".join(pieces), "<f4").astype(np.float32, copy=False)
        self._table.add(block.reshape(len(pieces), width // 4))

    def _fill(self) -> bool:
        chunk = self._file.read(_BLOCK)
        self._buffer += chunk
        return bool(chunk)

    def _refuse(self, word: bytes) -> None:
        raise InvalidInput(
            "word {number} is {word}, which is none; line 1 is wrong about {dim} values a row, or "
            "the file is damaged",
            number=len(self._words) + 1,
            word=shown(word[:20].decode("utf-8", "surrogateescape")),
            dim=self._width // 4,
        )

    def _say_where_it_ends(self) -> None:
        raise InvalidInput(
            "the file ends in word {number} of {rows}; expected a word, a blank and {width} bytes, "
            "and there are {found} bytes left",
            number=len(self._words) + 1,
            rows=self._rows,
            width=self._width,
            found=len(self._buffer),
        )


def write_word2vec_binary(file: BinaryIO, vectors: WordVectors) -> None:
    """Write E, with a line feed after each row as word2vec.c does.

    Raises InvalidInput for a word with a blank, line end or zero byte in it.
    """
    words = encoded_without(vectors.words, b" \n\0", "word2vec's binary format", "npz can")
    file.write(b"%d %d\n" % vectors.E.shape)
    for start in range(0, len(words), _ROWS):
        block = as_single(vectors.E[start : start + _ROWS]).astype("<f4", copy=False)
        rows = zip(words[start : start + _ROWS], block, strict=True)
        file.write(b"".join(b"%b %b\n" % (word, row.tobytes()) for word, row in rows))
