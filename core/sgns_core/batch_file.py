"""A batch file: queries and positives as vectors, or a matrix of scores, as JSON."""

from __future__ import annotations

import numpy as np

from sgns_core.batch import Batch
from sgns_core.errors import InvalidInput, shown
from sgns_core.json_text import is_finite, number_table, parse_object


def parse_batch(text: str, source: str) -> Batch:
    """Return the batch in a JSON text that messages call `source`.

    {"Q": [[...], ...], "P": [[...], ...]}, one row a query and its positive, or {"scores": [[...],
    ...]}, a square; "queries" and "positives", their names, and "t", CLIP's log-scale, may be left
    out.
    """
    data = parse_object(text, source, ("Q", "P"))
    try:
        return _batch(data)
    except InvalidInput as error:
        raise InvalidInput("{source}: {reason}", source=source, reason=error) from None


def _batch(data: dict[str, object]) -> Batch:
    known = {"Q", "P", "scores", "queries", "positives", "t"}
    unknown = sorted(set(data) - known)
    if unknown:
        raise InvalidInput(
            "{key} is no key of a batch; the keys are {known}",
            key=shown(unknown[0])[:40],
            known=", ".join(sorted(known)),
        )
    vectors = "Q" in data and "P" in data
    if vectors == ("scores" in data) or ("Q" in data) != ("P" in data):
        raise InvalidInput("a batch needs either Q and P, or scores")
    first = data["Q"] if vectors else data["scores"]
    if not isinstance(first, list) or not first:
        raise InvalidInput("{key} must be a list of rows", key="Q" if vectors else "scores")
    n = len(first)
    names = tuple(_names(key, data.get(key), n) for key in ("queries", "positives"))
    t = _log_scale(data.get("t"))
    if not vectors:
        scores = number_table("scores", first, n, "query")
        return Batch(queries=names[0], positives=names[1], scores=scores, t=t)
    Q = number_table("Q", first, n, "query")
    P = number_table("P", data["P"], n, "query")
    if Q.shape != P.shape:
        raise InvalidInput(
            "Q has {columns} columns and P {others}; both need the same number",
            columns=Q.shape[1],
            others=P.shape[1],
        )
    with np.errstate(over="ignore", invalid="ignore"):  # refused by the batch
        scores = Q @ P.T
    return Batch(queries=names[0], positives=names[1], scores=scores, Q=Q, P=P, t=t)


def _names(key: str, value: object, n: int) -> tuple[str, ...]:
    if value is None:
        return tuple(f"{key[0]}{i}" for i in range(1, n + 1))
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise InvalidInput("{key} must be a list of names", key=key)
    if len(value) != n:
        raise InvalidInput(
            "{key} must hold {n} names, one for each row, got {found}",
            key=key,
            n=n,
            found=len(value),
        )
    return tuple(value)


def _log_scale(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not is_finite(value):
        raise InvalidInput("t must be a finite number, got {value}", value=shown(value)[:40])
    return float(value)
