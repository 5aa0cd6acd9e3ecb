"""Losses over a batch: N queries against the same N positives, each other's negatives."""

from __future__ import annotations

import math
from typing import Final, Literal, get_args

import numpy as np

from sgns_core.errors import InvalidInput, shown
from sgns_core.policy import sigmoid, softplus
from sgns_core.record import record
from sgns_core.trace import Flags, Floats, Indices

BatchObjective = Literal["sgns", "dpr", "clip", "preference"]
OBJECTIVES: Final = get_args(BatchObjective)

FIRST_LOG_SCALE: Final = math.log(1 / 0.07)
"""Where CLIP's learned log-scale t starts (Radford et al. 2021, section 2.5)."""
MAX_SCALE: Final = 100.0
"""What exp(t) may not pass (the same section)."""
SHORTEST: Final = 1e-303
"""Of a row that is normalised: a gradient divided by a smaller length may overflow."""


@record(eq=False)
class ScoreLoss:
    """A loss over a matrix of scores (N, M), with what it makes of every cell.

    probabilities: (N, M), nan where a cell is left out or has none. column_probabilities: (N, M)
    where columns are normalised too. losses: (N,) a row each. loss: their mean. slopes: (N, M),
    d loss / d score: below 0 the cell is pulled up, above 0 it is pushed down.
    """

    probabilities: Floats
    losses: Floats
    slopes: Floats
    column_probabilities: Floats | None = None

    @property
    def loss(self) -> float:
        """Return the mean of the rows' losses."""
        return float(self.losses.mean())


@record(eq=False)
class BatchLoss:
    """A batch objective on vectors, with its gradients.

    scores: (N, M) what the loss takes: dot products, or cosines times `scale`. grad_Q: (N, d).
    grad_P: (M, d). grad_t: d loss / d t where a scale is learned, None elsewhere.
    """

    scores: Floats
    cells: ScoreLoss
    grad_Q: Floats  # noqa: N815
    grad_P: Floats  # noqa: N815
    scale: float = 1.0
    grad_t: float | None = None

    @property
    def loss(self) -> float:
        """Return the mean loss of a row."""
        return self.cells.loss


def in_batch_sgns(scores: Floats, left_out: Flags | None = None) -> ScoreLoss:
    """Return SGNS with the other rows' positives as negatives: N x N independent sigmoids.

    Row i: -log sigma(z_ii) - sum over j != i of log sigma(-z_ij); slope (sigma - y) / N.
    """
    scores, positives, out = _checked(scores, None, left_out)
    label = _positive_cells(scores, positives)
    losses = np.where(out, 0.0, softplus(np.where(label, -scores, scores)))
    slopes = np.where(label, -sigmoid(-scores), sigmoid(scores))
    slopes[out] = 0.0
    probabilities = sigmoid(scores)
    probabilities[out] = np.nan
    return ScoreLoss(probabilities, losses.sum(axis=1), slopes / len(scores))


def row_softmax(
    scores: Floats, positives: Indices | None = None, left_out: Flags | None = None
) -> ScoreLoss:
    """Return the softmax over each row, in which one cell is right: DPR's loss, or full softmax.

    scores: (N, M). positives: (N,) the right column of each row; the diagonal unless given.
    Row i: -log of softmax_j(z_ij) at the positive; slope (p - y) / N (Karpukhin et al. 2020, eq. 2;
    over all words of a vocabulary Mikolov et al. 2013, eq. 2).
    """
    scores, right, out = _checked(scores, positives, left_out)
    logs = _log_softmax(np.where(out, -np.inf, scores))
    probabilities = np.exp(logs)
    slopes = probabilities - _positive_cells(scores, right)
    losses = -logs[np.arange(len(scores)), right] + 0.0
    return ScoreLoss(np.where(out, np.nan, probabilities), losses, slopes / len(scores))


