"""The loss of every update that a branch has made, in blocks that branches share."""

from __future__ import annotations

import numpy as np

from sgns_core.trace import Floats

CHUNK = 1 << 16


class LossLog:
    """Losses by step; at most `limit` blocks are held, the oldest are forgotten first.

    A forgotten or missing loss is nan. `fork` shares whole blocks: writing copies the last one.
    """

    def __init__(self, limit: int = 64) -> None:
        self.limit = limit
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
            self._own(number)[place : place + size] = losses[done : done + size]
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
        if chunk is None:
            chunk = np.full(CHUNK, np.nan)
            while len(self._chunks) >= self.limit:
                oldest = min(self._chunks)
                del self._chunks[oldest]
                self._owned.discard(oldest)
        elif number not in self._owned:
            chunk = chunk.copy()
        self._chunks[number] = chunk
        self._owned.add(number)
        return chunk
