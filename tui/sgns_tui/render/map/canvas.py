"""A grid of characters with roles, and the runs of one role that it consists of."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sgns_core.trace import Flags, Indices
from sgns_tui.render.map.marks import NUMBER, ROLES
from sgns_tui.render.map.raster import BLANK, Codes
from sgns_tui.render.roles import CURSOR

Roles = npt.NDArray[np.uint8]
"""Roles by their numbers in ROLES."""

Run = tuple[str, str]
"""Text and its role; the role of blanks may be that of what stands before them."""

_TAKEN = 0  # the code of cells that a text laid over them fills
_CURSOR = NUMBER[CURSOR]


class Canvas:
    """Characters (height, width) by number, the number of each one's role, and texts over them."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.codes = np.full((height, width), BLANK, np.uint32)
        self.roles = np.zeros((height, width), np.uint8)
        self._texts: list[list[tuple[int, int, str]]] = [[] for _ in range(height)]

    def put(self, codes: Codes, roles: Roles) -> None:
        """Draw characters (height, width) where they are not blank."""
        drawn = codes != BLANK
        np.copyto(self.codes, codes, where=drawn)
        np.copyto(self.roles, roles, where=drawn, casting="unsafe")

    def mark(self, cells: Indices, codes: Codes | int, roles: Roles | int) -> None:
        """Draw characters in cells by their numbers; the last one stays."""
        self.codes.reshape(-1)[cells] = codes
        self.roles.reshape(-1)[cells] = roles

    def write(self, row: int, column: int, text: str, cells: int, role: int) -> None:
        """Lay a text `cells` wide over what is there: it must be in the frame and overlap none."""
        self.codes[row, column : column + cells] = _TAKEN
        self.roles[row, column : column + cells] = role
        self._texts[row].append((column, cells, text))

    def is_drawn(self) -> Flags:
        """Return which cells (height, width) are not blank."""
        return np.asarray(self.codes != BLANK)

    def runs(self) -> tuple[tuple[Run, ...], ...]:
        """Return each row as runs of one role; blanks between belong to the run before them."""
        drawn = self.is_drawn()
        places = np.where(drawn, np.arange(self.width), 0)
        before = np.maximum.accumulate(places, axis=1)
        roles = np.take_along_axis(self.roles, before, axis=1)
        # Reversed blanks can be seen.
        roles[~drawn & (roles == _CURSOR)] = 0
        ends = np.where(drawn.any(axis=1), self.width - drawn[:, ::-1].argmax(axis=1), 0).tolist()
        changes = np.diff(roles, axis=1) != 0
        rows: list[tuple[Run, ...]] = []
        for row in range(self.height):
            end = ends[row]
            if not end:
                rows.append(())
                continue
            cells: list[str] = list(self.codes[row, :end].tobytes().decode("utf-32-le"))
            for column, size, text in self._texts[row]:
                cells[column : column + size] = [text, *[""] * (size - 1)]
            bounds = [0, *(np.flatnonzero(changes[row, : end - 1]) + 1).tolist(), end]
            rows.append(
                tuple(("".join(cells[a:b]), ROLES[roles[row, a]]) for a, b in pairwise(bounds))
            )
        return tuple(rows)
