"""Where the panes of a training run stand: pure functions of the screen's size."""

from __future__ import annotations

from textual.geometry import Region

HINT = 2
_WORD = 9  # rows of the word beside a curve


def corpus_layout(
    width: int, height: int, alone: str | None = None, selected: bool = False
) -> dict[str, Region]:
    """Return the region of each pane that is shown; they never overlap.

    alone: a pane that is shown by itself. selected: whether there is a word to show; without one
    its pane has room for a sentence.
    """
    places = {
        "status": Region(0, 0, width, 1),
        "bar": Region(0, 1, width, 1),
        "hint": Region(0, 2, width, HINT),
        "footer": Region(0, height - 1, width, 1),
    }
    top = 2 + HINT
    body = Region(0, top, width, height - top - 1)
    if alone is not None:
        return {**places, alone: body}
    side = max(min(40, width // 2), min(60, width * 40 // 100))
    word = min(_WORD if selected else 3, body.height // 2)
    column = Region(width - side, top, side, body.height)
    loss, below = column.split_horizontal(body.height - word)
    return {
        **places,
        "map": Region(0, top, width - side - 1, body.height),
        "loss": loss,
        "word": below,
    }
