"""The pieces of a block of text found and looked up by NumPy, many at a time.

Pieces of up to eight bytes are numbers of 64 bits, looked up in a table of slots; what is not found
there, and what is longer, is left to the caller.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Places = NDArray[np.int64]

LONGEST: Final = 8
_SLOT_BITS: Final = 17
_FACTORS: Final = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03))
_MASKS: Final = np.array([(1 << (8 * size)) - 1 for size in range(LONGEST + 1)], "<u8")


class Found(NamedTuple):
    """Where the pieces of a block are: starts and ends (n,); line_ends, their places (m,)."""

    starts: Places
    ends: Places
    line_ends: Places


def find_pieces(block: bytes) -> Found | None:
    """Return where the pieces between ASCII white space are, None where there are other controls.

    A byte up to the blank is then white space, which is quick to tell.
    """
    data = np.frombuffer(block, np.uint8)
    low = data < 0x20
    controls = data[low]
    if len(controls) and ((controls < 9) | (controls > 13)).any():
        return None
    blank = low | (data == 0x20)
    inside = np.zeros(len(data) + 2, np.bool_)
    np.logical_not(blank, out=inside[1:-1])
    edges = np.flatnonzero(inside[1:] != inside[:-1])
    return Found(edges[::2], edges[1::2], np.flatnonzero(low)[controls == 10])


def short_keys(block: bytes, found: Found) -> Words:
    """Return each piece of at most LONGEST bytes as a number, 0 for a longer one."""
    padded = np.frombuffer(block + bytes(LONGEST), np.uint8)
    every = np.ndarray((len(block) + 1,), "<u8", padded, 0, (1,))
    lengths = found.ends - found.starts
    keys: Words = every[found.starts]
    keys &= _MASKS[np.minimum(lengths, LONGEST)]
    keys[lengths > LONGEST] = 0
    return keys


class Slots:
    """Numbers by key, each key in one of two slots, as long as one of them is free."""

    def __init__(self) -> None:
        size = 1 << _SLOT_BITS
        self._keys = np.zeros(size, np.uint64)
        self._numbers = np.zeros(size, np.int32)

    def look_up(self, keys: Words) -> tuple[NDArray[np.int32], Places]:
        """Return the numbers of keys, and the places of those that are not there."""
        slots = _slots(keys, 0)
        numbers = self._numbers[slots]
        missing = np.flatnonzero((self._keys[slots] != keys) | (keys == 0))
        rest = keys[missing]
        slots = _slots(rest, 1)
        second = (self._keys[slots] == rest) & (rest != 0)
        numbers[missing[second]] = self._numbers[slots[second]]
        return numbers, missing[~second]

    def enter(self, keys: Words, numbers: NDArray[np.int32]) -> None:
        """Give keys that were not found a slot, where one is free; 0 is no key."""
        for way in (0, 1):
            slots = _slots(keys, way)
            free = (self._keys[slots] == 0) & (keys != 0)
            # Of several keys for one slot the last stays, in both tables.
            self._keys[slots[free]] = keys[free]
            self._numbers[slots[free]] = numbers[free]
            left = self._keys[slots] != keys
            keys, numbers = keys[left], numbers[left]


def _slots(keys: Words, way: int) -> NDArray[np.intp]:
    return ((keys * _FACTORS[way]) >> np.uint64(64 - _SLOT_BITS)).astype(np.intp)
