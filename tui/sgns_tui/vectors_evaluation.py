"""A vectors file against files of rated pairs and of analogy questions."""

from __future__ import annotations

from collections.abc import Sequence

from sgns_core.analogy import Method
from sgns_core.analogy_questions import (
    Section,
    SectionResult,
    answer_questions,
    parse_questions,
)
from sgns_core.errors import InvalidInput
from sgns_core.formats.names import Format
from sgns_core.rated_pairs import (
    Lookup,
    PairsResult,
    RatedPair,
    compare_pairs,
    parse_rated_pairs,
)
from sgns_core.reading import read_text
from sgns_core.record import record
from sgns_core.vectors import TableName
from sgns_tui.vectors_asking import OpenedVectors, open_vectors


@record(kw_only=True)
class EvaluationOptions:
    """fold_case: whether case makes no difference; first: use so many words; method of analogy."""

    fold_case: bool = False
    first: int | None = None
    method: Method = "add"


@record(eq=False)
class Evaluation:
    """Results by the name of their file."""

    opened: OpenedVectors
    options: EvaluationOptions
    pairs: Sequence[tuple[str, PairsResult]]
    analogies: Sequence[tuple[str, Sequence[SectionResult]]]


def evaluate_vectors(
    path: str,
    form: Format | None,
    table: TableName,
    pairs: Sequence[str],
    analogies: Sequence[str],
    options: EvaluationOptions,
) -> Evaluation:
    """Return how vectors do on each file; InvalidInput names the file, and the line, it is about.

    The small files are read first, so that a fault in one is known before a large one is read.
    """
    rated = [(name, _pairs(name)) for name in pairs]
    asked = [(name, _questions(name)) for name in analogies]
    opened = open_vectors(path, form, table)
    values = opened.vectors.table(table)[: options.first]
    lookup = _lookup(opened, options)
    return Evaluation(
        opened,
        options,
        [(name, compare_pairs(values, lookup, found)) for name, found in rated],
        [
            (name, answer_questions(values, lookup, sections, options.method))
            for name, sections in asked
        ],
    )


def _pairs(path: str) -> list[RatedPair]:
    text = read_text(path)
    try:
        return parse_rated_pairs(text)
    except InvalidInput as error:
        raise InvalidInput("{path}: {reason}", path=path, reason=error) from None


def _questions(path: str) -> list[Section]:
    text = read_text(path)
    try:
        return parse_questions(text)
    except InvalidInput as error:
        raise InvalidInput("{path}: {reason}", path=path, reason=error) from None


def _lookup(opened: OpenedVectors, options: EvaluationOptions) -> Lookup:
    words = opened.vectors.words[: options.first]
    if not options.fold_case:
        rows = {word: row for row, word in enumerate(words)}
        return lambda word: rows.get(word, -1)
    folded: dict[str, int] = {}
    for row, word in enumerate(words):
        folded.setdefault(word.casefold(), row)
    return lambda word: folded.get(word.casefold(), -1)
