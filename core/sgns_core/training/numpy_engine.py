"""Training by blocks with NumPy alone: many blocks a step, their products in one call."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgns_core.training.blocks import CENTERS, NEGATIVES
from sgns_core.training.chance import Stream, keep_limits, key_of, mixed_words, noise_table
from sgns_core.training.chunk import Chunk
from sgns_core.training.engine import LossSum, Vectors, check_chunk, diverged
from sgns_core.training.settings import TrainingSettings
from sgns_core.training.tables import TableOwner, Tables, aligned

_OUTPUTS = CENTERS + NEGATIVES
_HALF_WORD = np.uint64(32)
# The changes of a word that occurs often in a step are worked out from one vector, that before the
# step, and would together go too far. They are scaled down as if it occurred this often at the
# usual lr of 0.025 and k of 5, the more the larger these are.
_MOST_REPEATS = 8
_USUAL = 0.025 * (1 + 5)
_FAR = np.float32(80.0)  # e**88.8 is too large for float32


class _Plan(NamedTuple):
    """The blocks of a chunk: G of B centers, P inputs and M negatives, of n tokens.

    rows: (w + G B + w,) rows of the tokens, w being the window, 0 where there is none. first, last:
    (G, B) int16, the inputs in the window of each center, counted from the block's first input.
    negatives: (G, M).
    """

    tokens: int
    rows: NDArray[np.int64]
    first: NDArray[np.int16]
    last: NDArray[np.int16]
    negatives: NDArray[np.int64]


class _Room(NamedTuple):
    """Where a step puts its tables: to write to memory that is new each time takes far longer.

    Each is as `_step`, `_errors` or `_add` names it. parts: how many times B rows a block has,
    rounded up. O has rows of zeros before and behind, those of parts - 1 blocks.
    """

    parts: int
    X: Vectors
    O: Vectors  # noqa: E741
    scores: Vectors
    signs: Vectors
    changes: Vectors
    by_rows: Vectors
    summed: Vectors
    numbers: NDArray[np.int64]
    before: Vectors
    places: NDArray[np.int64]

    @classmethod
    def of(cls, blocks: int, span: int, columns: int) -> _Room:
        """Return room for so many blocks, each of `span` inputs."""
        parts = -(-span // CENTERS)
        padded = blocks + parts - 1
        most = max(padded * CENTERS, blocks * _OUTPUTS)  # rows that are added to
        return cls(
            parts,
            aligned(padded * CENTERS, columns),
            aligned(padded + parts - 1, _OUTPUTS, columns),
            aligned(blocks, span, _OUTPUTS),
            np.tile(
                np.repeat(np.array([-1, 1], np.float32), (CENTERS, NEGATIVES)), (blocks, span, 1)
            ),
            aligned(blocks, _OUTPUTS, columns),
            aligned(padded, CENTERS, parts, _OUTPUTS),
            aligned(padded, CENTERS, columns),
            np.arange(max(most, columns // 2)),
            aligned(most, columns),
            np.empty((most, columns // 2), np.int64),
        )


class NumpyEngine(TableOwner):
    """See `Engine`. blocks: how many blocks of centers a step takes, all from the values before."""

    name = "numpy"

    def __init__(
        self, settings: TrainingSettings, counts: NDArray[np.int64], blocks: int = 32
    ) -> None:
        self.settings = settings
        self.blocks = blocks
        self._tables = Tables(len(counts), settings.dim, settings.seed)
        self._noise = noise_table(counts, settings)
        self._limits = keep_limits(counts, settings)
        self._last = np.zeros(len(counts), np.int64)
        inputs = np.arange(CENTERS + 2 * settings.window, dtype=np.int16)[:, None]
        self._inputs = inputs  # (P, 1)
        self._is_other = inputs != settings.window + np.arange(CENTERS)  # (P, B)
        self._room = _Room.of(blocks, len(inputs), self._tables.wide_E.shape[1])

    def train(self, chunk: Chunk) -> LossSum:
        """Train on a chunk, in place, and return the loss of its pairs."""
        check_chunk(chunk, len(self._limits))
        plan = self._planned(chunk)
        count = len(plan.negatives)
        done = LossSum()
        with np.errstate(over="ignore", invalid="ignore"):  # noticed below
            for start in range(0, count, self.blocks):
                share = chunk.begin + (chunk.end - chunk.begin) * start / count
                lr = self.settings.lr_at(share)
                done += self._step(plan, start, min(start + self.blocks, count), lr)
        if not np.isfinite(done.total):
            raise diverged(self.settings)
        return done

    def _planned(self, chunk: Chunk) -> _Plan:
        seed, window = self.settings.seed, self.settings.window
        key = key_of(seed, Stream.SUBSAMPLE, chunk.epoch, chunk.number)
        words = mixed_words(key, np.arange(len(chunk), dtype=np.uint64))
        stays = (words >> _HALF_WORD) < self._limits[chunk.ids]
        kept = chunk.ids[stays]
        before = np.concatenate(([0], np.cumsum(stays)))[chunk.offsets]
        lengths = np.diff(before)
        n = len(kept)
        count = -(-n // CENTERS)

        key = key_of(seed, Stream.BLOCKS, chunk.epoch, chunk.number)
        numbers = np.arange(count)[:, None] * _OUTPUTS + np.arange(NEGATIVES + 1)
        words = mixed_words(key, numbers.astype(np.uint64))
        radius = 1 + (((words[:, :1] >> _HALF_WORD) * np.uint64(window)) >> _HALF_WORD)

        def by_block(values: NDArray[np.int64]) -> NDArray[np.int64]:
            return np.pad(values, (0, count * CENTERS - n)).reshape(count, CENTERS)

        # Places of the first and last token of each center's window; none where there's no center.
        places = np.arange(count * CENTERS).reshape(count, CENTERS)
        first = np.maximum(
            places - radius.astype(np.int64), by_block(np.repeat(before[:-1], lengths))
        )
        last = np.minimum(
            places + radius.astype(np.int64), by_block(np.repeat(before[1:], lengths)) - 1
        )
        from_input = places[:, :1] - window
        return _Plan(
            n,
            np.pad(kept.astype(np.int64), (window, count * CENTERS - n + window)),
            np.maximum(first - from_input, 0).astype(np.int16),
            np.maximum(last - from_input, -1).astype(np.int16),
            self._noise.draw(words[:, 1:]),
        )

    def _step(self, plan: _Plan, start: int, end: int, lr: float) -> LossSum:
        """Make one step on blocks start to before end."""
        window, count = self.settings.window, end - start  # w, G
        rows = plan.rows[start * CENTERS : end * CENTERS + 2 * window]  # (w + G B + w,)
        center_rows = rows[window : window + count * CENTERS].reshape(count, CENTERS)
        negatives = plan.negatives[start:end]
        inputs = self._inputs  # (P, 1)
        pairs = inputs >= plan.first[start:end, None]  # (G, P, B)
        pairs &= inputs <= plan.last[start:end, None]
        pairs &= self._is_other
        allowed = center_rows[:, :, None] != negatives[:, None]  # (G, B, M)
        weights = np.empty((*pairs.shape[:2], _OUTPUTS), np.float32)
        weights[:, :, :CENTERS] = pairs
        counting = allowed * np.float32(self.settings.k / NEGATIVES)
        np.matmul(weights[:, :, :CENTERS], counting, out=weights[:, :, CENTERS:])

        E, Ep = self._tables.wide_E, self._tables.wide_Ep
        output_rows = np.concatenate((center_rows, negatives), axis=1)  # (G, B + M)
        room = self._room
        # With another mode than clip what is taken is copied once more.
        X = E.take(rows, axis=0, out=room.X[: len(rows)], mode="clip")  # (w + G B + w, d)
        parts = room.parts
        wide_O = room.O[: count + 2 * (parts - 1)]
        O = Ep.take(  # noqa: E741 - (G, B + M, d)
            output_rows, axis=0, out=wide_O[parts - 1 : parts - 1 + count], mode="clip"
        )
        wide_O[parts - 1 + count :] = 0.0
        blocks = _windows(X, count, len(inputs), CENTERS)  # (G, P, d)
        scores = np.matmul(blocks, O.transpose(0, 2, 1), out=room.scores[:count])
        steps, loss = _errors(scores, weights, room.signs[:count])
        steps *= np.float32(-lr)
        # Where there is no token nothing is changed, nor counted.
        low = max(window - start * CENTERS, 0)
        high = min(len(rows), plan.tokens + window - start * CENTERS)
        changes = np.matmul(steps.transpose(0, 2, 1), blocks, out=room.changes[:count])
        # (G + parts - 1, B, d): what is changed in each B rows of X, by all blocks that hold them.
        summed = np.matmul(
            self._by_rows(steps),
            _windows(wide_O.reshape(-1, X.shape[1]), count + parts - 1, parts * _OUTPUTS, _OUTPUTS),
            out=room.summed[: count + parts - 1],
        ).reshape(-1, X.shape[1])
        # A word that occurs once has the learning rate that was asked for, however large that is.
        most = max(1.0, _MOST_REPEATS * _USUAL / max(lr * (1 + self.settings.k), 1e-30))
        self._add(E, rows[low:high], X[low:high], summed[low:high], most)
        flat = output_rows.ravel(), O.reshape(-1, O.shape[2]), changes.reshape(-1, O.shape[2])
        if end * CENTERS > plan.tokens:
            used = np.ones(output_rows.shape, np.bool_)
            used[:, :CENTERS] = plan.last[start:end] >= 0
            flat = output_rows[used], O[used], changes[used]
        self._add(Ep, *flat, most)
        return LossSum(loss, int(np.count_nonzero(pairs)))

    def _by_rows(self, steps: Vectors) -> Vectors:
        """Return steps (G, P, B + M) as (G + parts - 1, B, parts (B + M)).

        Block g has rows of X in the parts g, g + 1 ... of B rows each. For each part these are the
        steps of its rows for the outputs of all blocks that have them, the first block first.
        """
        count, parts = len(steps), self._room.parts
        made = self._room.by_rows[: count + parts - 1]
        if count < self.blocks:
            made[:] = 0.0  # where no block is; a run that diverged may have left anything
        for part in range(parts):
            taken = steps[:, part * CENTERS : (part + 1) * CENTERS]
            made[part : part + count, : taken.shape[1], parts - 1 - part] = taken
        return made.reshape(len(made), CENTERS, -1)

    def _add(
        self,
        table: Vectors,
        rows: NDArray[np.int64],
        values: Vectors,
        changes: Vectors,
        most: float,
    ) -> None:
        """Add changes (n, d) to rows (n,) of a table; what a row gets more than once adds up.

        values: (n, d), what the rows hold now. changes is written over. most: how many changes of
        a row count in full, see _MOST_REPEATS.
        """
        # The last change of each row at once, then those before it.
        room = self._room
        numbers = room.numbers[: len(rows)]
        self._last[rows] = numbers
        last = self._last[rows]  # where among them each row stands last
        (left,) = np.nonzero(last != numbers)
        if self.blocks > 1:
            repeats = np.bincount(last)[last]
            (often,) = np.nonzero(repeats > most)
            changes[often] *= (most / repeats[often]).astype(np.float32)[:, None]
        before = changes.take(left, axis=0, out=room.before[: len(left)], mode="clip")
        changes += values
        table[rows] = changes
        # As pairs of floats and in one dimension, add.at takes a fifth of the time.
        width = table.shape[1] // 2
        begins = (rows[left] * width)[:, None]
        places = np.add(begins, room.numbers[:width], out=room.places[: len(left)]).ravel()
        np.add.at(table.reshape(-1).view(np.complex64), places, before.view(np.complex64).ravel())


def _windows(rows: Vectors, count: int, span: int, apart: int) -> Vectors:
    """Return `span` rows from every `apart`-th on, (count, span, d), a view of rows."""
    step, item = rows.strides
    shape = count, span, rows.shape[1]
    return np.ndarray(shape, rows.dtype, rows, strides=(apart * step, step, item))


def _errors(scores: Vectors, weights: Vectors, signs: Vectors) -> tuple[Vectors, float]:
    """Return weight * (sigma(z) - y) of scores z (G, P, B + M), and the weighted loss.

    signs: (G, P, B + M), -1 for a target and 1 for a negative. Scores are written over.
    """
    scores *= signs  # now sigma of it is the error's size, and -log(1 - sigma) the loss
    powers = np.minimum(scores, _FAR)
    np.exp(powers, out=powers)
    sums = powers + np.float32(1.0)
    powers /= sums
    powers *= weights
    powers *= signs
    loss = np.log(sums, out=sums)
    if scores.max() > _FAR:
        loss += np.maximum(scores - _FAR, np.float32(0.0))
    by_block = len(loss), -1
    total = np.vecdot(loss.reshape(by_block), weights.reshape(by_block)).sum(dtype=np.float64)
    return powers, float(total)