def clip_loss(scores: Floats, left_out: Flags | None = None) -> ScoreLoss:
    """Return the mean of the softmax losses over rows and over columns (N, N).

    Row i: half of -log p_ii over its row and half of that over its column; Radford et al. 2021,
    figure 3. The scores are cosines times a scale already.
    """
    scores, _, out = _checked(scores, None, left_out)
    if scores.shape[0] != scores.shape[1]:
        raise InvalidInput("CLIP needs as many columns as rows, got {shape}", shape=scores.shape)
    rows = row_softmax(scores, None, out)
    columns = row_softmax(np.ascontiguousarray(scores.T), None, out.T)
    return ScoreLoss(
        rows.probabilities,
        (rows.losses + columns.losses) / 2,
        (rows.slopes + columns.slopes.T) / 2,
        columns.probabilities.T,
    )


def preference_loss(scores: Floats, left_out: Flags | None = None) -> ScoreLoss:
    """Return the loss of preferring each row's positive to every other cell of its row.

    Row i: the mean over j != i of -log sigma(z_ii - z_ij), the Bradley-Terry loss of reward models
    (Ouyang et al. 2022, eq. 1). probabilities: sigma(z_ii - z_ij), nan on the diagonal.
    """
    scores, positives, out = _checked(scores, None, left_out)
    label = _positive_cells(scores, positives)
    compared = ~(label | out)
    many = np.maximum(compared.sum(axis=1), 1)[:, None]
    ahead = scores[np.arange(len(scores)), positives][:, None] - scores  # r+ - r-
    losses = np.where(compared, softplus(-ahead), 0.0) / many
    slopes = np.where(compared, sigmoid(-ahead), 0.0) / many
    slopes[label] = -slopes.sum(axis=1)
    probabilities = np.where(compared, sigmoid(ahead), np.nan)
    return ScoreLoss(probabilities, losses.sum(axis=1), slopes / len(scores))


def score_objective(
    name: BatchObjective, scores: Floats, left_out: Flags | None = None
) -> ScoreLoss:
    """Return an objective on scores as they are, the diagonal being the positives."""
    check_objective(name)
    if name == "sgns":
        return in_batch_sgns(scores, left_out)
    if name == "dpr":
        return row_softmax(scores, None, left_out)
    if name == "clip":
        return clip_loss(scores, left_out)
    return preference_loss(scores, left_out)


def check_objective(name: object) -> None:
    """Raise InvalidInput unless `name` is an objective."""
    if name not in OBJECTIVES:
        raise InvalidInput(
            "objective must be one of {choices}, got {value}",
            choices=", ".join(OBJECTIVES),
            value=shown(name),
        )


def batch_objective(
    name: BatchObjective,
    Q: Floats,
    P: Floats,
    left_out: Flags | None = None,
    t: float = FIRST_LOG_SCALE,
) -> BatchLoss:
    """Return an objective on N queries and N positives, with gradients at every row.

    Q, P: (N, d). left_out: (N, N) cells that have no part in the loss, never on the diagonal.
    t: CLIP's log-scale; the others take dot products and ignore it. CLIP normalises every row and
    multiplies by min(exp(t), 100); beyond the cap the gradient in t is 0. Raises InvalidInput for
    shapes that do not fit, values that are not finite, and for CLIP a row of zeros.
    """
    check_objective(name)
    Q, P = _vectors("Q", Q), _vectors("P", P)
    if Q.shape != P.shape:
        raise InvalidInput(
            "Q has shape {queries} and P {positives}; a batch needs equal ones",
            queries=Q.shape,
            positives=P.shape,
        )
    if name != "clip":
        scores = _products(Q, P)
        cells = score_objective(name, scores, left_out)
        return BatchLoss(scores, cells, cells.slopes @ P, cells.slopes.T @ Q)
    scale, learning = log_scale(t)
    Qn, q_norms = normalised("Q", Q)
    Pn, p_norms = normalised("P", P)
    cosines = Qn @ Pn.T
    cells = clip_loss(scale * cosines, left_out)
    slopes = scale * cells.slopes  # d loss / d cosine
    return BatchLoss(
        scale * cosines,
        cells,
        _through_norm("Q", slopes @ Pn, Qn, q_norms),
        _through_norm("P", slopes.T @ Qn, Pn, p_norms),
        scale,
        float((slopes * cosines).sum()) if learning else 0.0,
    )


