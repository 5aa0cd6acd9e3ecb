"""Batch losses once more, in plain Python loops over lists, to test the engine against."""

import math
from collections.abc import Sequence

Matrix = Sequence[Sequence[float]]
Mask = Sequence[Sequence[bool]]


def softplus(x: float) -> float:
    """log(1 + e^x)."""
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))


def log_sum(values: Sequence[float]) -> float:
    """Log of the sum of e^x."""
    top = max(values)
    return top + math.log(sum(math.exp(x - top) for x in values))


def sgns_rows(z: Matrix, out: Mask) -> list[float]:
    losses = []
    for i, row in enumerate(z):
        loss = softplus(-row[i])
        for j, score in enumerate(row):
            if j != i and not out[i][j]:
                loss += softplus(score)
        losses.append(loss)
    return losses


def dpr_rows(z: Matrix, out: Mask) -> list[float]:
    return [
        log_sum([score for j, score in enumerate(row) if not out[i][j]]) - row[i]
        for i, row in enumerate(z)
    ]


def clip_rows(z: Matrix, out: Mask) -> list[float]:
    n = len(z)
    losses = []
    for i in range(n):
        over_row = log_sum([z[i][j] for j in range(n) if not out[i][j]]) - z[i][i]
        over_column = log_sum([z[j][i] for j in range(n) if not out[j][i]]) - z[i][i]
        losses.append((over_row + over_column) / 2)
    return losses


def preference_rows(z: Matrix, out: Mask) -> list[float]:
    losses = []
    for i, row in enumerate(z):
        terms = [
            softplus(-(row[i] - score)) for j, score in enumerate(row) if j != i and not out[i][j]
        ]
        losses.append(sum(terms) / len(terms) if terms else 0.0)
    return losses


ROWS = {"sgns": sgns_rows, "dpr": dpr_rows, "clip": clip_rows, "preference": preference_rows}


def dots(Q: Matrix, P: Matrix) -> list[list[float]]:
    return [[sum(a * b for a, b in zip(q, p, strict=True)) for p in P] for q in Q]


def clip_scores(Q: Matrix, P: Matrix, t: float) -> list[list[float]]:
    """Cosines times the capped scale."""

    def unit(row: Sequence[float]) -> list[float]:
        length = math.sqrt(sum(x * x for x in row))
        return [x / length for x in row]

    scale = min(math.exp(t), 100.0)
    return [[scale * z for z in row] for row in dots([unit(q) for q in Q], [unit(p) for p in P])]


def batch_loss(name: str, Q: Matrix, P: Matrix, out: Mask, t: float) -> float:
    z = clip_scores(Q, P, t) if name == "clip" else dots(Q, P)
    losses = ROWS[name](z, out)
    return sum(losses) / len(losses)
