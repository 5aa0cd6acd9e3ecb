"""A text as numbers: which word stands where, and where sentences end."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from sgns_core.errors import InvalidInput, shown
from sgns_core.reading import read_text
from sgns_core.record import record
from sgns_core.sentences import SENTENCE_RULES, SentenceRule, one_sentence_a_line
from sgns_core.tokens import SENTENCE_END, TOKEN_RULES, TokenRule, token_blocks
from sgns_core.vocabulary import Vocabulary, check_min_count

__all__ = ["Corpus", "TextSettings", "read_text"]


@record
class TextSettings:
    """What is done to a text before pairs are made of it."""

    tokens: TokenRule = "words"
    sentences: SentenceRule = "lines"
    min_count: int = 1

    def __post_init__(self) -> None:
        if self.tokens not in TOKEN_RULES:
            raise InvalidInput(
                "tokens is {value}; it can be {choices}",
                value=shown(self.tokens),
                choices=", ".join(TOKEN_RULES),
            )
        if self.sentences not in SENTENCE_RULES:
            raise InvalidInput(
                "sentences is {value}; it can be {choices}",
                value=shown(self.sentences),
                choices=", ".join(SENTENCE_RULES),
            )
        check_min_count(self.min_count)

    def describe(self) -> str:
        """Return in one English line what is done; its parts stand in the rules' own tables."""
        done = f"{TOKEN_RULES[self.tokens]}; {SENTENCE_RULES[self.sentences]}"
        if self.min_count > 1:
            done += f"; words that occur fewer than {self.min_count} times are dropped"
        return done


@record(eq=False)
class Corpus:
    """Every token of a text in order, before any is dropped.

    `types` are the distinct words in the order in which they first occur; `tokens` (T,), int32, are
    indices into it; sentence s is `tokens[offsets[s]:offsets[s + 1]]`, with `offsets` (S + 1,),
    int64. No sentence is empty: lines without a word are not counted. The arrays are read-only.
    """

    types: tuple[str, ...]
    tokens: NDArray[np.int32]
    offsets: NDArray[np.int64]
    settings: TextSettings
    name: str = "the text"

    def __post_init__(self) -> None:
        tokens = np.array(self.tokens, dtype=np.int32)
        offsets = np.array(self.offsets, dtype=np.int64)
        if not len(tokens):
            raise InvalidInput(
                "{source} has no word by the rule --tokens {rule}; give a text with words",
                source=self.name,
                rule=self.settings.tokens,
            )
        if tokens.min() < 0 or tokens.max() >= len(self.types):
            raise ValueError("tokens must be indices into types")
        if offsets[0] != 0 or offsets[-1] != len(tokens) or (np.diff(offsets) < 1).any():
            raise ValueError("offsets must rise from 0 to the number of tokens")
        for array, field in ((tokens, "tokens"), (offsets, "offsets")):
            array.setflags(write=False)
            object.__setattr__(self, field, array)

    @classmethod
    def from_text(
        cls, text: str, settings: TextSettings | None = None, name: str = "the text"
    ) -> "Corpus":
        """Return the corpus of a text; `name` is what messages call it."""
        settings = TextSettings() if settings is None else settings
        _check_characters(text, name)
        lines = one_sentence_a_line(text, settings.sentences)
        types, numbers = _number(token_blocks(lines, settings.tokens))
        return cls(types, *_cut(numbers), settings, name)

    @classmethod
    def from_file(
        cls,
        path: str | Path | BinaryIO,
        settings: TextSettings | None = None,
        name: str | None = None,
    ) -> "Corpus":
        """Return the corpus of a UTF-8 file or binary stream, as `read_text` reads it."""
        text = read_text(path, name)
        if name is None:
            name = str(path) if isinstance(path, str | Path) else "standard input"
        return cls.from_text(text, settings, name)

    @classmethod
    def from_sentences(
        cls,
        sentences: Iterable[Iterable[str]],
        settings: TextSettings | None = None,
        name: str = "the text",
    ) -> "Corpus":
        """Return the corpus of sentences that are tokens already, taken as they stand.

        Iterators are read once and kept. A string in the place of a list of tokens is refused.
        """
        settings = TextSettings(tokens="whitespace") if settings is None else settings
        types, numbers = _number(_checked_blocks(sentences))
        return cls(types, *_cut(numbers), settings, name)

    def __len__(self) -> int:
        """Return the number of tokens."""
        return len(self.tokens)

    @property
    def sentence_count(self) -> int:
        """The number of sentences that hold a word."""
        return len(self.offsets) - 1

    def words_text(self, sentence: int) -> list[str]:
        """Return the words of one sentence (from 0) in order, before any is dropped."""
        if not 0 <= sentence < self.sentence_count:
            raise IndexError(f"sentence {sentence} of {self.sentence_count}")
        numbers = self.tokens[self.offsets[sentence] : self.offsets[sentence + 1]]
        return [self.types[number] for number in numbers.tolist()]

    def vocabulary(self, min_count: int | None = None) -> Vocabulary:
        """Return the words that occur `min_count` times or more (the settings' own by default)."""
        counts = np.bincount(self.tokens, minlength=len(self.types))
        return Vocabulary.build(
            self.types, counts, self.settings.min_count if min_count is None else min_count
        )

    def encode(self, vocabulary: Vocabulary) -> NDArray[np.int32]:
        """Return each token's index in a vocabulary (T,), -1 where the word is not in it."""
        of_type = (vocabulary.get(word, -1) for word in self.types)
        return np.fromiter(of_type, np.int32, len(self.types))[self.tokens]


