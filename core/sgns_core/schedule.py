"""What update s will be: its pair and its draws, without any update being made."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from sgns_core.draws import draw_negatives, uniforms
from sgns_core.edits import Config
from sgns_core.noise import NoiseDistribution
from sgns_core.pairs import PairSequence, pair_counts
from sgns_core.record import record
from sgns_core.settings import Settings
from sgns_core.source import Source
from sgns_core.trace import Flags, Floats, Indices

_EMPTY_EPOCHS = 1_000  # in a row, after which subsampling is said to leave no pair


@record(eq=False)
class Block:
    """The pairs and draws of n updates in a row under one configuration.

    inputs: (n,) input rows. rows: (n, k+1) scored rows, the positive first. skipped: (n, k) drawn
    negatives that the collision rule leaves out.
    """

    start: int
    inputs: Indices
    rows: Indices
    skipped: Flags

    def __len__(self) -> int:
        """Return n."""
        return len(self.inputs)

    def part(self, start: int, count: int) -> Block:
        """Return at most `count` of these updates, from update `start` of the run on."""
        part = slice(start - self.start, start - self.start + count)
        return Block(start, self.inputs[part], self.rows[part], self.skipped[part])

    @property
    def positives(self) -> Indices:
        """Return the scored positive rows (n,)."""
        return self.rows[:, 0]

    @property
    def negatives(self) -> Indices:
        """Return the negatives (n, k)."""
        return self.rows[:, 1:]

    @cached_property
    def collisions(self) -> Flags:
        """Return which negatives (n, k) equal their positive."""
        return np.asarray(self.negatives == self.rows[:, :1])

    def touches(self, row: int) -> Flags:
        """Return which updates (n,) read a word: as input, positive, or negative that counts."""
        used = (self.negatives == row) & ~self.skipped
        touched: Flags = (self.inputs == row) | (self.positives == row) | used.any(axis=1)
        return touched


class Schedule:
    """Pairs and draws of every update of a run: a pure function of source, settings and config.

    Update s takes pair s of the text's epochs laid end to end, and its negatives from
    u(seed, s, j); a chosen pair leaves both counts running. An epoch that subsampling leaves
    without a pair has no update.
    """

    def __init__(self, source: Source, settings: Settings) -> None:
        self.source = source
        self.settings = settings
        self._ends = array("q", [0])  # updates before each epoch
        self._sequence = lru_cache(maxsize=3)(self._make_sequence)
        self._noise = lru_cache(maxsize=16)(self._make_noise)
        self._context_noise = lru_cache(maxsize=16)(self._make_context_noise)

    @property
    def _epochs_differ(self) -> bool:
        return self.settings.shrink or self.settings.subsample > 0

    def _make_sequence(self, epoch: int) -> PairSequence:
        if self._epochs_differ:
            return self.source.epoch_pairs(self.settings, epoch)
        return self.source.pairs(self.settings)

    def _make_noise(self, power: float) -> NoiseDistribution:
        return self.source.noise(self.settings, power)

    def noise(self, power: float) -> NoiseDistribution:
        """Return the noise distribution with this power."""
        return self._noise(power)

    def sequence(self, epoch: int) -> PairSequence:
        """Return the pairs of one epoch."""
        return self._sequence(epoch if self._epochs_differ else 0)

    def place(self, step: int) -> tuple[int, int]:
        """Return (epoch, number of the pair in it) of update `step`."""
        if not self._epochs_differ:
            return divmod(step, len(self.sequence(0)))
        while self._ends[-1] <= step:
            self._count_epoch()
        epoch = bisect_right(self._ends, step) - 1
        return epoch, step - self._ends[epoch]

    def epoch_start(self, epoch: int) -> int:
        """Return the first update of an epoch."""
        if not self._epochs_differ:
            return epoch * len(self.sequence(0))
        while len(self._ends) <= epoch:
            self._count_epoch()
        return self._ends[epoch]

    def _count_epoch(self) -> None:
        """Note where one more epoch ends; raise InvalidInput where none seems to have a pair."""
        sequence = self.sequence(len(self._ends) - 1)
        if self._ends[-1] == self._ends[-_EMPTY_EPOCHS:][0] and len(self._ends) > _EMPTY_EPOCHS:
            sequence.require_pairs(self.source.name)
        self._ends.append(self._ends[-1] + len(sequence))

    def block(self, start: int, count: int, config: Config) -> Block:
        """Return updates start..start+count-1 under one configuration.

        Raises InvalidInput where no pair is chosen and there is no text, or where "redraw" has no
        other word to draw.
        """
        choice = config.choice
        inputs, positives = self.pairs(start, count, config)
        if choice is not None and choice.negatives is not None:
            negatives = np.tile(np.array(choice.negatives, np.intp), (count, 1))
            skipped = np.zeros(negatives.shape, np.bool_)
            if config.policy.collision == "skip":
                skipped = negatives == positives[:, None]
        else:
            chance = uniforms(self.settings.seed, start, count, config.k)
            noise = self.noise(config.policy.power)
            negatives, skipped = draw_negatives(chance, positives, config.policy, noise)
        return Block(
            start, inputs, np.concatenate((positives[:, None], negatives), axis=1), skipped
        )

    def pairs(self, start: int, count: int, config: Config) -> tuple[Indices, Indices]:
        """Return input and positive rows (n,) of updates from `start`: chosen, or the text's."""
        choice = config.choice
        if choice is None:
            return self._drawn_pairs(start, count, config)
        return np.full(count, choice.center, np.intp), np.full(count, choice.target, np.intp)

    def _drawn_pairs(self, start: int, count: int, config: Config) -> tuple[Indices, Indices]:
        parts = []
        done = 0
        while done < count:
            epoch, first = self.place(start + done)
            sequence = self.sequence(epoch)
            stop = min(len(sequence), first + count - done)
            parts.append(sequence.ids(np.arange(first, stop)))
            done += stop - first
        centers = np.concatenate([part[0] for part in parts]).astype(np.intp)
        contexts = np.concatenate([part[1] for part in parts]).astype(np.intp)
        if config.policy.direction == "context":
            return contexts, centers
        return centers, contexts

    @cached_property
    def _context_codes(self) -> npt.NDArray[np.int64]:
        """Return the sorted codes center * V + context of all pairs within the whole window."""
        if self.source.corpus is None:
            return np.empty(0, np.int64)
        whole = self.source.whole_window_pairs(self.settings.window)
        size = len(self.source.vocabulary)
        rows, columns, _ = pair_counts(whole, size)
        return rows * size + columns

    def context_noise(self, power: float) -> Floats:
        """Return for each input (V,) the sum of q, with this power, over its contexts.

        All within the whole window count, each once; without a text there are none.
        """
        return self._context_noise(power)

    def _make_context_noise(self, power: float) -> Floats:
        size = len(self.source.vocabulary)
        rows, columns = np.divmod(self._context_codes, size)
        counted = np.bincount(rows, self.noise(power).probabilities[columns], minlength=size)
        sums = counted.astype(np.float64)  # without a pair they would be whole numbers
        sums.setflags(write=False)
        return sums

    def are_contexts(self, inputs: Indices, words: Indices) -> Flags:
        """Return which of `words` are a context of their input somewhere; shapes broadcast."""
        codes = self._context_codes
        size = len(self.source.vocabulary)
        wanted = inputs.astype(np.int64) * size + words
        if not len(codes):
            return np.zeros(wanted.shape, np.bool_)
        places = np.minimum(np.searchsorted(codes, wanted), len(codes) - 1)
        found: Flags = codes[places] == wanted
        return found

    def true_contexts(self, block: Block) -> Flags:
        """Return which negatives (n, k) are used and a context of their input somewhere."""
        found: Flags = self.are_contexts(block.inputs[:, None], block.negatives) & ~block.skipped
        return found
