"""What a training run says of itself: while it goes, and in one line when it is over."""

from __future__ import annotations

import math

from sgns_core.training.choosing import Choice
from sgns_tui.i18n import N_, _, ngettext

# Why an engine was chosen, as `Choice.reason` names it.
REASONS = {
    "asked": N_("as asked"),
    "fastest": N_("the fastest at equal quality"),
    "no-numba": N_("without numba, the extra fast"),
    "rules": N_("one pair after another, by the policy's rules"),
}


def engine_text(choice: Choice) -> str:
    """Return the name of the engine and why it was chosen."""
    return f"{choice.engine}, {_(REASONS[choice.reason])}"


def short_number(value: float) -> str:
    """Return a number in at most five characters: 831, 12.4k, 5.9M."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= 0.9995 * size:
            scaled = value / size
            return f"{scaled:.0f}{unit}" if scaled >= 99.95 else f"{scaled:.1f}{unit}"
    return f"{value:.0f}"


def duration(seconds: float) -> str:
    """Return a time in a form that tells its unit: 0.8 s, 12 s, 3:05 min, 1:02:03 h."""
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02} min"
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02} h"


def lr_text(lr: float) -> str:
    """Return a learning rate to three digits, however small: 0.0250, 0.000123, 2.50e-06."""
    return f"{lr:#.3g}"


def loss_text(loss: float, decimals: int = 4) -> str:
    """Return a loss, or a sign where there is none."""
    return f"{loss:.{decimals}f}" if math.isfinite(loss) else "-"


def trained_line(
    *,
    files: list[str],
    size: int,
    dim: int,
    words: int,
    epochs: int,
    share: float,
    seconds: float,
    rate: float,
    loss: float,
    sample_loss: float,
    engine: str,
) -> str:
    """Return what was done, in one line; the names of files are safe to show.

    size: words with a vector. words: of one epoch. share: of the run, 0 to 1; below 1 it was
    stopped. rate: words per second, 0 where nothing was trained.
    """
    what = ngettext("{files}: {size} word x {dim}", "{files}: {size} words x {dim}", size).format(
        files=" + ".join(files), size=f"{size:,}", dim=dim
    )
    text = ngettext(
        "{words} words x {epochs} epoch", "{words} words x {epochs} epochs", epochs
    ).format(words=f"{words:,}", epochs=epochs)
    if share < 1:
        # Rounded down, so that what is not over never reads 100.
        done = f"{math.floor(share * 1000) / 10:.1f}"
        trained = _("stopped at {share} % of {text}").format(share=done, text=text)
        losses = _("loss {loss} so far in this epoch, {sample} on a fixed sample now")
    else:
        trained = _("trained on {text}").format(text=text)
        losses = _("loss {loss} in the last epoch, {sample} on a fixed sample at its end")
    took = _("{time}, {rate} words/s").format(time=duration(seconds), rate=short_number(rate))
    return "; ".join(
        [
            f"{what}, {trained}",
            took,
            losses.format(loss=loss_text(loss), sample=loss_text(sample_loss)),
            _("engine {engine}").format(engine=engine),
        ]
    )


def too_far_line(loss: float, k: int) -> str | None:
    """Return the note on a loss above that of vectors of zeros, (1 + k) log 2; None for others."""
    zeros = (1 + k) * math.log(2.0)
    if not loss > 1.01 * zeros:
        return None
    return _(
        "note: a loss of {loss} is more than the {zeros} of vectors of zeros: the updates went too "
        "far; try a smaller --lr"
    ).format(loss=loss_text(loss), zeros=loss_text(zeros))


def cut_line(cuts: int, longest: int) -> str:
    """Return the note on sentences that were too long, in one line."""
    return ngettext(
        "note: sentences of more than {longest} words were taken in parts, with {cuts} cut that "
        "no window crosses; --sentences punctuation makes shorter ones",
        "note: sentences of more than {longest} words were taken in parts, with {cuts} cuts that "
        "no window crosses; --sentences punctuation makes shorter ones",
        cuts,
    ).format(longest=f"{longest:,}", cuts=f"{cuts:,}")
