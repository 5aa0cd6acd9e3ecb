"""Later passes over a counted text: its sentences as rows of a vocabulary, in chunks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from sgns_core.record import record
from sgns_core.streams.counting import MOST_HELD, MOST_PIECES, CountedText, checksum
from sgns_core.streams.meaning import NOTHING, Int32s, Int64s, Meanings
from sgns_core.streams.parts import changed, read_chunks
from sgns_core.streams.pieces import NotText, Pieces, make_pieces, prepare
from sgns_core.vocabulary import Vocabulary

CHUNK_TOKENS: Final = 1 << 17
"""Words of a chunk, at least, except for the last of a text."""

KEPT_TOKENS: Final = 1 << 24
"""Words of a text, at most, that are kept once they are encoded: 64 MB."""

LONGEST_SENTENCE: Final = 1 << 20
"""Words of a sentence beyond which it is given in parts of this many: about 4 MB."""


@record(eq=False)
class Sentences:
    """Some sentences of a text: ids (N,) int32, sentence s being ids[offsets[s]:offsets[s + 1]].

    offsets (S + 1,) int64. No sentence is empty. cut: how many times a sentence was ended because
    it was too long.
    """

    ids: Int32s
    offsets: Int64s
    cut: int = 0


class EncodedText:
    """A counted text, encoded again in each pass, with the same chunks each time."""

    def __init__(
        self, text: CountedText, vocabulary: Vocabulary, pieces: Pieces | None = None
    ) -> None:
        self.text = text
        self.vocabulary = vocabulary
        self._pieces = make_pieces() if pieces is None else pieces
        self._meanings = Meanings(text.rules, vocabulary.numbering(NOTHING))
        self._kept: list[Sentences] | None = None

    def chunks(self) -> Iterator[Sentences]:
        """Yield the sentences of the text in order, in chunks of CHUNK_TOKENS words and more.

        One pass at a time. A text of at most KEPT_TOKENS words is read once and kept. Raises
        InvalidInput at the first chunk of bytes that is not as counted.
        """
        if self._kept is not None:
            yield from self._kept
            return
        keep = self.vocabulary.total <= KEPT_TOKENS
        kept = []
        for sentences in self.pass_over():
            if keep:
                kept.append(sentences)
            yield sentences
        if keep:
            self._kept = kept

    def pass_over(self) -> Iterator[Sentences]:
        """Yield what `chunks` does, read from the files in any case.

        Raises InvalidInput at the first chunk of bytes that is not as counted.
        """
        gathered = _Gathered()
        for part, checksums in zip(self.text.parts, self.text.checksums, strict=True):
            self._meanings.begin_part()
            number = -1
            for number, chunk in enumerate(read_chunks(part)):
                if number >= len(checksums) or checksum(chunk) != checksums[number]:
                    raise changed(part.name)
                try:
                    gathered.add(self._encode(chunk))
                except (NotText, UnicodeDecodeError):
                    raise changed(part.name) from None
                if gathered.ready >= CHUNK_TOKENS:
                    yield gathered.take()
            if number + 1 != len(checksums):
                raise changed(part.name)
            gathered.end_sentence()
        if gathered.ready:
            yield gathered.take()

    def excerpts(self) -> Sentences:
        """Return the sentences of stretches from all over the text: 1 MB at most."""
        apart = EncodedText(self.text, self.vocabulary, make_pieces(compiled=False))
        gathered = _Gathered()
        for excerpt in self.text.excerpts:
            apart._meanings.begin_part()
            gathered.add(apart._encode(excerpt))
            gathered.end_sentence()
        return gathered.take()

    def _encode(self, chunk: bytes) -> Int32s:
        """Return the codes of the chunk: rows of the vocabulary, and ENDs."""
        known = len(self._pieces)
        numbers = self._pieces.number(prepare(chunk, self.text.rules))
        self._meanings.learn(self._pieces.since(known))
        codes = self._meanings.codes(numbers)
        if len(self._pieces) > MOST_PIECES or self._pieces.held > MOST_HELD:
            self._pieces.clear()
            self._meanings.clear()
        return codes


@dataclass
class _Gathered:
    """Sentences that are whole, and the beginning of one that is not."""

    ready: int = 0  # words in whole sentences
    _ids: list[Int32s] = field(default_factory=list)
    _lengths: list[Int64s] = field(default_factory=list)
    _open: list[Int32s] = field(default_factory=list)
    _open_words: int = 0
    _cut: int = 0

    def add(self, codes: Int32s) -> None:
        """Take the codes that follow."""
        ends = np.flatnonzero(codes < 0)
        if len(ends):
            self._open.append(codes[: ends[0]])
            self.end_sentence()
            lengths = np.diff(ends) - 1
            body = codes[ends[0] : ends[-1]]
            self._whole(body[body >= 0], lengths[lengths > 0])
            codes = codes[ends[-1] + 1 :]
        self._open.append(codes)
        self._open_words += len(codes)
        while self._open_words >= LONGEST_SENTENCE:
            self._cut_sentence()

    def end_sentence(self) -> None:
        """End the sentence that is open."""
        ids = np.concatenate([np.empty(0, np.int32), *self._open])
        if len(ids):
            self._whole(ids, np.array([len(ids)]))
        self._open, self._open_words = [], 0

    def _cut_sentence(self) -> None:
        ids = np.concatenate(self._open)
        self._open = [ids[:LONGEST_SENTENCE]]
        self.end_sentence()
        rest = ids[LONGEST_SENTENCE:]
        self._open, self._open_words = [rest], len(rest)
        self._cut += 1

    def _whole(self, ids: Int32s, lengths: Int64s) -> None:
        self._ids.append(ids)
        self._lengths.append(lengths)
        self.ready += len(ids)

    def take(self) -> Sentences:
        """Return the whole sentences and forget them."""
        lengths = np.concatenate([np.empty(0, np.int64), *self._lengths])
        offsets = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        taken = Sentences(np.concatenate([np.empty(0, np.int32), *self._ids]), offsets, self._cut)
        self._ids, self._lengths, self.ready, self._cut = [], [], 0, 0
        return taken
