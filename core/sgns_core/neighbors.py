"""Which rows of a table lie nearest to a vector."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from sgns_core.errors import InvalidInput, shown
from sgns_core.trace import Floats

Table = npt.NDArray[np.float32 | np.float64]
Measure = Literal["cosine", "dot", "distance"]
GoOn = Callable[[float], bool]
"""Told the share of some work that is done; returns whether the rest is still wanted."""
MEASURES: tuple[Measure, ...] = get_args(Measure)

_BLOCK = 1 << 20  # values that are made float64 at once
# Norms between which no product of two rows' parts overflows, or loses digits by being too small.
_SAFE = {np.dtype(np.float32): (1e-15, 1e15), np.dtype(np.float64): (1e-140, 1e140)}


class GivenUp(Exception):  # noqa: N818 - no fault: somebody wanted the work no longer
    """Work was stopped before its end, because nobody wants it any more."""


class NeighborSearch:
    """A table (V, d) that can be asked for the rows nearest to a vector.

    Norms are computed once. An answer takes one product of the table and the vector in the table's
    own type; with a bound on its rounding error that leaves few rows, whose values are then
    computed in float64 and ordered, so that the answer is that of float64 arithmetic throughout.
    """

    def __init__(self, table: Table, go_on: GoOn | None = None) -> None:
        """Compute the norms; `go_on` is told the share that is done, and false gives up.

        Raises GivenUp where it does.
        """
        self.table = table
        self.norms = row_norms(table, go_on)
        """(V,) float64; nan for a row that holds a value that is not finite."""
        low, high = _SAFE[table.dtype]
        with np.errstate(invalid="ignore"):
            safe = (self.norms >= low) & (self.norms <= high)
        self._safe_norms = np.where(safe, self.norms, 1.0).astype(table.dtype)
        self._unsafe = np.flatnonzero(~safe)
        self._unsafe_finite = self._unsafe[np.isfinite(self.norms[self._unsafe])]

    def nearest(
        self,
        query: npt.ArrayLike,
        count: int,
        measure: Measure = "cosine",
        without: Collection[int] = (),
    ) -> list[tuple[int, float]]:
        """Return up to `count` (row, value), the nearest to `query` (d,) first.

        cosine: from -1 to 1, rows of zeros left out, for they have no direction; dot: the product,
        largest first; distance: Euclidean, smallest first. Rows that hold a value that is not
        finite, and the rows in `without`, are left out. Among equals the first row comes first.
        Nothing is near a query without a direction, by cosine, or one that is not finite.
        """
        if measure not in MEASURES:
            raise InvalidInput(
                "measure must be one of {choices}, got {value}",
                choices=", ".join(MEASURES),
                value=shown(measure),
            )
        wanted = np.asarray(query, np.float64)
        if count < 1 or not np.isfinite(wanted).all() or (measure == "cosine" and not wanted.any()):
            return []
        rows = self._candidates(wanted, count, measure, without)
        if measure == "cosine":
            rows = rows[self.norms[rows] > 0]
        values = np.concatenate(
            [_EXACT[measure](self.table[block], wanted) for block in _blocks(rows, self.table)]
            or [np.empty(0)]
        )
        order = np.argsort(values if measure == "distance" else -values, kind="stable")[:count]
        return [(int(rows[place]), float(values[place])) for place in order]

    def _candidates(
        self, query: Floats, count: int, measure: Measure, without: Collection[int]
    ) -> npt.NDArray[np.intp]:
        """Return rows, rising, among which are the nearest `count`, whatever rounding did."""
        size = float(np.abs(query).max())
        length = size * float(np.linalg.norm(query / size)) if size else 0.0
        low, high = _SAFE[self.table.dtype]
        gone = np.fromiter(without, np.intp, len(without))
        if count >= len(self.table) or (length and not low <= length <= high):
            return np.setdiff1d(np.flatnonzero(np.isfinite(self.norms)), gone)
        with np.errstate(over="ignore", invalid="ignore"):  # in rows that are set right below
            products = self.table @ (query / (length or 1.0)).astype(self.table.dtype)
        scores, error = self._scores(products, length, measure)
        scores[self._unsafe] = -np.inf
        scores[gone] = -np.inf
        place = len(scores) - count
        threshold = np.partition(scores - error, place)[place]
        near = np.flatnonzero(scores + error >= threshold)
        near = near[scores[near] > -np.inf]
        return np.union1d(near, np.setdiff1d(self._unsafe_finite, gone))

    def _scores(
        self, products: Table, length: float, measure: Measure
    ) -> tuple[Table, float | Floats]:
        """Return what rises with nearness, (V,), and by how much rounding may have moved it.

        A product of d terms in a type of unit roundoff u is off by no more than (d + 2) u times the
        product of both norms; the query, divided by its norm, was rounded once more.
        """
        unit = (self.table.shape[1] + 8) * float(np.finfo(self.table.dtype).eps)
        if measure == "cosine":
            products /= self._safe_norms
            return products, unit
        norms = self._safe_norms.astype(np.float64)
        dots = products.astype(np.float64) * length
        if measure == "dot":
            return dots, unit * norms * length
        error = 2 * unit * (norms * length + norms**2 + length**2)
        return 2 * dots - norms**2, error


def neighbors(table: Table, row: int, count: int) -> list[tuple[int, float]]:
    """Return up to `count` (row, cosine) of a table (V, d), the nearest to `row` first.

    The row itself is left out, as are rows of zeros and rows with values that are not finite; among
    equals the first comes first.
    """
    return NeighborSearch(table).nearest(table[row], count, without=(row,))


def nearest(table: Table, row: int, count: int) -> list[tuple[int, float]]:
    """Return up to `count` (row, Euclidean distance) of a table (V, d), the nearest first.

    The row itself is left out, as are rows with values that are not finite; among equals the first
    comes first.
    """
    return NeighborSearch(table).nearest(table[row], count, "distance", without=(row,))


def row_norms(table: Table, go_on: GoOn | None = None) -> Floats:
    """Return the Euclidean norm of each row (V,), nan for rows with values that are not finite.

    go_on: told the share that is done, from time to time; raises GivenUp where it returns false.
    """
    norms = np.empty(len(table))
    step = max(1, _BLOCK // table.shape[1])
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        for start in range(0, len(table), step):
            if go_on is not None and not go_on(start / len(table)):
                raise GivenUp
            block = table[start : start + step].astype(np.float64)
            squares = np.einsum("ij,ij->i", block, block)
            found = np.sqrt(squares)
            # Beyond the range of a square: divided by the largest part first.
            odd = np.flatnonzero(~((squares > 1e-200) & (squares < 1e200)))
            if len(odd):
                sizes = np.abs(block[odd]).max(axis=1)
                scaled = block[odd] / np.where(sizes > 0, sizes, 1.0)[:, None]
                found[odd] = sizes * np.sqrt(np.einsum("ij,ij->i", scaled, scaled))
                found[odd[~np.isfinite(block[odd]).all(axis=1)]] = np.nan
            norms[start : start + step] = found
    return norms


def cosines(rows: Table, query: Floats) -> Floats:
    """Return the cosine of each row (n, d) with `query` (d,), in -1..1; neither may be zeros."""
    ours, _ = scaled_rows(rows.astype(np.float64))
    theirs = scaled_rows(query[None, :].astype(np.float64))[0][0]
    products = np.einsum("ij,j->i", ours, theirs)
    lengths = np.sqrt(np.einsum("ij,ij->i", ours, ours)) * np.sqrt(theirs @ theirs)
    found: Floats = np.clip(products / lengths, -1.0, 1.0)
    return found


def _dots(rows: Table, query: Floats) -> Floats:
    with np.errstate(over="ignore"):
        products: Floats = np.einsum("ij,j->i", rows.astype(np.float64), query)
    return products


def _distances(rows: Table, query: Floats) -> Floats:
    scaled, exponents = scaled_rows(rows - query)
    lengths = np.sqrt(np.einsum("ij,ij->i", scaled, scaled))
    distances: Floats = np.ldexp(lengths, exponents)
    return distances


_EXACT = {"cosine": cosines, "dot": _dots, "distance": _distances}


def scaled_rows(rows: Floats) -> tuple[Floats, npt.NDArray[np.int32]]:
    """Return each of the rows (n, d) without a power of two, and its exponents (n,).

    Squares then stay in range. A power of two rounds nothing: no cosine changes, and what is as far
    away as another row stays so.
    """
    exponents = np.frexp(np.abs(rows).max(axis=1))[1]
    return np.ldexp(rows, -exponents[:, None]), exponents


def _blocks(rows: npt.NDArray[np.intp], table: Table) -> Iterator[npt.NDArray[np.intp]]:
    step = max(1, _BLOCK // table.shape[1])
    for start in range(0, len(rows), step):
        yield rows[start : start + step]
