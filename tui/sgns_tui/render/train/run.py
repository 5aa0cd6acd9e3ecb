"""What stands beside the map of a training run: where it is, its loss, its settings."""

from __future__ import annotations

from rich.text import Text

from sgns_core.record import record
from sgns_core.training.settings import TrainingSettings
from sgns_tui.i18n import _, ngettext
from sgns_tui.render.columns import Cell, filled
from sgns_tui.render.number import number, setting
from sgns_tui.render.plots import SMALLEST, plot_lines
from sgns_tui.render.progress_text import Progress, progress_line
from sgns_tui.render.roles import HEADING, QUIET, TARGET
from sgns_tui.render.train.loss import Curve
from sgns_tui.render.trained_text import loss_text, short_number
from sgns_tui.text import shortened, visible

_MARKS = 24  # of the sample, on a plot


@record(eq=False, kw_only=True)
class RunView:
    """What stays the same during a run.

    output: where the vectors go. size: words with a vector. words: of one epoch. shown: words on
    the map. engine: its name. sample: pairs in the fixed sample.
    """

    output: str
    size: int
    words: int
    shown: int
    settings: TrainingSettings
    engine: str
    sample: int
    ascii_only: bool = False


def run_status(view: RunView, state: str, cells: int) -> Text:
    """Return where the vectors go, what of, and whether it trains, in one line."""
    name = shortened(visible(view.output, view.ascii_only), max(8, cells // 3), view.ascii_only)
    line = Text(name, HEADING)
    epochs = view.settings.epochs
    parts = [
        state,
        ngettext("{n} word x {d}", "{n} words x {d}", view.size).format(
            n=f"{view.size:,}", d=view.settings.dim
        ),
        ngettext(
            "{words} words x {epochs} epoch", "{words} words x {epochs} epochs", epochs
        ).format(words=short_number(view.words), epochs=epochs),
        view.engine,
    ]
    for part in parts:
        if line.cell_len + 3 + len(part) <= cells:
            line.append(" | ", QUIET)
            line.append(part)
    return line


def run_bar(progress: Progress, cells: int, ascii_only: bool) -> Text:
    """Return how far the run is, in one line with a bar."""
    line = progress_line(progress, cells, ascii_only)
    return Text.assemble(line.head, (line.done, TARGET), (line.rest, QUIET), line.tail)


def run_plot(curve: Curve, check: Curve, cells: int, rows: int, ascii_only: bool) -> list[Text]:
    """Return the loss over the epochs; empty where the room is too small, and without a value."""
    if rows < SMALLEST[1] or not (len(curve[0]) or len(check[0])):
        return []
    title = _("loss per pair by epoch; x: fixed sample")
    every = max(1, -(-len(check[0]) // _MARKS))
    marks = [(x, y, "x") for x, y in zip(check[0][::every], check[1][::every], strict=True)]
    return [Text(line) for line in plot_lines([curve], marks, cells, rows, ascii_only, title)]


def loss_numbers(view: RunView, progress: Progress, cells: int) -> list[Text]:
    """Return both losses."""
    losses: list[Cell] = [
        Text(_("loss {value}").format(value=loss_text(progress.loss)), HEADING),
        Text(_("mean per pair of this epoch;"), QUIET),
    ]
    if view.sample:
        sample = loss_text(progress.sample_loss)
        losses.append(Text(_("sample {value}").format(value=sample), HEADING))
        losses.append(Text(_("on {n} fixed pairs").format(n=f"{view.sample:,}"), QUIET))
    return filled(losses, cells, rest="  ")


def setting_lines(view: RunView, progress: Progress, cells: int) -> list[Text]:
    """Return the learning rate of now, and what the run was begun with."""
    settings = view.settings
    parts = [
        _("lr {now} from {begin}").format(now=number(progress.lr, 5), begin=setting(settings.lr)),
        _("window {n}").format(n=settings.window),
        f"k {settings.k}",
        _("power {n}").format(n=setting(settings.power)),
        _("subsample {n}").format(n=setting(settings.subsample)),
        _("min-count {n}").format(n=settings.min_count),
        _("seed {n}").format(n=settings.seed),
    ]
    if settings.policy is not None:
        parts.append(settings.policy)
    ends = [*(" |" for _part in parts[1:]), ""]
    pieces = [part + end for part, end in zip(parts, ends, strict=True)]
    return filled(pieces, cells, rest="  ")
