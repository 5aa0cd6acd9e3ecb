"""The loss of every update that a branch has made, in blocks that branches share."""

from __future__ import annotations

import numpy as np

from sgns_core.trace import Floats

CHUNK = 1 << 12  # losses in a block: what an edit copies


class LossLog:
    """Losses by step; at most `limit` blocks are held, from 2; the farthest is forgotten first.

    A forgotten or missing loss is nan. `fork` shares whole blocks: writing copies the last one.
    made: how many blocks this log has allocated so far.
    """

    def __init__(self, limit: int = 1 << 10) -> None:
        self.limit = limit
        self.made = 0
        self._chunks: dict[int, Floats] = {}
        self._owned: set[int] = set()

    @property
    def nbytes(self) -> int:
        """Return the memory it takes, blocks that other logs share included."""
        return sum(size for _, size in self.chunk_bytes())

    def chunk_bytes(self) -> list[tuple[int, int]]:
        """Return (identity, bytes) of each block, so that shared ones can be counted once."""
        return [(id(chunk), chunk.nbytes) for chunk in self._chunks.values()]

    def fork(self) -> LossLog:
        """Return a log with the same losses; neither sees what the other writes later."""
        other = LossLog(self.limit)
        other._chunks = dict(self._chunks)
        self._owned.clear()
        return other

    def write(self, start: int, losses: Floats) -> None:
        """Note the losses of the updates from `start` on."""
        done = 0
        while done < len(losses):
            number, place = divmod(start + done, CHUNK)
            size = min(CHUNK - place, len(losses) - done)
            part = losses[done : done + size]
            held = self._chunks.get(number)
            # Updates that are made again leave the block shared.
            if held is None or not np.array_equal(held[place : place + size], part):
                self._own(number)[place : place + size] = part
            done += size

    def read(self, start: int, stop: int) -> Floats:
        """Return the losses of updates start..stop-1, nan where they are not known."""
        result = np.full(max(0, stop - start), np.nan)
        for number in range(start // CHUNK, -(-stop // CHUNK)):
            chunk = self._chunks.get(number)
            if chunk is not None:
                low, high = max(start, number * CHUNK), min(stop, (number + 1) * CHUNK)
                result[low - start : high - start] = chunk[
                    low - number * CHUNK : high - number * CHUNK
                ]
        return result

    def _own(self, number: int) -> Floats:
        """Return a block to write in, copied first if another log may share it."""
        chunk = self._chunks.get(number)
        if chunk is not None and number in self._owned:
            return chunk
        if chunk is None:
            # Not the oldest: where early updates are made again, their neighbours are read next.
            while len(self._chunks) >= self.limit:
                farthest = max(self._chunks, key=lambda held: abs(held - number))
                del self._chunks[farthest]
                self._owned.discard(farthest)
        chunk = np.full(CHUNK, np.nan) if chunk is None else chunk.copy()
        self.made += 1
        self._chunks[number] = chunk
        self._owned.add(number)
        return chunk
