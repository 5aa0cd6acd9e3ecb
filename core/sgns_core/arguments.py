"""The checks of a step's arguments: quick where all is well, exact in what they say where not."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from sgns_core.errors import InvalidInput, shown
from sgns_core.trace import Floats, Indices

Table = npt.NDArray[np.float64] | npt.NDArray[np.float32]
Negatives = Sequence[int] | npt.NDArray[np.integer]

_DTYPES = (np.dtype(np.float64), np.dtype(np.float32))


def check_tables(E: Table, Ep: Table, writes: bool) -> None:
    """Raise InvalidInput unless E and Ep are two (V, d) tables of one dtype, float64 or float32."""
    for name, table in (("E", E), ("Ep", Ep)):
        if getattr(table, "dtype", None) not in _DTYPES or not isinstance(table, np.ndarray):
            raise InvalidInput(
                "{name} must be a float64 or float32 array, got {kind}",
                name=name,
                kind=getattr(table, "dtype", type(table).__name__),
            )
        if table.ndim != 2 or not table.size:
            raise InvalidInput(
                "{name} must have shape (V, d) with at least one row and column, got {shape}",
                name=name,
                shape=table.shape,
            )
        if writes and not table.flags.writeable:
            raise InvalidInput("{name} must be writeable, got a read-only array", name=name)
    if E.shape != Ep.shape or E.dtype != Ep.dtype:
        raise InvalidInput(
            "E and Ep must have the same shape and dtype, got {E_shape} {E_dtype} and {Ep_shape} "
            "{Ep_dtype}",
            E_shape=E.shape,
            E_dtype=E.dtype,
            Ep_shape=Ep.shape,
            Ep_dtype=Ep.dtype,
        )
    if E is not Ep and E.flags.owndata and Ep.flags.owndata:
        return
    if np.may_share_memory(E, Ep) and np.shares_memory(E, Ep):
        raise InvalidInput("E and Ep must be two tables, got memory that both of them use")


def check_rows(center: int, target: int, negatives: Negatives, size: int) -> tuple[int, Indices]:
    """Return center and rows (k+1,), target first, or raise InvalidInput for what is no index."""
    if isinstance(negatives, np.ndarray) and negatives.ndim != 1:
        raise InvalidInput(
            "negatives must be one-dimensional, got shape {shape}", shape=negatives.shape
        )
    try:
        listed = negatives.tolist() if isinstance(negatives, np.ndarray) else list(negatives)
    except TypeError:
        raise InvalidInput(
            "negatives must be a list of integer indices, got {value}", value=shown(negatives)
        ) from None
    listed.insert(0, target)
    if type(center) is not int or not 0 <= center < size:
        center = _index("center", center, size)
    for place, value in enumerate(listed):
        if type(value) is not int or not 0 <= value < size:
            listed[place] = _index("negatives" if place else "target", value, size)
    return center, np.array(listed, np.intp)


def target_among_negatives(target: int) -> InvalidInput:
    """Return the error that "redraw" cannot have led to these negatives."""
    return InvalidInput(
        "negatives must not hold the target, index {target}, under collision rule redraw: "
        "it would have been drawn again",
        target=target,
    )


def check_lr(lr: float) -> float:
    """Return the learning rate as a float, or raise InvalidInput unless it is finite and >= 0."""
    try:
        rate = float(lr) if _is_scalar(lr) else math.nan
    except (TypeError, ValueError, OverflowError):
        rate = math.nan
    if not 0 <= rate < math.inf:
        raise InvalidInput("lr must be a finite number of at least 0, got {lr}", lr=shown(lr))
    return rate


def _is_scalar(value: object) -> bool:
    """Tell apart what float() reads but should not: text, and arrays of one number."""
    if isinstance(value, np.ndarray):
        return value.ndim == 0
    return not isinstance(value, str | bytes | bytearray)


def _index(argument: str, value: object, size: int) -> int:
    """Return `value` as a plain int in 0..size-1: integers of any kind, no bools, no floats."""
    try:
        if isinstance(value, bool | np.bool_):
            raise TypeError
        index = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise InvalidInput(
            "{argument} must be an integer index, got {value}",
            argument=argument,
            value=shown(value),
        ) from None
    if not 0 <= index < size:
        raise InvalidInput(
            "{argument} must lie in 0..{last} for tables of {size} rows, got {value}",
            argument=argument,
            last=size - 1,
            size=size,
            value=index,
        )
    return index


class NonFiniteUpdate(InvalidInput):
    """Say that an update was refused because its result would hold inf or nan.

    Its values name the first such row: table ("E" or "Ep") and row (an index).
    """


def check_rows_finite(v: Floats, vectors: Floats, scores: Floats, c: int, rows: Indices) -> None:
    """Raise InvalidInput where a row that is read, v (d,) or vectors (k+1, d), is not finite.

    A score (k+1,) of finite rows that overflows is a NonFiniteUpdate.
    """
    for table, index, row in named_rows(c, v, rows, vectors):
        bad = np.flatnonzero(~np.isfinite(row))
        if len(bad):
            raise InvalidInput(
                "{table} must be finite in the rows that are read, got {value} in row {row}, "
                "column {column}",
                table=table,
                value=float(row[bad[0]]),
                row=index,
                column=int(bad[0]),
            )
    for index, score in zip(rows.tolist(), scores.tolist(), strict=True):
        if not math.isfinite(score):
            raise NonFiniteUpdate(
                "row {c} of E and row {row} of {table} are too large: their score overflows",
                c=c,
                row=index,
                table=table,
            )


def check_loss_finite(c: int, rows: Indices, loss: float) -> None:
    """Raise NonFiniteUpdate where finite scores add up to a loss that overflows."""
    if not math.isfinite(loss):
        raise NonFiniteUpdate(
            "row {c} of E and row {row} of {table} and others are too large: their loss overflows",
            c=c,
            row=int(rows[0]),
            table="Ep",
        )


def check_result_finite(
    c: int, center_after: Table, touched: Indices, after: Table, lr: float
) -> None:
    """Raise NonFiniteUpdate where a row to be written, (d,) or (m, d), is not finite."""
    if np.isfinite(center_after).all() and np.isfinite(after).all():
        return
    for table, index, row in named_rows(c, center_after, touched, after):
        if not np.isfinite(row).all():
            raise NonFiniteUpdate(
                "lr {lr} makes row {row} of {table} overflow; nothing was changed",
                row=index,
                table=table,
                lr=lr,
            )


def named_rows(
    c: int, center_row: Table, rows: Indices, outputs: Table
) -> Iterable[tuple[str, int, Table]]:
    """Yield (table's name, index, values) of the input row, then of each output row."""
    yield "E", c, center_row
    for index, row in zip(rows.tolist(), outputs, strict=True):
        yield "Ep", index, row


def check_whole(name: str, value: object, low: int, high: int) -> None:
    """Raise InvalidInput unless `value` is a whole number from low to high."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InvalidInput(
            "{name} must be a whole number from {low} to {high}, got {value}",
            name=name,
            low=low,
            high=high,
            value=shown(value),
        )
