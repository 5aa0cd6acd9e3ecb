"""Where the panes of the Step screen stand: pure functions of its size and what is wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.geometry import Region

from sgns_tui.render.step.status import HINT

SMALLEST = (60, 20)
Columns = list[tuple[int, int, tuple[tuple[str, int], ...]]]
"""Left edge, width, and panes with their least lines, from left to right."""

_TOP = 2 + HINT

# Each column from top to bottom with the least lines of each pane; the title is one of them.
_LEFT = (("text", 4), ("tables", 5), ("dot", 3), ("update", 5))
_RIGHT = (("loss", 5), ("gradient", 5), ("check", 4))
NARROW_TEXT = 2
"""Least lines of the text on a narrow screen, where it has no title."""


def columns_of(
    width: int, height: int, front: str, asked: Sequence[str] = (), alone: str | None = None
) -> Columns:
    """Return the columns of panes: (left edge, width, panes with their least lines).

    A narrow screen has one, with the pane in `front` below the tables; a wide one has two; a very
    wide one has a third for the code and the curves. `alone` is shown by itself.
    """
    if alone is not None:
        return [(0, width, ((alone, 2),))]
    if width < 110 or height < 30:
        return [(0, width, (("text", NARROW_TEXT), ("tables", 5), (front, 6)))]
    right = _RIGHT
    extra = next((name for name in reversed(asked) if name in ("code", "curve")), None)
    if width >= 170:
        third = width - 125
        return [
            (0, 68, _LEFT),
            (69, 55, _RIGHT),
            (125, third, (("code", 12), ("curve", 14))),
        ]
    if extra is not None:
        right = (_RIGHT[0], (extra, 8), _RIGHT[2])
    left = min(72, width * 56 // 100)
    return [(0, left, _LEFT), (left + 1, width - left - 1, right)]


def step_layout(
    width: int,
    height: int,
    columns: Columns,
    want: Mapping[str, int],
) -> dict[str, Region]:
    """Return the region of each pane that is shown; they never overlap.

    want: the lines that each pane would like, its title among them.
    """
    places = {
        "status": Region(0, 0, width, 1),
        "stage": Region(0, 1, width, 1),
        "hint": Region(0, 2, width, HINT),
        "footer": Region(0, height - 1, width, 1),
    }
    rows = height - _TOP - 1
    for x, size, panes in columns:
        y = _TOP
        for name, lines in zip((name for name, _ in panes), share(rows, panes, want), strict=True):
            places[name] = Region(x, y, size, lines)
            y += lines
    return places


def share(rows: int, panes: tuple[tuple[str, int], ...], want: Mapping[str, int]) -> list[int]:
    """Return the lines of each pane: the least, then what each wants; the last takes the rest."""
    given = [min(least, max(1, rows)) for _, least in panes]
    left = rows - sum(given)
    for place, (name, _) in enumerate(panes):
        more = max(0, min(left, want.get(name, 0) - given[place]))
        given[place] += more
        left -= more
    given[-1] += left
    return given
