"""How far a training run is, in one line of the terminal's width."""

from __future__ import annotations

from typing import NamedTuple

from sgns_tui.i18n import _
from sgns_tui.render.trained_text import loss_text, lr_text, short_number
from sgns_tui.text import shortened, width

LEAST_BAR, MOST_BAR = 6, 40


class Progress(NamedTuple):
    """What the line tells.

    epoch: from 1. share: of the run, 0 to 1. rate: words per second. loss: the mean of the running
    epoch; sample_loss: of the fixed sample at the present tables; nan where there is none. left:
    seconds, None before they can be told.
    """

    epoch: int
    epochs: int
    share: float
    rate: float
    lr: float
    loss: float
    sample_loss: float
    left: float | None


class Line(NamedTuple):
    """The parts of the line in order; done and rest are the bar's."""

    head: str
    done: str
    rest: str
    tail: str


def clock(seconds: float) -> str:
    """Return a time as minutes and seconds, 0:07, or hours, minutes and seconds, 1:02:03."""
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02}"
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def progress_line(progress: Progress, cells: int, ascii_only: bool = False) -> Line:
    """Return the line in at most `cells` - 2 cells: the bar takes what is left, if it is enough.

    Where it is not, the bar goes first, then the learning rate, the speed and the sample's loss.
    """
    head = _("epoch {epoch}/{epochs}").format(epoch=progress.epoch, epochs=progress.epochs)
    percent = f"{min(int(progress.share * 100), 100):3} %"
    left = "" if progress.left is None else _("{time} left").format(time=clock(progress.left))
    rate = _("{rate} words/s").format(rate=short_number(progress.rate))
    loss = _("loss {loss}").format(loss=loss_text(progress.loss, 3))
    sample = _("sample {loss}").format(loss=loss_text(progress.sample_loss, 3))
    lr = _("lr {lr}").format(lr=lr_text(progress.lr))
    parts = [percent, rate, lr, loss, sample, left]
    room = cells - 2  # the terminal shows ctrl+c behind it, and must not wrap
    for dropped in ("", lr, rate, sample):
        parts = [part for part in parts if part and part != dropped]
        tail = "  ".join(["", *parts])
        if width(head) + width(tail) <= room:
            break
    else:
        return Line(shortened(head + tail, room, ascii_only), "", "", "")
    bar = min(room - width(head) - width(tail) - 2, MOST_BAR)
    if bar < LEAST_BAR:
        return Line(head, "", "", tail)
    full = int(bar * progress.share)
    done, rest = ("#", "-") if ascii_only else ("\u2501", "\u2500")
    return Line(head + "  ", done * full, rest * (bar - full), tail)
