"""A person's own JSON: an object with tables of numbers, or one line that says what is wrong."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import NoReturn

import numpy as np

from sgns_core.errors import InvalidInput, shown
from sgns_core.trace import Floats


def parse_object(text: str, source: str, keys: Sequence[str]) -> dict[str, object]:
    """Return the object in a JSON text that messages call `source`; `keys` are what it is for."""
    try:
        data = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise InvalidInput(
            "{source}, line {line}, column {column}: this is not JSON: {reason}",
            source=source,
            line=error.lineno,
            column=error.colno,
            reason=error.msg,
        ) from None
    except _NotFinite as error:
        raise InvalidInput(
            "{source} holds {value}; every number must be finite", source=source, value=str(error)
        ) from None
    except (RecursionError, ValueError):  # brackets without end, integers of thousands of digits
        raise InvalidInput(
            "{source} is nested or written too large to read", source=source
        ) from None
    if not isinstance(data, dict):
        raise InvalidInput(
            "{source} must hold an object with the keys {keys}",
            source=source,
            keys=_listed(keys),
        )
    return data


def _listed(names: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def number_table(name: str, rows: object, size: int, what: str) -> Floats:
    """Return a table (size, d), read-only, or say which row or value is wrong; one row a `what`."""
    if not isinstance(rows, list) or len(rows) != size:
        raise InvalidInput(
            "{name} must be a list of {size} rows, one for each {what}, got {found}",
            name=name,
            size=size,
            what=what,
            found=len(rows) if isinstance(rows, list) else type(rows).__name__,
        )
    width = len(rows[0]) if rows and isinstance(rows[0], list) else 0
    for number, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != width or not width:
            raise InvalidInput(
                "{name} must be a table of numbers: row {row} has {found} columns, row 0 {width}",
                name=name,
                row=number,
                found=len(row) if isinstance(row, list) else "no",
                width=width,
            )
        for column, value in enumerate(row):
            if (
                isinstance(value, bool)
                or not isinstance(value, int | float)
                or not is_finite(value)
            ):
                raise InvalidInput(
                    "{name} must hold finite numbers, got {value} in row {row}, column {column}",
                    name=name,
                    value=shown(value)[:40],
                    row=number,
                    column=column,
                )
    table = np.array(rows, np.float64)
    table.setflags(write=False)
    return table


def is_finite(value: float) -> bool:
    """Tell whether a number, however long an integer, is one that a float can hold."""
    try:
        return math.isfinite(value)
    except OverflowError:  # an integer beyond the range of a float
        return False


class _NotFinite(Exception):  # noqa: N818
    """JSON with NaN or Infinity in it, which Python's parser would take."""


def _refuse_constant(name: str) -> NoReturn:
    raise _NotFinite(name)
