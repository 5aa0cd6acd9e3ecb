"""The two tables that are trained, laid out for vector instructions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sgns_core.training.chance import Stream, key_of

_ALIGNED = 64  # bytes of a cache line: no row of 16 floats straddles two
_FLOATS = 16
_ROWS = 8192


def aligned(*shape: int) -> NDArray[np.float32]:
    """Return zeros that begin at a cache line."""
    size = int(np.prod(shape)) * 4
    raw = np.zeros(size + _ALIGNED, np.uint8)
    skip = -raw.ctypes.data % _ALIGNED
    return raw[skip : skip + size].view(np.float32).reshape(shape)


class Tables:
    """E and Ep, (V, d) float32, as views of `wide_E` and `wide_Ep`, which have columns of zeros.

    The wide tables have a multiple of 16 columns and begin at a cache line. E begins uniform in
    +-0.5/d, Ep at zero, as in word2vec.c.
    """

    def __init__(self, size: int, dim: int, seed: int) -> None:
        columns = -(-dim // _FLOATS) * _FLOATS
        self.wide_E, self.wide_Ep = aligned(size, columns), aligned(size, columns)
        # The system hands out memory when it is first written to, a page at a time: better now and
        # in order than in the midst of training, row by row.
        self.wide_Ep.fill(0.0)
        self.E, self.Ep = self.wide_E[:, :dim], self.wide_Ep[:, :dim]
        generator = np.random.Generator(np.random.Philox(key=key_of(seed, Stream.TABLES)))
        for start in range(0, size, _ROWS):
            rows = self.E[start : start + _ROWS]
            rows[:] = (generator.random(rows.shape, np.float32) - np.float32(0.5)) / np.float32(dim)

    def restore(self, E: NDArray[np.float32], Ep: NDArray[np.float32]) -> None:
        """Copy both tables in; raises ValueError where their shapes are others."""
        pairs = (("E", E, self.E), ("Ep", Ep, self.Ep))
        for name, given, own in pairs:
            if given.shape != own.shape:
                raise ValueError(f"{name} is {given.shape}, not {own.shape}")
        for _, given, own in pairs:
            own[:] = given
        for wide in (self.wide_E, self.wide_Ep):
            wide[:, self.E.shape[1] :] = 0.0  # nan, where a run diverged


class TableOwner:
    """What every engine does with its tables."""

    _tables: Tables

    @property
    def E(self) -> NDArray[np.float32]:  # noqa: N802, D102
        return self._tables.E

    @property
    def Ep(self) -> NDArray[np.float32]:  # noqa: N802, D102
        return self._tables.Ep

    def restore(self, E: NDArray[np.float32], Ep: NDArray[np.float32]) -> None:
        """Take over both tables (V, d), copied."""
        self._tables.restore(E, Ep)
