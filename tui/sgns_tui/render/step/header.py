"""Where we are: source and settings, sentence, pair, and what the pair reads."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sgns_tui.i18n import _
from sgns_tui.render.columns import filled
from sgns_tui.render.number import setting
from sgns_tui.render.policy_text import policy_name, policy_rules
from sgns_tui.render.roles import CENTER, CONTEXT, HEADING, NEGATIVE, QUIET, TARGET
from sgns_tui.render.step.page import StepPage
from sgns_tui.render.step_view import SentenceView
from sgns_tui.text import shortened, visible

_HEAD = 7  # cells of the words at the left


def title_lines(page: StepPage) -> Iterator[Text]:
    """Yield source, settings, rules, and what a built-in source is about."""
    view, trace = page.view, page.trace
    title = [
        visible(view.source, view.ascii_only),
        _("update {n}").format(n=f"{view.update:,}"),
        f"lr {setting(trace.lr)}",
        f"k {trace.k}",
        f"power {setting(trace.policy.power)}",
        _("policy {name}").format(name=policy_name(trace.policy)),
        _("seed {n}").format(n=view.settings.seed),
    ]
    yield from page.wrapped(" | ".join(title), HEADING, "")
    yield from page.wrapped(_("policy: ") + policy_rules(trace.policy), QUIET, "")
    if view.text_rules:
        yield from page.wrapped(view.text_rules, QUIET, "")
    if view.lesson:
        yield from page.wrapped(view.lesson, "", "")
    if view.reconstructed:
        yield from page.wrapped(
            _(
                "E of sat and the results of sat, on | cat, mat are published figures; their "
                "output table is not. Ep here is a reconstruction that gives every one of them."
            ),
            QUIET,
            "",
        )


def pair_lines(page: StepPage) -> Iterator[Text]:
    """Yield the sentence with the pair in it, then the pair with its negatives."""
    yield from sentence_lines(page)
    yield from filled(_pair(page), page.cells, rest=" " * _HEAD)


def sentence_lines(page: StepPage) -> Iterator[Text]:
    """Yield the sentence with the pair in it, nothing where it stands in none."""
    view = page.view
    if view.sentence is not None:
        yield from _sentence(view.sentence, page.cells, view.ascii_only)


def reading_lines(page: StepPage) -> Iterator[Text]:
    """Yield which rows the pair reads, and what is special about them."""
    view, trace = page.view, page.trace
    touched = len(trace.touched)
    yield from _noted(
        page,
        _("rows"),
        _("{read} of {all} rows are read: 1 of E, {outputs} of Ep").format(
            read=touched + 1, all=2 * len(view.words), outputs=touched
        ),
    )
    yield from sign_lines(page)
    if not trace.v_center.any():
        yield from _noted(
            page, "", _("the center's row is all 0: the output rows stay as they are")
        )
    if not trace.vectors.any():
        yield from _noted(
            page, "", _("the output rows are all 0: this step leaves the center's row as it is")
        )


def sign_lines(page: StepPage) -> Iterator[Text]:
    """Yield what the signs of the negatives mean that have one."""
    trace = page.trace
    marks = {page.mark(row) for row in trace.negatives.tolist()}
    if "=" in marks:
        yield from _noted(page, "=", _("a collision: a negative that is the target itself"))
    if "~" in marks:
        yield from _noted(
            page,
            "~",
            _("a negative that is a true context of {center} in the text").format(
                center=page.name(trace.center)
            ),
        )


def _noted(page: StepPage, head: str, text: str) -> Iterator[Text]:
    """Yield a sentence beside its head."""
    lines = list(page.wrapped(text, "", " " * _HEAD))
    for n, line in enumerate(lines):
        yield Text(f"{head:<{_HEAD}}") + line[_HEAD:] if n == 0 else line


def _pair(page: StepPage) -> list[Text]:
    """Return the pair in pieces that a line may end between."""
    trace, view = page.trace, page.view
    chosen = _("chosen") if view.chosen_pair else _("from the text")
    pieces = [
        Text.assemble(f"{_('pair'):<{_HEAD}}", _("center "), page.center(), ","),
        Text.assemble(_("target "), (page.name(trace.target), TARGET)),
        Text(f"({chosen});"),
    ]
    if not trace.k:
        return [*pieces, Text(_("no negatives"))]
    pieces.append(Text(_("negatives")))
    for row in trace.negatives.tolist():
        pieces.append(Text(f"{page.name(row)}{page.mark(row)}", NEGATIVE))
    pieces.append(Text("({})".format(_("chosen") if view.chosen_negatives else _("drawn"))))
    return pieces


def _sentence(sentence: SentenceView, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield the part of the sentence around the pair; [center], >target<, (dropped)."""
    # A line may hold a whole book: only what could fit is looked at, two cells or more a word.
    first = max(0, sentence.center - cells // 2)
    near = range(first, min(len(sentence.words), sentence.center + cells // 2 + 1))
    parts = [_word_of(sentence, place, ascii_only) for place in near]
    target = None if sentence.target is None else sentence.target - first
    sizes = [part.cell_len for part in parts]
    low, high = _around(sentence.center - first, target, sizes, cells - 15)
    line = Text(f"{_('text'):<{_HEAD}}")
    if first + low:
        line.append("... ")
    line.append_text(Text(" ").join(parts[low : high + 1]))
    if first + high < len(sentence.words) - 1:
        line.append(" ...")
    yield line
    if len(sentence.kept) < len(sentence.words):
        yield Text(_("       (in parentheses: dropped before windows are laid)"), QUIET)


def _word_of(sentence: SentenceView, place: int, ascii_only: bool) -> Text:
    word = shortened(visible(sentence.words[place], ascii_only), 24, ascii_only)
    if place == sentence.center:
        return Text(f"[{word}]", CENTER)
    if place == sentence.target:
        return Text(f">{word}<", TARGET)
    if place not in sentence.kept:
        return Text(f"({word})", QUIET)
    return Text(word, CONTEXT if place in sentence.context else "")


def _around(center: int, target: int | None, sizes: list[int], cells: int) -> tuple[int, int]:
    """Return the first and last word that fit into a line around the center, and the target."""
    low = high = center
    room = cells - sizes[center]
    if target is not None and 0 <= target < len(sizes):
        between = slice(min(center, target), max(center, target) + 1)
        left = cells - sum(sizes[between]) - abs(target - center)
        if left >= 0:
            low, high, room = between.start, between.stop - 1, left
    while True:
        ahead = high + 1 < len(sizes)
        behind = low > 0
        if not ahead and not behind:
            return low, high
        forward = ahead and (not behind or high - center <= center - low)
        room -= 1 + (sizes[high + 1] if forward else sizes[low - 1])
        if room < 0:
            return low, high
        low, high = (low, high + 1) if forward else (low - 1, high)
