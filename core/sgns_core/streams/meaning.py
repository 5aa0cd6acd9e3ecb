r"""What the pieces of a text between ASCII white space stand for: words and ends of sentences.

Both rules for words and both for sentences look at nothing beyond the white space around a piece,
except for line ends, so that each distinct piece is looked at once, however often it occurs.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sgns_core.corpus import TextSettings
from sgns_core.sentences import one_sentence_a_line
from sgns_core.tokens import SENTENCE_END, token_blocks

Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]

LINE_END: Final = 0
"""The number of a line end among the pieces of a text; the pieces themselves begin at 2."""
NO_PIECE: Final = 1
FIRST_PIECE: Final = 2

END: Final = -1
"""The code of the end of a sentence among the codes of words, which are 0 and up."""
NOTHING: Final = -2
_SEVERAL: Final = -3

_WORD: Final = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*")


class Meanings:
    """What each numbered piece means by the rules of a text, in codes of words.

    code: the code of a word, from 0, or NOTHING for one that is left out.
    """

    def __init__(self, rules: TextSettings, code: Callable[[str], int]) -> None:
        self.rules = rules
        self._code = code
        self.clear()

    def clear(self) -> None:
        """Forget all pieces."""
        # Piece p stands for codes[starts[p] : starts[p + 1]]; most stand for a single one.
        self._starts, self._codes = array("q", [0, 1, 1]), array("i", [END])
        self._single = array("i", [END, NOTHING])
        self._blank: list[int] = []
        self._after_line_end = False

    def learn(self, pieces: Sequence[bytes]) -> None:
        """Take the next pieces by number; UnicodeDecodeError for one that is not UTF-8."""
        if not pieces:
            return
        joined = b" ".join(pieces)
        ascii_alone = joined.isascii()
        if self.rules.tokens == "words" and ascii_alone:
            joined = joined.lower()
        texts = joined.decode("utf-8").split(" ")
        plain = list(map(bytes.isalnum, pieces))  # by ASCII: a word by every rule
        if self.rules.tokens == "words" and not ascii_alone:
            texts = [text.lower() if one else text for text, one in zip(texts, plain, strict=True)]
        start = 0
        for place in [*(i for i, one in enumerate(plain) if not one), len(texts)]:
            self._extend(list(map(self._code, texts[start:place])))
            if place < len(texts):
                self._learn_one(texts[place])
            start = place + 1

    def _extend(self, codes: list[int]) -> None:
        """Take pieces that stand for one word each."""
        first = len(self._codes) + 1
        self._codes.fromlist(codes)
        self._single.fromlist(codes)
        self._starts.frombytes(np.arange(first, first + len(codes), dtype=np.int64).tobytes())

    def _learn_one(self, text: str) -> None:
        """Take a piece that stands for whatever it does."""
        if text.isspace():  # by Unicode, such as no-break spaces
            self._blank.append(len(self._single))
        meant = self._look_at(text)
        self._codes.extend(meant)
        self._single.append(meant[0] if len(meant) == 1 else _SEVERAL if meant else NOTHING)
        self._starts.append(len(self._codes))

    def _look_at(self, text: str) -> list[int]:
        if self._one_word(text):
            return [self._code(text)]
        lines = one_sentence_a_line(text, self.rules.sentences)
        return [
            END if token == SENTENCE_END else self._code(token)
            for block in token_blocks(lines, self.rules.tokens)
            for token in block
        ]

    def _one_word(self, text: str) -> bool:
        """Tell quickly of many a piece that it is one word as it stands; of others say no."""
        if self.rules.tokens == "words":
            return _WORD.fullmatch(text) is not None
        return self.rules.sentences == "lines" and text.isascii() and text.isprintable()

    def begin_part(self) -> None:
        """Know that a new file begins."""
        self._after_line_end = False

    def codes(self, numbers: Int32s) -> Int32s:
        """Return the codes that the next pieces of a part stand for: words and ENDs."""
        if self.rules.sentences == "punctuation":
            numbers = self._blank_lines_alone(numbers)
        codes: Int32s = np.frombuffer(self._single, np.int32)[numbers]
        if (codes == _SEVERAL).any():
            starts = np.frombuffer(self._starts, np.int64)
            first, lengths = starts[numbers], (starts[1:] - starts[:-1])[numbers]
            shift = first - np.cumsum(lengths) + lengths
            places = np.arange(lengths.sum()) + np.repeat(shift, lengths)
            codes = np.frombuffer(self._codes, np.int32)[places]
        kept: Int32s = codes[codes != NOTHING]
        return kept

    def _blank_lines_alone(self, numbers: Int32s) -> Int32s:
        """Return the numbers with the first line end of a run taken out, as mere white space.

        What is left of line ends are those that follow another with only blanks between: they end
        a sentence. They are counted by their code in `codes`.
        """
        if self._blank:
            numbers = numbers[~np.isin(numbers, np.array(self._blank, np.int32))]
        if not len(numbers):
            return numbers
        line_end = numbers == LINE_END
        before = np.concatenate(([self._after_line_end], line_end[:-1]))
        self._after_line_end = bool(line_end[-1])
        kept: Int32s = numbers[~line_end | before]
        return kept

    def word_counts(self, piece_counts: Int64s, size: int) -> Int64s:
        """Return how often each of `size` words occurs, from how often each piece does."""
        starts = np.frombuffer(self._starts, np.int64)
        every = np.zeros(len(starts) - 1, np.int64)
        every[: len(piece_counts)] = piece_counts
        every = np.repeat(every, np.diff(starts))
        codes = np.frombuffer(self._codes, np.int32)
        totals = np.zeros(size, np.int64)
        np.add.at(totals, codes[codes >= 0], every[codes >= 0])
        return totals
