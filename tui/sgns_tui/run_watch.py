"""A training run as a screen sees it: pictures of its most frequent words, between two chunks.

`RunWatch` is called by the thread that trains; what a person does calls `pause`, `go_on` and
`ready` from another one. A picture holds copies alone.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np

from sgns_core.errors import InvalidInput
from sgns_core.projection import Projection, project
from sgns_core.record import record
from sgns_core.trace import Floats
from sgns_core.training.engine import Vectors
from sgns_core.training.run import Position
from sgns_tui.corpus_training import Training
from sgns_tui.course import Track
from sgns_tui.loss_curve import LossCurve
from sgns_tui.pacing import FramePace, Ledger
from sgns_tui.render.progress_text import Progress
from sgns_tui.render.train.loss import Curve
from sgns_tui.run_meter import RunMeter


@record(eq=False, kw_only=True)
class RunFrame:
    """One moment of a run.

    E, Ep: (n, d) float64, the rows of the n most frequent words. points: (n, 2) the places of those
    of E. curve: the loss of the pairs that were trained on, by epochs done; check: that of the
    fixed sample.
    """

    E: Floats
    Ep: Floats
    points: Floats
    projection: Projection
    progress: Progress
    curve: Curve
    check: Curve


class RunWatch:
    """A watcher of a run that takes a picture of it when one is due and may be held back.

    words: how many of the most frequent words a picture has. In the thread that trains, show is
    handed each picture, say why a checkpoint was not saved, and write is called when training is
    over and the vectors are about to be written.
    """

    def __init__(
        self,
        words: int,
        pace: FramePace,
        show: Callable[[RunFrame], None],
        say: Callable[[InvalidInput], None],
        write: Callable[[], None],
    ) -> None:
        self._many = words
        self._pace = pace
        self._show = show
        self._say = say
        self._write = write
        self._meter = RunMeter()
        self._ledger = Ledger()
        self._turn = threading.Condition()
        self._paused = False
        self._ready = True
        self._drawing = 0.0  # seconds that the screen took for the picture before
        self._held = 0.0
        self._training: Training | None = None
        self._curve: LossCurve | None = None
        self._check = Track()
        self._projection: Projection | None = None
        self._since, self._words, self._alone = 0.0, 0, True

    # ---- the side of the screen

    @property
    def paused(self) -> bool:
        """Whether the run is held back, or will be after this chunk."""
        return self._paused

    def pause(self) -> None:
        """Hold the run back after this chunk."""
        with self._turn:
            self._paused = True

    def go_on(self) -> None:
        """Let the run go on."""
        with self._turn:
            self._paused = False
            self._turn.notify_all()

    def ready(self, drawing: float) -> None:
        """Say that the last picture is on the screen, and how many seconds that took."""
        with self._turn:
            self._drawing = drawing
            self._ready = True

    # ---- the side of the thread that trains

    @property
    def held(self) -> float:
        """Return for how many seconds the run was held back."""
        return self._held

    def counting(self, read: int) -> None:
        """Do nothing: that is over before there is a screen."""

    def preparing(self) -> None:
        """Do nothing: that is over before there is a screen."""

    def began(self, training: Training) -> None:
        """Take the first picture."""
        run = training.run
        self._training = training
        self._curve = LossCurve(run.words, run.position)
        self._begin(time.monotonic(), run.words_done)
        self._take(training, run.position)
        self._since = time.monotonic()

    def _begin(self, now: float, words: int) -> None:
        self._meter.begin(now, words)
        self._since, self._words = now, words

    def moved(self, training: Training, position: Position) -> None:
        """Take a picture if one is due, and wait where a person wants it to."""
        now, words = time.monotonic(), training.run.words_done
        self._ledger.note(now - self._since, words - self._words, self._alone)
        self._words = words
        self._meter.moved(now, words)
        assert self._curve is not None
        self._curve.note(position)
        if self._paused:
            self._take(training, position)
            self._wait(now)
        elif self._ready and self._pace.is_due(now):
            self._take(training, position)
        self._alone = self._ready
        self._since = time.monotonic()

    def _wait(self, since: float) -> None:
        with self._turn:
            self._turn.wait_for(lambda: not self._paused)
        now = time.monotonic()
        self._held += now - since
        self._begin(now, self._words)

    def not_saved(self, reason: InvalidInput) -> None:
        """Hand on why a checkpoint could not be written."""
        self._say(reason)

    def writing(self) -> None:
        """Take the last picture."""
        if self._training is not None:
            self._take(self._training, self._training.run.position)
        self._write()

    def _take(self, training: Training, position: Position) -> None:
        """Take a picture; note what it costs, with what drawing the one before has cost."""
        now, started = time.monotonic(), time.thread_time()
        run = training.run
        lost = self._ledger.close()
        E, Ep = (_rows(table, self._many) for table in (run.engine.E, run.engine.Ep))
        self._projection = project(E, self._projection)
        measured = self._meter.measure(training, now, always=run.finished)
        if measured and run.words_done:  # before that it is that of no training, far above all
            self._check.note(run.words_done, self._meter.sample_loss)
        steps, losses = self._check.until(run.words_done)
        assert self._curve is not None
        frame = RunFrame(
            E=E,
            Ep=Ep,
            points=self._projection.apply(E),
            projection=self._projection,
            progress=self._meter.progress(training, position),
            curve=self._curve.points(),
            check=([step / run.words for step in steps], losses),
        )
        self._ready = False
        self._show(frame)
        self._pace.cost(max(lost, time.thread_time() - started + self._drawing))
        self._pace.made(now)


def _rows(table: Vectors, many: int) -> Floats:
    return np.array(table[:many], np.float64)
