import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_core.errors import InvalidInput
from sgns_core.vocabulary import Vocabulary

KNOWN = Vocabulary(("the", "cat", "cattle", "sat", "Київ", "naïve"), np.array([9, 4, 1, 3, 1, 1]))


def message(*args: object, **kwargs: object) -> str:
    with pytest.raises(InvalidInput) as caught:
        Vocabulary(*args, **kwargs)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
    return str(caught.value)


def unknown(vocabulary: Vocabulary, word: str) -> str:
    with pytest.raises(InvalidInput) as caught:
        vocabulary.index(word)
    return str(caught.value)


def test_words_go_by_count_and_then_by_first_seen() -> None:
    vocabulary = Vocabulary.from_tokens(["b", "a", "c", "a", "c", "d"])
    assert vocabulary.words == ("a", "c", "b", "d")
    assert vocabulary.counts.tolist() == [2, 2, 1, 1]
    assert vocabulary.counts.dtype == np.int64
    assert (len(vocabulary), vocabulary.total) == (4, 6)
    assert [vocabulary.index(word) for word in vocabulary] == [0, 1, 2, 3]
    assert "a" in vocabulary
    assert "e" not in vocabulary
    assert (vocabulary.get("d"), vocabulary.get("e"), vocabulary.get("e", 7)) == (3, -1, 7)


@given(st.lists(st.sampled_from("abcdefg")), st.integers(1, 4))
def test_counts_are_those_of_plain_python(tokens: list[str], min_count: int) -> None:
    counts = Counter(tokens)
    wanted = sorted(
        ((word, n) for word, n in counts.items() if n >= min_count),
        key=lambda item: (-item[1], tokens.index(item[0])),
    )
    if not wanted:
        with pytest.raises(InvalidInput):
            Vocabulary.from_tokens(tokens, min_count)
        return
    vocabulary = Vocabulary.from_tokens(iter(tokens), min_count)
    assert list(zip(vocabulary.words, vocabulary.counts.tolist(), strict=True)) == wanted


def test_no_word_frequent_enough_says_what_would_do() -> None:
    with pytest.raises(InvalidInput) as caught:
        Vocabulary.from_tokens(["a", "b"], min_count=5)
    assert str(caught.value) == (
        "0 of 2 words occur 5 times or more; the largest count is 1; try --min-count 1"
    )


@pytest.mark.parametrize("min_count", [0, -1, 1.5, True, "2"])
def test_min_count_is_a_whole_number_from_1(min_count: int) -> None:
    with pytest.raises(InvalidInput, match=r"min_count is .*; give a whole number from 1"):
        Vocabulary.from_tokens(["a"], min_count)


@pytest.mark.parametrize("tokens", ["the cat", [["the"], ["cat"]], 5, b"the cat", ["a", ""], []])
def test_only_a_flat_list_of_words_is_taken(tokens: list[str]) -> None:
    with pytest.raises(InvalidInput, match="give"):
        Vocabulary.from_tokens(tokens)


def test_the_order_and_counts_of_a_file_are_kept() -> None:
    vocabulary = Vocabulary(("b", "a", "nan"), np.array([1.0, 3.0, 0.0]))
    assert vocabulary.words == ("b", "a", "nan")
    assert vocabulary.counts.tolist() == [1, 3, 0]


def test_words_of_a_file_are_checked() -> None:
    assert message(("a", "b", "a"), [1, 1, 1]) == (
        "words[0] and words[2] are both 'a'; name each word once"
    )
    assert message(("a", ""), [1, 1]) == "words[1] is ''; give a string that is not empty"
    assert message(("a", 7), [1, 1]) == "words[1] is 7; give a string that is not empty"
    assert message((), []) == "words is empty; give at least one word"
    assert "whose letters would become words" in message("cat", [1, 1, 1])


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        ([1, 2, 3], "counts has the shape (3,); give one count for each of the 2 words"),
        ([[1], [2, 3]], "give one count for each"),
        ([1, -2], "counts[1] is -2; give a whole number from 0"),
        ([1, 1.5], "counts[1] is 1.5"),
        ([float("nan"), 1], "counts[0] is nan"),
        ([float("inf"), 1], "counts[0] is inf"),
        ([1e300, 1], "counts[0] is 1e+300"),
        ([2**63, 1], "counts[0] is 9"),
        ([10**30, 1], "counts holds values of the type object"),
        (["1", "2"], "counts holds values of the type <U1"),
        ([True, False], "counts holds values of the type bool"),
        ([2**62, 2**62], "counts add up to 9.22e+18"),
    ],
)
def test_counts_of_a_file_are_checked(counts: object, text: str) -> None:
    assert text in message(("a", "b"), counts)


def test_counts_are_a_copy_that_cannot_be_written() -> None:
    mine = np.array([2, 1])
    vocabulary = Vocabulary(("a", "b"), mine)
    mine[0] = 9
    assert vocabulary.counts.tolist() == [2, 1]
    with pytest.raises(ValueError, match="read-only"):
        vocabulary.counts[0] = 5


def test_an_unknown_word_is_told_the_nearest() -> None:
    assert unknown(KNOWN, "catt") == (
        "'catt' is not among the 6 words; the nearest are: cattle, cat"
    )
    assert unknown(KNOWN, "Cat").endswith("the nearest are: cat, cattle, sat")
    assert unknown(KNOWN, "nai\u0308ve").endswith("the nearest are: naïve")
    assert unknown(KNOWN, "Киів").endswith("the nearest are: Київ")
    assert unknown(KNOWN, "КИЇВ").endswith("the nearest are: Київ")


@pytest.mark.parametrize("word", ["", "qqqq", "\0", "q" * 100_000, "猫"])
def test_a_word_like_no_other_is_told_the_most_frequent(word: str) -> None:
    text = unknown(KNOWN, word)
    assert text.endswith("nor is one like it; there are for example: the, cat, sat")
    assert len(text) < 200


def test_among_100_000_words_the_nearest_is_found() -> None:
    chance = random.Random(5)
    words = dict.fromkeys("".join(chance.choices("abcdefghij", k=9)) for _ in range(100_000))
    words["negative"] = None
    vocabulary = Vocabulary(tuple(words), np.ones(len(words), np.int64))
    assert "negative" in unknown(vocabulary, "negatvie")
