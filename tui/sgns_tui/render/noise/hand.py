"""One draw by hand: a uniform number, the table it falls into, and the way to its word."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sgns_core.noise_shape import HandDraw, hand_draw
from sgns_tui.i18n import _
from sgns_tui.noise_sample import NoiseSample
from sgns_tui.render.columns import Cell, columns_within, filled
from sgns_tui.render.number import number
from sgns_tui.render.roles import HEADING, NEGATIVE
from sgns_tui.text import shortened, visible, width

_WORD_CELLS = (16, 12, 8)  # fewer where the numbers need the room
_LEAST = 8  # so that the columns of most draws stand in the same place


def hand_lines(sample: NoiseSample, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield which word one number becomes, and how: look by look into the cumulative table."""
    found = hand_draw(sample.noise, sample.u)
    yield Text(_("One draw by hand") + "  " + f"u = {number(found.u, 6)}", HEADING)
    text = _("{below} <= u < {above}: the interval of {word}, as long as its q(w) = {q}").format(
        below=number(found.below, 6),
        above=number(found.above, 6),
        word=_word(sample, found.row, ascii_only),
        q=number(float(sample.noise.probabilities[found.row]), 6),
    )
    yield from filled(text.split(" "), cells, "  ", "  ", NEGATIVE)
    lines: list[Text] = []
    for word_cells in _WORD_CELLS:
        rows = _looks(sample, found, ascii_only, word_cells)
        spare = (1,) if word_cells == _WORD_CELLS[-1] else ()
        lines = columns_within(rows, cells, spare, left=(0, 2, 4))
        if max(line.cell_len for line in lines) <= cells:
            break
    yield from lines


def _looks(
    sample: NoiseSample, found: HandDraw, ascii_only: bool, word_cells: int
) -> list[list[Cell]]:
    rows: list[list[Cell]] = [["", _("words left"), _("looks at"), _("cumulative"), _("so")]]
    for n, look in enumerate(found.path, 1):
        word = _word(sample, look.middle, ascii_only, word_cells)
        word += " " * (min(_LEAST, word_cells) - width(word))
        rows.append(
            [
                f"  {n}",
                f"{look.low + 1}..{look.high}",
                f"{look.middle + 1} {word}",
                number(look.cumulative, 6),
                _("u below: left") if look.goes_left else _("u not below: right"),
            ]
        )
    return rows


def _word(sample: NoiseSample, row: int, ascii_only: bool, cells: int = _WORD_CELLS[0]) -> str:
    return shortened(visible(sample.source.vocabulary.words[row], ascii_only), cells, ascii_only)
