"""Where one is: the line at the top, the stages, and one plain sentence on the stage at hand."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sgns_tui.i18n import N_, _
from sgns_tui.keys import shown_text
from sgns_tui.render.number import number, setting
from sgns_tui.render.policy_text import policy_name
from sgns_tui.render.roles import HEADING, QUIET
from sgns_tui.render.step.page import StepPage
from sgns_tui.stages import Kind, Stage, stages_of
from sgns_tui.text import shortened, visible

HINT = 3
"""Lines of the hint, always, so that nothing moves when it changes."""

_NAMES = {
    Kind.SELECT: N_("select"),
    Kind.GATHER: N_("gather"),
    Kind.DOT: N_("dot"),
    Kind.SIGMOID: N_("sigmoid"),
    Kind.LOSS: N_("loss"),
    Kind.GRADIENT: N_("gradient"),
    Kind.UPDATE: N_("update"),
    Kind.CHECK: N_("check"),
}


# On a screen too narrow for all of them.
_SHORT = {**_NAMES, Kind.SIGMOID: N_("sigma"), Kind.GRADIENT: N_("grad")}
_NARROW = 72


def status_line(page: StepPage, playing: bool, made: int) -> Text:
    """Return source, update and settings in one line; made: updates made so far."""
    view, trace = page.view, page.trace
    name = shortened(
        visible(view.source, view.ascii_only), max(8, page.cells // 4), view.ascii_only
    )
    parts = [
        _("update {n}").format(n=f"{view.update:,}"),
        f"lr {setting(trace.lr)}",
        f"k {trace.k}",
        _("power {n}").format(n=setting(trace.policy.power)),
        policy_name(trace.policy),
        _("seed {n}").format(n=view.settings.seed),
        _("{n} made").format(n=f"{made:,}"),
    ]
    if playing:
        parts.insert(0, _("playing"))
    line = Text(name, HEADING)
    for part in parts:
        if line.cell_len + 3 + len(part) <= page.cells:
            line.append(" | ", QUIET)
            line.append(part)
    return line


def stage_line(page: StepPage) -> Text:
    """Return the kinds of stages in order, the one at hand in brackets."""
    line = Text()
    now = page.progress.stage.kind
    for kind in Kind:
        narrow = page.cells < _NARROW
        name = _((_SHORT if narrow else _NAMES)[kind])
        if kind is now:
            line.append(f"[{name}]", HEADING)
        else:
            shown = f" {name}" if narrow else f" {name} "
            line.append(shown, "" if page.reached(kind) else QUIET)
    line.append(f" {page.progress.at + 1}/{len(stages_of(page.trace))}", QUIET)
    return line


def hint_lines(page: StepPage, first_time: bool = False) -> Iterator[Text]:
    """Yield what happens at this stage, in one or two plain sentences; at the start a welcome."""
    if first_time:
        names = {
            "center": page.name(page.trace.center),
            "target": page.name(page.trace.target),
        }
        press = shown_text(
            _("Press → (right) to work it out step by step; ← goes back."), page.view.ascii_only
        )
        for welcome in (
            _(
                "Welcome. This is one training pair of word2vec: {center} should score high "
                "against {target}, its neighbour in the text, and low against words drawn at "
                "random."
            ),
            _("Welcome. {center} should score high against {target}, and low against noise."),
            "",
        ):
            lines = list(page.wrapped(welcome.format(**names), indent=""))
            last = list(page.wrapped(press, HEADING, indent=""))
            if len(lines) + len(last) <= HINT:
                break
        yield from (*lines, *last)
        return
    yield from page.wrapped(_hint(page, page.progress.stage), indent="")


def _hint(page: StepPage, stage: Stage) -> str:
    trace = page.trace
    center, target = page.name(trace.center), page.name(trace.target)

    def value(x: float) -> str:
        return number(x, page.digits)

    match stage.kind:
        case Kind.SELECT:
            return _(
                "A pair: center {center}, target {target}, and {k} negatives drawn as noise. The "
                "target should score high, the negatives low."
            ).format(center=center, target=target, k=trace.k)
        case Kind.GATHER:
            return _(
                "Gather: one row of E, {center}'s, and {m} rows of Ep are read. No other row takes "
                "part in this update."
            ).format(center=center, m=len(trace.touched))
        case Kind.DOT:
            assert stage.occurrence is not None
            assert stage.term is not None
            word = page.name(int(trace.rows[stage.occurrence]))
            return _(
                "Dot product of {center} and {word}: {term} added, the sum is {sum} now."
            ).format(
                center=center,
                word=word,
                term=value(trace.products[stage.occurrence][stage.term]),
                sum=value(trace.partial_scores[stage.occurrence][stage.term]),
            )
        case Kind.SIGMOID:
            assert stage.occurrence is not None
            return _(
                "Sigmoid: sigma({z}) = {p}, the estimate that {word} comes from the text and not "
                "from the noise."
            ).format(
                z=value(trace.scores[stage.occurrence]),
                p=value(trace.probabilities_exact[stage.occurrence]),
                word=page.name(int(trace.rows[stage.occurrence])),
            )
        case Kind.LOSS if stage.occurrence is None:
            return _("Loss: the terms add up to {loss}. Less is better.").format(
                loss=value(trace.loss)
            )
        case Kind.LOSS:
            i = stage.occurrence or 0
            right = value(trace.probabilities_right[i])
            return _("Loss of {word}: -log {right} = {loss}.").format(
                word=page.name(int(trace.rows[i])), right=right, loss=value(trace.loss_terms[i])
            )
        case Kind.GRADIENT if stage.row == -1:
            return _(
                "Errors: sigma minus label. They say how strongly, and in which direction, each "
                "score should move."
            )
        case Kind.GRADIENT if stage.row is None:
            return _(
                "Gradient of {center}: the sum of error times row over all scored words."
            ).format(center=center)
        case Kind.GRADIENT:
            assert stage.row is not None
            word = page.name(int(trace.touched[stage.row]))
            return _("Gradient of {word}'s row of Ep: error times {center}'s row.").format(
                word=word, center=center
            )
        case Kind.UPDATE:
            return _(
                "Update: each row moves against its gradient, lr = {lr} times. The tables hold the "
                "new rows now."
            ).format(lr=setting(trace.lr))
        case Kind.CHECK if trace.loss_after_simultaneous != trace.loss_after_simultaneous:
            return _(
                "Check: the same words again. The new rows are so large that their loss is too "
                "large a number: lr {lr} is far too long a step here."
            ).format(lr=setting(trace.lr))
        case Kind.CHECK:
            return _(
                "Check: the same words again. The loss went from {before} to {after}. Right goes "
                "on to the next update."
            ).format(before=value(trace.loss), after=value(trace.loss_after_simultaneous))
