"""Where the panes of the Explore screen stand: pure functions of its size."""

from __future__ import annotations

from textual.geometry import Region

HINT = 2
_TALL = 28  # rows from which on lists and answers stand below each other
_WORD, _TALL_WORD = 5, 6
_WIDE = 160


def explore_layout(
    width: int, height: int, front: str = "list", alone: str | None = None, answer: bool = False
) -> dict[str, Region]:
    """Return the region of each pane that is shown; they never overlap.

    front: which of list and answer a small screen shows. alone: a pane that is shown by itself.
    answer: whether there is an answer to show.
    """
    places = {
        "status": Region(0, 0, width, 1),
        "hint": Region(0, 1, width, HINT),
        "footer": Region(0, height - 1, width, 1),
    }
    top = 1 + HINT
    rows = height - top - 1
    if alone is not None:
        return {**places, alone: Region(0, top, width, rows)}
    side = max(min(40, width // 2), min(58, width * 40 // 100))
    if width >= _WIDE and answer:
        side = max(44, width * 26 // 100)
        left = width - 2 * side - 2
        places["answer"] = Region(left + side + 2, top, side, rows)
    else:
        left = width - side - 1
    places["map"] = Region(0, top, left, rows)
    right = Region(left + 1, top, side, rows)
    word = _TALL_WORD if rows >= _TALL else _WORD
    places["word"] = Region(right.x, top, side, word)
    below = Region(right.x, top + word, side, rows - word)
    if not answer or "answer" in places:
        return {**places, "list": below}
    if rows < _TALL:
        return {**places, front: below}
    first, second = below.split_horizontal(below.height // 2)
    return {**places, "list": first, "answer": second}
