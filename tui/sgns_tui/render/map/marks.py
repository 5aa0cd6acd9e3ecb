"""One colour and one mark for each group: what a colour says, a shape says too."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from sgns_core.trace import Indices
from sgns_tui.render.roles import CURSOR, GROUPS, HEADING, NEGATIVE, QUIET, TARGET

ROLES = ("", QUIET, *GROUPS, TARGET, NEGATIVE, HEADING, CURSOR)
"""Roles by number, for arrays of cells."""

NUMBER = {role: number for number, role in enumerate(ROLES)}

# Filled for E, hollow for Ep: one cell wide, all of them.
_FILLED, _HOLLOW, _PLAIN = "●▲■◆▼◀▶◉", "○△□◇▽◁▷◎", "·◦"
# No letters, which would seem to belong to the word beside them, and no heads of arrows.
_ASCII_FILLED, _ASCII_HOLLOW, _ASCII_PLAIN = "*#%@&$=~", "12345678", ".,"

LOOKS = len(_FILLED) * len(GROUPS)
"""So many groups look different; more begin again."""


def look(group: int) -> int:
    """Return the number of a group's look: 0 without a group, else from 1."""
    return 0 if group < 0 else 1 + group % LOOKS


def looks(groups: Indices) -> Indices:
    """Return the looks of groups (n,)."""
    return np.where(groups < 0, 0, 1 + groups % LOOKS)


def role_of(look: int) -> str:
    """Return the role of a look; the ninth group has the first colour again, and another mark."""
    return QUIET if look == 0 else GROUPS[(look - 1) % len(GROUPS)]


def mark_of(look: int, output: bool = False, ascii_only: bool = False) -> str:
    """Return the mark of a look, for a point of E or, with `output`, of Ep."""
    filled, hollow, plain = (
        (_ASCII_FILLED, _ASCII_HOLLOW, _ASCII_PLAIN) if ascii_only else (_FILLED, _HOLLOW, _PLAIN)
    )
    if look == 0:
        return plain[output]
    turn, place = divmod(look - 1, len(GROUPS))
    return (hollow if output else filled)[(place + turn) % len(filled)]


@cache
def mark_codes(output: bool, ascii_only: bool) -> npt.NDArray[np.uint32]:
    """Return the marks of all looks as numbers of characters."""
    return np.array([ord(mark_of(n, output, ascii_only)) for n in range(LOOKS + 1)], np.uint32)


@cache
def role_numbers() -> npt.NDArray[np.uint8]:
    """Return the numbers in ROLES of all looks' roles."""
    return np.array([NUMBER[role_of(n)] for n in range(LOOKS + 1)], np.uint8)
