"""One small stage of an update in lines of text, one event a line."""

from __future__ import annotations

from collections.abc import Iterator

from sgns_core.edits import Config
from sgns_core.trace import StepTrace
from sgns_tui.i18n import _
from sgns_tui.render.number import setting
from sgns_tui.render.plain_values import Values
from sgns_tui.stages import TERM_BY_TERM, Kind, Stage


def stage_lines(
    trace: StepTrace, stage: Stage, values: Values, update: int, config: Config
) -> Iterator[str]:
    """Yield what a stage shows; `update` is counted from 1."""
    page = _Stage(trace, values)
    match stage.kind:
        case Kind.SELECT:
            yield select_line(trace, values, update, config)
        case Kind.GATHER:
            yield from page.gather()
        case Kind.DOT:
            yield page.dot(stage.occurrence or 0, stage.term or 0)
        case Kind.SIGMOID:
            yield page.sigmoid(stage.occurrence or 0)
        case Kind.LOSS if stage.occurrence is None:
            yield page.loss_sum()
        case Kind.LOSS:
            yield page.loss(stage.occurrence or 0)
        case Kind.GRADIENT:
            yield from page.gradient(stage.row)
        case Kind.UPDATE:
            yield from page.update()
        case Kind.CHECK:
            yield from page.check()


def select_line(trace: StepTrace, values: Values, update: int, config: Config) -> str:
    """Return which pair an update is made with, and where it comes from."""
    choice = config.choice
    pair = _("select: update {n}, center {center}, target {target} ({how})").format(
        n=update,
        center=values.word(trace.center),
        target=values.word(trace.target),
        how=_("drawn") if choice is None else _("chosen"),
    )
    if not trace.k:
        return pair + _(", no negatives")
    drawn = choice is None or choice.negatives is None
    return pair + _(", negatives {words} ({how})").format(
        words=values.listed(trace.negatives.tolist()), how=_("drawn") if drawn else _("chosen")
    )


class _Stage:
    """A trace and the way its words and numbers are written."""

    def __init__(self, trace: StepTrace, values: Values) -> None:
        self.trace = trace
        self.values = values
        self.n = values.number

    def scored(self, i: int) -> str:
        """Return a scored word, numbered where it occurs more than once."""
        rows = self.trace.rows.tolist()
        word = self.values.word(rows[i])
        if rows.count(rows[i]) == 1:
            return word
        return f"{word} #{rows[: i + 1].count(rows[i])}"

    def gather(self) -> Iterator[str]:
        trace, values = self.trace, self.values
        yield _("gather E {word}: {row}").format(
            word=values.word(trace.center), row=values.vector(trace.v_center)
        )
        for j, row in enumerate(trace.touched.tolist()):
            yield _("gather Ep {word}: {row}").format(
                word=values.word(row), row=values.vector(trace.touched_before[j])
            )

    def dot(self, i: int, term: int) -> str:
        trace = self.trace
        if len(trace.v_center) > TERM_BY_TERM:
            return _("dot {word}: {n} products, sum {sum}").format(
                word=self.scored(i), n=len(trace.v_center), sum=self.n(trace.scores[i])
            )
        return _("dot {word} {term}: {v} x {w} = {product}, sum {sum}").format(
            word=self.scored(i),
            term=term + 1,
            v=self.n(trace.v_center[term]),
            w=self.n(trace.vectors[i, term]),
            product=self.n(trace.products[i, term]),
            sum=self.n(trace.partial_scores[i, term]),
        )

    def sigmoid(self, i: int) -> str:
        trace = self.trace
        if trace.skipped[i]:
            return _("sigmoid {word}: skipped, it equals the target").format(word=self.scored(i))
        line = _("sigmoid {word}: sigma({z}) = {p}").format(
            word=self.scored(i), z=self.n(trace.scores_read[i]), p=self.n(trace.probabilities[i])
        )
        if trace.scores_read[i] != trace.scores[i]:
            line += _("; its row has changed since z = {z}").format(z=self.n(trace.scores[i]))
        elif trace.probabilities[i] != trace.probabilities_exact[i]:
            line += _("; exact {p}").format(p=self.n(trace.probabilities_exact[i]))
        if trace.clipped[i]:
            rule = (
                _("; from +-{bound} on there is no update")
                if trace.policy.range_rule == "stop"
                else _("; beyond +-{bound} it is taken as 0 or 1")
            )
            line += rule.format(bound=setting(trace.policy.bound))
        return line

    def loss(self, i: int) -> str:
        trace = self.trace
        if trace.skipped[i]:
            return _("loss {word}: 0, skipped").format(word=self.scored(i))
        right = self.n(trace.probabilities_right[i])
        if i:
            right = f"(1 - {self.n(trace.probabilities_exact[i])}) = -log {right}"
        return _("loss {word}: -log {right} = {loss}").format(
            word=self.scored(i), right=right, loss=self.n(trace.loss_terms[i])
        )

    def loss_sum(self) -> str:
        terms = self.trace.loss_terms[~self.trace.skipped].tolist()
        return _("loss sum: {terms} = {loss}").format(
            terms=self.values.total(terms), loss=self.n(self.trace.loss)
        )

    def gradient(self, row: int | None) -> Iterator[str]:
        """Yield the errors (-1), one touched row (from 0), or the center's row (None)."""
        trace, values = self.trace, self.values
        if row is None:
            yield _("gradient E {word}: sum of error x v' = {row}").format(
                word=values.word(trace.center), row=values.vector(trace.grad_center)
            )
        elif row < 0:
            for i in range(len(trace.rows)):
                yield self.error(i)
        else:
            errors = trace.errors[trace.occurrences == row].tolist()
            sum_ = values.total(errors)
            yield _("gradient Ep {word}: {error} x v_c = {row}").format(
                word=values.word(int(trace.touched[row])),
                error=sum_ if len(errors) == 1 else f"({sum_})",
                row=values.vector(trace.grad_touched[row]),
            )

    def error(self, i: int) -> str:
        trace = self.trace
        if trace.skipped[i]:
            return _("error {word}: 0, skipped").format(word=self.scored(i))
        if trace.clipped[i] and trace.policy.range_rule == "stop":
            return _("error {word}: 0, out of range").format(word=self.scored(i))
        return _("error {word}: {p} - {label} = {error}").format(
            word=self.scored(i),
            p=self.n(trace.probabilities[i]),
            label=setting(trace.labels[i]),
            error=self.n(trace.errors[i]),
        )

    def update(self) -> Iterator[str]:
        trace, values = self.trace, self.values
        rows = [("E", trace.center, trace.v_center, trace.center_after)]
        for j, row in enumerate(trace.touched.tolist()):
            rows.append(("Ep", row, trace.touched_before[j], trace.touched_after[j]))
        for table, row, before, after in rows:
            yield _("update {table} {word}: {before} -> {after}").format(
                table=table,
                word=values.word(row),
                before=values.vector(before),
                after=values.vector(after),
            )

    def check(self) -> Iterator[str]:
        trace = self.trace
        yield _(
            "check: loss {loss} -> {center} after center only -> {whole} after the whole update"
        ).format(
            loss=self.n(trace.loss),
            center=self.n(trace.loss_after_center_only),
            whole=self.n(trace.loss_after_simultaneous),
        )
        if trace.loss_after_simultaneous > trace.loss:
            yield _("check: the loss rose; lr {lr} is too large a step here").format(
                lr=setting(trace.lr)
            )