def _number(blocks: Iterable[list[str]]) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Return the types and the number of each token, with -1 for ends of sentences."""
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    numbers[SENTENCE_END]  # the first number, 0, which makes -1 below
    parts = [np.fromiter(map(numbers.__getitem__, b), np.int32, len(b)) for b in blocks]
    del numbers[SENTENCE_END]
    return tuple(numbers), np.concatenate([np.empty(0, np.int32), *parts]) - 1


def _cut(numbers: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the tokens alone, and the offsets of the sentences that hold any."""
    tokens = numbers[numbers >= 0]
    ends = np.flatnonzero(numbers < 0)
    # An end stands after as many tokens as its place less the ends before it.
    offsets = np.concatenate([[0], ends - np.arange(len(ends)), [len(tokens)]])
    # They never fall; what repeats is a line without a token. (np.unique imports much of NumPy.)
    return tokens, offsets[np.concatenate(([True], np.diff(offsets) > 0))]


def _checked_blocks(sentences: Iterable[Iterable[str]]) -> Iterator[list[str]]:
    """Yield the tokens of each sentence and its end, having seen that they are words."""
    if isinstance(sentences, str):
        raise InvalidInput(
            "sentences is the string {value}, not lists of words; use Corpus.from_text for a text",
            value=shown(sentences[:40]),
        )
    for number, sentence in enumerate(sentences, 1):
        if isinstance(sentence, str):
            raise InvalidInput(
                "sentence {number} is the string {value}, whose letters would become words; "
                "give a list of words",
                number=number,
                value=shown(sentence[:40]),
            )
        given: Iterable[object] = sentence  # whatever the types say, people pass what they have
        block: list[str] = []
        for word in given:
            if not isinstance(word, str) or not word or word == SENTENCE_END:
                raise InvalidInput(
                    "sentence {number} holds {value}, which is not a word; leave it out",
                    number=number,
                    value=shown(word),
                )
            block.append(word)
        yield [*block, SENTENCE_END]


def _check_characters(text: str, name: str) -> None:
    """Refuse halves of surrogate pairs: bytes of the command line that were not UTF-8."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InvalidInput(
            "{source}, character {place}: {value} is half a character; give the text as UTF-8",
            source=name,
            place=error.start + 1,
            value=f"U+{ord(text[error.start]):04X}",
        ) from None
