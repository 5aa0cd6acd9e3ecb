"""How fast a training run goes and how well: measured as it goes, at little cost."""

from __future__ import annotations

import time

from sgns_core.training.run import Position
from sgns_tui.corpus_training import Training
from sgns_tui.render.progress_text import Progress

SAMPLE_SHARE = 0.02
"""At most so much of the time goes into measuring the loss of the sample while training runs."""

_SMOOTH = 3.0  # seconds over which the speed is averaged


class RunMeter:
    """Words per second over the last few seconds, and the loss of the sample now and then.

    rate: 0 before there is one. sample_loss: nan before it was measured, and without a sample.
    """

    def __init__(self) -> None:
        self.rate = 0.0
        self.sample_loss = float("nan")
        self._sample_due = float("-inf")
        self._marks: list[tuple[float, int]] = []

    def begin(self, now: float, words: int) -> None:
        """Know that training begins, or goes on after a rest, with so many words done."""
        self._marks = [(now, words)]

    def moved(self, now: float, words: int) -> None:
        """Know that so many words are done."""
        self._marks.append((now, words))
        while len(self._marks) > 2 and self._marks[1][0] < now - _SMOOTH:
            del self._marks[0]
        since, before = self._marks[0]
        if now > since:
            self.rate = (words - before) / (now - since)

    def measure(self, training: Training, now: float, *, always: bool = False) -> bool:
        """Measure the loss of the sample if it is time to, or always; tell whether it was done."""
        if training.sample is None or (now < self._sample_due and not always):
            return False
        # Time of computing: what other programs and threads took meanwhile is no reason to wait.
        begin = time.thread_time()
        self.sample_loss = training.sample_loss()
        took = time.thread_time() - begin
        self._sample_due = now + max(1.0, took / SAMPLE_SHARE)
        return True

    def progress(self, training: Training, position: Position) -> Progress:
        """Return how far a run is."""
        run = training.run
        words_left = run.words * run.settings.epochs - run.words_done
        return Progress(
            epoch=position.epoch + 1,
            epochs=run.settings.epochs,
            share=run.share,
            rate=self.rate,
            lr=run.lr,
            loss=position.loss.mean,
            sample_loss=self.sample_loss,
            left=words_left / self.rate if self.rate else None,
        )
