"""Where the panes of the Train screen stand: pure functions of its size."""

from __future__ import annotations

from textual.geometry import Region

HINT = 2
BAR = 2
_TOP = 1 + BAR + HINT


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
    places = {
        "status": Region(0, 0, width, 1),
        "bar": Region(0, 1, width, BAR),
        "hint": Region(0, 1 + BAR, width, HINT),
        "footer": Region(0, height - 1, width, 1),
    }
    rows = height - _TOP - 1
    body = Region(0, _TOP, width, rows)
    if alone is not None:
        if alone == "map":
            return {**places, **_maps(body, maps)}
        return {**places, alone: body}
    if width >= 160 and rows >= 30:
        first = max(44, width * 27 // 100)
        second = max(44, width * 25 // 100)
        left = width - first - second - 2
        places |= _maps(Region(0, _TOP, left, rows), maps)
        places |= _stack(left + 1, first, rows, ("now", 15), ("word", 0))
        places |= _stack(left + first + 2, second, rows, ("loss", rows * 3 // 5), ("updates", 0))
        return places
    right = max(36, min(54, width * 40 // 100))
    left = width - right - 1
    places |= _maps(Region(0, _TOP, left, rows), maps)
    if rows >= 28:
        word = 9 if selected else 3
        return places | _stack(left + 1, right, rows, ("now", 12), ("word", word), ("loss", 0))
    return places | _stack(left + 1, right, rows, ("now", 9), (front, 0))


def _maps(room: Region, maps: int) -> dict[str, Region]:
    """Return one map in a room, or two: side by side where it is wide, else one above the other."""
    if maps < 2:
        return {"map": room}
    if room.width >= 2 * room.height:
        first, second = room.split_vertical(room.width // 2)
    else:
        first, second = room.split_horizontal(room.height // 2)
    return {"map": first, "beside": second}


def _stack(x: int, width: int, rows: int, *panes: tuple[str, int]) -> dict[str, Region]:
    """Return panes from top to bottom; the last takes what the others leave."""
    places = {}
    y = _TOP
    for name, lines in panes:
        lines = lines or _TOP + rows - y
        places[name] = Region(x, y, width, min(lines, _TOP + rows - y))
        y += lines
    return places
