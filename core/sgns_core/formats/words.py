"""Words as bytes and back, and what becomes of words that occur twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from sgns_core.errors import InvalidInput, shown


def decoded(words: Sequence[bytes]) -> list[str]:
    """Return words as text; a byte that is not UTF-8 becomes a lone surrogate, and back."""
    if not words:
        return []
    # Together and cut again: a good deal faster than one by one.
    text = b"\n".join(words).decode("utf-8", "surrogateescape")
    return text.split("\n")


def encoded(word: str) -> bytes:
    """Return a word's bytes; InvalidInput for half a character that no file can hold."""
    try:
        return word.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise InvalidInput(
            "the word {word} holds half a character and cannot be written", word=shown(word)
        ) from None


def encoded_without(
    words: Iterable[str], forbidden: bytes, format_name: str, remedy: str
) -> list[bytes]:
    """Return the bytes of words, none of which may hold one of the bytes in `forbidden`.

    Raises InvalidInput that names the first such word, what the format cannot carry, and `remedy`.
    """
    result = [encoded(word) for word in words]
    for row, word in enumerate(result):
        if word.translate(None, forbidden) != word:
            raise InvalidInput(
                "word {number}, {word}, holds a blank or line end, which {format} cannot carry; "
                "{remedy}",
                number=row + 1,
                word=shown(word.decode("utf-8", "surrogateescape")),
                format=format_name,
                remedy=remedy,
            )
    return result


def write_words(
    file: BinaryIO, words: Iterable[bytes], counts: npt.NDArray[np.int64] | None
) -> None:
    """Write a word a line, with a tab and its count where counts are known."""
    if counts is None:
        file.writelines(b"%b\n" % word for word in words)
    else:
        file.writelines(b"%b\t%d\n" % pair for pair in zip(words, counts.tolist(), strict=True))


def first_occurrences(
    words: Sequence[str],
) -> tuple[npt.NDArray[np.intp] | None, dict[str, int]]:
    """Return the rows where each word occurs first, and how often each repeated word is repeated.

    The rows are None where no word is repeated.
    """
    if len(set(words)) == len(words):
        return None, {}
    seen: set[str] = set()
    rows: list[int] = []
    repeats: dict[str, int] = {}
    for row, word in enumerate(words):
        if word in seen:
            repeats[word] = repeats.get(word, 0) + 1
        else:
            seen.add(word)
            rows.append(row)
    return np.array(rows, np.intp), repeats
