"""Pairs of words that people rated, as WordSim-353 and SimLex-999 keep them, against vectors."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from sgns_core.errors import InvalidInput, shown
from sgns_core.neighbors import Table, cosines, row_norms
from sgns_core.ranks import spearman
from sgns_core.record import record

Lookup = Callable[[str], int]
"""The row of a word, or -1 where it has none."""


@record
class RatedPair:
    """Two words and how alike people found them."""

    first: str
    second: str
    rating: float


@record
class PairsResult:
    """How well cosines order pairs as people do.

    spearman: nan where it does not exist. total: pairs in the file; compared: those whose words
    both have a direction; unknown: those with a word that has no vector; undirected: those with
    a row of zeros or of values that are not finite. missing: the unknown words, in order.
    """

    spearman: float
    total: int
    compared: int
    unknown: int
    undirected: int
    missing: tuple[str, ...]


def parse_rated_pairs(text: str) -> list[RatedPair]:
    """Return the pairs of a table: two words, and the first number behind them, on each line.

    Fields are divided by tabs, or by commas where a line has no tab, or by blanks where it has
    neither. Lines before the first pair that have no number are a heading and left out, as are
    blank lines and lines that begin with #. Raises InvalidInput that names a line which is no pair.
    """
    pairs: list[RatedPair] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = _fields(line)
        rating = next((value for value in map(_number, fields[2:]) if value is not None), None)
        if rating is not None and fields[0] and fields[1]:
            pairs.append(RatedPair(fields[0], fields[1], rating))
        elif pairs:
            raise InvalidInput(
                "line {line} is {text}; expected two words and a number, divided by tabs, commas "
                "or blanks",
                line=number,
                text=shown(line.strip()[:60]),
            )
    if not pairs:
        raise InvalidInput("it holds no pair; expected lines of two words and a number")
    return pairs


def _fields(line: str) -> list[str]:
    for separator in ("\t", ","):
        if separator in line:
            return [field.strip() for field in line.split(separator)]
    return line.split()


def _number(field: str) -> float | None:
    try:
        value = float(field)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def compare_pairs(table: Table, lookup: Lookup, pairs: Sequence[RatedPair]) -> PairsResult:
    """Return Spearman's correlation of ratings and cosines over the pairs that can be compared."""
    found = [(lookup(pair.first), lookup(pair.second)) for pair in pairs]
    known = [place for place, rows in enumerate(found) if min(rows) >= 0]
    rows = np.array([found[place] for place in known], np.intp).reshape(len(known), 2)
    norms = row_norms(table[rows.ravel()]).reshape(len(known), 2)
    with np.errstate(invalid="ignore"):
        directed = np.flatnonzero((norms > 0).all(axis=1))
    values = [
        float(cosines(table[rows[place, :1]], table[rows[place, 1]].astype(np.float64))[0])
        for place in directed.tolist()
    ]
    ratings = [pairs[known[place]].rating for place in directed.tolist()]
    words = [word for pair in pairs for word in (pair.first, pair.second)]
    return PairsResult(
        spearman=spearman(ratings, values),
        total=len(pairs),
        compared=len(directed),
        unknown=len(pairs) - len(known),
        undirected=len(known) - len(directed),
        missing=tuple(dict.fromkeys(word for word in words if lookup(word) < 0)),
    )
