"""The selected word: what it is, what is near it, and what moved it last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from sgns_core.record import record
from sgns_core.row_updates import RowUpdate
from sgns_tui.i18n import _
from sgns_tui.render.columns import Cell, columns, filled
from sgns_tui.render.number import number
from sgns_tui.render.roles import CENTER, QUIET
from sgns_tui.text import shortened, visible, wrapped

Near = Sequence[tuple[int, float]]

_WORD = 14  # cells of a word at most


@record(eq=False, kw_only=True)
class WordView:
    """A word of E, selected at a step.

    group: the name of its group or None. by_cosine, by_distance: (row, value), the nearest first,
    from `sgns_core.neighbors`. updates: from `sgns_core.row_updates`, the newest first; None where
    nobody remembers them.
    """

    words: Sequence[str]
    row: int
    count: int
    group: str | None
    norm: float
    by_cosine: Near
    by_distance: Near
    updates: Sequence[RowUpdate] | None = ()
    ascii_only: bool = False

    def name(self, row: int, cells: int = _WORD) -> str:
        """Return a word as it is shown."""
        return _shown(self.words[row], self.ascii_only, cells)


def _shown(text: str, ascii_only: bool, cells: int) -> str:
    return shortened(visible(text, ascii_only), cells, ascii_only)


def word_lines(view: WordView | None, cells: int) -> list[Text]:
    """Return all of it in lines of at most `cells` cells; None: how to select."""
    if cells < 1:
        return []
    if view is None:
        text = _("No word is selected: move to one with the arrow keys, or find it with /.")
        return [Text(line, QUIET) for line in wrapped(text, cells)]
    return [*_head(view, cells), *_near(view, cells), *_updates(view, cells)]


def _head(view: WordView, cells: int) -> Iterator[Text]:
    pieces = [Text(view.name(view.row, min(cells, 24)), CENTER)]
    if view.group is not None:
        pieces.append(Text(_("group {name}").format(name=_shown(view.group, view.ascii_only, 20))))
    pieces.append(Text(_("count {n}").format(n=view.count)))
    pieces.append(Text(_("norm {n}").format(n=number(view.norm))))
    yield from filled(pieces, cells, rest="  ")


def _near(view: WordView, cells: int) -> Iterator[Text]:
    for head, near in ((_("by cosine"), view.by_cosine), (_("by distance"), view.by_distance)):
        pieces: list[Cell] = [Text(f"{head}:", QUIET)]
        if near:
            pieces += [f"{view.name(row)} {number(value, 3)}" for row, value in near]
        else:
            pieces.append(Text(_("none: a row of zeros has no direction") if view.norm == 0
                               and near is view.by_cosine else _("none")))  # fmt: skip
        yield from filled(pieces, cells, rest="  ")


def _updates(view: WordView, cells: int) -> Iterator[Text]:
    if view.updates is None:
        return
    if not view.updates:
        yield from _wrapped(_("It was the center of none of the last updates."), cells)
        return
    yield from _wrapped(
        _("last updates as center, and the cosine of each move with the one before:"), cells
    )
    # Words are shortened, and at last lines cut between numbers, but never a number.
    for word, shown in ((_WORD, 4), (8, 4), (4, 4), (4, 3), (4, 2), (4, 1)):
        lines = columns([_moved(view, update, word)[:shown] for update in view.updates], left=(1,))
        if all(line.cell_len <= cells for line in lines):
            yield from lines
            break
    if any(update.agreement < 0 for update in view.updates):
        yield from _wrapped(_("Below 0: its pairs pull it in different directions."), cells)


def _moved(view: WordView, update: RowUpdate, word_cells: int) -> list[Cell]:
    return [
        str(update.update),
        f"+ {view.name(update.positive, word_cells)}",
        _("cos {n}").format(n=number(update.agreement, 2)),
        _("moved {n}").format(n=number(update.size)),
    ]


def _wrapped(text: str, cells: int) -> Iterator[Text]:
    for line in wrapped(text, cells):
        yield Text(line, QUIET)
