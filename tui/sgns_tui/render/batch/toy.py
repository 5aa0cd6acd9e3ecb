"""The toy CLIP: its losses, its matrix, and the names it gives to unseen images."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from rich.text import Text

from sgns_core.batch_objectives import BatchLoss
from sgns_core.toy_clip import ZeroShot
from sgns_core.trace import Floats, Indices
from sgns_tui.i18n import _
from sgns_tui.render.columns import Cell, columns, columns_within, filled
from sgns_tui.render.number import number, setting
from sgns_tui.render.roles import HEADING, QUIET, TARGET, WARNING
from sgns_tui.toy_view import ToyMoment, ToyRun


def toy_lines(run: ToyRun, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield a run of the toy: what it is, how it went, where it ended."""
    yield title_line(run)
    text = _(
        "Made-up image and text features, two linear encoders and t, the symmetric loss by "
        "gradient descent; each step sees one new image of each class."
    )
    yield from filled(text.split(), cells, style=QUIET)
    yield Text()
    yield from _moment_lines(run, cells)
    yield Text()
    yield from cosine_lines(run.last, run.names, cells)
    yield Text()
    yield from zero_shot_lines(run.zero_shot, cells)


def title_line(run: ToyRun) -> Text:
    """Return what the toy is made of."""
    settings = run.settings
    title = _("toy CLIP | {n} classes | d {d} | lr {lr} | seed {seed}").format(
        n=settings.classes, d=settings.dim, lr=setting(settings.lr), seed=settings.seed
    )
    return Text(title, HEADING)


def step_lines(run: ToyRun, cells: int) -> Iterator[Text]:
    """Yield what the toy is, and how it went."""
    yield title_line(run)
    yield from _moment_lines(run, cells)


def _moment_lines(run: ToyRun, cells: int) -> Iterator[Text]:
    yield from moment_lines(run.moments, cells)
    if run.stood_out is None:
        yield Text(_("  the diagonal does not stand out yet"), WARNING)
    else:
        yield Text(_("  the diagonal stands out from step {n} on").format(n=run.stood_out), WARNING)


def moment_lines(moments: Sequence[ToyMoment], cells: int) -> Iterator[Text]:
    """Yield loss, scale and zero-shot accuracy at some steps."""
    rows: list[list[Cell]] = [[_("step"), _("loss"), "e^t", "dL/dt", _("zero-shot"), ""]]
    for one in moments:
        rows.append(
            [
                str(one.step),
                number(one.loss),
                number(one.scale, 2),
                number(one.grad_t),
                f"{one.accuracy:.0%}",
                _("diagonal") if one.stands_out else "",
            ]
        )
    yield from columns_within(rows, cells, (5, 3), left=(5,))


def cosine_lines(found: BatchLoss, names: Sequence[str], cells: int) -> Iterator[Text]:
    """Yield the cosines of the images of one batch with the texts of all classes."""
    yield Text(_("Cosines") + "  " + _("rows: images, columns: texts"), HEADING)
    cosines = found.scores / found.scale
    yield from _table(names, names, cosines, np.arange(len(names)), cells)


def zero_shot_lines(found: ZeroShot, cells: int) -> Iterator[Text]:
    """Yield how unseen images are named: the class whose text is nearest."""
    yield Text(_("Zero-shot") + "  " + _("images that no step ever saw"), HEADING)
    rows = [found.names[label] for label in found.labels.tolist()]
    yield from _table(rows, found.names, found.cosines, found.named, cells)
    right = int((found.labels == found.named).sum())
    text = _(
        "[ ] the nearest text, which names the image: {right} of {all} right. No classifier was "
        "trained; a new class needs a text and nothing else."
    ).format(right=right, all=len(found.labels))
    yield from filled(text.split(" "), cells, "  ", "  ", QUIET)


def _table(
    rows: Sequence[str], heads: Sequence[str], values: Floats, marked: Indices, cells: int
) -> Iterator[Text]:
    """Yield cosines with one of each row in brackets, shorter where they would not fit."""
    for digits, name_cells in ((3, 8), (2, 5), (1, 4)):
        table: list[list[Cell]] = [["", *(f"{head[:name_cells]} " for head in heads)]]
        for i, name in enumerate(rows):
            line: list[Cell] = [f"  {name}"]
            for j in range(len(heads)):
                text = f"{round(float(values[i, j]), digits) + 0.0:.{digits}f}"
                line.append(Text(f"[{text}]", TARGET) if marked[i] == j else Text(f"{text} "))
            table.append(line)
        lines = columns(table, gap=1)
        if all(line.cell_len <= cells for line in lines):
            break
    yield from lines
