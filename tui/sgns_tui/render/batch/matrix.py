"""The N x N matrices of a batch: scores, probabilities, slopes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.text import Text

from sgns_core.trace import Floats
from sgns_tui.batch_view import BatchView
from sgns_tui.i18n import N_, _
from sgns_tui.render.columns import Cell, cell_size, columns, filled, shown_components
from sgns_tui.render.number import number, tight_number
from sgns_tui.render.roles import HEADING, NEGATIVE, QUIET, TARGET, WARNING
from sgns_tui.text import shortened, visible, width

SIGNS = {"same": "=", "true": "~", "near": "^"}
# A row's name and what stands between columns, the first with which all columns fit.
_LAYOUTS = ((17, 2), (17, 1), (13, 1), (11, 1))
_MOST = 16  # rows and columns that are shown of a matrix

_CALLED = {
    "sgns": N_("in-batch SGNS: a sigmoid for each cell"),
    "dpr": N_("in-batch softmax (DPR): each row sums to 1"),
    "clip": N_("CLIP: row and column softmax of e^t cosine"),
    "preference": N_("preference: sigma(r+ - r-), r+ the diagonal"),
    "softmax": N_("full softmax: rows sum to 1 over all words"),
}


def objective_name(objective: str) -> str:
    """Return what an objective is, in a few words."""
    return _(_CALLED[objective])


def labels(view: BatchView, ascii_only: bool, cells: int) -> list[str]:
    """Return each row's number, query and positive."""
    room = max(2, (cells - 5) // 2)
    found = []
    for i, (query, positive) in enumerate(
        zip(view.batch.queries, view.batch.positives, strict=True), 1
    ):
        names = [
            shortened(visible(name, ascii_only), room, ascii_only) for name in (query, positive)
        ]
        found.append(f"{i:2} {names[0]} > {names[1]}")
    return found


def matrix_lines(
    view: BatchView,
    values: Floats,
    cells: int,
    ascii_only: bool,
    digits: int = 2,
    more: Sequence[tuple[str, Sequence[str]]] = (),
) -> Iterator[Text]:
    """Yield a matrix (N, N) with its rows' names in lines of `cells`.

    Columns that do not fit beside each other follow below, in blocks; of more than 16 rows and
    columns those in the middle are left out. The diagonal stands in brackets; cells in doubt carry
    a sign, hard negatives a !. more: further columns, heading and a text for each row, at the end.
    """
    shown = shown_components(len(view.batch), _MOST)
    signs = _signs(view)
    tail = max(len(signs[i][j]) for i in shown for j in shown if i is not None and j is not None)
    out, numbers = view.left_out.tolist(), values.tolist()
    table: list[list[Cell]] = []
    for j in shown:
        column: list[Cell] = ["..." if j is None else f"{j + 1}" + " " * tail]
        for i in shown:
            if i is None or j is None:
                column.append("...")
                continue
            before = "[" if i == j else "(" if out[i][j] else ""
            text = f"{before}{tight_number(numbers[i][j], digits)}{signs[i][j]:{tail}}"
            style = TARGET if i == j else QUIET if before else NEGATIVE if signs[i][j] else ""
            column.append(Text(text, style) if style else text)
        table.append(column)
    for head, texts in more:
        table.append([head, *("..." if i is None else texts[i] for i in shown)])
    sizes = [max(map(cell_size, column)) for column in table]
    for label_cells, gap in _LAYOUTS:
        names = labels(view, ascii_only, label_cells)
        label = ["", *("..." if i is None else names[i] for i in shown)]
        room = cells - max(map(width, label))
        if sum(sizes) + gap * len(sizes) <= room:
            break
    yield from _blocks(label, table, [size + gap for size in sizes], room, gap)


def _blocks(
    label: list[str], table: list[list[Cell]], sizes: list[int], room: int, gap: int
) -> Iterator[Text]:
    """Yield columns beside the label, as many in each block as fit into `room` cells.

    sizes: the cells of each column, the gap before it among them.
    """
    block: list[list[Cell]] = []
    left = room
    for column, wide in zip(table, sizes, strict=True):
        if block and wide > left:
            yield from columns(list(zip(label, *block, strict=True)), gap=gap)
            block, left = [], room
        block.append(column)
        left -= wide
    yield from columns(list(zip(label, *block, strict=True)), gap=gap)


def _signs(view: BatchView) -> list[list[str]]:
    """Return what stands behind each number: whether it is in doubt, and a hard negative."""
    out, hardest = view.left_out.tolist(), view.hardest.tolist()
    found = [
        [(")" if left else "") + SIGNS.get(doubt, "") for doubt, left in zip(*row, strict=True)]
        for row in zip(view.doubts, out, strict=True)
    ]
    for i, row in enumerate(found):
        if hardest[i] >= 0:
            row[hardest[i]] += "!"
        row[i] = "]"
    return found


def signs_line(view: BatchView) -> list[str]:
    """Return what the signs in a matrix mean, those that occur."""
    found = {doubt for row in view.doubts for doubt in row}
    parts = [_("[ ] belongs together")]
    if "same" in found:
        parts.append(_("= same word or vector"))
    if "true" in found:
        parts.append(_("~ a pair of the text"))
    if "near" in found:
        parts.append(_("^ near-duplicate"))
    parts.append(_("! the row's hard negative"))
    if view.left_out.any():
        parts.append(_("( ) left out"))
    return parts


def score_lines(view: BatchView, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield the scores that the objective takes."""
    if view.objective == "clip":
        formula = _("z_ij = e^t cos(q_i, p_j), e^t = {scale}").format(
            scale=number(view.here.scale, 3)
        )
    else:
        formula = _("z_ij = q_i . p_j") if view.batch.Q is not None else _("z_ij as given")
    yield Text(_("Scores") + "  " + formula, HEADING)
    yield from matrix_lines(view, view.scores, cells, ascii_only)
    yield from filled(_joined(signs_line(view)), cells, "  ", "  ", QUIET)


def probability_lines(view: BatchView, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield the probabilities of the objective, with the loss of each row and their mean."""
    _scores, found, rest = view.on_batch(view.here)
    heading = _("Probabilities") + "  " + objective_name(view.objective)
    yield Text(heading, HEADING)
    more = [(_("loss"), [number(float(loss)) for loss in found.losses])]
    if rest is not None:
        more.insert(0, (_("other words"), [number(float(share)) for share in rest]))
    yield from matrix_lines(view, found.probabilities, cells, ascii_only, 3, more)
    if found.column_probabilities is not None:
        yield Text(_("  and over each column:"), QUIET)
        yield from matrix_lines(view, found.column_probabilities, cells, ascii_only, 3)
    yield Text(
        _("  loss, the mean of the rows: {loss}").format(loss=number(found.loss, 6)), WARNING
    )


def slope_lines(view: BatchView, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield d loss / d score of each cell: what the objective pulls and pushes."""
    _scores, found, _rest = view.on_batch(view.here)
    yield Text(_("Gradient") + "  " + _("dL/dz: below 0 pulled up, above 0 pushed down"), HEADING)
    four = list(matrix_lines(view, found.slopes, cells, ascii_only, 4))
    if len(four) == 1 + min(len(view.batch), _MOST):  # in one block: fewer digits save no line
        yield from four
        return
    three = list(matrix_lines(view, found.slopes, cells, ascii_only, 3))
    yield from three if len(three) < len(four) else four


def _joined(parts: Sequence[str]) -> list[str]:
    """Return the parts with a separator between them, to be filled into lines."""
    return [part + ";" for part in parts[:-1]] + [parts[-1]]


Part = Callable[[BatchView, int, bool], Iterator[Text]]
