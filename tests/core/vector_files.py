"""Vectors, files of them, and what tests of the formats share."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import strategies as st

from sgns_core.errors import InvalidInput
from sgns_core.formats.loading import Loaded, load_vectors
from sgns_core.formats.names import Format
from sgns_core.formats.saving import parts
from sgns_core.vectors import WordVectors

Single = npt.NDArray[np.float32]

# Any float32 bit pattern but those of nan: nan has many and text keeps one.
any_single = st.integers(0, 2**32 - 1).map(
    lambda bits: float(np.array(bits, np.uint32).view(np.float32))
)


def words_without(forbidden: str, most: int = 8) -> st.SearchStrategy[str]:
    """Words that hold none of some characters; some of them are bytes that are not UTF-8."""
    text = st.text(st.characters(exclude_characters=forbidden, codec="utf-8"), min_size=1)
    foreign = st.binary(min_size=1, max_size=4).map(lambda b: b.decode("utf-8", "surrogateescape"))
    plain = st.sampled_from(["nan", "inf", "1", "0.5", "-1e5", "5", "the", "{", "#", ":", "né"])
    kept = st.one_of(plain, text, foreign).filter(
        lambda word: word and not set(word) & set(forbidden)
    )
    # Bytes that are UTF-8 together, though not apart, become one letter when they are read.
    return kept.map(
        lambda w: w.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
    )


@st.composite
def vectors(draw: st.DrawFn, forbidden: str = "", least_dim: int = 1) -> WordVectors:
    words = draw(st.lists(words_without(forbidden), min_size=1, max_size=8, unique=True))
    dim = draw(st.integers(least_dim, 6))
    size = len(words) * dim
    values = draw(st.lists(any_single, min_size=size, max_size=size))
    table = np.array(values, np.float32).reshape(len(words), dim)
    return WordVectors(words=words, E=table)


def write(folder: Path, name: str, data: bytes) -> str:
    path = folder / name
    path.write_bytes(data)
    return str(path)


def save(path: str | Path, given: WordVectors, form: Format) -> str:
    for part in parts(str(path), form):
        with Path(part.path).open("wb") as file:
            part.write(file, given)
    return str(path)


def load(folder: Path, data: bytes, name: str = "v", form: Format | None = None) -> Loaded:
    return load_vectors(write(folder, name, data), form)


def refused(
    folder: Path, data: bytes, *said: str, name: str = "v", form: Format | None = None
) -> str:
    """Check that a file is refused with its name and what must be said; return the message."""
    path = write(folder, name, data)
    with pytest.raises(InvalidInput) as caught:
        load_vectors(path, form)
    message = str(caught.value)
    assert message.startswith(path)
    for part in said:
        assert part in message
    return message


def same(found: WordVectors, wanted: WordVectors) -> None:
    """Check that words and the bits of all values are equal, one nan being as good as another."""
    assert found.words == wanted.words
    assert found.E.shape == wanted.E.shape
    assert np.array_equal(np.isnan(found.E), np.isnan(wanted.E))
    held = ~np.isnan(wanted.E)
    assert found.E[held].tobytes() == wanted.E[held].tobytes()


@contextmanager
def little_memory(most: int = 40_000_000) -> Iterator[None]:
    """Check that never more than `most` bytes are allocated at once."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()
