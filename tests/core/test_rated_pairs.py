"""Ranks, Spearman's correlation and files of rated pairs, against plain loops."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_core.errors import InvalidInput
from sgns_core.ranks import average_ranks, spearman
from sgns_core.rated_pairs import PairsResult, RatedPair, compare_pairs, parse_rated_pairs
from tests.core import reference_vectors as reference
from tests.core.cases import untimed

series = st.lists(
    st.tuples(st.integers(-3, 3) | st.floats(-9, 9), st.integers(0, 4) | st.floats(-9, 9)),
    min_size=2,
    max_size=25,
)


@untimed
@given(series)
def test_spearman_against_a_plain_loop(pairs: list[tuple[float, float]]) -> None:
    x, y = [float(a) for a, _ in pairs], [float(b) for _, b in pairs]
    assert average_ranks(x).tolist() == [reference.average_rank(x, value) for value in x]
    assert spearman(x, y) == pytest.approx(reference.spearman(x, y), abs=1e-12, nan_ok=True)


def test_literal_correlations() -> None:
    assert average_ranks([3, 1, 3, 2]).tolist() == [3.5, 1, 3.5, 2]
    assert spearman([1, 2, 3], [10, 20, 90]) == 1
    assert spearman([1, 2, 3], [9, 5, 1]) == -1
    assert spearman([1, 2, 3, 4], [1, 2, 4, 3]) == pytest.approx(0.8)
    assert math.isnan(spearman([1, 1], [1, 2]))
    assert math.isnan(spearman([1], [1]))
    assert math.isnan(spearman([], []))


@pytest.mark.parametrize(
    "text",
    [
        "tiger\tcat\t7.35\nbook\tpaper\t7.46\n",
        "Word 1,Word 2,Human (mean)\ntiger,cat,7.35,7,8\nbook,paper,7.46,5,9\n",
        "word1\tword2\tPOS\tSimLex999\tconc(w1)\ntiger\tcat\tN\t7.35\t2.7\nbook\tpaper\tN\t7.46\t1\n",
        "# by hand\n\ntiger cat 7.35\nbook   paper 7.46\n",
        "tiger\tcat\t7.35\r\nbook\tpaper\t7.46".replace("\r", ""),
    ],
)
def test_the_shapes_that_tables_of_pairs_have(text: str) -> None:
    assert parse_rated_pairs(text) == [
        RatedPair("tiger", "cat", 7.35),
        RatedPair("book", "paper", 7.46),
    ]


def test_words_of_pairs_may_be_numbers_and_hold_blanks() -> None:
    assert parse_rated_pairs("1\t2\t0.5\nnew york\tcity\t9\n") == [
        RatedPair("1", "2", 0.5),
        RatedPair("new york", "city", 9),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a b 1\nc d\n", "line 2 is 'c d'; expected two words and a number"),
        ("a b 1\nc d nan\n", "line 2"),
        ("a\tb\t1\n\tb\t2\n", "line 2"),
        ("word1 word2 score\n", "it holds no pair"),
        ("", "it holds no pair"),
    ],
)
def test_what_is_no_table_of_pairs(text: str, said: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_rated_pairs(text)
    assert said in str(caught.value)


def test_pairs_against_a_plain_loop() -> None:
    random = np.random.default_rng(11)
    names = [f"w{row}" for row in range(30)]
    table = random.normal(size=(30, 8)).astype(np.float32)
    table[3], table[4, 1] = 0, np.inf
    lookup = {name: row for row, name in enumerate(names)}
    chosen = random.integers(33, size=(80, 2)).tolist()
    pairs = [RatedPair(f"w{a}", f"w{b}", float(random.integers(8))) for a, b in chosen]
    used = [
        (pair, (a, b))
        for pair, (a, b) in zip(pairs, chosen, strict=True)
        if max(a, b) < 30 and not {a, b} & {3, 4}
    ]
    rows = table.astype(float).tolist()
    wanted = reference.spearman(
        [pair.rating for pair, _ in used],
        [round(reference.cosine(rows[a], rows[b]), 12) for _, (a, b) in used],
    )
    found = compare_pairs(table, lambda word: lookup.get(word, -1), pairs)
    assert found.spearman == pytest.approx(wanted, abs=2e-3)
    unknown = [pair for pair, rows_ in zip(pairs, chosen, strict=True) if max(rows_) >= 30]
    assert (found.total, found.compared, found.unknown) == (80, len(used), len(unknown))
    assert found.undirected == 80 - len(used) - len(unknown)
    assert set(found.missing) <= {"w30", "w31", "w32"}
    assert len(found.missing) == len(set(found.missing))


def test_nothing_to_compare() -> None:
    found = compare_pairs(np.eye(2), lambda _word: -1, [RatedPair("a", "b", 1.0)])
    assert math.isnan(found.spearman)
    assert found == PairsResult(found.spearman, 1, 0, 1, 0, ("a", "b"))
