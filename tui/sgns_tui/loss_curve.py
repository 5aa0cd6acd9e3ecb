"""The loss of a long run as a curve of few points, of which each pair of words is part once."""

from __future__ import annotations

from sgns_core.training.engine import LossSum
from sgns_core.training.run import Position
from sgns_tui.render.train.loss import Curve

MOST_POINTS = 120
_REST = 10  # a chunk of less than a tenth of a stretch joins the one before


class LossCurve:
    """The mean loss per pair, stretch by stretch; stretches double where there are too many.

    words: of one epoch. start: where the run begins or was taken up again.
    """

    def __init__(self, words: int, start: Position) -> None:
        self._words = words
        self._last = start
        self._stretches: list[tuple[int, LossSum]] = []  # (words at its end, loss of its pairs)
        self._full = 0  # pairs of a stretch that no other chunk joins

    def note(self, position: Position) -> None:
        """Note the position after a chunk; a position sums the loss of its epoch up to there."""
        before = self._last.loss if position.epoch == self._last.epoch else LossSum()
        pairs = position.loss.pairs - before.pairs
        loss = LossSum(position.loss.total - before.total, pairs)
        self._last = position
        self._full = self._full or pairs // 2
        end = position.epoch * self._words + position.words
        # The rest of a text at its end is a chunk too, of a few pairs whose mean says nothing.
        joins = self._stretches and (
            self._stretches[-1][1].pairs < self._full or pairs < self._full // _REST
        )
        if joins:
            self._stretches[-1] = (end, self._stretches[-1][1] + loss)
        else:
            self._stretches.append((end, loss))
        if len(self._stretches) > MOST_POINTS:
            self._halve()

    def _halve(self) -> None:
        """Join every two stretches; the last may stay alone, and others join it then."""
        pairs = [self._stretches[at : at + 2] for at in range(0, len(self._stretches), 2)]
        self._stretches = [(pair[-1][0], sum((x for _, x in pair), LossSum())) for pair in pairs]
        self._full *= 2

    def points(self) -> Curve:
        """Return epochs done at the end of each stretch, and its mean; without those of no pair."""
        known = [(end / self._words, loss.mean) for end, loss in self._stretches if loss.pairs]
        return [at for at, _ in known], [mean for _, mean in known]
