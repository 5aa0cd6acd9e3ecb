"""The pieces of a text between white space, numbered in the order in which they first occur."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, Protocol

import numpy as np

from sgns_core.corpus import TextSettings
from sgns_core.kernels.compiling import available
from sgns_core.streams.meaning import FIRST_PIECE, LINE_END, Int32s
from sgns_core.streams.short_pieces import Slots, find_pieces, short_keys

_BLOCK: Final = 1 << 16  # its pieces, as objects, still fit into a core's own cache
_LINE_END: Final = b"\xff"  # stands for a line end where it is split; no UTF-8 text holds it
_ASCII_BREAKS: Final = b" \t\n\x0b\x0c\r"
_LOWER: Final = bytes(range(256)).lower()


class NotText(ValueError):  # noqa: N818 - it says what was found
    """Bytes that no UTF-8 text holds."""


class Pieces(Protocol):
    """Numbers the pieces of a text: FIRST_PIECE and up, and LINE_END where a line ends."""

    def number(self, chunk: bytes) -> Int32s:
        """Return the numbers of the pieces of a chunk, in order.

        Raises NotText where it sees bytes that are not UTF-8; it need not look.
        """

    def since(self, number: int) -> list[bytes]:
        """Return the pieces from a number on."""

    def __len__(self) -> int:
        """Return how many numbers are taken, FIRST_PIECE more than pieces."""

    @property
    def held(self) -> int:
        """Return about how many bytes the pieces take."""

    def clear(self) -> None:
        """Forget all pieces, and begin again with FIRST_PIECE."""


def make_pieces(compiled: bool | None = None) -> Pieces:
    """Return a numbering: compiled where numba is there and fits, or as asked for."""
    if compiled is None:
        try:
            return make_pieces(available())
        except ImportError:  # numba is there, but not for this NumPy or Python
            return PlainPieces()
    if compiled:
        from sgns_core.kernels.scan import ScannedPieces

        return ScannedPieces()
    return PlainPieces()


def prepare(chunk: bytes, rules: TextSettings) -> bytes:
    r"""Return a chunk with "\n" at the ends of its lines, and fewer different pieces in it.

    What is ASCII alone is lower-cased and freed of signs where the rules do so anyway.
    """
    if b"\r" in chunk:
        chunk = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if rules.tokens == "words" and chunk.isascii():
        chunk = chunk.translate(_WORDS if rules.sentences == "lines" else _LOWER)
    return chunk


def _only_words() -> bytes:
    """Return a table of bytes: capitals to small letters, signs to blanks."""
    kept = {*b"abcdefghijklmnopqrstuvwxyz0123456789'-", *_ASCII_BREAKS}
    return bytes(byte if byte in kept or byte >= 0x80 else ord(" ") for byte in _LOWER)


_WORDS: Final = _only_words()


class _Numbers(dict[bytes, int]):
    """Gives each new piece the next number, and keeps its bytes."""

    def __init__(self) -> None:
        self[_LINE_END] = 0
        self[b""] = 1  # NO_PIECE: nothing between white space is empty
        self.held = 0

    def __missing__(self, piece: bytes) -> int:
        number = self[piece] = len(self)
        self.held += len(piece) + 120  # of an object and of its place in the table
        return number


class PlainPieces:
    """The numbering without compiled code: a dict, and a quicker way to what is short."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget all pieces, and begin again with FIRST_PIECE."""
        self._numbers = _Numbers()
        self._slots = Slots()

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def held(self) -> int:
        """Return about how many bytes the pieces take."""
        return self._numbers.held

    def since(self, number: int) -> list[bytes]:
        """Return the pieces from a number on."""
        if number == len(self._numbers):
            return []
        return list(islice(self._numbers, number, None))

    def number(self, chunk: bytes) -> Int32s:
        """Return the numbers of the pieces of a chunk, in order."""
        if _LINE_END in chunk:
            raise NotText
        parts = [self._number(block) for block in _blocks(chunk)]
        return np.concatenate(parts) if parts else np.empty(0, np.int32)

    def _number(self, block: bytes) -> Int32s:
        found = find_pieces(block)
        if found is None:
            return self._split(block)
        keys = short_keys(block, found)
        numbers, missing = self._slots.look_up(keys)
        if len(missing):
            places = zip(found.starts[missing].tolist(), found.ends[missing].tolist(), strict=True)
            pieces = [block[start:stop] for start, stop in places]
            numbers[missing] = np.fromiter(
                map(self._numbers.__getitem__, pieces), np.int32, len(pieces)
            )
            self._slots.enter(keys[missing], numbers[missing])
        if len(found.line_ends):
            before = np.searchsorted(found.starts, found.line_ends)
            numbers = np.insert(numbers, before, LINE_END)
        return numbers

    def _split(self, block: bytes) -> Int32s:
        pieces = block.replace(b"\n", b" \xff ").split()
        return np.fromiter(map(self._numbers.__getitem__, pieces), np.int32, len(pieces))


def _blocks(chunk: bytes) -> Iterator[bytes]:
    """Yield a chunk in blocks that end where a word does."""
    start = 0
    while start < len(chunk):
        stop = start + _BLOCK
        if stop >= len(chunk):
            stop = len(chunk)
        else:
            ends = (chunk.find(mark, stop) for mark in (b" ", b"\n"))
            stop = min((end for end in ends if end >= 0), default=len(chunk))
        yield chunk[start:stop]
        start = stop


__all__ = ["FIRST_PIECE", "NotText", "Pieces", "PlainPieces", "make_pieces", "prepare"]
