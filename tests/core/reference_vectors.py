"""Nearest rows, analogies and rank correlation as plain Python loops, written from the formulas.

Exact fractions where order matters: no rounding, no NumPy.
"""

from __future__ import annotations

import math
from fractions import Fraction

Rows = list[list[float]]


def dot(a: list[float], b: list[float]) -> Fraction:
    return sum((Fraction(x) * Fraction(y) for x, y in zip(a, b, strict=True)), Fraction(0))


def root(value: Fraction) -> float:
    """The square root of a fraction of any size."""
    shift = (value.numerator.bit_length() - value.denominator.bit_length()) // 2 * 2
    scaled = value / Fraction(4) ** (shift // 2) if shift else value
    return math.ldexp(math.sqrt(scaled), shift // 2)


def cosine(a: list[float], b: list[float]) -> float:
    product, squares = dot(a, b), dot(a, a) * dot(b, b)
    size = root(product * product / squares)
    return size if product > 0 else -size


def finite(row: list[float]) -> bool:
    return all(map(math.isfinite, row))


def nearest(
    rows: Rows, query: list[float], count: int, measure: str, without: set[int]
) -> list[tuple[int, float]]:
    """Compare every row, then sort: the nearest first, the first row first among equals."""
    found = []
    for number, row in enumerate(rows):
        if number in without or not finite(row):
            continue
        if measure == "cosine":
            if not any(row) or not any(query):
                continue
            found.append((-cosine(row, query), number))
        elif measure == "dot":
            found.append((-float(dot(row, query)), number))
        else:
            gap = [Fraction(x) - Fraction(y) for x, y in zip(row, query, strict=True)]
            found.append((root(sum((g * g for g in gap), Fraction(0))), number))
    found.sort()
    sign = 1 if measure == "distance" else -1
    return [(number, sign * value) for value, number in found[:count]]


def analogy_scores(rows: Rows, a: int, b: int, c: int, method: str) -> dict[int, float]:
    """The score of every row but the three, and those without a direction."""
    scores = {}
    units = [[x / root(dot(rows[r], rows[r])) for x in rows[r]] for r in (a, b, c)]
    sum_of = [y - x + z for x, y, z in zip(*units, strict=True)]
    for number, row in enumerate(rows):
        if number in (a, b, c) or not finite(row) or not any(row):
            continue
        if method == "add":
            scores[number] = cosine(row, sum_of)
        else:
            to_a, to_b, to_c = ((cosine(row, rows[r]) + 1) / 2 for r in (a, b, c))
            scores[number] = to_b * to_c / (to_a + 0.001)
    return scores


def average_rank(values: list[float], value: float) -> float:
    below = sum(other < value for other in values)
    equal = sum(other == value for other in values)
    return below + (equal + 1) / 2


def spearman(x: list[float], y: list[float]) -> float:
    ranks = [[average_rank(values, value) for value in values] for values in (x, y)]
    means = [sum(r) / len(r) for r in ranks]
    covariance = sum((p - means[0]) * (q - means[1]) for p, q in zip(*ranks, strict=True))
    spreads = [sum((p - mean) ** 2 for p in r) for r, mean in zip(ranks, means, strict=True)]
    return covariance / math.sqrt(spreads[0] * spreads[1]) if all(spreads) else math.nan
