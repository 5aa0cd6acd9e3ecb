"""Training by blocks with NumPy alone: many blocks a step, their products in one call."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from sgns_core.training.blocks import CENTERS, NEGATIVES
from sgns_core.training.chance import Stream, keep_limits, key_of, mixed_words, noise_table
from sgns_core.training.chunk import Chunk
from sgns_core.training.engine import LossSum, Vectors, check_chunk, diverged
from sgns_core.training.settings import TrainingSettings
from sgns_core.training.tables import Tables

_OUTPUTS = CENTERS + NEGATIVES
_HALF_WORD = np.uint64(32)
# The changes of a word that occurs often in a step are worked out from one vector, that before the
# step, and would together go too far. They are scaled down as if it occurred this often at the
# usual lr of 0.025 and k of 5, the more the larger these are.
_MOST_REPEATS = 8
_USUAL = 0.025 * (1 + 5)


class _Kept(NamedTuple):
    """The tokens that subsampling keeps, and where among them the sentence of each lies."""

    ids: NDArray[np.int64]  # (n,)
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]


class NumpyEngine:
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
        self._repeats = np.zeros(len(counts), np.int64)

    @property
    def E(self) -> Vectors:  # noqa: N802, D102
        return self._tables.E

    @property
    def Ep(self) -> Vectors:  # noqa: N802, D102
        return self._tables.Ep

    def restore(self, E: Vectors, Ep: Vectors) -> None:
        """Take over both tables (V, d), copied."""
        self._tables.restore(E, Ep)

    def train(self, chunk: Chunk) -> LossSum:
        """Train on a chunk, in place, and return the loss of its pairs."""
        check_chunk(chunk, len(self._limits))
        seed, place = self.settings.seed, (chunk.epoch, chunk.number)
        kept = self._keep(chunk, key_of(seed, Stream.SUBSAMPLE, *place))
        key = key_of(seed, Stream.BLOCKS, *place)
        count = -(-len(kept.ids) // CENTERS)
        done = LossSum()
        with np.errstate(over="ignore", invalid="ignore"):  # noticed below
            for first in range(0, count, self.blocks):
                last = min(first + self.blocks, count)
                share = chunk.begin + (chunk.end - chunk.begin) * first / count
                done += self._step(kept, first, last, key, self.settings.lr_at(share))
        if not np.isfinite(done.total):
            raise diverged(self.settings)
        return done

    def _keep(self, chunk: Chunk, key: int) -> _Kept:
        words = mixed_words(key, np.arange(len(chunk), dtype=np.uint64))
        stays = (words >> _HALF_WORD) < self._limits[chunk.ids]
        before = np.concatenate(([0], np.cumsum(stays)))[chunk.offsets]
        lengths = np.diff(before)
        starts, ends = np.repeat(before[:-1], lengths), np.repeat(before[1:], lengths)
        return _Kept(chunk.ids[stays].astype(np.int64), starts, ends)

    def _step(self, kept: _Kept, first: int, last: int, key: int, lr: float) -> LossSum:
        """Make one step: G blocks of B centers, P inputs, M negatives."""
        window, n = self.settings.window, len(kept.ids)
        count, span = last - first, CENTERS + 2 * window  # G, P
        numbers = np.arange(first, last)[:, None] * _OUTPUTS + np.arange(NEGATIVES + 1)
        words = mixed_words(key, numbers.astype(np.uint64))
        radius = 1 + (((words[:, 0] >> _HALF_WORD) * np.uint64(window)) >> _HALF_WORD)
        negatives = self._noise.draw(words[:, 1:])  # (G, M)

        begin = first * CENTERS
        tokens = np.arange(begin - window, last * CENTERS + window)  # (G B + 2 w,)
        exists = (tokens >= 0) & (tokens < n)
        here = np.where(exists, tokens, 0)
        rows = kept.ids[here]
        starts, ends = kept.starts[here], np.where(exists, kept.ends[here], 0)
        centers = tokens[window:-window].reshape(count, CENTERS)
        center_rows = rows[window:-window].reshape(count, CENTERS)

        # Which center has which input in its window: same sentence, within the radius.
        inputs = centers[:, :1] - window + np.arange(span)  # (G, P)
        first_allowed = np.maximum(
            centers - radius[:, None].astype(np.int64),
            starts[window:-window].reshape(centers.shape),
        )
        last_allowed = np.minimum(
            centers + radius[:, None].astype(np.int64),
            ends[window:-window].reshape(centers.shape) - 1,
        )
        last_allowed[centers >= n] = -1
        pairs = (
            (inputs[:, :, None] >= first_allowed[:, None])
            & (inputs[:, :, None] <= last_allowed[:, None])
            & (inputs[:, :, None] != centers[:, None])
        ).astype(np.float32)  # (G, P, B)
        allowed = (center_rows[:, :, None] != negatives[:, None]).astype(np.float32)  # (G, B, M)
        weights = np.concatenate(
            (pairs, np.float32(self.settings.k / NEGATIVES) * (pairs @ allowed)), axis=2
        )  # (G, P, B + M)

        E, Ep = self._tables.wide_E, self._tables.wide_Ep
        X = E[rows]  # (G B + 2 w, d)
        output_rows = np.concatenate((center_rows, negatives), axis=1)  # (G, B + M)
        O = Ep[output_rows]  # noqa: E741 - (G, B + M, d)
        blocks = _windows(X, count, span)  # (G, P, d)
        steps, loss = _steps(blocks @ O.transpose(0, 2, 1), weights)
        steps *= np.float32(lr)
        changes = steps @ O  # (G, P, d)
        summed = np.zeros_like(X)
        for start in range(0, span, CENTERS):  # neighbours' windows overlap, these parts don't
            part = changes[:, start : start + CENTERS]
            _windows(summed[start:], count, part.shape[1])[...] += part
        output_changes = steps.transpose(0, 2, 1) @ blocks
        most = _MOST_REPEATS * _USUAL / max(lr * (1 + self.settings.k), 1e-30)
        used = int(n - begin) if last * CENTERS > n else count * CENTERS
        self._add(E, rows[: used + 2 * window], summed[: used + 2 * window], exists, most)
        self._add(Ep, output_rows.ravel(), output_changes.reshape(-1, X.shape[1]), None, most)
        return LossSum(loss, int(pairs.sum()))

    def _add(
        self,
        table: Vectors,
        rows: NDArray[np.int64],
        changes: Vectors,
        exists: NDArray[np.bool_] | None,
        most: float,
    ) -> None:
        """Add changes (n, d) to rows (n,) of a table; what a row gets more than once adds up."""
        counted = rows if exists is None else rows[exists[: len(rows)]]
        if self.blocks > 1:
            np.add.at(self._repeats, counted, 1)
            repeats = self._repeats[rows]
            self._repeats[counted] = 0
            if repeats.max() > most:
                changes *= (most / np.maximum(repeats, most)).astype(np.float32)[:, None]
        # As pairs of floats and in one dimension, add.at takes a fifth of the time.
        width = table.shape[1] // 2
        places = rows[:, None] * width + np.arange(width)
        np.add.at(
            table.reshape(-1).view(np.complex64), places.ravel(), changes.view(np.complex64).ravel()
        )


def _windows(rows: Vectors, count: int, span: int) -> Vectors:
    """Return `span` rows from every CENTERS-th on, (count, span, d), a view of rows."""
    step, item = rows.strides
    return as_strided(rows, (count, span, rows.shape[1]), (CENTERS * step, step, item))


def _steps(scores: Vectors, weights: Vectors) -> tuple[Vectors, float]:
    """Return the downhill steps of scores (G, P, B + M) for lr 1, and the weighted loss."""
    scores[:, :, :CENTERS] *= -1.0  # sigma(-z) is the error's size for a target
    decay = np.exp(-np.abs(scores))
    sigma: Vectors = np.where(scores > 0, np.float32(1.0), decay) / (1.0 + decay)
    loss = np.maximum(scores, 0.0) + np.log1p(decay)
    total = float((loss * weights).sum(dtype=np.float64))
    sigma *= weights
    sigma[:, :, CENTERS:] *= -1.0
    return sigma, total
