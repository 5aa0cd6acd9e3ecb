"""Writing vectors in any format, as one or two files of bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO

from sgns_core.formats.glove import write_glove
from sgns_core.formats.names import Format
from sgns_core.formats.npy import words_beside, write_npy, write_words_beside
from sgns_core.formats.npz import write_npz
from sgns_core.formats.projector import metadata_beside, write_metadata, write_projector
from sgns_core.formats.word2vec_binary import write_word2vec_binary
from sgns_core.formats.word2vec_text import write_word2vec_text
from sgns_core.record import record
from sgns_core.vectors import WordVectors

Writer = Callable[[BinaryIO, WordVectors], None]


@record
class Part:
    """One file of a format: its name, and what writes it to a file opened for bytes."""

    path: str
    write: Writer


_WRITERS: dict[Format, Writer] = {
    "word2vec": write_word2vec_text,
    "word2vec-binary": write_word2vec_binary,
    "glove": write_glove,
    "npz": write_npz,
    "npy": write_npy,
    "projector": write_projector,
}
_BESIDE: dict[Format, tuple[Callable[[str], str], Writer]] = {
    "npy": (words_beside, write_words_beside),
    "projector": (metadata_beside, write_metadata),
}


def parts(path: str, form: Format) -> list[Part]:
    """Return the files that vectors take in a format, that of the words, where it is one, first."""
    main = Part(path, _WRITERS[form])
    if form not in _BESIDE:
        return [main]
    name, write = _BESIDE[form]
    return [Part(name(path), write), main]


def left_behind(vectors: WordVectors, form: Format) -> list[str]:
    """Return which parts of vectors a format cannot carry: of counts, Ep and settings."""
    if form == "npz":
        return []
    held = {
        "counts": vectors.counts is not None and form not in _BESIDE,
        "Ep": vectors.Ep is not None,
        "settings": bool(vectors.settings),
    }
    return [name for name, lost in held.items() if lost]
