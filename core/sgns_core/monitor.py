"""What tells whether a run goes well, beside the losses of its updates."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sgns_core.draws import Stream, draw_negatives, uniforms
from sgns_core.edits import Config
from sgns_core.errors import InvalidInput
from sgns_core.record import record
from sgns_core.schedule import Block, Schedule
from sgns_core.separation import mean_silhouette
from sgns_core.timeline import Timeline
from sgns_core.trace import Flags, Floats, Indices


@record(eq=False)
class LossSample:
    """Pairs with negatives that stay the same during a run.

    inputs: (m,); rows: (m, k+1), the positive first; used: (m, k+1), False where skipped.
    """

    inputs: Indices
    rows: Indices
    used: Flags

    def __len__(self) -> int:
        """Return m."""
        return len(self.inputs)


def loss_sample(schedule: Schedule, config: Config, size: int = 2048) -> LossSample:
    """Return up to `size` pairs, evenly over the text's first epoch, with draws of their own.

    Make it once, with the run's first configuration (`timeline.first`): then edits leave it as it
    is, and its loss can be compared from step to step. Its draws are not those of any update. A
    chosen pair is the whole sample: `size` times with drawn negatives, once with chosen ones.

    Raises InvalidInput where there is neither a pair nor a text to take one from.
    """
    choice = config.choice
    if choice is not None and choice.negatives is not None:
        block = schedule.block(0, 1, config)
        return _sample(block.inputs, block.positives, block.negatives, block.skipped)
    if choice is not None:
        inputs = np.full(size, choice.center, np.intp)
        positives = np.full(size, choice.target, np.intp)
    else:
        sequence = schedule.sequence(schedule.place(0)[0])
        count = min(size, len(sequence))
        centers, contexts = sequence.ids(np.arange(count) * len(sequence) // count)
        pair = (centers.astype(np.intp), contexts.astype(np.intp))
        inputs, positives = pair if config.policy.direction == "center" else pair[::-1]
    chance = uniforms(schedule.settings.seed, 0, len(inputs), config.k, Stream.CHECK)
    noise = schedule.noise(config.policy.power)
    return _sample(inputs, positives, *draw_negatives(chance, positives, config.policy, noise))


def _sample(inputs: Indices, positives: Indices, negatives: Indices, skipped: Flags) -> LossSample:
    rows = np.concatenate((positives[:, None], negatives), axis=1)
    used = np.concatenate((np.ones((len(rows), 1), np.bool_), ~skipped), axis=1)
    return LossSample(inputs, rows, used)


def sample_loss(E: Floats, Ep: Floats, sample: LossSample) -> float:
    """Return the exact logistic loss per pair, in float64, at the tables as they are.

    The mean over the sample of -log sigma(z_t) - sum log sigma(-z_n); inf or nan where rows are too
    large for it. The losses of a run's own updates are lower on a text: pairs that follow each
    other share a row that has just been fitted to the ones before.
    """
    v = E[sample.inputs].astype(np.float64)  # (m, d)
    outputs = Ep[sample.rows].astype(np.float64)  # (m, k+1, d)
    with np.errstate(over="ignore", invalid="ignore"):
        scores = np.einsum("md,mjd->mj", v, outputs)
        scores[:, 0] *= -1.0
        return float((np.logaddexp(0.0, scores) * sample.used).sum() / len(sample))


@record
class DrawCounts:
    """What was drawn in some updates, beside what was to be expected.

    draws: negatives drawn. collisions: those that equal their positive, skipped or not.
    true_contexts: those used that are a context of their input somewhere in the text.
    """

    updates: int = 0
    draws: int = 0
    collisions: int = 0
    expected_collisions: float = 0.0
    true_contexts: int = 0
    expected_true_contexts: float = 0.0

    def __add__(self, other: DrawCounts) -> DrawCounts:
        """Return the counts of both together."""
        return DrawCounts(
            self.updates + other.updates,
            self.draws + other.draws,
            self.collisions + other.collisions,
            self.expected_collisions + other.expected_collisions,
            self.true_contexts + other.true_contexts,
            self.expected_true_contexts + other.expected_true_contexts,
        )


def draw_counts(timeline: Timeline, start: int, stop: int) -> DrawCounts:
    """Count what updates start..stop-1 drew (from 0); chosen negatives are not draws.

    Expected are the means over draws of the very pairs that these updates had: of k draws from q,
    k q(t) collide and k (sum of q over the contexts of the input) are true contexts. Skipping takes
    the draws of t out of these; drawing again, with q(w) / (1 - q(t)) for each other word, leaves
    no collision.
    """
    counts = DrawCounts()
    while start < stop:
        block, config = timeline.block(start, stop - start), timeline.config(start)
        if config.choice is None or config.choice.negatives is None:
            counts += _counted(timeline.schedule, block, config)
        else:
            counts += DrawCounts(updates=len(block))
        start += len(block)
    return counts


def _counted(schedule: Schedule, block: Block, config: Config) -> DrawCounts:
    noise = schedule.noise(config.policy.power)
    q_target = noise.probabilities[block.positives]  # (n,)
    share = schedule.context_noise(config.policy.power)[block.inputs]  # (n,)
    counted = schedule.are_contexts(block.inputs, block.positives)
    rest = share - np.where(counted, q_target, 0.0)
    rule = config.policy.collision
    if rule == "keep":
        collisions, contexts = q_target, share
    elif rule == "skip":
        collisions, contexts = q_target, rest
    else:
        collisions, contexts = np.zeros_like(q_target), rest / (1.0 - q_target)
    return DrawCounts(
        len(block),
        block.negatives.size,
        int(block.collisions.sum()),
        config.k * float(collisions.sum()),
        int(schedule.true_contexts(block).sum()),
        config.k * float(contexts.sum()),
    )


def group_separation(
    table: Floats, groups: npt.NDArray[np.integer], limit: int = 400
) -> float | None:
    """Return the mean silhouette of the words that have a group, None where it has no meaning.

    table: (V, d). groups: (V,), -1 for words without one: those that all groups share are left out
    so. Of more than `limit` words the first are taken; rows that are not finite are left out.
    """
    grouped = np.flatnonzero((groups >= 0) & np.isfinite(table).all(axis=1))[:limit]
    if len(np.unique(groups[grouped])) < 2:
        return None
    try:
        return mean_silhouette(table[grouped], groups[grouped])
    except InvalidInput:
        return None
