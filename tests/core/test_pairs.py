import math
import tracemalloc
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_core.corpus import Corpus
from sgns_core.errors import InvalidInput
from sgns_core.pairs import (
    KeptTokens,
    PairSequence,
    SubsampleFormula,
    expected_pair_counts,
    keep_probability,
    pair_counts,
    pair_weights,
    radii,
)

Sentences = list[list[int]]
SENTENCES = st.lists(st.lists(st.integers(0, 5), max_size=9), max_size=6)
UNIT = st.floats(0, 1, exclude_max=True)


def kept(sentences: Sentences) -> KeptTokens:
    return KeptTokens(
        np.array([word for sentence in sentences for word in sentence], np.int32),
        np.cumsum([0, *map(len, sentences)]),
        np.array([place for s in sentences for place in range(len(s))], np.int32),
    )


def plain_pairs(sentences: Sentences, reach: list[int]) -> list[tuple[int, int]]:
    """Positions of all pairs by nested loops; `reach` is each token's radius."""
    pairs = []
    start = 0
    for sentence in sentences:
        for i in range(len(sentence)):
            for j in range(len(sentence)):
                if i != j and abs(i - j) <= reach[start + i]:
                    pairs.append((start + i, start + j))
        start += len(sentence)
    return pairs


def as_list(sequence: PairSequence) -> list[tuple[int, int]]:
    centers, contexts = sequence.positions(np.arange(len(sequence)))
    return list(zip(centers.tolist(), contexts.tolist(), strict=True))


def words_of(text: str, window: int, min_count: int = 1) -> list[tuple[str, str]]:
    corpus = Corpus.from_text(text)
    vocabulary = corpus.vocabulary(min_count)
    tokens = KeptTokens.from_corpus(corpus, vocabulary)
    sequence = PairSequence(tokens, radii(window, None))
    centers, contexts = sequence.ids(np.arange(len(sequence)))
    words = vocabulary.words
    return [(words[a], words[b]) for a, b in zip(centers, contexts, strict=True)]


def test_the_cat_sat_on_the_mat() -> None:
    pairs = words_of("the cat sat on the mat", 2)
    assert len(pairs) == 18
    assert pairs[:2] == [("the", "cat"), ("the", "sat")]
    assert pairs[5:9] == [("sat", "the"), ("sat", "cat"), ("sat", "on"), ("sat", "the")]
    assert pairs[-2:] == [("mat", "on"), ("mat", "the")]


def test_a_word_beside_itself_is_a_pair() -> None:
    assert words_of("no no", 1) == [("no", "no"), ("no", "no")]


def test_windows_stay_in_their_sentence() -> None:
    assert words_of("a b\nc d", 5) == [("a", "b"), ("b", "a"), ("c", "d"), ("d", "c")]


def test_a_dropped_word_leaves_no_gap() -> None:
    assert words_of("a rare b\na b", 1, min_count=2) == [("a", "b"), ("b", "a")] * 2


@given(SENTENCES, st.integers(1, 12), st.data())
def test_pairs_are_those_of_nested_loops(
    sentences: Sentences, window: int, data: st.DataObject
) -> None:
    tokens = kept(sentences)
    fixed = PairSequence(tokens, radii(window, None))
    assert as_list(fixed) == plain_pairs(sentences, [window] * len(tokens))

    uniforms = data.draw(st.lists(UNIT, min_size=len(tokens), max_size=len(tokens)))
    reach = [1 + math.floor(u * window) for u in uniforms]
    drawn = PairSequence(tokens, radii(window, np.array(uniforms)))
    pairs = plain_pairs(sentences, reach)
    assert len(drawn) == len(pairs)
    assert as_list(drawn) == pairs

    if pairs:
        some = data.draw(st.lists(st.integers(0, len(pairs) - 1)))
        centers, contexts = drawn.positions(np.array(some, np.int64))
        assert centers.tolist() == [pairs[i][0] for i in some]
        assert contexts.tolist() == [pairs[i][1] for i in some]
    firsts = [sum(center < at for center, _ in pairs) for at in range(len(tokens) + 1)]
    assert [drawn.pairs_before(at) for at in range(len(tokens) + 1)] == firsts


