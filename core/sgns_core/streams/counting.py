"""One pass over a text: its words and their counts, and what later passes are held against."""

from __future__ import annotations

import hashlib
import zlib
from array import array
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import count
from typing import Final

import numpy as np

from sgns_core.corpus import TextSettings
from sgns_core.errors import InvalidInput
from sgns_core.record import record
from sgns_core.streams.meaning import Int64s, Meanings
from sgns_core.streams.parts import TextPart, find_not_utf8, read_chunks
from sgns_core.streams.pieces import NotText, Pieces, make_pieces, prepare
from sgns_core.vocabulary import Vocabulary

MOST_PIECES: Final = 1 << 22
MOST_HELD: Final = 1 << 28
"""Distinct pieces, and their bytes, that are held at a time; the words made of them stay."""

EXCERPT_BYTES: Final = 1 << 14
EXCERPT_APART: Final = 1 << 16
MOST_EXCERPTS: Final = 64

Seen = Callable[[int], None]


@record(eq=False)
class CountedText:
    """What one pass over a text found.

    types: the distinct words in the order in which they first occur; counts (len(types),) int64.
    checksums: of each chunk, part by part, by which a later pass notices that a part changed.
    excerpts: stretches of bytes from places spread evenly over the text, 1 MB at most.
    """

    parts: tuple[TextPart, ...]
    rules: TextSettings
    types: tuple[str, ...]
    counts: Int64s
    checksums: tuple[array[int], ...]
    excerpts: tuple[bytes, ...] = ()

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


class Excerpts:
    """Keeps stretches from places as far apart as it takes for them to be few."""

    def __init__(self) -> None:
        self.held: list[bytes] = []
        self._every, self._seen = 1, 0

    def offer(self, chunk: bytes) -> None:
        """Take the next chunk into account."""
        for start in range(0, len(chunk), EXCERPT_APART):
            if self._seen % self._every == 0:
                if len(self.held) == MOST_EXCERPTS:
                    del self.held[1::2]
                    self._every *= 2
                if self._seen % self._every == 0:
                    self.held.append(_stretch(chunk, start))
            self._seen += 1


def _stretch(chunk: bytes, start: int) -> bytes:
    """Return some lines, or words where the lines are longer, from a place on."""
    stop = start + EXCERPT_BYTES
    for mark in (b"\n", b" "):
        first = 0 if start == 0 else chunk.find(mark, start, stop)
        last = len(chunk) if stop >= len(chunk) else chunk.rfind(mark, start, stop)
        if 0 <= first < last:
            return chunk[first:last]
    return b""


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
        self._excerpts = Excerpts()

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
                self._excerpts.offer(chunk)
                done += len(chunk)
                if self._seen is not None:
                    self._seen(done)
            checksums.append(of_part)
        self._fold()
        if not self._counts.any():
            raise _no_word(parts, self._rules, empty=not any(checksums))
        counts = self._counts
        counts.setflags(write=False)
        return CountedText(
            tuple(parts),
            self._rules,
            tuple(self._types),
            counts,
            tuple(checksums),
            tuple(self._excerpts.held),
        )

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
