"""A batch of N pairs whose members are each other's negatives, and what it costs."""

from __future__ import annotations

from typing import Final, Literal

import numpy as np

from sgns_core.batch_objectives import normalised
from sgns_core.draws import Stream, uniforms
from sgns_core.errors import InvalidInput
from sgns_core.record import record
from sgns_core.settings import Settings
from sgns_core.source import Source
from sgns_core.trace import Flags, Floats, Indices

MAX_PAIRS: Final = 256
LARGEST: Final = 1e100
"""Of a score or a component: sums and products of such stay finite."""
NEAR: Final = 0.95
"""From this cosine on two rows count as near-duplicates unless another is given."""

Doubt = Literal["", "same", "true", "near"]
"""Why a cell may be a false negative: the same word or vector, a pair of the text, a near one."""


@record(eq=False, kw_only=True)
class Batch:
    """N queries and N positives, the i-th belonging together.

    queries, positives: what they are called. Q, P: (N, d), None where only scores are known.
    scores: (N, N) dot products, or what was given. targets, outputs: the positives' rows in a
    vocabulary's output table (V, d), for the full softmax; None without a vocabulary.
    true_pairs: (N, N) whether the text has query i beside positive j; None without a text.
    """

    queries: tuple[str, ...]
    positives: tuple[str, ...]
    scores: Floats
    Q: Floats | None = None
    P: Floats | None = None
    t: float | None = None
    targets: Indices | None = None
    outputs: Floats | None = None
    true_pairs: Flags | None = None

    def __post_init__(self) -> None:
        n = len(self.queries)
        if not 2 <= n <= MAX_PAIRS:
            raise InvalidInput(
                "a batch holds 2 to {most} pairs, got {found}", most=MAX_PAIRS, found=n
            )
        if len(self.positives) != n or self.scores.shape != (n, n):
            raise InvalidInput(
                "{n} queries need {n} positives and {n} x {n} scores, got {positives} and {shape}",
                n=n,
                positives=len(self.positives),
                shape=self.scores.shape,
            )
        for name, values in (("scores", self.scores), ("Q", self.Q), ("P", self.P)):
            if values is not None and not (np.abs(values) <= LARGEST).all():
                raise InvalidInput(
                    "{name} of a batch must lie within {most} of 0: sums of larger ones overflow",
                    name=name,
                    most=f"{LARGEST:.0e}",
                )

    def __len__(self) -> int:
        """Return N."""
        return len(self.queries)


def pairs_batch(
    source: Source, settings: Settings, n: int, tables: tuple[Floats, Floats] | None = None
) -> Batch:
    """Return `n` pairs of a source's text, none of them twice, picked by the seed.

    tables: E and Ep (V, d) to take vectors from; those that a run begins with unless given. The
    query is the input row, the positive the scored row, as the policy's direction has it.
    """
    if source.corpus is None:
        raise InvalidInput(
            "{source} has no text to take pairs from; give --batch FILE with vectors of your own",
            source=source.name,
        )
    sequence = source.pairs(settings)
    if not 2 <= n <= MAX_PAIRS:
        raise InvalidInput("a batch holds 2 to {most} pairs, got {found}", most=MAX_PAIRS, found=n)
    if n > len(sequence):
        raise InvalidInput(
            "{source} has {pairs} pairs; a batch of {n} needs as many",
            source=source.name,
            pairs=len(sequence),
            n=n,
        )
    picked = sequence.ids(_picked(settings.seed, len(sequence), n))
    inputs, scored = (rows.astype(np.intp) for rows in picked)
    if settings.policy.direction == "context":
        inputs, scored = scored, inputs
    E, Ep = source.first_tables(settings) if tables is None else tables
    words = source.vocabulary.words
    with np.errstate(over="ignore", invalid="ignore"):  # refused where it is checked
        scores = E[inputs] @ Ep[scored].T
    return Batch(
        queries=tuple(words[row] for row in inputs),
        positives=tuple(words[row] for row in scored),
        scores=scores,
        Q=E[inputs],
        P=Ep[scored],
        targets=scored,
        outputs=Ep,
        true_pairs=_true_pairs(source, settings, inputs, scored),
    )


def _picked(seed: int, size: int, n: int) -> np.ndarray:
    """Return `n` different numbers below `size`, in the order in which chance gives them."""
    found: dict[int, None] = {}
    start = 0
    while len(found) < n:
        chance = uniforms(seed, start, 4 * n, 1, Stream.SAMPLE, 1)[:, 0]
        found |= dict.fromkeys((chance * size).astype(np.int64).tolist())
        start += len(chance)
    return np.array(list(found)[:n], np.int64)


