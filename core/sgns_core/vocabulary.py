"""The words that have vectors: their numbers, their counts, and what to say of unknown ones."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sgns_core.errors import InvalidInput, shown
from sgns_core.record import record
from sgns_core.suggestions import nearest_spellings


@record(eq=False)
class Vocabulary:
    """Words in the order of their rows, with their counts (V,), int64, read-only.

    Made from a text (`build`, `from_tokens`) the order is by falling count, and first seen first
    among equals; made from a model file it is the file's. Raises `InvalidInput` for words that are
    empty, double, or not strings, and for counts that are not whole numbers from 0.
    """

    words: tuple[str, ...]
    counts: NDArray[np.int64]
    _rows: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        words = _checked_words(self.words)
        object.__setattr__(self, "words", words)
        object.__setattr__(self, "counts", _checked_counts(self.counts, len(words)))
        object.__setattr__(self, "_rows", _checked_rows(words))

    @classmethod
    def build(cls, types: Sequence[str], counts: ArrayLike, min_count: int = 1) -> "Vocabulary":
        """Return the words that occur `min_count` times or more, ordered by (-count, first seen).

        `types` are distinct words in the order in which they were first seen.
        """
        check_min_count(min_count)
        types = _checked_words(types)
        numbers = _checked_counts(counts, len(types))
        order = np.argsort(-numbers, kind="stable")
        order = order[numbers[order] >= min_count]
        if not len(order):
            raise InvalidInput(
                "0 of {words} words occur {min_count} times or more; "
                "the largest count is {largest}; try --min-count {largest}",
                words=len(types),
                min_count=min_count,
                largest=int(numbers.max()),
            )
        return cls(tuple(types[row] for row in order.tolist()), numbers[order])

    @classmethod
    def from_tokens(cls, tokens: Iterable[str], min_count: int = 1) -> "Vocabulary":
        """Return the vocabulary of a running text, given as a list or iterator of its words."""
        if isinstance(tokens, str):
            raise InvalidInput(
                "tokens is the string {value}, whose letters would become words; "
                "give a list of words",
                value=shown(tokens[:40]),
            )
        try:
            counts = Counter(tokens)
        except TypeError:  # not iterable, or holding lists
            raise InvalidInput(
                "tokens is of the type {type} or holds other things than words; "
                "give one flat list of words",
                type=type(tokens).__name__,
            ) from None
        return cls.build(tuple(counts), list(counts.values()), min_count)

    def __len__(self) -> int:
        """Return the number of words, V."""
        return len(self.words)

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self._rows

    @property
    def total(self) -> int:
        """The sum of all counts: the length of the text once rare words are dropped."""
        return int(self.counts.sum())

    def get(self, word: str, default: int = -1) -> int:
        """Return the row of a word, or `default` where it has none."""
        return self._rows.get(word, default)

    def numbering(self, default: int) -> Callable[[str], int]:
        """Return what `get` returns with this default, as a quicker function for many words."""
        get = self._rows.get
        return lambda word: get(word, default)

    def index(self, word: str) -> int:
        """Return the row of a word; an unknown one raises `InvalidInput` with the nearest known."""
        row = self._rows.get(word)
        if row is not None:
            return row
        near = nearest_spellings(word, self._rows)
        short = word if len(word) <= 60 else word[:59] + "…"
        if near:
            raise InvalidInput(
                "{word} is not among the {size} words; the nearest are: {nearest}",
                word=shown(short),
                size=len(self),
                nearest=", ".join(near),
            )
        frequent = np.argsort(-self.counts, kind="stable")[:3].tolist()
        raise InvalidInput(
            "{word} is not among the {size} words, nor is one like it; "
            "there are for example: {some}",
            word=shown(short),
            size=len(self),
            some=", ".join(self.words[row] for row in frequent),
        )


def check_min_count(min_count: object) -> None:
    """Refuse a least count that is not a whole number from 1."""
    if isinstance(min_count, bool) or not isinstance(min_count, int | np.integer) or min_count < 1:
        raise InvalidInput(
            "min_count is {value}; give a whole number from 1", value=shown(min_count)
        )


def _checked_words(words: Sequence[str]) -> tuple[str, ...]:
    if isinstance(words, str):
        raise InvalidInput(
            "words is the string {value}, whose letters would become words; give a list of words",
            value=shown(words[:40]),
        )
    checked: list[str] = []
    given: Iterable[object] = words  # whatever the types say, people pass what they have
    for row, word in enumerate(given):
        if not isinstance(word, str) or not word:
            raise InvalidInput(
                "words[{row}] is {value}; give a string that is not empty",
                row=row,
                value=shown(word),
            )
        checked.append(word)
    if not checked:
        raise InvalidInput("words is empty; give at least one word")
    return tuple(checked)


def _checked_rows(words: tuple[str, ...]) -> dict[str, int]:
    rows = {word: row for row, word in enumerate(words)}
    if len(rows) < len(words):
        second = next(row for row, word in enumerate(words) if rows[word] != row)
        raise InvalidInput(
            "words[{row}] and words[{again}] are both {value}; name each word once",
            row=second,
            again=rows[words[second]],
            value=shown(words[second]),
        )
    return rows


def _checked_counts(counts: ArrayLike, size: int) -> NDArray[np.int64]:
    """Return counts as a read-only int64 array of their own, having seen that they count."""
    try:
        given = np.array(counts)
    except ValueError:  # lists of unequal length
        given = np.empty((0, 0))
    if given.shape != (size,):
        raise InvalidInput(
            "counts has the shape {shape}; give one count for each of the {size} words",
            shape=str(given.shape),
            size=size,
        )
    if given.dtype.kind not in "iuf":
        raise InvalidInput(
            "counts holds values of the type {type}; give whole numbers from 0",
            type=str(given.dtype),
        )
    # Whole floats are let through: other programs write 3.0. Above 2^53 they are no longer exact.
    most = 2**53 if given.dtype.kind == "f" else 2**62
    wrong = ~((given >= 0) & (given <= most) & (given == np.floor(given)))
    if wrong.any():
        row = int(np.argmax(wrong))
        raise InvalidInput(
            "counts[{row}] is {value}; give a whole number from 0", row=row, value=str(given[row])
        )
    whole = given.astype(np.int64)
    if float(given.sum(dtype=np.float64)) > 2**62:
        raise InvalidInput(
            "counts add up to {total}, which is too many to count; divide them by a common number",
            total=f"{given.sum(dtype=np.float64):.3g}",
        )
    whole.setflags(write=False)
    return whole
