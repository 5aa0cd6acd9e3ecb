"""A stretch of encoded text, with all that its training depends on beside the tables."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sgns_core.record import record


@record(eq=False)
class Chunk:
    """Whole sentences of a text as numbers: about 100,000 to 1,000,000 tokens are a good size.

    ids: (N,) int32, rows of the tables: words outside of the vocabulary are left out beforehand.
    offsets: (S + 1,) int64, from 0 to N; sentence s is ids[offsets[s] : offsets[s + 1]], and no
    window reaches out of it. epoch, number: which epoch, and which chunk of it, from 0: its draws
    are made from these and the seed, so that a run can be taken up before any chunk. begin, end:
    the shares of the whole run, 0 to 1, that are done before and after it; the learning rate
    follows them.
    """

    ids: NDArray[np.int32]
    offsets: NDArray[np.int64]
    epoch: int
    number: int
    begin: float
    end: float

    def __post_init__(self) -> None:
        if self.ids.dtype != np.int32 or self.ids.ndim != 1:
            raise ValueError(f"ids must be (N,) int32, not {self.ids.shape} {self.ids.dtype}")
        if self.offsets.dtype != np.int64 or self.offsets.ndim != 1 or not len(self.offsets):
            raise ValueError("offsets must be (S + 1,) int64")
        if self.offsets[0] != 0 or self.offsets[-1] != len(self.ids):
            raise ValueError("offsets must go from 0 to the number of tokens")
        if (np.diff(self.offsets) < 0).any():
            raise ValueError("offsets must not fall")
        if not 0.0 <= self.begin <= self.end <= 1.0:
            raise ValueError("begin and end must be shares from 0 to 1, in this order")
        if not (0 <= self.epoch < 2**31 and 0 <= self.number < 2**31):
            raise ValueError("epoch and number must lie in 0..2^31-1")

    def __len__(self) -> int:
        """Return the number of tokens, N."""
        return len(self.ids)
