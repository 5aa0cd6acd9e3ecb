"""Sigmoid and loss: one line a scored word, the sum, and the line from product to sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from rich.text import Text

from sgns_tui.i18n import _
from sgns_tui.render.bar import bar
from sgns_tui.render.columns import Cell, columns_within
from sgns_tui.render.number import number, setting
from sgns_tui.render.roles import QUIET
from sgns_tui.render.step.page import INDENT, StepPage, fitted
from sgns_tui.stages import Kind

FORMULA = "sigma(z) = 1 / (1 + e^-z)"
_BAR_CELLS = 10
_NARROW = 70


def loss_lines(
    page: StepPage, bars: bool = False, softmax: Sequence[float] | None = None
) -> Iterator[Text]:
    """Yield label, score, sigma and loss term of each word, and their sum.

    bars: a bar of sigma instead of the column 1 - sigma. softmax: P(word | center) of each scored
    word (k+1,), beside; of a word that occurs again once, so that they never add up to more than 1.
    """
    name = f"loss {bars} {softmax is not None}"
    yield from fitted(page, name, partial(_loss_lines, bars=bars, softmax=softmax))


def _loss_lines(page: StepPage, bars: bool, softmax: Sequence[float] | None) -> Iterator[Text]:
    yield from page.wrapped(
        _("target: -log sigma(z); negative: -log sigma(-z), sigma(-z) = 1 - sigma(z)"), QUIET
    )
    yield from table_lines(page, bars, softmax)
    known = page.progress.has(Kind.LOSS)
    all_sigmas = page.progress.has(Kind.SIGMOID, occurrence=len(page.trace.rows) - 1)
    total = float(page.trace.probabilities_exact.sum())
    if all_sigmas:
        yield from _exception_lines(page)
    if known:
        yield from page.wrapped(_product_to_sum(page))
    if all_sigmas:
        yield from page.wrapped(
            _(
                "The sigmas are estimates of data against noise, one word at a time: they need not "
                "add up to 1 and here add up to {total}."
            ).format(total=number(total, page.digits)),
            QUIET,
        )


def table_lines(
    page: StepPage,
    bars: bool = False,
    softmax: Sequence[float] | None = None,
    beside: bool = True,
) -> Iterator[Text]:
    """Yield the table alone: a line for each word, under heads and over their sum.

    beside: with 1 - sigma, or its bar, beside sigma.
    """
    trace = page.trace
    if softmax is not None and page.cells < _NARROW:
        bars = False  # there is room for one of the two
    narrow = page.cells < _NARROW
    sigma, other = ("sigma", "1-sigma") if narrow else ("sigma(z)", "1 - sigma(z)")
    beside = beside and not (narrow and softmax is not None)
    other = "" if bars or not beside else other
    columns_of = ["y", "z", sigma, other, _("loss")]
    if softmax is not None:
        columns_of.append(_("softmax"))
    rows: list[list[Cell]] = [[INDENT, *(Text(name, QUIET) for name in columns_of), ""]]
    rows += [_word_row(page, i, bars, softmax, beside) for i in range(len(trace.rows))]
    all_sigmas = page.progress.has(Kind.SIGMOID, occurrence=len(trace.rows) - 1)
    total = float(trace.probabilities_exact.sum())
    known = page.progress.has(Kind.LOSS)
    sums: list[Cell] = [
        INDENT + _("sum"),
        "",
        "",
        page.value(total, all_sigmas),
        "",
        page.value(trace.loss, known, page.is_new(Kind.LOSS)),
    ]
    if softmax is not None:
        each = dict(zip(trace.rows.tolist(), softmax, strict=True))
        sums.append(page.value(sum(each.values())))
    rows.append(sums)
    last = len(columns_of) + 1
    left = (0, 4, last) if bars else (0, last)
    spare = (4, last) if page.tight else ()  # when nothing else makes room
    yield from columns_within(rows, page.cells, spare, left, page.gap)


def _word_row(
    page: StepPage, i: int, bars: bool, softmax: Sequence[float] | None, beside: bool
) -> list[Cell]:
    trace, progress = page.trace, page.progress
    has_sigma = progress.has(Kind.SIGMOID, occurrence=i)
    has_score = progress.terms(i) == len(trace.v_center)
    right: Cell = page.value(trace.probabilities_right[i], has_sigma)
    if i == 0 or trace.skipped[i] or not beside:
        right = ""
    if bars:
        cells = _BAR_CELLS if page.cells >= _NARROW else 6
        share = float(trace.probabilities_exact[i])
        right = Text(bar(share, cells, page.view.ascii_only) if has_sigma else " " * cells)
    row: list[Cell] = [
        Text.assemble(INDENT, page.scored(i)),
        setting(trace.labels[i]),
        page.value(trace.scores[i], has_score),
        page.value(trace.probabilities_exact[i], has_sigma, page.is_new(Kind.SIGMOID, i)),
        right,
        page.value(
            trace.loss_terms[i], progress.has(Kind.LOSS, occurrence=i), page.is_new(Kind.LOSS, i)
        ),
    ]
    if softmax is not None:
        again = int(trace.rows[i]) in trace.rows[:i].tolist()  # a word has one share of the 1
        row.append("" if again else page.value(softmax[i]))
    row.append(_note(page, i))
    return row


def _note(page: StepPage, i: int) -> str:
    """Return what is special about a word: the largest term, or what the policy does with it.

    The place of the largest is kept free for it.
    """
    trace = page.trace
    notes = []
    if trace.k and i == int(trace.loss_terms.argmax()):
        alone = not trace.clipped[i] and page.cells >= _NARROW
        mark = _("<- largest") if alone else _("max")
        notes.append(mark if page.progress.has(Kind.LOSS) else " " * len(mark))
    if trace.skipped[i]:
        notes.append(_("skipped"))
    if trace.clipped[i] and page.progress.has(Kind.SIGMOID, occurrence=i):
        notes.append(_("clipped"))
    return " ".join(notes)


def _exception_lines(page: StepPage) -> Iterator[Text]:
    """Say what becomes of occurrences that the policy treats in its own way."""
    trace, policy = page.trace, page.trace.policy
    if trace.skipped.any():
        yield from page.wrapped(
            _("skipped: it equals the target, and so has no loss term and no gradient.")
        )
    if trace.clipped.any():
        text = _("clipped: beyond +-{bound} the update takes sigma as 0 or 1.")
        if policy.range_rule == "stop":
            text = _("clipped: from +-{bound} on there is no update; the error is taken as 0.")
        yield from page.wrapped(text.format(bound=setting(policy.bound)))


def _product_to_sum(page: StepPage) -> str:
    trace = page.trace
    factors = [
        number(trace.probabilities_right[i], page.digits)
        for i in range(len(trace.rows))
        if not trace.skipped[i]
    ]
    shown = factors if len(factors) <= 8 else [*factors[:4], "...", *factors[-3:]]
    return _("P(all right) = {factors} = {product}; -log of it: {loss}, the sum").format(
        factors=" x ".join(shown),
        product=number(trace.all_right, page.digits),
        loss=number(trace.loss, page.digits),
    )
