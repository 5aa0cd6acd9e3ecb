"""One pass over a text: its words and their counts, and what later passes are held against."""

from __future__ import annotations

import hashlib
import zlib
from array import array
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

import numpy as np

from sgns_core.corpus import TextSettings
from sgns_core.errors import InvalidInput
from sgns_core.streams.meaning import Int64s, Meanings
from sgns_core.streams.parts import TextPart, find_not_utf8, read_chunks
from sgns_core.streams.pieces import NotText, Pieces, make_pieces, prepare
from sgns_core.vocabulary import Vocabulary

MOST_PIECES: Final = 1 << 22
MOST_HELD: Final = 1 << 28
"""Distinct pieces, and their bytes, that are held at a time; the words made of them stay."""

Seen = Callable[[int], None]


@dataclass(frozen=True, eq=False)
class CountedText:
    """What one pass over a text found.

    types: the distinct words in the order in which they first occur; counts (len(types),) int64.
    checksums: of each chunk, part by part, by which a later pass notices that a part changed.
    """

    parts: tuple[TextPart, ...]
    rules: TextSettings
    types: tuple[str, ...]
    counts: Int64s
    checksums: tuple[array[int], ...]

    @property
    def tokens(self) -> int:
        """The number of words of the text, all counted."""
        return int(self.counts.sum())

    @property
    def fingerprint(self) -> str:
        """A hash of the checksums, in hexadecimal digits: the same for the same text."""
        whole = hashlib.sha256()
        for part in self.checksums:
            whole.update(f"{len(part)}:{part.tolist()}".encode())
        return whole.hexdigest()

    def vocabulary(self, min_count: int, max_vocab: int | None = None) -> Vocabulary:
        """Return the words that occur often enough, the most frequent `max_vocab` at most."""
        known = Vocabulary.build(self.types, self.counts, min_count)
        if max_vocab is None or len(known) <= max_vocab:
            return known
        return Vocabulary(known.words[:max_vocab], known.counts[:max_vocab])


def count_words(
    parts: Sequence[TextPart],
    rules: TextSettings,
    pieces: Pieces | None = None,
    seen: Seen | None = None,
) -> CountedText:
    """Return the words of a text and how often each occurs, read once.

    seen: told after each chunk how many bytes of text have been read. Raises InvalidInput for
    parts that cannot be read or are not UTF-8, and for a text without a word.
    """
    return _Counting(rules, make_pieces() if pieces is None else pieces, seen).run(parts)


def checksum(chunk: bytes) -> int:
    """Return the number by which a chunk is known again."""
    return zlib.crc32(chunk)


class _Counting:
    """Counts pieces, and turns them to words at the end or when there are too many."""

    def __init__(self, rules: TextSettings, pieces: Pieces, seen: Seen | None) -> None:
        self._rules = rules
        self._pieces = pieces
        self._seen = seen
        self._types: defaultdict[str, int] = defaultdict(count().__next__)
        self._meanings = Meanings(rules, self._types.__getitem__)
        self._counts = np.zeros(0, np.int64)
        self._piece_counts = np.zeros(0, np.int64)

    def run(self, parts: Sequence[TextPart]) -> CountedText:
        checksums = []
        done = 0
        for part in parts:
            of_part = array("L")
            for chunk in read_chunks(part):
                of_part.append(checksum(chunk))
                try:
                    self._count(prepare(chunk, self._rules))
                except (NotText, UnicodeDecodeError):
                    raise find_not_utf8(part) from None
                done += len(chunk)
                if self._seen is not None:
                    self._seen(done)
            checksums.append(of_part)
        self._fold()
        if not self._counts.any():
            raise _no_word(parts, self._rules, empty=not any(checksums))
        counts = self._counts
        counts.setflags(write=False)
        return CountedText(tuple(parts), self._rules, tuple(self._types), counts, tuple(checksums))

    def _count(self, chunk: bytes) -> None:
        known = len(self._pieces)
        numbers = self._pieces.number(chunk)
        self._meanings.learn(self._pieces.since(known))
        counted = np.bincount(numbers, minlength=len(self._pieces))
        counted[: len(self._piece_counts)] += self._piece_counts
        self._piece_counts = counted
        if len(self._pieces) > MOST_PIECES or self._pieces.held > MOST_HELD:
            self._fold()

    def _fold(self) -> None:
        """Add the words of the pieces seen to the counts, and forget the pieces."""
        counts = self._meanings.word_counts(self._piece_counts, len(self._types))
        counts[: len(self._counts)] += self._counts
        self._counts = counts
        self._piece_counts = np.zeros(0, np.int64)
        self._pieces.clear()
        self._meanings.clear()


def _no_word(parts: Sequence[TextPart], rules: TextSettings, empty: bool) -> InvalidInput:
    source = parts[0].name if len(parts) == 1 else f"{len(parts)} files"
    if empty:
        return InvalidInput(
            "{source} is empty: there is no word in it; give a text with words", source=source
        )
    return InvalidInput(
        "{source} has no word by the rule --tokens {rule}; give a text with words",
        source=source,
        rule=rules.tokens,
    )
