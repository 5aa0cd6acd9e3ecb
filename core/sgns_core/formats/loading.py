"""Reading vectors from a file of any format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sgns_core.errors import InvalidInput, shown
from sgns_core.formats.contents import LOOKED_AT, detect, refuse_foreign
from sgns_core.formats.glove import read_glove
from sgns_core.formats.names import READABLE, Format
from sgns_core.formats.npy import read_npy, read_words, words_beside
from sgns_core.formats.npz import read_npz
from sgns_core.formats.opened import Opened, opened
from sgns_core.formats.word2vec_binary import read_word2vec_binary
from sgns_core.formats.word2vec_text import read_word2vec_text
from sgns_core.formats.words import first_occurrences
from sgns_core.model_file import parse_model
from sgns_core.neighbors import GoOn
from sgns_core.record import record
from sgns_core.vectors import Table, WordVectors


@record(eq=False, kw_only=True)
class Loaded:
    """Vectors from a file, and what was noticed on the way.

    repeats: words that occur again after their first row, and how often; only their first rows are
    kept. mapped: whether the tables stay in the file and are read where they are used.
    """

    vectors: WordVectors
    format: Format
    compressed: bool
    mapped: bool
    repeats: Mapping[str, int]


def load_vectors(path: str, form: Format | None = None, go_on: GoOn | None = None) -> Loaded:
    """Return the vectors in a file; its format is told from what is in it, or is `form`.

    go_on: told which share of the file has been read; GivenUp is raised where it returns false.

    Raises InvalidInput, in one line that names the file, and the line or word where there is one,
    for what cannot be read or told.
    """
    with opened(path, go_on) as source:
        start = source.file.read(LOOKED_AT)
        source.file.seek(0)
        if form is None:
            form = detect(start, path)
        elif form not in READABLE:
            raise InvalidInput(
                "{format} is a format to write, not to read; --from takes one of {formats}",
                format=form,
                formats=", ".join(READABLE),
            )
        else:
            refuse_foreign(start)
        return _loaded(source, path, form)


def _loaded(source: Opened, path: str, form: Format) -> Loaded:
    Ep: Table | None = None
    counts: npt.NDArray[np.generic] | None = None
    settings: Mapping[str, Any] = {}
    words: Sequence[str]
    E: Table
    if form == "word2vec":
        words, E = read_word2vec_text(source.file)
    elif form == "glove":
        words, E = read_glove(source.file)
    elif form == "word2vec-binary":
        words, E = read_word2vec_binary(source.file, source.size)
    elif form == "npz":
        words, E, Ep, counts, settings = read_npz(source.in_memory(), not source.compressed)
    elif form == "npy":
        words, counts, E = _read_npy(source, path)
    else:
        words, counts, E, Ep = _read_model(source)
    rows, repeats = first_occurrences(words)
    if rows is not None:
        words = [words[row] for row in rows.tolist()]
        E = E[rows]
        Ep = None if Ep is None else Ep[rows]
        counts = None if counts is None else counts[rows]
    return Loaded(
        vectors=WordVectors(
            words=_named(words, E),
            E=E,
            Ep=Ep,
            counts=counts,  # type: ignore[arg-type]
            settings=settings,
        ),
        format=form,
        compressed=source.compressed,
        mapped=_is_mapped(E),
        repeats=repeats,
    )


def _named(words: Sequence[str], E: Table) -> Sequence[str]:
    """Return the words; InvalidInput for a number of words that is not that of the rows."""
    if len(words) != len(E):
        raise InvalidInput(
            "it has {rows} rows and {words} words; each row needs one",
            rows=len(E),
            words=len(words),
        )
    return words


def _read_npy(source: Opened, path: str) -> tuple[list[str], npt.NDArray[np.int64] | None, Table]:
    file = source.in_memory()
    size = file.seek(0, 2)
    E = read_npy(file, size, not source.compressed)
    beside = words_beside(path)
    try:
        with opened(beside) as words_source:
            words, counts = read_words(words_source.file)
    except InvalidInput as error:
        raise InvalidInput(
            "an .npy file holds no words, which are looked for beside it: {reason}", reason=error
        ) from None
    return words, counts, E


def _read_model(
    source: Opened,
) -> tuple[Sequence[str], npt.NDArray[np.int64] | None, Table, Table]:
    try:
        text = source.file.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            "byte {byte} is {value}, which is not UTF-8; a model is JSON in UTF-8",
            byte=error.start + 1,
            value=shown(error.object[error.start : error.start + 1]),
        ) from None
    model = parse_model(text, "model")
    counts = model.vocabulary.counts if model.counted else None
    return model.vocabulary.words, counts, model.E, model.Ep


def _is_mapped(table: Table) -> bool:
    base: object = table
    while isinstance(base, np.ndarray):
        if isinstance(base, np.memmap):
            return True
        base = base.base
    return False
