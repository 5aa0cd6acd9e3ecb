"""A model file: words, both tables, and the pair to begin with, as JSON."""

from __future__ import annotations

import numpy as np

from sgns_core.errors import InvalidInput, shown
from sgns_core.json_text import is_finite, number_table, parse_object
from sgns_core.record import record
from sgns_core.trace import Floats
from sgns_core.vocabulary import Vocabulary


@record(eq=False, kw_only=True)
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
    data = parse_object(text, source, ("words", "E", "Ep"))
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
    E = number_table("E", data["E"], len(words), "word")
    Ep = number_table("Ep", data["Ep"], len(words), "word")
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
        or not is_finite(value)
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