@given(SENTENCES, st.integers(1, 4), st.integers(1, 7), st.integers(0, 20))
def test_blocks_join_to_the_whole(sentences: Sentences, window: int, size: int, start: int) -> None:
    sequence = PairSequence(kept(sentences), radii(window, None))
    blocks = list(sequence.blocks(size, start))
    assert all(len(centers) == size for centers, _ in blocks[:-1])
    ids = [word for sentence in sentences for word in sentence]
    wanted = [(ids[a], ids[b]) for a, b in as_list(sequence)][start:]
    joined = [pair for a, b in blocks for pair in zip(a.tolist(), b.tolist(), strict=True)]
    assert joined == wanted


@given(SENTENCES, st.integers(1, 5), st.integers(1, 30))
def test_pair_counts_are_those_of_a_counter(sentences: Sentences, window: int, block: int) -> None:
    tokens = kept(sentences)
    ids = tokens.ids.tolist()
    pairs = plain_pairs(sentences, [window] * len(ids))
    counter = Counter((ids[a], ids[b]) for a, b in pairs)
    rows, columns, counts = pair_counts(PairSequence(tokens, radii(window, None)), 6, block)
    listed = list(zip(rows.tolist(), columns.tolist(), counts.tolist(), strict=True))
    assert listed == sorted((a, b, n) for (a, b), n in counter.items())

    sums: Counter[tuple[int, int]] = Counter()
    for a, b in pairs:
        sums[ids[a], ids[b]] += window - abs(a - b) + 1
    rows, columns, means = expected_pair_counts(tokens, window, 6, block)
    listed_means = list(zip(rows.tolist(), columns.tolist(), means.tolist(), strict=True))
    assert listed_means == sorted((a, b, n / window) for (a, b), n in sums.items())


@given(SENTENCES, st.integers(1, 6))
def test_expected_counts_are_the_mean_over_every_radius(sentences: Sentences, window: int) -> None:
    tokens = kept(sentences)
    total = np.zeros((6, 6))
    for radius in range(1, window + 1):
        rows, columns, counts = pair_counts(PairSequence(tokens, radii(radius, None)), 6)
        total[rows, columns] += counts
    rows, columns, means = expected_pair_counts(tokens, window, 6)
    expected = np.zeros((6, 6))
    expected[rows, columns] = means
    np.testing.assert_allclose(expected, total / window, rtol=1e-14)


@given(st.integers(1, 50))
def test_weights_are_the_share_of_radii_that_reach(window: int) -> None:
    distances = np.arange(1, window + 3)
    reached = [sum(radius >= d for radius in range(1, window + 1)) for d in distances]
    assert pair_weights(window, distances).tolist() == [n / window for n in reached]


