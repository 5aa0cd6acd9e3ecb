"""Where the panes of the Step screen stand: a pure function of its size and what is asked."""

from __future__ import annotations

from textual.geometry import Region

SMALLEST = (60, 20)
DECK = ("dot", "loss", "gradient", "update", "check", "code", "curve")


def step_layout(
    width: int,
    height: int,
    *,
    front: str,
    words: int,
    scored: int,
    hint: int,
    asked: tuple[str, ...] = (),
    alone: str | None = None,
) -> dict[str, Region]:
    """Return the region of each pane that is shown; they never overlap.

    front: the pane of the deck that a narrow screen shows. words: rows of the tables. scored: k+1.
    hint: lines of the hint. asked: panes on request. alone: the one that the presenter view shows.
    """
    places = {
        "status": Region(0, 0, width, 1),
        "stage": Region(0, 1, width, 1),
        "hint": Region(0, 2, width, hint),
        "footer": Region(0, height - 1, width, 1),
    }
    top = 2 + hint
    rows = height - top - 1
    if alone is not None:
        places[alone] = Region(0, top, width, rows)
        return places
    if width >= 110 and rows >= 24:
        return places | _wide(width, top, rows, words, scored, asked)
    text = 2
    tables = min(words + 2, max(5, rows - text - 9))
    places["text"] = Region(0, top, width, text)
    places["tables"] = Region(0, top + text, width, tables)
    used = text + tables
    places[front] = Region(0, top + used, width, rows - used)
    return places


def _wide(
    width: int, top: int, rows: int, words: int, scored: int, asked: tuple[str, ...]
) -> dict[str, Region]:
    """Return two columns, or three where there is room for what was asked for too."""
    third = width >= 170
    left = min(70, width * 55 // 100) if not third else 66
    right = width - left if not third else 56
    text = 4
    places = {"text": Region(0, top, left, text)}
    tables = min(words + 2, max(5, (rows - text) // 3))
    dot = min(2 * scored + 1, max(4, (rows - text - tables) // 2))
    places["tables"] = Region(0, top + text, left, tables)
    places["dot"] = Region(0, top + text + tables, left, dot)
    used = text + tables + dot
    places["update"] = Region(0, top + used, left, rows - used)
    loss = min(scored + 8, rows // 2)
    check = 5
    places["loss"] = Region(left, top, right, loss)
    gradient = rows - loss - check
    extra = [name for name in asked if name in ("code", "curve")]
    if extra and not third:
        places[extra[-1]] = Region(left, top + loss, right, gradient)
    else:
        places["gradient"] = Region(left, top + loss, right, gradient)
    places["check"] = Region(left, top + rows - check, right, check)
    if third:
        rest = width - left - right
        half = rows // 2
        places["code"] = Region(left + right, top, rest, half)
        places["curve"] = Region(left + right, top + half, rest, rows - half)
    return places
