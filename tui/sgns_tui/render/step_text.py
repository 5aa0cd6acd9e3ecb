"""The printed step: one update in full, each formula over its numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from rich.text import Text

from sgns_core.differences import GradientCheck
from sgns_core.trace import Floats, StepTrace
from sgns_tui.i18n import _
from sgns_tui.render.columns import Cell, columns, filled, shown_components
from sgns_tui.render.number import number, setting
from sgns_tui.render.policy_text import policy_name, policy_rules
from sgns_tui.render.step_view import SentenceView, StepView
from sgns_tui.text import shortened, visible

HEADING = "bold"
TARGET = "bold cyan"
NEGATIVE = "yellow"
CENTER = "bold"
QUIET = "dim"

# A word's cells, and fewer where a table would grow too wide. Components are left out before that.
_WORD_CELLS = (14, 10, 8, 6, 4)
_FEWEST_COMPONENTS = 3
_INDENT = "  "

Rows = list[list[Cell]]


def step_lines(view: StepView, check: GradientCheck | None = None, cells: int = 80) -> list[Text]:
    """Return the whole printed step, at most `cells` wide, which must be 80 or more."""
    page = _Page(view, cells)
    parts = [
        page.header(),
        page.scores(),
        page.loss(),
        page.gradient(),
        page.update(),
        page.check(),
    ]
    if check is not None:
        parts.append(page.differences(check))
    lines: list[Text] = []
    for part in parts:
        if lines:
            lines.append(Text())
        lines.extend(part)
    return lines


class _Page:
    """One view and the width it is printed in: what every section needs."""

    def __init__(self, view: StepView, cells: int) -> None:
        self.view = view
        self.trace: StepTrace = view.trace
        self.cells = cells
        self._components_shown = len(self.trace.v_center)
        self._cut_words(_WORD_CELLS[0])

    def _cut_words(self, cells: int) -> None:
        """Set the words that are shown, each in so many cells."""
        view = self.view
        self._word_cells = cells
        self.words = {
            row: shortened(visible(view.words[row], view.ascii_only), cells, view.ascii_only)
            for row in {self.trace.center, *self.trace.rows.tolist()}
        }

    def _table(self, build: Callable[[], Rows], left: Sequence[int] = (0,)) -> list[Text]:
        """Return a table with as many components as fit, or else with shorter words, or closer.

        The tables that follow show no more than this one, so that their columns are the same.
        """
        most = min(self._components_shown, self.cells // 8)
        for word_cells in _WORD_CELLS:
            if word_cells > self._word_cells:
                continue
            self._cut_words(word_cells)
            for shown in range(max(most, _FEWEST_COMPONENTS), _FEWEST_COMPONENTS - 1, -1):
                self._components_shown = shown
                lines = columns(build(), left)
                if max(line.cell_len for line in lines) <= self.cells:
                    return lines
        return columns(build(), left, gap=1)

    # ---- where we are

    def header(self) -> Iterator[Text]:
        """Yield source, settings, sentence and pair."""
        view, trace = self.view, self.trace
        title = [
            visible(view.source, view.ascii_only),
            _("update {n}").format(n=view.update),
            f"lr {setting(trace.lr)}",
            f"k {trace.k}",
            f"power {setting(trace.policy.power)}",
            _("policy {name}").format(name=policy_name(trace.policy)),
            _("seed {n}").format(n=view.settings.seed),
        ]
        yield from self._wrapped(" | ".join(title), HEADING)
        yield from self._wrapped(_("policy: ") + policy_rules(trace.policy), QUIET)
        if view.text_rules:
            yield from self._wrapped(view.text_rules, QUIET)
        if view.lesson:
            yield from self._wrapped(view.lesson)
        if view.reconstructed:
            yield from self._wrapped(
                _(
                    "E of sat and the results of sat, on | cat, mat are published figures; their "
                    "output table is not. Ep here is a reconstruction that gives every one of them."
                ),
                QUIET,
            )
        yield Text()
        if view.sentence is not None:
            yield from _sentence(view.sentence, self.cells, view.ascii_only)
        yield from self._pair()
        touched = len(trace.touched)
        yield Text(
            _("rows   {read} of {all} rows are read: 1 of E, {outputs} of Ep").format(
                read=touched + 1, all=2 * len(view.words), outputs=touched
            )
        )
        if any(view.is_true_context(row) for row in trace.negatives.tolist()):
            yield Text(
                _("~      a negative that is a true context of {center} in the text").format(
                    center=self.words[trace.center]
                )
            )
        if not trace.v_center.any():
            yield Text(_("       the center's row is all 0: the output rows stay as they are"))
        if not trace.vectors.any():
            yield Text(
                _("       the output rows are all 0: this step leaves the center's row as it is")
            )

    def _pair(self) -> Iterator[Text]:
        trace, view = self.trace, self.view
        target = Text.assemble(
            _("target "),
            (self.words[trace.target], TARGET),
            " ({})".format(_("chosen") if view.chosen_pair else _("from the text")),
            _("; negatives") if trace.k else _("; no negatives"),
        )
        pieces: list[Cell] = [
            Text.assemble(_("center "), (self.words[trace.center], CENTER), ","),
            target,
            *(
                Text(self.words[row] + self._mark(row), NEGATIVE)
                for row in trace.negatives.tolist()
            ),
        ]
        if trace.k:
            pieces.append("({})".format(_("chosen") if view.chosen_negatives else _("drawn")))
        yield from filled(pieces, self.cells, _("pair   "), " " * 7)

    # ---- 1 dot product

    def scores(self) -> Iterator[Text]:
        """Yield the rows, their element products and the scores."""
        yield self._heading(1, _("Dot product"), "z = v_c . v'_w = sum of v_c[i] v'_w[i]")
        yield from self._table(self._score_rows, left=(0, 1))

    def _score_rows(self) -> Rows:
        trace = self.trace
        rows: Rows = [
            [_INDENT, "", *self._component_names(), "z"],
            [f"{_INDENT}v_c", self._word(trace.center, CENTER), *self._components(trace.v_center)],
        ]
        for i, row in enumerate(trace.rows.tolist()):
            scored = self._scored(i, row)
            rows.append([f"{_INDENT}v'_w", scored, *self._components(trace.vectors[i])])
            products = self._components(trace.products[i])
            rows.append([f"{_INDENT}v_c v'_w", "", *products, number(trace.scores[i])])
        # An occurrence of a repeated word that reads its row after it has changed.
        later = np.flatnonzero((trace.scores_read != trace.scores) & ~trace.skipped).tolist()
        if later:
            rows.append(
                [_INDENT + _("read again, after the occurrences before it changed the row:")]
            )
        for i in later:
            scored, score = self._scored(i, int(trace.rows[i])), number(trace.scores_read[i])
            rows.append([f"{_INDENT}v'_w", scored, *self._components(trace.vectors_read[i]), score])
        return rows

    # ---- 2 sigmoid and loss

    def loss(self) -> Iterator[Text]:
        """Yield label, sigma and loss term of each occurrence, and the line from product to sum."""
        trace = self.trace
        yield self._heading(2, _("Sigmoid and loss"), "sigma(z) = 1 / (1 + e^-z)")
        yield from self._wrapped(
            _INDENT
            + _("target: -log sigma(z); negative: -log sigma(-z), and sigma(-z) = 1 - sigma(z)"),
            QUIET,
        )
        total = number(float(trace.probabilities_exact.sum()))
        yield from self._table(self._loss_rows, left=(0, 6))
        yield from self._exceptions()
        yield from self._wrapped(_INDENT + self._product_to_sum())
        yield from self._wrapped(
            _INDENT
            + _(
                "The sigmas are estimates of data against noise, one word at a time: they need not "
                "add up to 1 and here add up to {total}."
            ).format(total=total),
            QUIET,
        )

    def _loss_rows(self) -> Rows:
        trace = self.trace
        largest = int(trace.loss_terms.argmax())
        rows: Rows = [[_INDENT, _("label"), "z", "sigma(z)", "1 - sigma(z)", _("loss")]]
        for i, row in enumerate(trace.rows.tolist()):
            exact = float(trace.probabilities_exact[i])
            notes = [_("<- largest")] if i == largest and trace.k else []
            if trace.skipped[i]:
                notes.append(_("skipped"))
            if trace.clipped[i]:
                notes.append(_("clipped"))
            rows.append(
                [
                    Text.assemble(_INDENT, self._scored(i, row)),
                    setting(trace.labels[i]),
                    number(trace.scores[i]),
                    number(exact),
                    "" if i == 0 or trace.skipped[i] else number(trace.probabilities_right[i]),
                    number(trace.loss_terms[i]),
                    " ".join(notes),
                ]
            )
        total = number(float(trace.probabilities_exact.sum()))
        rows.append([_INDENT + _("sum"), "", "", total, "", number(trace.loss)])
        return rows

    def _exceptions(self) -> Iterator[Text]:
        """Say what became of occurrences that the policy treats in its own way."""
        trace, policy = self.trace, self.trace.policy
        if trace.skipped.any():
            text = _("skipped: it equals the target, and so has no loss term and no gradient.")
            yield from self._wrapped(_INDENT + text)
        if trace.clipped.any():
            text = _("clipped: beyond +-{bound} the update takes sigma as 0 or 1.")
            if policy.range_rule == "stop":
                text = _("clipped: from +-{bound} on there is no update; the error is taken as 0.")
            yield from self._wrapped(_INDENT + text.format(bound=setting(policy.bound)))

    def _product_to_sum(self) -> str:
        trace = self.trace
        factors = [
            number(trace.probabilities_right[i])
            for i in range(len(trace.rows))
            if not trace.skipped[i]
        ]
        shown = factors if len(factors) <= 8 else [*factors[:4], "...", *factors[-3:]]
        product = number(trace.all_right)
        return _("P(all right) = {factors} = {product}; -log of it: {loss}, the sum").format(
            factors=" x ".join(shown), product=product, loss=number(trace.loss)
        )

    # ---- 3 gradient

    def gradient(self) -> Iterator[Text]:
        """Yield errors, the gradient of each output row and that of the center's row."""
        trace = self.trace
        yield self._heading(3, _("Gradient"), "error = sigma - y;  dL/dv'_w = error x v_c")
        if self._other_sigmas():
            yield from self._wrapped(
                _INDENT
                + _(
                    "sigma is what the update takes here: by the policy's table or bound, or of a "
                    "row read again."
                ),
                QUIET,
            )
        yield from self._table(self._gradient_rows)
        if trace.k and trace.conflict == trace.conflict:
            yield from self._wrapped(
                _INDENT
                + _(
                    "cosine between what the target and what the negatives do to the center: "
                    "{cosine} (at -1 they undo each other)"
                ).format(cosine=number(trace.conflict)),
                QUIET,
            )

    def _other_sigmas(self) -> bool:
        """Tell whether the update takes another sigma than that of the score before it."""
        trace = self.trace
        differs = trace.probabilities != trace.probabilities_exact
        return bool((differs & ~trace.skipped).any())

    def _gradient_rows(self) -> Rows:
        trace = self.trace
        sigmas = self._other_sigmas()

        def factors(i: int) -> list[Cell]:
            error = number(trace.errors[i])
            return [number(trace.probabilities[i]), error] if sigmas else [error]

        empty: list[Cell] = ["", ""] if sigmas else [""]
        names: list[Cell] = ["sigma", _("error")] if sigmas else [_("error")]
        rows: Rows = [[_INDENT, *names, *self._component_names()]]
        for i, row in enumerate(trace.rows.tolist()):
            scored = Text.assemble(_INDENT, self._scored(i, row))
            rows.append([scored, *factors(i), *self._components(trace.grad_outputs[i])])
        for j, row in enumerate(trace.touched.tolist()):
            times = int((trace.occurrences == j).sum())
            if times > 1:
                label = _("{word}, {n} times: sum").format(word=self.words[row], n=times)
                rows.append([_INDENT + label, *empty, *self._components(trace.grad_touched[j])])
        rows.append([""])
        rows.append([Text(_INDENT + _("dL/dv_c = sum of error x v'_w"), HEADING)])
        for i, row in enumerate(trace.rows.tolist()):
            scored = Text.assemble(_INDENT, self._scored(i, row))
            rows.append([scored, *factors(i), *self._components(trace.contributions[i])])
        rows.append([_INDENT + "dL/dv_c", *empty, *self._components(trace.grad_center)])
        return rows

    # ---- 4 update

    def update(self) -> Iterator[Text]:
        """Yield each touched row before, its change, after, and how it stands to the center."""
        formula = _("after = before - lr x gradient, lr = {lr}").format(lr=setting(self.trace.lr))
        yield self._heading(4, _("Update"), formula)
        yield from self._table(self._change_rows, left=(0, 1, 2))
        yield Text()
        yield from self._table(self._relation_rows, left=(0, 1))
        yield from self._moves()

    def _change_rows(self) -> Rows:
        trace = self.trace
        rows: Rows = [[_INDENT, "", "", *self._component_names()]]
        changed = [
            (f"{_INDENT}E", self._word(trace.center, CENTER), trace.v_center, trace.center_after)
        ]
        for j, row in enumerate(trace.touched.tolist()):
            word = self._scored(int((trace.occurrences == j).argmax()), row)
            changed.append((f"{_INDENT}Ep", word, trace.touched_before[j], trace.touched_after[j]))
        for table, word, before, after in changed:
            rows.append([table, word, _("before"), *self._components(before)])
            rows.append(["", "", _("change"), *self._components(after - before)])
            rows.append(["", "", _("after"), *self._components(after)])
        return rows

    def _relation_rows(self) -> Rows:
        trace = self.trace
        head: list[Cell] = [_INDENT + _("seen from the center"), ""]
        rows: Rows = [[*head, _("score"), _("norm"), _("cosine"), _("distance")]]
        before = (
            trace.score_before,
            trace.norm_before,
            trace.cosine_before,
            trace.distance_before,
        )
        after = trace.score_after, trace.norm_after, trace.cosine_after, trace.distance_after
        for j, row in enumerate(trace.touched.tolist()):
            word = self._scored(int((trace.occurrences == j).argmax()), row)
            name = Text.assemble(_INDENT, word)
            rows.append([name, _("before"), *(number(value[j]) for value in before)])
            rows.append(["", _("after"), *(number(value[j]) for value in after)])
        return rows

    def _moves(self) -> Iterator[Text]:
        """Yield how far the target's term alone moves both rows; a pull may part them."""
        trace = self.trace
        error = number(abs(float(trace.errors[0])))
        lr = setting(trace.lr)
        for text, length, change in (
            (_("v'_t moves by lr (1 - sigma_t) |v_c|"), trace.v_center, trace.target_change_length),
            (
                _("v_c moves by lr (1 - sigma_t) |v'_t|"),
                trace.vectors_read[0],
                trace.center_change_length,
            ),
        ):
            norm = number(math.hypot(*length.tolist()))
            result = number(change)
            yield from self._wrapped(f"{_INDENT}{text} = {lr} x {error} x {norm} = {result}")
        if (
            trace.score_after[0] > trace.score_before[0]
            and trace.distance_after[0] > trace.distance_before[0]
        ):
            yield from self._wrapped(
                _INDENT
                + _(
                    "The pull raised the target's score, and yet the two rows moved apart: the "
                    "score is a product, not a distance."
                )
            )

    # ---- 5 check

    def check(self) -> Iterator[Text]:
        """Yield the loss before, after a center-only update and after the whole one."""
        trace = self.trace
        yield self._heading(5, _("Check"), _("the loss of the same pair and negatives again"))
        rows: list[list[Cell]] = [[_INDENT + _("before"), number(trace.loss)]]
        for label, loss in (
            (_("after a center-only update"), trace.loss_after_center_only),
            (_("after the whole update"), trace.loss_after_simultaneous),
        ):
            rows.append([_INDENT + label, number(loss), _signed(loss - trace.loss)])
        yield from columns(rows)
        if trace.loss_after_simultaneous > trace.loss:
            yield from self._wrapped(
                _INDENT
                + _("This step made the loss rise: lr {lr} is too large a step here.").format(
                    lr=setting(trace.lr)
                ),
                HEADING,
            )

    # ---- 6 finite differences

    def differences(self, check: GradientCheck) -> Iterator[Text]:
        """Yield analytic gradients beside central differences, and the largest error."""
        trace = self.trace
        yield self._heading(6, _("Finite differences"), "(L(x + h) - L(x - h)) / 2h")
        self._components_shown = len(trace.v_center)  # these are longer: other columns
        yield from self._table(lambda: self._difference_rows(check), left=(0, 1, 2))
        yield Text(
            _INDENT
            + _("largest error {absolute} absolute, {relative} relative").format(
                absolute=f"{check.largest_absolute:.1e}", relative=f"{check.largest_relative:.1e}"
            )
        )
        if check.parts:
            yield from self._wrapped(
                _INDENT
                + _(
                    "The differences are taken of the exact loss; the update leaves its gradient "
                    "by the policy's {parts}."
                ).format(parts=", ".join(check.parts))
            )

    def _difference_rows(self, check: GradientCheck) -> Rows:
        trace = self.trace
        rows: Rows = [[_INDENT, "", "", *self._component_names()]]
        compared = [("v_c", trace.center, trace.grad_center, check.grad_center)]
        for j, row in enumerate(trace.touched.tolist()):
            compared.append(("v'_w", row, trace.grad_touched[j], check.grad_touched[j]))
        for symbol, row, analytic, numeric in compared:
            rows.append(
                [_INDENT + symbol, self.words[row], _("analytic"), *self._components(analytic, 8)]
            )
            rows.append(["", "", _("numeric"), *self._components(numeric, 8)])
        return rows

    # ---- pieces

    def _heading(self, n: int, title: str, formula: str) -> Text:
        blanks = max(2, self.cells - len(f"{n} {title}") - len(formula))
        return Text.assemble((f"{n} {title}", HEADING), " " * blanks, (formula, QUIET))

    def _wrapped(self, text: str, style: str = "") -> Iterator[Text]:
        indent = _INDENT if text.startswith(_INDENT) else ""
        yield from filled(text.split(), self.cells, indent, indent, style)

    def _word(self, row: int, style: str) -> Text:
        return Text(self.words[row], style)

    def _mark(self, row: int) -> str:
        return "~" if self.view.is_true_context(row) else ""

    def _scored(self, i: int, row: int) -> Text:
        """Return a scored word with its sign: + for the target, - for a negative, ~ where true."""
        if i == 0:
            return Text.assemble((f"+ {self.words[row]}", TARGET))
        return Text.assemble((f"- {self.words[row]}{self._mark(row)}", NEGATIVE))

    def _shown(self) -> Sequence[int | None]:
        return shown_components(len(self.trace.v_center), self._components_shown)

    def _component_names(self) -> list[Cell]:
        hidden = len(self.trace.v_center) - sum(place is not None for place in self._shown())
        return [
            _("..{n} more..").format(n=hidden) if place is None else str(place + 1)
            for place in self._shown()
        ]

    def _components(self, row: Floats, digits: int = 4) -> list[Cell]:
        return ["..." if place is None else number(row[place], digits) for place in self._shown()]


