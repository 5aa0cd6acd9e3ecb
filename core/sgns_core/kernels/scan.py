"""Compiled: the pieces of a text between ASCII white space, found and numbered byte by byte."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sgns_core.kernels.compiling import compiled

_FIRST_PIECE: Final = 2  # as in streams.meaning: 0 is a line end, 1 is no piece
_FIRST_SLOTS: Final = 1 << 12


def scan(
    data: NDArray[np.uint8],
    eights: NDArray[np.uint64],
    position: int,
    slots: NDArray[np.int64],
    pool: NDArray[np.uint8],
    starts: NDArray[np.int64],
    keys: NDArray[np.uint64],
    hashes: NDArray[np.uint64],
    count: int,
    numbers: NDArray[np.int32],
    written: int,
) -> tuple[int, int, int]:
    """Number the pieces of `data` from `position` on; return position, count and written after it.

    eights: the eight bytes from each place on, the least significant first, as far as there are so
    many and no control character but white space is among the data; else empty. slots: an
    open-addressing table whose size is a power of two; a slot is 0, or the upper half of a piece's
    hash over its number. pool: the bytes of the pieces, a blank after each; piece p is
    pool[starts[p] : starts[p + 1] - 1]. keys: of each piece; that of one of up to seven bytes is
    made of these and their number, and is shared by no other. hashes: of each piece. numbers:
    filled from `written` on. It stops before the first piece with which the table would be more
    than half full, or for which there is no room.
    """
    word_0, basis = np.uint64(0), np.uint64(0xCBF29CE484222325)
    prime = np.uint64(0x9E3779B97F4A7C15)
    mask = np.uint64(len(slots) - 1)
    size = len(data)
    most = min(len(slots) // 2, len(starts) - 1)
    while position < size:
        byte = data[position]
        if byte == 32 or 9 <= byte <= 13:
            if byte == 10:
                numbers[written] = 0
                written += 1
            position += 1
            continue
        end, key, mixed, word, found = position, word_0, basis, word_0, False
        while end < len(eights):
            # The lowest high bit of `low` stands in the first byte below 0x21.
            eight = eights[end]
            low = (eight - np.uint64(0x2121212121212121)) & ~eight & np.uint64(0x8080808080808080)
            if low != word_0:
                low &= ~low + np.uint64(1)
                word = eight & ((low - np.uint64(1)) >> np.uint64(7))
                # The byte that a multiplication shifts to the top counts the bytes below.
                there = ((low >> np.uint64(7)) * np.uint64(0x0001020304050607)) >> np.uint64(56)
                end += int(there)
                found = True
                break
            mixed = (mixed ^ eight) * prime
            mixed ^= mixed >> np.uint64(32)
            end += 8
        if not found:
            # The same, byte by byte.
            filled = np.uint64(0)
            while end < size:
                byte = data[end]
                if byte == 32 or 9 <= byte <= 13:
                    break
                word |= np.uint64(byte) << filled
                filled += np.uint64(8)
                end += 1
                if filled == np.uint64(64):
                    mixed = (mixed ^ word) * prime
                    mixed ^= mixed >> np.uint64(32)
                    word = filled = np.uint64(0)
        length = end - position
        if length < 8:
            key = word | (np.uint64(length) << np.uint64(56))
            mixed = key
        else:
            mixed ^= word
            key = mixed | np.uint64(1 << 63)
        mixed = (mixed ^ (mixed >> np.uint64(32))) * prime
        mixed ^= mixed >> np.uint64(29)
        upper = mixed >> np.uint64(32)
        slot = mixed & mask
        while True:
            entry = np.uint64(slots[slot])
            if entry == np.uint64(0):
                begin = starts[count]
                if count >= most or begin + length >= len(pool):
                    return position, count, written
                for i in range(length):
                    pool[begin + i] = data[position + i]
                pool[begin + length] = 32
                starts[count + 1] = begin + length + 1
                keys[count], hashes[count] = key, mixed
                slots[slot] = np.int64((upper << np.uint64(32)) | np.uint64(count))
                number = count
                count += 1
                break
            if entry >> np.uint64(32) == upper:
                number = int(entry & np.uint64(0xFFFFFFFF))
                same = keys[number] == key
                if same and length > 7:
                    begin = starts[number]
                    same = starts[number + 1] - begin == length + 1
                    i = 0
                    while same and i < length:
                        same = pool[begin + i] == data[position + i]
                        i += 1
                if same:
                    break
            slot = (slot + np.uint64(1)) & mask
        numbers[written] = number
        written += 1
        position = end
    return position, count, written


def enter(slots: NDArray[np.int64], hashes: NDArray[np.uint64], count: int) -> None:
    """Enter the pieces 2 to count - 1 into an empty table."""
    mask = np.uint64(len(slots) - 1)
    for number in range(2, count):
        upper = hashes[number] >> np.uint64(32)
        slot = hashes[number] & mask
        while slots[slot] != 0:
            slot = (slot + np.uint64(1)) & mask
        slots[slot] = np.int64((upper << np.uint64(32)) | np.uint64(number))


def controls(data: NDArray[np.uint8]) -> bool:
    """Tell whether there are control characters other than ASCII white space."""
    found = False
    for i in range(len(data)):
        found |= (data[i] < 9) | ((data[i] > 13) & (data[i] < 32))
    return found


@cache
def _loops() -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., bool]]:
    slots, pool = np.zeros(2, np.int64), np.zeros(1, np.uint8)
    starts, numbers, words = np.zeros(4, np.int64), np.zeros(1, np.int32), np.zeros(4, np.uint64)
    data = np.frombuffer(b"some bytes", np.uint8)  # read-only, as the chunks are
    return (
        compiled(scan, (data, _eights(data), 0, slots, pool, starts, words, words, 2, numbers, 0)),
        compiled(enter, (slots, words, 2)),
        compiled(controls, (data,)),
    )


def _eights(data: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return the eight bytes from each place of the data on, as far as there are so many."""
    return np.ndarray((len(data) - 7,), "<u8", data, 0, (1,))


