"""The last updates of a run, as the rows they changed, so that they can be put back."""

from __future__ import annotations

from collections import deque

from sgns_core import limits
from sgns_core.keyframes import Tables
from sgns_core.update import Update


class Stretch:
    """As many of the last updates as fit in `limits.STRETCH_BYTES`, for tables of `dim` columns."""

    def __init__(self, dim: int) -> None:
        self._dim = dim
        self._width = 1  # rows scored by the widest update that is held
        self._undos: deque[_Undo] = deque()

    def __len__(self) -> int:
        return len(self._undos)

    @property
    def limit(self) -> int | None:
        """Return how many updates it holds at most, None before it was fitted."""
        return self._undos.maxlen

    @property
    def nbytes(self) -> int:
        """Return the memory it takes."""
        return len(self._undos) * self._undo_bytes()

    def fit(self, width: int, interval: int) -> None:
        """Let it hold what fits when updates to come score `width` rows: two intervals at most."""
        if width != self._width:
            self._width = max(width, max((len(undo.touched) for undo in self._undos), default=0))
        length = max(1, min(2 * interval, limits.STRETCH_BYTES // self._undo_bytes()))
        if length != self._undos.maxlen:
            self._undos = deque(self._undos, length)

    def add(self, center: int, update: Update) -> None:
        """Remember an update that was made; the oldest is forgotten where there is no room."""
        self._undos.append(_Undo(center, update))

    def put_back(self, tables: Tables) -> None:
        """Take the last update back."""
        undo = self._undos.pop()
        tables[0][undo.center] = undo.center_before
        tables[1][undo.touched] = undo.touched_before

    def clear(self) -> None:
        """Forget them all."""
        self._undos.clear()

    def _undo_bytes(self) -> int:
        return 8 * self._dim * (self._width + 1) + 8 * self._width + 600


class _Undo:
    """The rows that one update changed, as they were."""

    __slots__ = ("center", "center_before", "touched", "touched_before")

    def __init__(self, center: int, update: Update) -> None:
        self.center = center
        self.center_before = update.v
        self.touched = update.touched
        self.touched_before = update.touched_before