def _signed(value: float) -> str:
    return number(value) if value <= 0 else f"+{number(value)}"


def _sentence(sentence: SentenceView, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield the part of the sentence around the pair; [center], >target<, (dropped)."""
    parts: list[Text] = []
    for place, raw in enumerate(sentence.words):
        word = shortened(visible(raw, ascii_only), 24, ascii_only)
        if place == sentence.center:
            parts.append(Text(f"[{word}]", CENTER))
        elif place == sentence.target:
            parts.append(Text(f">{word}<", TARGET))
        elif place not in sentence.kept:
            parts.append(Text(f"({word})", QUIET))
        else:
            parts.append(Text(word, "underline" if place in sentence.context else ""))
    low = high = sentence.center
    room = cells - 15 - parts[low].cell_len
    while low > 0 or high < len(parts) - 1:
        ahead = parts[high + 1].cell_len + 1 if high < len(parts) - 1 else cells
        behind = parts[low - 1].cell_len + 1 if low > 0 else cells
        forward = high - sentence.center <= sentence.center - low and high < len(parts) - 1
        forward = forward or low == 0
        size = ahead if forward else behind
        if size > room:
            break
        room -= size
        low, high = (low, high + 1) if forward else (low - 1, high)
    line = Text(_("text   "))
    if low:
        line.append("... ")
    line.append_text(Text(" ").join(parts[low : high + 1]))
    if high < len(parts) - 1:
        line.append(" ...")
    yield line
    dropped = [place for place in range(len(parts)) if place not in sentence.kept]
    if dropped:
        yield Text(_("       (in parentheses: dropped before windows are laid)"), QUIET)
