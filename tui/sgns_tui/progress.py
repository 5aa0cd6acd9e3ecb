"""A training run as a line on standard error that moves: nothing where that is no terminal."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress

from rich.console import Console
from rich.live import Live
from rich.text import Text

from sgns_core.errors import InvalidInput
from sgns_core.training.run import Position
from sgns_tui.corpus_training import Training
from sgns_tui.i18n import _, explain
from sgns_tui.render.progress_text import progress_line
from sgns_tui.render.trained_text import short_number
from sgns_tui.run_meter import RunMeter

_FRAME = 0.1  # seconds between two pictures


class ProgressLine:
    """A watcher of `sgns_tui.corpus_training.train`; to be closed at the end."""

    def __init__(self) -> None:
        self._console = Console(
            stderr=True,
            highlight=False,
            markup=False,
            emoji=False,
            no_color=True if os.environ.get("NO_COLOR") else None,
        )
        encoding = getattr(sys.stderr, "encoding", None) or "ascii"
        self._ascii = not encoding.lower().startswith("utf")
        self.shown = self._console.is_terminal and not self._console.is_dumb_terminal
        self._live = Live(
            console=self._console,
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._meter = RunMeter()
        self._next = 0.0
        if self.shown:
            self._live.start()

    def close(self) -> None:
        """Take the line away."""
        with suppress(OSError):  # the terminal is gone
            self._live.stop()

    def counting(self, read: int) -> None:
        """Show how much has been read."""
        if self._frame_due(time.monotonic()):
            size = short_number(read)
            self._show(Text(_("counting words  {size}B read").format(size=size)))

    def preparing(self) -> None:
        """Say what takes a moment, the first time."""
        self._show(Text(_("preparing the compiled training loop; the first time takes longer ...")))

    def began(self, training: Training) -> None:
        """Show where training begins."""
        self._meter.begin(time.monotonic(), training.run.words_done)

    def moved(self, training: Training, position: Position) -> None:
        """Show how far training is."""
        now = time.monotonic()
        self._meter.moved(now, training.run.words_done)
        if not self._frame_due(now):
            return
        self._meter.measure(training, now)
        progress = self._meter.progress(training, position)
        line = progress_line(progress, self._console.width, self._ascii)
        self._show(Text.assemble(line.head, (line.done, "green"), (line.rest, "dim"), line.tail))

    def not_saved(self, reason: InvalidInput) -> None:
        """Say that a checkpoint could not be written."""
        self.say(_("the checkpoint was not saved: {reason}").format(reason=explain(reason)))

    def writing(self) -> None:
        """Say that the vectors are being written."""
        self._show(Text(_("writing the vectors ...")))

    @property
    def held(self) -> float:
        """Return 0: nobody holds a run back here."""
        return 0.0

    def say(self, line: str) -> None:
        """Write a line that stays, above the one that moves."""
        with suppress(OSError):  # nobody reads it: no reason to end a run
            if self.shown:
                self._console.print(Text(line), soft_wrap=True)
            elif sys.stderr is not None:
                sys.stderr.write(f"sgns-tui: {line}\n")
                sys.stderr.flush()

    def _frame_due(self, now: float) -> bool:
        if not self.shown or now < self._next:
            return False
        self._next = now + _FRAME
        return True

    def _show(self, text: Text) -> None:
        if self.shown:
            text.no_wrap = True
            with suppress(OSError):
                self._live.update(text, refresh=True)
