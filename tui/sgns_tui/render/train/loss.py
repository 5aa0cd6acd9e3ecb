"""The loss over time, and the numbers that say whether to trust it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from rich.text import Text

from sgns_core.monitor import DrawCounts
from sgns_core.policy import Policy
from sgns_core.record import record
from sgns_tui.i18n import _
from sgns_tui.render.columns import Cell, filled
from sgns_tui.render.number import number, setting
from sgns_tui.render.plots import SMALLEST, plot_lines
from sgns_tui.render.policy_text import policy_name
from sgns_tui.render.roles import HEADING, QUIET
from sgns_tui.render.sparkline import sparkline
from sgns_tui.text import shortened, visible

Curve = tuple[Sequence[float], Sequence[float]]
"""Updates made, and the value there."""

_MARKS = 24  # of the check, on a plot
_SPARK = 20


@record(eq=False, kw_only=True)
class LossView:
    """How a run goes at a step.

    window: pairs that the mean is over. mean: curve of the mean loss per pair over the last
    `window` updates, as they were made. check: curve of the loss on a fixed sample of `sample`
    pairs at the tables of that moment. separation: curve of the mean silhouette; None without two
    groups. rate: updates per second, None where it stands still. draws: of the last updates.
    beside: how the run that this one is compared with goes, and what the two are called.
    """

    mean: Curve
    window: int
    check: Curve = ((), ())
    sample: int = 0
    separation: Curve | None = None
    lr: float
    k: int
    policy: Policy
    seed: int
    rate: float | None
    draws: DrawCounts | None = None
    ascii_only: bool = False
    beside: LossView | None = None
    labels: tuple[str, str] = ("", "")


def loss_lines(view: LossView, cells: int, rows: int) -> list[Text]:
    """Return the plot and the numbers in at most `rows` lines of at most `cells` cells.

    Numbers come first where there is not room for both.
    """
    if rows < 1 or cells < 1:
        return []
    numbers = number_lines(view, cells)[:rows]
    return [*plot_of(view, cells, rows - len(numbers)), *numbers]


def plot_of(view: LossView, cells: int, rows: int) -> list[Text]:
    """Return the plot alone; it takes longer than the numbers, and where room lacks it is empty."""
    return list(_plot(view, cells, rows)) if rows >= SMALLEST[1] else []


def number_lines(view: LossView, cells: int) -> list[Text]:
    """Return the numbers alone."""
    lines = [*_losses(view, cells), *_separation(view, cells), *_compared(view, cells)]
    return [*lines, *_run(view, cells), *_draws(view, cells)]


def _plot(view: LossView, cells: int, rows: int) -> Iterator[Text]:
    title = _("loss per pair by update; x: fixed sample")
    views, marks = [view], _check_marks(view, "x")
    if view.beside is not None:
        mine, other = (visible(label, view.ascii_only) for label in view.labels)
        title = _("fixed sample: x {mine}, o {other}").format(mine=mine, other=other)
        # In turns: at equal places one would hide the other.
        views, marks = [view, view.beside], [*marks[::2], *_check_marks(view.beside, "o")[1::2]]
    values = [y for one in views for y in one.mean[1]] + [y for _x, y, _mark in marks]
    if any(map(math.isfinite, values)):
        curves = [one.mean for one in views]
        for line in plot_lines(curves, marks, cells, rows, view.ascii_only, title):
            yield Text(line)


def _check_marks(view: LossView, mark: str) -> list[tuple[float, float, str]]:
    xs, ys = view.check
    every = max(1, -(-len(xs) // _MARKS))
    return [(x, y, mark) for x, y in zip(xs[::every], ys[::every], strict=True)]


def _compared(view: LossView, cells: int) -> list[Text]:
    """Return loss, check and separation of the run beside."""
    other = view.beside
    if other is None:
        return []
    name = shortened(visible(view.labels[1], view.ascii_only), 24, view.ascii_only)
    pieces: list[Cell] = [
        Text(f"{name}:", HEADING),
        _("loss {value}").format(value=number(_last(other.mean))),
        _("check {value}").format(value=number(_last(other.check))),
    ]
    if other.separation is not None:
        value = number(_last(other.separation), 3)
        pieces.append(_("separation {value}").format(value=value))
    return filled(pieces, cells, rest="  ")


def _last(curve: Curve) -> float:
    return curve[1][-1] if len(curve[1]) else math.nan


def _losses(view: LossView, cells: int) -> list[Text]:
    steps = view.mean[0]
    pairs = min(view.window, int(steps[-1])) if len(steps) else view.window  # at first fewer
    pieces: list[Cell] = [
        Text(_("loss {value}").format(value=number(_last(view.mean))), HEADING),
        Text(_("mean of the last {n} pairs;").format(n=pairs), QUIET),
    ]
    if view.sample:
        pieces.append(Text(_("check {value}").format(value=number(_last(view.check))), HEADING))
        pieces.append(Text(_("on {n} fixed pairs").format(n=view.sample), QUIET))
    return filled(pieces, cells, rest="  ")


def _separation(view: LossView, cells: int) -> list[Text]:
    if view.separation is None:
        return []
    value = number(_last(view.separation), 3)
    line = sparkline(view.separation[1], _SPARK, -1.0, 1.0, view.ascii_only)
    return filled(
        [
            Text(_("separation {value}").format(value=value), HEADING),
            Text(line),
            Text(_("mean silhouette of the groups, -1 to 1"), QUIET),
        ],
        cells,
        rest="  ",
    )


def _run(view: LossView, cells: int) -> list[Text]:
    name = shortened(visible(policy_name(view.policy), view.ascii_only), 30, view.ascii_only)
    rate = _("paused") if view.rate is None else _("{n} updates/s").format(n=_rate(view.rate))
    parts = [
        f"lr {setting(view.lr)}",
        f"k {view.k}",
        _("power {n}").format(n=setting(view.policy.power)),
        name,
        _("seed {n}").format(n=view.seed),
        rate,
    ]
    ends = [*(" |" for _part in parts[1:]), ""]
    return filled([part + end for part, end in zip(parts, ends, strict=True)], cells, rest="  ")


def _rate(rate: float) -> str:
    """Return a rate to two digits or so: more of them would flicker."""
    if not math.isfinite(rate) or rate < 10:
        return number(rate, 1)
    size = 10 ** (math.floor(math.log10(rate)) - 1)
    return f"{round(rate / size) * size:,}"


def _draws(view: LossView, cells: int) -> list[Text]:
    draws = view.draws
    if draws is None or not draws.draws:
        return []
    lines = []
    for name, seen, expected in (
        (_("collisions"), draws.collisions, draws.expected_collisions),
        (_("true contexts"), draws.true_contexts, draws.expected_true_contexts),
    ):
        lines += filled(
            [
                Text(_("{name} {seen}").format(name=name, seen=seen)),
                Text(_("expected {value}").format(value=number(expected, 1)), QUIET),
                Text(_("of {n} draws").format(n=draws.draws), QUIET),
            ],
            cells,
            rest="  ",
        )
    return lines
