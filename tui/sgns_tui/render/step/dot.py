"""The dot products: as a table of rows and products, and term by term."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sgns_tui.i18n import _
from sgns_tui.render.columns import Cell, columns
from sgns_tui.render.number import number
from sgns_tui.render.roles import HEADING, NEW, QUIET
from sgns_tui.render.step.page import INDENT, StepPage, fitted
from sgns_tui.stages import Kind

FORMULA = "z = v_c . v'_w"


def table_lines(page: StepPage) -> Iterator[Text]:
    """Yield the rows, their element products and the scores."""
    yield from fitted(page, "products", _table_lines)


def _table_lines(page: StepPage) -> Iterator[Text]:
    trace = page.trace
    rows: list[list[Cell]] = [
        *page.component_names([INDENT, ""], [Text("z", QUIET)]),
        *page.component_rows([f"{INDENT}v_c", page.center()], trace.v_center),
    ]
    for i in range(len(trace.rows)):
        rows += page.component_rows([f"{INDENT}v'_w", page.scored(i)], trace.vectors[i])
        score = number(trace.scores[i], page.digits)
        rows += page.component_rows([f"{INDENT}v_c v'_w", ""], trace.products[i], [score])
    later = [i for i in range(len(trace.rows)) if _reads_later(page, i)]
    if later:
        rows.append([INDENT + _("read again, after the occurrences before it changed the row:")])
    for i in later:
        score = number(trace.scores_read[i], page.digits)
        labels: list[Cell] = [f"{INDENT}v'_w", page.scored(i)]
        rows += page.component_rows(labels, trace.vectors_read[i], [score])
    yield from columns(rows, left=(0, 1))


def expanded_lines(page: StepPage) -> Iterator[Text]:
    """Yield each dot product term by term, as far as it was walked, with the running sum.

    Factors stand closer where that lets every product of the update stay on a line.
    """
    trace = page.trace
    stage = page.progress.stage
    indent = 1 + max((page.scored(i).cell_len for i in range(len(trace.rows))), default=0)
    times = next((sign for sign in (" x ", "x") if _fits(page, indent, sign)), " x ")
    for i in range(len(trace.rows)):
        done = page.progress.terms(i)
        here = page.at is not None and stage.kind is Kind.DOT and stage.occurrence == i
        line = page.scored(i)
        line.append(" " * (indent - line.cell_len))
        terms = _terms(page, i, done, times)
        sums = float(trace.partial_scores[i, done - 1]) if done else 0.0
        total = Text(f"= {number(trace.scores[i], page.digits)}", HEADING)
        if not done:
            yield line
            continue
        if done < len(trace.products[i]):
            total = Text(_("sum {sum} ...").format(sum=number(sums, page.digits)))
        if here and terms:
            terms[-1].stylize(NEW)
        if indent + 1 + max(piece.cell_len for piece in (*terms, total)) > page.cells:
            yield line  # with all digits a term takes a line of its own
            line = Text(INDENT)
        begin = line.cell_len
        for piece in (*terms, total):
            if line.cell_len + 1 + piece.cell_len > page.cells and line.cell_len > begin:
                yield line
                line = Text(" " * begin)
            if line.cell_len > begin:
                line.append(" ")
            line.append_text(piece)
        yield line
    if page.reached(Kind.SIGMOID):
        yield from read_later_lines(page)


def _fits(page: StepPage, indent: int, times: str) -> bool:
    """Tell whether each whole dot product takes one line, its factors written with this sign."""
    trace = page.trace
    return all(
        indent
        + sum(1 + term.cell_len for term in _terms(page, i, trace.products.shape[1], times))
        + len(f"= {number(trace.scores[i], page.digits)}")
        <= page.cells
        for i in range(len(trace.rows))
    )


def _terms(page: StepPage, i: int, done: int, times: str) -> list[Text]:
    """Return the first `done` terms as pieces that may be wrapped: "a x b", then "+ c x d"."""
    trace = page.trace
    v, row = trace.v_center, trace.vectors[i]
    places: list[int | None] = list(range(done))
    if done > 8:
        places = [0, 1, 2, None, done - 2, done - 1]
    pieces: list[Text] = []
    for place in places:
        plus = "+ " if pieces else ""
        if place is None:
            pieces.append(Text(plus + _("... {n} more ...").format(n=done - 5), QUIET))
        else:
            pieces.append(Text(f"{plus}{_short(page, v[place])}{times}{_short(page, row[place])}"))
    return pieces


def _short(page: StepPage, value: float) -> str:
    """Return a factor with two decimals where it has no more, with all that are shown otherwise."""
    two = f"{value:.2f}"
    return two if float(two) == value else number(value, page.digits)


def _reads_later(page: StepPage, i: int) -> bool:
    """Tell whether an occurrence of a repeated word reads its row after it has changed."""
    trace = page.trace
    return bool(trace.scores_read[i] != trace.scores[i] and not trace.skipped[i])


def read_later_lines(page: StepPage) -> Iterator[Text]:
    """Say where an occurrence of a repeated word read its row after it had changed."""
    trace = page.trace
    for i, row in enumerate(trace.rows.tolist()):
        if _reads_later(page, i):
            yield from page.wrapped(
                _("{word}, scored again, had changed by then: z = {z}, sigma = {p}").format(
                    word=page.name(row),
                    z=number(trace.scores_read[i], page.digits),
                    p=number(trace.probabilities[i], page.digits),
                )
            )
