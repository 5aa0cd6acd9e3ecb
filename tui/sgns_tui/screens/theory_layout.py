"""Where the panes of the screens on theory stand: pure functions of a plan and the size."""

from __future__ import annotations

from collections.abc import Mapping

from textual.geometry import Region

from sgns_core.record import record
from sgns_tui.screens.layout import Columns, share

HINT = 2
_TOP = 1 + HINT
_WIDE, _VERY_WIDE, _HIGH = 110, 170, 30
_LEFT = 72  # cells of the left column on a very wide screen, enough for the matrix of a batch
_LEAST = 5  # lines of the pane that a small screen shows below the first


@record
class Plan:
    """Panes with their least lines, the title among them.

    left, right: the two columns of a wide screen. turns: panes that take the last place on the
    right one at a time; a very wide screen has a column for them all. left_share: of the width, in
    percent. The first pane on the left is the one that a small screen always shows.
    """

    left: tuple[tuple[str, int], ...]
    right: tuple[tuple[str, int], ...]
    turns: tuple[tuple[str, int], ...]
    left_share: int = 54

    @property
    def head(self) -> tuple[str, int]:
        """Return the pane that is always there."""
        return self.left[0]

    def turn(self, front: str | None) -> tuple[str, int]:
        """Return the pane whose turn it is."""
        return next((pane for pane in self.turns if pane[0] == front), self.turns[0])


def plan_columns(
    plan: Plan, width: int, height: int, front: str | None = None, alone: str | None = None
) -> Columns:
    """Return the columns of panes; `front` is in sight, `alone` is shown by itself."""
    if alone is not None:
        return [(0, width, ((alone, 2),))]
    if width < _WIDE or height < _HIGH:
        below = (*plan.left[1:], *plan.right, *plan.turns)
        shown = next((name for name, _least in below if name == front), below[0][0])
        return [(0, width, (plan.head, (shown, _LEAST)))]
    if width < _VERY_WIDE or len(plan.turns) < 2:
        left = width * plan.left_share // 100
        right = (*plan.right, plan.turn(front))
        return [(0, left, plan.left), (left + 1, width - left - 1, right)]
    more = max(0, len(plan.turns) // 2 - len(plan.right) + 1)  # about as many in each
    left = max(_LEFT, width * 37 // 100)
    middle = (width - left - 2) // 2
    third = left + middle + 2
    return [
        (0, left, plan.left),
        (left + 1, middle, (*plan.right, *plan.turns[:more])),
        (third, width - third, plan.turns[more:]),
    ]


def plan_layout(
    width: int, height: int, columns: Columns, want: Mapping[str, int]
) -> dict[str, Region]:
    """Return the region of each pane that is shown; they never overlap.

    want: the lines that each pane would like, its title among them. On one column the first pane
    leaves the other at least half of the room.
    """
    places = {
        "status": Region(0, 0, width, 1),
        "hint": Region(0, 1, width, HINT),
        "footer": Region(0, height - 1, width, 1),
    }
    rows = height - _TOP - 1
    for x, size, panes in columns:
        wanted = dict(want)
        if len(columns) == 1 and len(panes) == 2:
            first = panes[0][0]
            wanted[first] = min(wanted.get(first, 0), rows // 2)
        y = _TOP
        for (name, _least), lines in zip(panes, share(rows, panes, wanted), strict=True):
            if lines:
                places[name] = Region(x, y, size, lines)
            y += lines
    return places