def _true_pairs(source: Source, settings: Settings, inputs: Indices, scored: Indices) -> Flags:
    """Return whether the text has each pair (N, N), by the contexts of the few words asked for."""
    found = np.zeros((len(inputs), len(scored)), np.bool_)
    for row in np.unique(inputs).tolist():
        contexts = source.context_counts(row, settings.window)
        assert contexts is not None  # there is a text
        found[inputs == row] = contexts[scored] > 0
    return found


def check_near(near: float) -> None:
    """Raise InvalidInput unless `near` is a cosine."""
    if not -1.0 <= near <= 1.0:
        raise InvalidInput("near must be a cosine, -1 to 1, got {value}", value=near)


def doubts(batch: Batch, near: float = NEAR) -> tuple[tuple[Doubt, ...], ...]:
    """Return for each cell (N, N) why it may be a false negative, "" where nothing says so.

    same: its positive or its query is that of the diagonal, by name or by every component where
    these are not all 0. true: the text has this pair somewhere. near: one of the two has a cosine
    of at least `near` with that of the diagonal. The diagonal is never in doubt.
    """
    check_near(near)
    n = len(batch)
    alike = [_alike(batch.queries, batch.Q, near), _alike(batch.positives, batch.P, near)]
    same = alike[0][0] | alike[1][0]
    close = alike[0][1] | alike[1][1]
    true = np.zeros((n, n), np.bool_) if batch.true_pairs is None else batch.true_pairs
    np.fill_diagonal(same, False)
    found: list[tuple[Doubt, ...]] = []
    for i in range(n):
        row: list[Doubt] = []
        for j in range(n):
            doubt: Doubt = ""
            if i != j:
                doubt = "same" if same[i, j] else "true" if true[i, j] else ""
                doubt = doubt or ("near" if close[i, j] else "")
            row.append(doubt)
        found.append(tuple(row))
    return tuple(found)


def _alike(names: tuple[str, ...], vectors: Floats | None, near: float) -> tuple[Flags, Flags]:
    """Return which members of one side are the same, and which are near each other (N, N)."""
    labels = np.array(names, dtype=object)
    same = np.asarray(labels[:, None] == labels[None, :], np.bool_)
    if vectors is None:
        return same, np.zeros_like(same)
    directed = np.flatnonzero(np.abs(vectors).max(axis=1) > 0)
    equal = (vectors[:, None, :] == vectors[None, :, :]).all(axis=2)
    equal[np.abs(vectors).max(axis=1) == 0] = False  # rows of zeros are not alike but not begun
    same = same | equal
    close = np.zeros_like(same)
    if len(directed):
        units, _ = normalised("vectors", vectors[directed])
        close[np.ix_(directed, directed)] = units @ units.T >= near
    return same, close


def in_doubt(found: tuple[tuple[Doubt, ...], ...]) -> Flags:
    """Return the cells (N, N) that a mask of possible false negatives leaves out."""
    return np.array([[bool(doubt) for doubt in row] for row in found])


def hardest(scores: Floats, left_out: Flags | None = None) -> Indices:
    """Return each row's column of the highest score off the diagonal (N,): its hard negative.

    -1 where every other cell is left out.
    """
    others = scores.astype(np.float64).copy()
    np.fill_diagonal(others, -np.inf)
    if left_out is not None:
        others[left_out] = -np.inf
    columns = others.argmax(axis=1)
    return np.where(np.isneginf(others.max(axis=1)), -1, columns).astype(np.intp)


@record
class BatchCost:
    """What N pairs cost, in-batch and with k negatives of their own for each query.

    Encoder passes: in-batch 2N (each query and each positive once); with own negatives
    N + N + N k. comparisons: scores computed. matrix_bytes: the N x N scores in float32.
    """

    n: int
    k: int

    @property
    def passes(self) -> int:
        """Return the encoder passes of in-batch negatives."""
        return 2 * self.n

    @property
    def own_passes(self) -> int:
        """Return the encoder passes with k own negatives for each query."""
        return self.n + self.n + self.n * self.k

    @property
    def negatives(self) -> int:
        """Return the negatives that each query gets in-batch."""
        return self.n - 1

    @property
    def comparisons(self) -> int:
        """Return the scores that are computed in-batch."""
        return self.n * self.n

    @property
    def own_comparisons(self) -> int:
        """Return the scores that are computed with own negatives."""
        return self.n * (self.k + 1)

    @property
    def matrix_bytes(self) -> int:
        """Return the memory of the N x N matrix in float32."""
        return 4 * self.n * self.n
