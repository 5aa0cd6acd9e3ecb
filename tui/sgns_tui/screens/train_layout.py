"""Where the panes of the Train screen stand: pure functions of its size."""

from __future__ import annotations

from textual.geometry import Region

HINT = 2
_BROAD = 110  # columns from which on two maps have room beside the other panes
_LARGE = 30  # rows from which on there is room for what can be done without


def train_layout(
    width: int,
    height: int,
    front: str = "loss",
    alone: str | None = None,
    maps: int = 1,
    selected: bool = False,
) -> dict[str, Region]:
    """Return the region of each pane that is shown; they never overlap.

    front: which of word and loss a small screen shows. alone: a pane that is shown by itself.
    maps: 2 where two runs stand side by side; the second map is "beside". selected: whether there
    is a word to show; without one its pane has room for a sentence.
    """
    bar = 2 if height >= _LARGE else 1
    places = {
        "status": Region(0, 0, width, 1),
        "bar": Region(0, 1, width, bar),
        "hint": Region(0, 1 + bar, width, HINT),
        "footer": Region(0, height - 1, width, 1),
    }
    top = 1 + bar + HINT
    rows = height - top - 1
    body = Region(0, top, width, rows)
    if alone is not None:
        if alone == "map":
            return {**places, **_maps(body, maps)}
        return {**places, alone: body}
    if width >= 160 and rows >= _LARGE:
        first = max(44, width * 27 // 100)
        second = max(44, width * 25 // 100)
        left = width - first - second - 2
        places |= _maps(Region(0, top, left, rows), maps)
        places |= _stack(Region(left + 1, top, first, rows), ("now", 15), ("word", 0))
        right = Region(left + first + 2, top, second, rows)
        return places | _stack(right, ("loss", rows * 3 // 5), ("updates", 0))
    if maps > 1 and width < _BROAD:  # two maps need the whole width
        above, below = body.split_horizontal(rows * 3 // 5)
        now, other = below.split_vertical(width // 2)
        now = now.shrink((0, 1, 0, 0))  # a gap between their texts
        return {**places, **_maps(above, maps), "now": now, front: other}
    side = max(min(40, width // 2), min(54, width * 40 // 100))
    left = width - side - 1
    places |= _maps(Region(0, top, left, rows), maps)
    right = Region(left + 1, top, side, rows)
    if rows >= _LARGE - 2 and maps > 1 and not selected:  # two curves need the room
        return places | _stack(right, ("now", 12), ("loss", 0))
    if rows >= _LARGE - 2:
        return places | _stack(right, ("now", 12), ("word", 9 if selected else 3), ("loss", 0))
    return places | _stack(right, ("now", rows * 3 // 5), (front, 0))


def _maps(room: Region, maps: int) -> dict[str, Region]:
    """Return one map in a room, or two: side by side where it is wide, else one above the other."""
    if maps < 2:
        return {"map": room}
    if room.width >= 2 * room.height:
        first, second = room.split_vertical(room.width // 2)
        first = first.shrink((0, 1, 0, 0))  # a gap, so that axes and legends do not run together
    else:
        first, second = room.split_horizontal(room.height // 2)
    return {"map": first, "beside": second}


def _stack(room: Region, *panes: tuple[str, int]) -> dict[str, Region]:
    """Return panes from top to bottom of a room; 0 rows means all that the others leave."""
    places = {}
    y = room.y
    for name, rows in panes:
        rows = min(rows or room.bottom - y, room.bottom - y)
        places[name] = Region(room.x, y, room.width, rows)
        y += rows
    return places