def full_softmax(Q: Floats, outputs: Floats, targets: Indices) -> BatchLoss:
    """Return the softmax of N queries over a whole vocabulary, with gradients at every row.

    Q: (N, d), outputs: (V, d), targets: (N,) the right word of each. grad_P: (V, d).
    """
    Q, outputs = _vectors("Q", Q), _vectors("outputs", outputs)
    scores = _products(Q, outputs)
    cells = row_softmax(scores, targets)
    return BatchLoss(scores, cells, cells.slopes @ outputs, cells.slopes.T @ Q)


def log_scale(t: float) -> tuple[float, bool]:
    """Return min(exp(t), 100), and whether t is below the cap, where it has a gradient."""
    if not math.isfinite(t):
        raise InvalidInput("t must be a finite number, got {value}", value=t)
    return (math.exp(t), True) if t <= math.log(MAX_SCALE) else (MAX_SCALE, False)


def normalised(name: str, vectors: Floats) -> tuple[Floats, Floats]:
    """Return the rows (N, d) scaled to length 1, and their lengths (N,).

    Raises InvalidInput for a row of zeros, which has no direction.
    """
    lengths = row_lengths(vectors)
    zero = np.flatnonzero(lengths == 0)
    if len(zero):
        raise InvalidInput(
            "row {row} of {table} is all zeros and cannot be normalised; give it a direction",
            row=int(zero[0]) + 1,
            table=name,
        )
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    shrunk = vectors / largest
    return shrunk / row_lengths(shrunk)[:, None], lengths


def row_lengths(vectors: Floats) -> Floats:
    """Return the lengths of rows (N, d), without overflow or underflow on the way; inf beyond."""
    largest = np.abs(vectors).max(axis=1, initial=0.0)
    shrunk = vectors / np.where(largest > 0, largest, 1.0)[:, None]
    with np.errstate(over="ignore"):
        return np.asarray(np.sqrt((shrunk**2).sum(axis=1)) * largest)


def _through_norm(name: str, gradients: Floats, units: Floats, lengths: Floats) -> Floats:
    """Return gradients at rows for those at their directions: (g - (g . u) u) / length.

    Raises InvalidInput for a row so short that its gradient may overflow.
    """
    short = np.flatnonzero(lengths < SHORTEST)
    if len(short):
        raise InvalidInput(
            "row {row} of {table} is too short to be normalised; give it larger numbers",
            row=int(short[0]) + 1,
            table=name,
        )
    along = (gradients * units).sum(axis=1, keepdims=True)
    return np.asarray((gradients - along * units) / lengths[:, None])


def _log_softmax(scores: Floats) -> Floats:
    shifted = scores - scores.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)))


def _positive_cells(scores: Floats, positives: Indices) -> Flags:
    return np.asarray(np.arange(scores.shape[1]) == positives[:, None])


def _products(Q: Floats, P: Floats) -> Floats:
    with np.errstate(over="ignore", invalid="ignore"):  # refused where scores are checked
        return np.asarray(Q @ P.T)


def _vectors(name: str, values: Floats) -> Floats:
    table = np.asarray(values, np.float64)
    if table.ndim != 2 or not table.size:
        raise InvalidInput(
            "{name} must be a table of rows, got {shape}", name=name, shape=table.shape
        )
    if not np.isfinite(table).all():
        raise InvalidInput("{name} must hold finite numbers", name=name)
    return table


def _checked(
    scores: Floats, positives: Indices | None, left_out: Flags | None
) -> tuple[Floats, Indices, Flags]:
    """Return scores, the positive column of each row, and the cells left out, all checked."""
    scores = _vectors("scores", scores)
    rows, columns = scores.shape
    right = np.arange(rows) if positives is None else np.asarray(positives, np.intp)
    if right.shape != (rows,) or (right < 0).any() or (right >= columns).any():
        raise InvalidInput(
            "every one of the {rows} rows needs its positive among the {columns} columns",
            rows=rows,
            columns=columns,
        )
    out = np.zeros(scores.shape, np.bool_) if left_out is None else np.asarray(left_out, np.bool_)
    if out.shape != scores.shape or out[np.arange(rows), right].any():
        raise InvalidInput("cells left out must fit the scores and hold no positive")
    return scores, right, out