class ScannedPieces:
    """The numbering of streams.pieces.Pieces, compiled: a scanner with a hash table of its own."""

    def __init__(self) -> None:
        self._scan, self._enter, self._controls = _loops()
        self._numbers = np.empty(0, np.int32)
        self.clear()

    def clear(self) -> None:
        """Forget all pieces, and begin again with the first number."""
        self._count = _FIRST_PIECE
        self._slots = np.zeros(_FIRST_SLOTS, np.int64)
        self._starts = np.zeros(_FIRST_SLOTS // 2 + 1, np.int64)
        self._keys, self._hashes = np.zeros((2, _FIRST_SLOTS // 2 + 1), np.uint64)
        self._pool = np.empty(_FIRST_SLOTS * 8, np.uint8)

    def __len__(self) -> int:
        return self._count

    @property
    def held(self) -> int:
        """Return about how many bytes the pieces take."""
        return int(self._starts[self._count]) + 60 * self._count

    def since(self, number: int) -> list[bytes]:
        """Return the pieces from a number on."""
        if number == self._count:
            return []
        first, last = self._starts[number], self._starts[self._count]
        return self._pool[first : last - 1].tobytes().split(b" ")

    def number(self, chunk: bytes) -> NDArray[np.int32]:
        """Return the numbers of the pieces of a chunk, in order."""
        data = np.frombuffer(chunk, np.uint8)
        # Without these, bytes are gone through one by one.
        eights = _eights(data if len(data) >= 8 else np.zeros(8, np.uint8))
        if len(data) < 8 or self._controls(data):
            eights = eights[:0]
        if len(self._numbers) < len(data):
            self._numbers = np.empty(len(data), np.int32)
        position = written = 0
        while True:
            position, self._count, written = self._scan(
                data, eights, position, self._slots, self._pool, self._starts, self._keys,
                self._hashes, self._count, self._numbers, written,
            )  # fmt: skip
            if position >= len(data):
                return self._numbers[:written].copy()
            self._grow(len(data) - position)

    def _grow(self, ahead: int) -> None:
        """Make room: a table of twice the size where it is half full, a larger pool."""
        if self._count >= len(self._slots) // 2:
            self._slots = np.zeros(2 * len(self._slots), np.int64)
            self._enter(self._slots, self._hashes, self._count)
            more = len(self._slots) // 2 + 1
            self._starts = _longer(self._starts, more)
            self._keys, self._hashes = _longer(self._keys, more), _longer(self._hashes, more)
        else:
            used = int(self._starts[self._count])
            self._pool = _longer(self._pool, max(2 * len(self._pool), used + ahead + 1))


def _longer(values: NDArray[Any], size: int) -> NDArray[Any]:
    longer = np.zeros(size, values.dtype)
    longer[: len(values)] = values
    return longer