def test_a_long_sentence_is_never_written_out() -> None:
    size = 1_000_000
    tokens = KeptTokens(
        np.zeros(size, np.int32), np.array([0, size]), np.arange(size, dtype=np.int32)
    )
    sequence = PairSequence(tokens, radii(2**31 - 1, None))
    assert len(sequence) == size * (size - 1)
    last = np.array([0, len(sequence) // 2, len(sequence) - 1])
    centers, contexts = sequence.positions(last)
    assert centers.tolist() == [0, size // 2, size - 1]
    assert contexts.tolist() == [1, 0, size - 2]


def test_counting_holds_a_block_of_pairs_and_the_result() -> None:
    size = 100_000
    tokens = KeptTokens(
        np.arange(size, dtype=np.int32) % 7, np.array([0, size]), np.arange(size, dtype=np.int32)
    )
    sequence = PairSequence(tokens, radii(10, None))
    tracemalloc.start()
    try:
        counts = pair_counts(sequence, 7, block=10_000)[2]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert counts.sum() == len(sequence) == 20 * size - 110
    assert peak < 4_000_000 < 8 * len(sequence)


@given(st.integers(1, 2**31 - 1))
def test_the_largest_uniform_stays_within_the_window(window: int) -> None:
    drawn = radii(window, np.array([0.0, np.nextafter(1.0, 0.0)]))
    assert drawn.tolist() == [1, window]


@pytest.mark.parametrize("window", [0, -3, 2.0, True, 2**31, "5"])
def test_a_window_is_a_whole_number_from_1(window: int) -> None:
    with pytest.raises(InvalidInput, match=r"window is .*; give a whole number from 1"):
        radii(window, None)


@pytest.mark.parametrize("uniform", [1.0, -0.1, math.nan])
def test_uniforms_outside_the_unit_interval_are_a_fault(uniform: float) -> None:
    with pytest.raises(ValueError, match="uniforms"):
        radii(3, np.array([0.5, uniform]))


@pytest.mark.parametrize("index", [-1, 2])
def test_a_pair_that_does_not_exist_is_a_fault(index: int) -> None:
    sequence = PairSequence(kept([[0, 1]]), radii(1, None))
    assert len(sequence) == 2
    with pytest.raises(IndexError):
        sequence.positions(np.array([0, index]))


def test_arrays_of_the_wrong_length_are_a_fault() -> None:
    tokens = kept([[0, 1, 2]])
    with pytest.raises(ValueError, match="2"):
        PairSequence(tokens, np.array([1, 1]))
    with pytest.raises(ValueError, match="from 1"):
        PairSequence(tokens, np.array([1, 0, 1]))
    with pytest.raises(ValueError, match="2"):
        tokens.subsampled(np.ones(3), np.zeros(2))
    with pytest.raises(ValueError, match="size"):
        pair_counts(PairSequence(tokens, radii(1, None)), 2)


def test_a_text_without_a_pair_says_so() -> None:
    sequence = PairSequence(kept([[0], [], [1]]), radii(5, None))
    assert list(sequence.blocks(4)) == []
    with pytest.raises(InvalidInput, match="poem has no pair of words"):
        sequence.require_pairs("poem")
    PairSequence(kept([[0, 1]]), radii(5, None)).require_pairs("poem")


def test_kept_tokens_know_where_they_stood() -> None:
    corpus = Corpus.from_text("a x b a\ny\n\nb z a")
    tokens = KeptTokens.from_corpus(corpus, corpus.vocabulary(2))
    sentences, places = tokens.origins(np.arange(len(tokens)))
    assert sentences.tolist() == [0, 0, 0, 2, 2]
    assert places.tolist() == [0, 2, 3, 0, 2]
    assert [tokens.places_in(s).tolist() for s in range(3)] == [[0, 2, 3], [], [0, 2]]
    with pytest.raises(IndexError):
        tokens.origins(np.array([5]))


@given(SENTENCES.filter(any), st.data())
def test_origins_lead_back_to_the_same_words(sentences: Sentences, data: st.DataObject) -> None:
    corpus = Corpus.from_sentences([[f"w{n}" for n in s] for s in sentences])
    vocabulary = corpus.vocabulary()
    tokens = KeptTokens.from_corpus(corpus, vocabulary)
    chance = data.draw(st.lists(UNIT, min_size=len(tokens), max_size=len(tokens)))
    probability = np.linspace(0.2, 1.0, len(vocabulary))
    fewer = tokens.subsampled(probability, np.array(chance))
    assert fewer.ids.tolist() == [
        word for word, u in zip(tokens.ids.tolist(), chance, strict=True) if u < probability[word]
    ]
    numbers, places = fewer.origins(np.arange(len(fewer)))
    assert [vocabulary.words[row] for row in fewer.ids] == [
        corpus.words_text(s)[p] for s, p in zip(numbers.tolist(), places.tolist(), strict=True)
    ]


def test_a_uniform_equal_to_the_probability_drops() -> None:
    tokens = kept([[0, 1, 2, 2]])
    fewer = tokens.subsampled(np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.5, 0.0, 0.99]))
    assert fewer.ids.tolist() == [2, 2]
    assert fewer.places.tolist() == [2, 3]
    assert fewer.offsets.tolist() == [0, 2]


@pytest.mark.parametrize(
    ("formula", "wanted"),
    [
        ("paper", [math.sqrt(0.01 / 0.9), math.sqrt(0.01 / 0.09), 1.0, 1.0]),
        ("code", [math.sqrt(0.01 / 0.9) + 0.01 / 0.9, math.sqrt(1 / 9) + 1 / 9, 1.0, 1.0]),
    ],
)
def test_frequent_words_are_kept_less(formula: SubsampleFormula, wanted: list[float]) -> None:
    counts = np.array([900, 90, 10, 0])
    np.testing.assert_allclose(keep_probability(counts, 1000, 0.01, formula), wanted, rtol=1e-15)


@pytest.mark.parametrize("formula", ["paper", "code"])
def test_a_threshold_of_0_keeps_every_word(formula: SubsampleFormula) -> None:
    assert keep_probability(np.array([9, 1]), 10, 0.0, formula).tolist() == [1.0, 1.0]


@given(
    st.lists(st.integers(0, 10**12), min_size=1),
    st.floats(0, 1e308),
    st.sampled_from(["paper", "code"]),
)
def test_keeping_is_a_probability_that_falls_with_the_count(
    counts: list[int], threshold: float, formula: SubsampleFormula
) -> None:
    array = np.sort(np.array(counts))
    probability = keep_probability(array, int(array.sum()), threshold, formula)
    assert ((probability >= 0) & (probability <= 1)).all()
    assert (np.diff(probability) <= 0).all()


@pytest.mark.parametrize("threshold", [-1e-9, math.nan, math.inf])
def test_a_threshold_is_a_number_from_0(threshold: float) -> None:
    with pytest.raises(InvalidInput, match=r"threshold is .*give a number from 0"):
        keep_probability(np.array([1]), 1, threshold)


def test_an_unknown_formula_is_told_the_choices() -> None:
    with pytest.raises(InvalidInput, match="formula is 'sqrt'; it can be paper, code"):
        keep_probability(np.array([1]), 1, 0.1, "sqrt")  # type: ignore[arg-type]


@given(SENTENCES, st.integers(1, 4), st.data())
def test_a_run_of_pairs_is_their_positions(
    sentences: Sentences, window: int, data: st.DataObject
) -> None:
    sequence = PairSequence(kept(sentences), radii(window, None))
    first = data.draw(st.integers(0, len(sequence)))
    stop = data.draw(st.integers(first, len(sequence)))
    for found, wanted in zip(
        sequence.run(first, stop), sequence.positions(np.arange(first, stop)), strict=True
    ):
        assert found.tolist() == wanted.tolist()
    with pytest.raises(IndexError):
        sequence.run(first, len(sequence) + 1)


def test_a_count_says_how_far_it_is_and_can_be_ended() -> None:
    class EndedError(Exception):
        pass

    sequence = PairSequence(kept([[0, 1, 2, 1]]), radii(1, None))
    shares: list[float] = []
    pair_counts(sequence, 3, 2, shares.append)
    assert shares == [2 / 6, 4 / 6, 1.0]

    def end(share: float) -> None:
        raise EndedError

    with pytest.raises(EndedError):
        expected_pair_counts(sequence.tokens, 1, 3, 2, end)


@given(SENTENCES, st.integers(1, 4))
def test_weighed_pairs_of_a_vocabulary_too_large_to_pack(sentences: Sentences, window: int) -> None:
    tokens = kept(sentences)
    plain = expected_pair_counts(tokens, window, 6)
    huge = expected_pair_counts(tokens, window, 2**62 // 6)
    assert [part.tolist() for part in plain] == [part.tolist() for part in huge]
