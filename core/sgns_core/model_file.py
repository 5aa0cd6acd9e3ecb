"""A model file: words, both tables, and the pair to begin with, as JSON."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import NoReturn

import numpy as np

from sgns_core.errors import InvalidInput, shown
from sgns_core.trace import Floats
from sgns_core.vocabulary import Vocabulary


@dataclass(frozen=True, eq=False, kw_only=True)
class Model:
    """What a model file holds; indices are rows of the tables.

    E, Ep: (V, d) float64, read-only. counted: whether the file brings counts; without them every
    word counts 1, so that noise is uniform.
    """

    vocabulary: Vocabulary
    counted: bool
    E: Floats
    Ep: Floats
    center: int | None = None
    target: int | None = None
    negatives: tuple[int, ...] | None = None
    lr: float | None = None
    text: str | None = None


def parse_model(text: str, source: str) -> Model:
    """Return the model in a JSON text that messages call `source`."""
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
            "{source} must hold an object with the keys words, E and Ep", source=source
        )
    missing = [key for key in ("words", "E", "Ep") if key not in data]
    if missing:
        raise InvalidInput(
            "{source} lacks {keys}; a model needs words, E and Ep",
            source=source,
            keys=", ".join(missing),
        )
    try:
        return _model(data)
    except InvalidInput as error:
        raise InvalidInput("{source}: {reason}", source=source, reason=error) from None


def _model(data: dict[str, object]) -> Model:
    words = data["words"]
    if not isinstance(words, list) or not words:
        raise InvalidInput("words must be a list of at least one word")
    counts = data.get("counts")
    if counts is not None and not isinstance(counts, list):
        raise InvalidInput("counts must be a list of whole numbers, one for each word")
    vocabulary = Vocabulary(tuple(words), np.ones(len(words)) if counts is None else counts)  # type: ignore[arg-type]
    if not vocabulary.counts.any():
        raise InvalidInput("counts are all 0; at least one word must have been counted")
    E = _table("E", data["E"], len(words))
    Ep = _table("Ep", data["Ep"], len(words))
    if E.shape != Ep.shape:
        raise InvalidInput(
            "E has {columns} columns and Ep {others}; both tables need the same number",
            columns=E.shape[1],
            others=Ep.shape[1],
        )
    negatives = data.get("negatives")
    if negatives is not None and not isinstance(negatives, list):
        raise InvalidInput("negatives must be a list of words")
    return Model(
        vocabulary=vocabulary,
        counted=counts is not None,
        E=E,
        Ep=Ep,
        center=_row(vocabulary, "center", data.get("center")),
        target=_row(vocabulary, "target", data.get("target")),
        negatives=None
        if negatives is None
        else tuple(vocabulary.index(_word("negatives", word)) for word in negatives),
        lr=_lr(data.get("lr")),
        text=_text(data.get("text")),
    )


def _table(name: str, rows: object, size: int) -> Floats:
    """Return a table (V, d), read-only, or say which row or value is wrong."""
    if not isinstance(rows, list) or len(rows) != size:
        raise InvalidInput(
            "{name} must be a list of {size} rows, one for each word, got {found}",
            name=name,
            size=size,
            found=len(rows) if isinstance(rows, list) else type(rows).__name__,
        )
    width = len(rows[0]) if isinstance(rows[0], list) else 0
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
            if isinstance(value, bool) or not isinstance(value, int | float) or not _finite(value):
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


def _finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # an integer beyond the range of a float
        return False


def _word(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise InvalidInput("{key} must be a word, got {value}", key=key, value=shown(value)[:40])
    return value


def _row(vocabulary: Vocabulary, key: str, value: object) -> int | None:
    return None if value is None else vocabulary.index(_word(key, value))


def _lr(value: object) -> float | None:
    if value is None:
        return None
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not _finite(value)
        or value < 0
    ):
        raise InvalidInput(
            "lr must be a number of at least 0, got {value}", value=shown(value)[:40]
        )
    return float(value)


def _text(value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise InvalidInput("text must be a string, got {value}", value=shown(value)[:40])
    return value


class _NotFinite(Exception):  # noqa: N818
    """JSON with NaN or Infinity in it, which Python's parser would take."""


def _refuse_constant(name: str) -> NoReturn:
    raise _NotFinite(name)
