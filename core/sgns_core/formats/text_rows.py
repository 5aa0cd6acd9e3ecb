"""Rows of a word and its numbers, as text: what word2vec's text format and GloVe's share."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from typing import BinaryIO, NoReturn

import numpy as np
import numpy.typing as npt

from sgns_core.errors import InvalidInput, shown
from sgns_core.formats.decimals import as_text_rows
from sgns_core.formats.growing import GrowingTable
from sgns_core.formats.words import decoded

MAX_DIM = 1_000_000
_ROWS = 1000  # rows written at once
_SHOWN = 40  # characters of a wrong value


class RowReader:
    """Reads lines of a word and `dim` numbers.

    Numbers are divided by blanks or tabs. A word may itself hold blanks where what follows its
    first blank is no number: then the last `dim` fields are the numbers. Blank lines may stand at
    the end. `promised` is the number of rows that a header gives, None where there is none.
    """

    def __init__(self, dim: int, first_line: int, promised: int | None) -> None:
        self.dim = dim
        self.line = first_line
        self.promised = promised
        self._words: list[str] = []
        self._table = GrowingTable(dim, promised)
        self._blank: int | None = None

    def add(self, lines: Sequence[bytes]) -> None:
        """Read a block of lines; InvalidInput names the line that is wrong."""
        kept = self._without_blank_end(lines)
        if kept:
            words, numbers = self._split(kept)
            values = _parsed(b" ".join(numbers), len(kept) * self.dim)
            if values is None:
                self._say_which(numbers)
            self._words += decoded(words)
            self._table.add(values.reshape(len(kept), self.dim))
            if self.promised is not None and len(self._words) > self.promised:
                raise InvalidInput(
                    "line {line}: the header promises {promised} rows, and here is one more; "
                    "correct line 1",
                    line=self.line + len(kept) - (len(self._words) - self.promised),
                    promised=self.promised,
                )
        self.line += len(lines)

    def finish(self) -> tuple[list[str], npt.NDArray[np.float32]]:
        """Return the words and their rows (V, dim), once all lines were added."""
        if self.promised is not None and len(self._words) < self.promised:
            raise InvalidInput(
                "the header promises {promised} rows, and the file ends after {found}; "
                "it was cut off, or line 1 is wrong",
                promised=self.promised,
                found=len(self._words),
            )
        if not self._words:
            raise InvalidInput("it holds no word; at least one row is needed")
        return self._words, self._table.finish()

    def _without_blank_end(self, lines: Sequence[bytes]) -> Sequence[bytes]:
        end = len(lines)
        while end and not lines[end - 1].strip():
            end -= 1
        if end and self._blank is not None:
            self._refuse_blank(self._blank)
        if end < len(lines) and self._blank is None:
            self._blank = self.line + end
        return lines[:end]

    def _refuse_blank(self, line: int) -> NoReturn:
        raise InvalidInput(
            "line {line} is empty; expected a word and {dim} numbers", line=line, dim=self.dim
        )

    def _split(self, lines: Sequence[bytes]) -> tuple[list[bytes], list[bytes]]:
        """Return of each line the word, and the numbers with one blank between each two."""
        words: list[bytes] = []
        numbers: list[bytes] = []
        blanks = self.dim - 1
        for place, given in enumerate(lines):
            line = given.rstrip()
            word, _, rest = line.partition(b" ")
            if (
                rest.count(b" ") != blanks
                or b"  " in line
                or b"\t" in line
                or b"\r" in line
                or b"\v" in line
                or b"\f" in line
                or not word
                or not rest
            ):
                word, rest = self._split_with_care(line, self.line + place)
            words.append(word)
            numbers.append(rest)
        return words, numbers

    def _split_with_care(self, line: bytes, number: int) -> tuple[bytes, bytes]:
        """Split a line with several blanks, tabs, a word of several parts, or a fault."""
        if not line:
            self._refuse_blank(number)
        fields = line.split()
        extra = len(fields) - 1 - self.dim
        if extra < 0 or any(_is_number(field) for field in fields[1 : 1 + extra]):
            raise InvalidInput(
                "line {line}: {found} numbers follow the word {word}, expected {dim}",
                line=number,
                found=len(fields) - 1,
                word=_short(fields[0]),
                dim=self.dim,
            )
        word = line.rsplit(None, self.dim)[0].lstrip() if extra else fields[0]
        return word, b" ".join(fields[1 + extra :])

    def _say_which(self, numbers: Sequence[bytes]) -> NoReturn:
        """Say which value of a block is no number: the first such, found by halving."""
        start, stop = 0, len(numbers)
        while stop - start > 1:
            middle = (start + stop) // 2
            half = b" ".join(numbers[start:middle])
            if _parsed(half, (middle - start) * self.dim) is None:
                stop = middle
            else:
                start = middle
        fields = numbers[start].split()
        column = next(place for place, field in enumerate(fields) if not _is_number(field))
        raise InvalidInput(
            "line {line}: {value} is no number; expected {dim} numbers after the word, and this is "
            "number {column}",
            line=self.line + start,
            value=_short(fields[column]),
            dim=self.dim,
            column=column + 1,
        )


def _parsed(text: bytes, count: int) -> npt.NDArray[np.float32] | None:
    """Return exactly `count` numbers, or None where the text holds anything else.

    Each of the `count` fields gives at least one value or ends the reading, so that the right
    number of values means that each field is one number.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)  # how NumPy says that it stopped early
        warnings.simplefilter("ignore", RuntimeWarning)  # 1e50 becomes infinite, and is kept so
        try:
            values = np.fromstring(text, np.float32, sep=" ")
        except (DeprecationWarning, ValueError):
            return None
    return values if len(values) == count else None


def _is_number(field: bytes) -> bool:
    return _parsed(field, 1) is not None


def fields_are_numbers(fields: Sequence[bytes]) -> bool:
    """Tell whether there are fields, and each of them is a number."""
    return bool(fields) and _parsed(b" ".join(fields), len(fields)) is not None


def _short(value: bytes) -> str:
    text = value.decode("utf-8", "surrogateescape")
    return shown(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…")


def write_rows(
    file: BinaryIO, words: Sequence[bytes], table: npt.NDArray[np.float32 | np.float64]
) -> None:
    """Write a line for each word: the word and its numbers, which read back as the same float32."""
    for rows, block in _blocks(words, table):
        lines = as_text_rows(block)
        file.write(
            b"".join(
                b"%b %b\n" % (word, line.encode("ascii"))
                for word, line in zip(rows, lines, strict=True)
            )
        )


def _blocks(
    words: Sequence[bytes], table: npt.NDArray[np.float32 | np.float64]
) -> Iterator[tuple[Sequence[bytes], npt.NDArray[np.float32]]]:
    for start in range(0, len(words), _ROWS):
        yield words[start : start + _ROWS], as_single(table[start : start + _ROWS])


def as_single(block: npt.NDArray[np.float32 | np.float64]) -> npt.NDArray[np.float32]:
    """Return values as float32; what is too large for it becomes infinite."""
    with np.errstate(over="ignore"):
        return np.ascontiguousarray(block, np.float32)
