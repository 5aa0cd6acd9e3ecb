"""Where a source came from, so that a session can be saved and its source opened again."""

from __future__ import annotations

import stat
from dataclasses import field, replace
from pathlib import Path
from typing import Literal

import numpy as np

from sgns_core.corpus import Corpus, TextSettings
from sgns_core.errors import InvalidInput
from sgns_core.examples import example
from sgns_core.model_file import parse_model
from sgns_core.reading import open_file, read_text
from sgns_core.record import record
from sgns_core.source import Source, source_from_corpus, source_from_model, source_from_vectors

EMBEDDED_BYTES = 1_000_000
"""Texts and models up to this size are kept whole, and saved with a session."""

OriginKind = Literal["example", "text", "model"]


@record(kw_only=True)
class Origin:
    """Where a source came from.

    name: what screens call it: a built-in source, a path as it was typed, or standard input. path:
    the file, absolute; None without one. content: the text, or the model's JSON, where it is small.
    size, sha256: of the content in UTF-8. A built-in source has a `digest` only. rules: what was
    done to a text. text: where the text of a model comes from, if not from the model itself.
    """

    kind: OriginKind
    name: str
    path: str | None = None
    content: str | None = None
    sha256: str = ""
    size: int = 0
    rules: TextSettings = field(default_factory=TextSettings)
    text: Origin | None = None

    @property
    def is_readable(self) -> bool:
        """Whether what it names can be read again, or is kept: standard input may be neither."""
        kept = self.kind == "example" or self.content is not None or self.path is not None
        return kept and (self.text is None or self.text.is_readable)


Opened = tuple[Source, Origin]


def digest(origin: Origin) -> str:
    """Return the SHA-256 of the content; of a built-in source, of its words, tables and choices."""
    if origin.kind == "example" and not origin.sha256:
        return _digest_of_source(example(origin.name))
    return origin.sha256


def open_example(name: str) -> Opened:
    """Return a built-in source and its origin."""
    return example(name), Origin(kind="example", name=name)


def open_content(
    kind: OriginKind, name: str, content: str, path: str | None, rules: TextSettings
) -> Opened:
    """Return the source that a text or a model's JSON makes, and its origin."""
    data = content.encode("utf-8", "surrogatepass")
    origin = Origin(
        kind=kind,
        name=name,
        path=None if path is None else str(Path(path).absolute()),
        content=content if len(data) <= EMBEDDED_BYTES else None,
        sha256=_sha256(data),
        size=len(data),
        rules=rules,
    )
    return _build(origin, content), origin


def open_vectors(name: str, path: str) -> Opened:
    """Return the source in a file of vectors that holds both tables, and its origin.

    Raises InvalidInput for a file that cannot be read, and where there is no Ep to make updates of.
    """
    import hashlib  # late, as the formats: few sessions need them

    from sgns_core.formats.loading import load_vectors

    source = source_from_vectors(load_vectors(path).vectors, name)
    of_file, size = hashlib.sha256(), 0
    with open_file(path, name) as file:
        while block := file.read(1 << 20):
            of_file.update(block)
            size += len(block)
    origin = Origin(
        kind="model",
        name=name,
        path=str(Path(path).absolute()),
        sha256=of_file.hexdigest(),
        size=size,
    )
    return source, origin


def with_text(model: Opened, text: Opened) -> Opened:
    """Return a model whose pairs come from a text, and both their origins in one.

    Raises InvalidInput where the model brings a text, or no word of the text has vectors.
    """
    (source, origin), (given, of_text) = model, text
    if source.corpus is not None:
        raise InvalidInput(
            "{source} brings a text of its own; leave out --text", source=source.name
        )
    source = replace(source, corpus=given.corpus)
    if source.tokens is None or not len(source.tokens):
        raise InvalidInput(
            "no word of {text} is among the {size} words of {source}; give the text that it was "
            "trained on",
            text=given.name,
            size=len(source.vocabulary),
            source=source.name,
        )
    return source, replace(origin, text=of_text)


def holds_vectors(path: str) -> bool:
    """Tell whether a file begins as an .npz, or as one that gzip packed; False for what is none."""
    try:
        with Path(path).open("rb") as file:
            return file.read(4)[:2] in (b"PK", b"\x1f\x8b")
    except (OSError, ValueError):
        return False  # whoever reads it says why


def reopen(origin: Origin) -> Opened:
    """Return the source of an origin again, and its origin as on the first opening.

    Raises InvalidInput where it is missing or is not what it was.
    """
    if origin.text is not None:
        return with_text(reopen(replace(origin, text=None)), reopen(origin.text))
    if origin.kind == "example":
        source, again = open_example(origin.name)
        if _digest_of_source(source) != origin.sha256:
            raise InvalidInput(
                "the built-in source {name} is another in this version of the program; use the "
                "version that saved the session",
                name=origin.name,
            )
        return source, again
    if origin.kind == "model" and origin.content is None and holds_vectors(origin.path or ""):
        source, now = open_vectors(origin.name, origin.path or "")
        if now.sha256 != origin.sha256:
            raise _another(origin)
        return source, now
    content = _read_again(origin) if origin.content is None else origin.content
    if _sha256(content.encode("utf-8", "surrogatepass")) != origin.sha256:
        raise _another(origin)
    return _build(origin, content), origin


def _read_again(origin: Origin) -> str:
    """Return the text of a file that may be what it was: of a size that fits, and no device."""
    if origin.path is None:
        raise InvalidInput("{source} cannot be read again", source=origin.name)
    try:
        state = Path(origin.path).stat()
    except (OSError, ValueError):
        return read_text(origin.path)  # which says why it cannot
    # A byte order mark and line ends of two characters are in the file and not in the text.
    if not stat.S_ISREG(state.st_mode) or not origin.size <= state.st_size <= 2 * origin.size + 3:
        raise _another(origin)
    return read_text(origin.path)


def _another(origin: Origin) -> InvalidInput:
    return InvalidInput(
        "{source} is not what it was when the session was saved; put the old file back, or open "
        "the new one and begin again",
        source=origin.path or origin.name,
    )


def _build(origin: Origin, content: str) -> Source:
    if origin.kind == "model":
        return source_from_model(parse_model(content, origin.name), origin.name)
    return source_from_corpus(Corpus.from_text(content, origin.rules, origin.name), origin.name)


def _digest_of_source(source: Source) -> str:
    """Return the SHA-256 of all that decides a run on a source that brings its tables."""
    wanted = source.wanted
    parts: list[object] = [source.vocabulary.words, source.vocabulary.counts.tolist()]
    parts += [wanted.center, wanted.target, wanted.negatives, source.lr, source.window]
    parts += [table.tolist() for table in source.tables or ()]
    if source.corpus is not None:
        parts += [source.corpus.types]
        parts += [np.asarray(a).tolist() for a in (source.corpus.tokens, source.corpus.offsets)]
    return _sha256(repr(parts).encode())


def _sha256(data: bytes) -> str:
    from hashlib import sha256  # OpenSSL is slow to load, and few starts need it

    return sha256(data).hexdigest()
