"""A training run: an engine led over a text, epoch after epoch, from any chunk on."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import field, replace

from sgns_core.record import record
from sgns_core.streams.ahead import ahead
from sgns_core.streams.encoding import EncodedText, Sentences
from sgns_core.training.chunk import Chunk
from sgns_core.training.engine import Engine, LossSum
from sgns_core.training.settings import TrainingSettings


@record
class Position:
    """How far a run has come.

    epoch: the one that is running, from 0; chunks, words: how many of it are done; loss: of the
    pairs of these chunks; cut: how often in them a sentence was ended because it was too long.
    """

    epoch: int = 0
    chunks: int = 0
    words: int = 0
    loss: LossSum = field(default_factory=LossSum)
    cut: int = 0


class TrainingRun:
    """Leads an engine over a text; the same settings, text and position give the same tables.

    text: encoded with the vocabulary whose rows the engine's tables have. The engine stands where
    `position` says. words: of one epoch, those in the vocabulary.
    """

    def __init__(
        self,
        settings: TrainingSettings,
        text: EncodedText,
        engine: Engine,
        position: Position | None = None,
    ) -> None:
        self.settings = settings
        self.text = text
        self.engine = engine
        self.position = Position() if position is None else position
        self.words = text.vocabulary.total

    @property
    def share(self) -> float:
        """The share of the whole run that is done, from 0 to 1."""
        return self._share(self.position.epoch, self.position.words)

    @property
    def lr(self) -> float:
        """The learning rate of the next update."""
        return self.settings.lr_at(self.share)

    @property
    def words_done(self) -> int:
        """How many words of all epochs are done."""
        return self.position.epoch * self.words + self.position.words

    @property
    def finished(self) -> bool:
        """Whether every epoch is done."""
        return self.words_done >= self.words * self.settings.epochs

    def advance(self) -> Generator[Position, None, None]:
        """Train to the end, and yield the position after each chunk; it may be left at any.

        Raises InvalidInput where the text changed and where the numbers grew beyond bounds.
        """
        while not self.finished:
            if self.position.words >= self.words:
                self.position = Position(self.position.epoch + 1)
            with closing(ahead(self.text.chunks())) as chunks:
                for number, sentences in enumerate(chunks):
                    if number < self.position.chunks:
                        continue  # done before the run was taken up again
                    yield self._train(number, sentences)

    def _train(self, number: int, sentences: Sentences) -> Position:
        at = self.position
        words = at.words + len(sentences.ids)
        done = self.engine.train(
            Chunk(
                sentences.ids,
                sentences.offsets,
                at.epoch,
                number,
                self._share(at.epoch, at.words),
                self._share(at.epoch, words),
            )
        )
        self.position = replace(
            at, chunks=number + 1, words=words, loss=at.loss + done, cut=at.cut + sentences.cut
        )
        return self.position

    def _share(self, epoch: int, words: int) -> float:
        return min(1.0, (epoch * self.words + words) / (self.words * self.settings.epochs))
