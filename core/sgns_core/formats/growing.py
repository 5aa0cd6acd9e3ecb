"""A table that grows as rows are read: no promise of a file's header takes memory."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


class GrowingTable:
    """Rows of `dim` float32 values, added in blocks.

    `expected` rows are room enough as far as anyone knows: growth stops there, and goes on if more
    come after all.
    """

    def __init__(self, dim: int, expected: int | None = None) -> None:
        self._values = np.empty((0, dim), np.float32)
        self._used = 0
        self._expected = expected

    def __len__(self) -> int:
        """Return the number of rows that were added."""
        return self._used

    def add(self, block: npt.NDArray[np.float32]) -> None:
        """Append rows (n, dim)."""
        need = self._used + len(block)
        if need > len(self._values):
            room = max(need, len(self._values) * 3 // 2)
            if self._expected is not None:
                room = max(need, min(room, self._expected))
            self._resize(room)
        self._values[self._used : need] = block
        self._used = need

    def finish(self) -> npt.NDArray[np.float32]:
        """Return all rows; nothing can be added afterwards."""
        self._resize(self._used)
        return self._values

    def _resize(self, rows: int) -> None:
        if rows != len(self._values):
            # In place: large blocks are moved by the system without being copied.
            self._values.resize((rows, self._values.shape[1]), refcheck=False)
