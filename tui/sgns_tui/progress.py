"""A training run as a line on standard error that moves: nothing where that is no terminal."""

from __future__ import annotations

import sys
import time

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
from rich.text import Text

from sgns_core.errors import InvalidInput
from sgns_core.training.run import Position
from sgns_tui.i18n import _, explain
from sgns_tui.render.trained_text import duration, loss_text, short_number
from sgns_tui.training import Training

SAMPLE_SHARE = 0.02
"""At most so much of the time goes into measuring the loss of the sample while training runs."""

_SMOOTH = 3.0  # seconds over which the speed is averaged


class _Status(ProgressColumn):
    """What stands right of the bar."""

    max_refresh = None

    def render(self, task: Task) -> Text:
        """Return it without markup."""
        return Text(str(task.fields["status"]), no_wrap=True)


class ProgressLine:
    """A watcher of `sgns_tui.training.train`; to be closed at the end."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(stderr=True, highlight=False, markup=False, emoji=False)
        self.shown = self.console.is_terminal and not self.console.is_dumb_terminal
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=None),
            _Status(),
            console=self.console,
            transient=True,
            disable=not self.shown,
            expand=True,
            redirect_stdout=False,
            redirect_stderr=False,
            refresh_per_second=5,
        )
        self._task = self._progress.add_task(_("counting"), total=None, status="")
        self._speed = _Speed()
        self._sample_loss = float("nan")
        self._sample_due = 0.0
        if self.shown:
            self._progress.start()

    def close(self) -> None:
        """Take the line away."""
        self._progress.stop()

    def counting(self, read: int) -> None:
        """Show how much has been read."""
        self._progress.update(self._task, status=f"{short_number(read)}B")

    def preparing(self) -> None:
        """Say in a line of its own what takes a moment the first time."""
        if self.shown:
            self._progress.update(self._task, description=_("compiling"), status="")
            self.say(_("compiling the training loop, which takes a moment the first time ..."))

    def began(self, training: Training) -> None:
        """Show where training begins."""
        self._speed.begin(time.monotonic(), training.run.words_done)
        self._progress.update(self._task, total=1.0, completed=training.run.share)

    def moved(self, training: Training, position: Position) -> None:
        """Show how far training is."""
        if not self.shown:
            return
        now = time.monotonic()
        run = training.run
        self._speed.moved(now, run.words_done)
        if now >= self._sample_due and training.sample is not None:
            self._sample_loss = training.sample_loss()
            took = time.monotonic() - now
            self._sample_due = now + max(1.0, took / SAMPLE_SHARE)
        left = (run.words * run.settings.epochs - run.words_done) / self._speed.rate
        status = "  ".join(
            [
                f"{100 * run.share:3.0f} %",
                _("{rate} words/s").format(rate=short_number(self._speed.rate)),
                f"lr {run.lr:.4f}",
                _("loss {loss} ({sample})").format(
                    loss=loss_text(position.loss.mean), sample=loss_text(self._sample_loss)
                ),
                _("{time} left").format(time=duration(left)),
            ]
        )
        self._progress.update(
            self._task,
            completed=run.share,
            status=status,
            description=_("epoch {epoch}/{epochs}").format(
                epoch=position.epoch + 1, epochs=run.settings.epochs
            ),
        )

    def not_saved(self, reason: InvalidInput) -> None:
        """Say that a checkpoint could not be written."""
        self.say(_("the checkpoint was not saved: {reason}").format(reason=explain(reason)))

    def say(self, line: str) -> None:
        """Write a line that stays, above the one that moves."""
        if self.shown:
            self.console.print(Text(line), soft_wrap=True)
        elif sys.stderr is not None:
            sys.stderr.write(f"sgns-tui: {line}\n")
            sys.stderr.flush()


class _Speed:
    """Words per second over the last few seconds."""

    def __init__(self) -> None:
        self.rate = 1.0
        self._marks: list[tuple[float, int]] = []

    def begin(self, now: float, words: int) -> None:
        self._marks = [(now, words)]

    def moved(self, now: float, words: int) -> None:
        self._marks.append((now, words))
        while len(self._marks) > 2 and self._marks[1][0] < now - _SMOOTH:
            del self._marks[0]
        since, before = self._marks[0]
        if now > since:
            self.rate = max((words - before) / (now - since), 1.0)
