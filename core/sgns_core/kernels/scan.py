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
    position: int,
    slots: NDArray[np.int64],
    pool: NDArray[np.uint8],
    starts: NDArray[np.int64],
    count: int,
    numbers: NDArray[np.int32],
    written: int,
) -> tuple[int, int, int]:
    """Number the pieces of `data` from `position` on; return position, count and written after it.

    slots: an open-addressing table whose size is a power of two; a slot is 0, or the upper half of
    a piece's hash over its number. pool: the bytes of the pieces, a blank after each; piece p is
    pool[starts[p] : starts[p + 1] - 1]. numbers: filled from `written` on. It stops before the
    first piece with which the table would be more than half full, or for which there is no room.
    """
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
        mixed = np.uint64(0xCBF29CE484222325)
        end = position
        while end < size:
            byte = data[end]
            if byte == 32 or 9 <= byte <= 13:
                break
            mixed = (mixed ^ np.uint64(byte)) * np.uint64(0x100000001B3)
            end += 1
        mixed = (mixed ^ (mixed >> np.uint64(32))) * np.uint64(0x9E3779B97F4A7C15)
        upper = mixed >> np.uint64(32)
        length = end - position
        slot = (mixed ^ upper) & mask
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
                slots[slot] = np.int64((upper << np.uint64(32)) | np.uint64(count))
                number = count
                count += 1
                break
            if entry >> np.uint64(32) == upper:
                number = int(entry & np.uint64(0xFFFFFFFF))
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


def rebuild(
    slots: NDArray[np.int64], pool: NDArray[np.uint8], starts: NDArray[np.int64], count: int
) -> None:
    """Enter all pieces into an empty table."""
    mask = np.uint64(len(slots) - 1)
    for number in range(2, count):
        mixed = np.uint64(0xCBF29CE484222325)
        for i in range(starts[number], starts[number + 1] - 1):
            mixed = (mixed ^ np.uint64(pool[i])) * np.uint64(0x100000001B3)
        mixed = (mixed ^ (mixed >> np.uint64(32))) * np.uint64(0x9E3779B97F4A7C15)
        upper = mixed >> np.uint64(32)
        slot = (mixed ^ upper) & mask
        while slots[slot] != 0:
            slot = (slot + np.uint64(1)) & mask
        slots[slot] = np.int64((upper << np.uint64(32)) | np.uint64(number))


@cache
def _loops() -> tuple[Callable[..., Any], Callable[..., Any]]:
    slots, pool = np.zeros(2, np.int64), np.zeros(1, np.uint8)
    starts, numbers = np.zeros(4, np.int64), np.zeros(1, np.int32)
    data = np.frombuffer(b" ", np.uint8)  # read-only, as the chunks are
    return (
        compiled(scan, (data, 0, slots, pool, starts, 2, numbers, 0)),
        compiled(rebuild, (slots, pool, starts, 2)),
    )


class ScannedPieces:
    """The numbering of streams.pieces.Pieces, compiled: a scanner with a hash table of its own."""

    def __init__(self) -> None:
        self._scan, self._rebuild = _loops()
        self._numbers = np.empty(0, np.int32)
        self.clear()

    def clear(self) -> None:
        """Forget all pieces, and begin again with the first number."""
        self._count = _FIRST_PIECE
        self._slots = np.zeros(_FIRST_SLOTS, np.int64)
        self._starts = np.zeros(_FIRST_SLOTS // 2 + 1, np.int64)
        self._pool = np.empty(_FIRST_SLOTS * 8, np.uint8)

    def __len__(self) -> int:
        return self._count

    @property
    def held(self) -> int:
        """Return about how many bytes the pieces take."""
        return int(self._starts[self._count]) + 40 * self._count

    def since(self, number: int) -> list[bytes]:
        """Return the pieces from a number on."""
        if number == self._count:
            return []
        first, last = self._starts[number], self._starts[self._count]
        return self._pool[first : last - 1].tobytes().split(b" ")

    def number(self, chunk: bytes) -> NDArray[np.int32]:
        """Return the numbers of the pieces of a chunk, in order."""
        data = np.frombuffer(chunk, np.uint8)
        if len(self._numbers) < len(data):
            self._numbers = np.empty(len(data), np.int32)
        position = written = 0
        while True:
            position, self._count, written = self._scan(
                data, position, self._slots, self._pool, self._starts,
                self._count, self._numbers, written,
            )  # fmt: skip
            if position >= len(data):
                return self._numbers[:written].copy()
            self._grow(len(data) - position)

    def _grow(self, ahead: int) -> None:
        """Make room: a table of twice the size where it is half full, a larger pool."""
        if self._count >= len(self._slots) // 2:
            self._slots = np.zeros(2 * len(self._slots), np.int64)
            self._rebuild(self._slots, self._pool, self._starts, self._count)
            starts = np.zeros(len(self._slots) // 2 + 1, np.int64)
            starts[: self._count + 1] = self._starts[: self._count + 1]
            self._starts = starts
        else:
            used = int(self._starts[self._count])
            pool = np.empty(max(2 * len(self._pool), used + ahead + 1), np.uint8)
            pool[:used] = self._pool[:used]
            self._pool = pool
