"""Words added and subtracted: what is typed, and the vector it stands for."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from sgns_core.analogy import analogy
from sgns_core.errors import InvalidInput
from sgns_core.expressions import Term, expression_vector, parse_expression
from sgns_core.neighbors import NeighborSearch

WORDS = st.text("abcxyz-+éй", min_size=1, max_size=5).filter(lambda word: word not in "+-")


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("king", [(1, "king")]),
        ("king - man + woman", [(1, "king"), (-1, "man"), (1, "woman")]),
        ("- man", [(-1, "man")]),
        ("king -man +woman", [(1, "king"), (-1, "man"), (1, "woman")]),
        ("known-as - a-b", [(1, "known-as"), (-1, "a-b")]),
        ('"new york" + "+"', [(1, "new york"), (1, "+")]),
        ("king + -man", [(1, "king"), (1, "-man")]),
    ],
)
def test_what_is_typed(text: str, terms: list[tuple[int, str]]) -> None:
    assert [(term.sign, term.word) for term in parse_expression(text)] == terms


def test_a_word_that_begins_with_a_sign_is_taken_where_it_is_known() -> None:
    assert parse_expression("-ing", {"-ing"}.__contains__) == [Term(1, "-ing")]
    assert parse_expression("-ing") == [Term(-1, "ing")]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "there is no word in it; write words with + and - between them"),
        ("king -", "a sign stands at the end with no word after it; write a word"),
        ("king - + man", "there are two signs with no word between them; write one"),
        (
            "king man",
            "'man' has no sign before it; write + or - between words, with blanks around it",
        ),
        ("a" + " + a" * 100, "it has 101 terms; write at most 100"),
    ],
)
def test_what_is_no_expression(text: str, wrong: str) -> None:
    with pytest.raises(InvalidInput) as error:
        parse_expression(text)
    assert str(error.value) == wrong


@given(st.lists(st.tuples(st.sampled_from([1, -1]), WORDS), min_size=1, max_size=6))
def test_written_out_it_is_read_back(terms: list[tuple[int, str]]) -> None:
    text = " ".join(f'{"-" if sign < 0 else "+"} "{word}"' for sign, word in terms)
    assert [(term.sign, term.word) for term in parse_expression(text)] == terms


ROWS = arrays(np.float64, (5, 3), elements=st.floats(-9, 9).map(lambda x: round(x, 3)))


@given(ROWS, st.lists(st.sampled_from([1, -1]), min_size=1, max_size=5))
def test_the_vector_is_the_signed_sum_of_unit_vectors(table: np.ndarray, signs: list[int]) -> None:
    table[~table.any(axis=1), 0] = 1.0
    wanted = [0.0, 0.0, 0.0]
    for row, sign in enumerate(signs):
        norm = math.sqrt(sum(float(x) ** 2 for x in table[row]))
        for component in range(3):
            wanted[component] += sign * float(table[row, component]) / norm
    if max(map(abs, wanted)) < 1e-9:
        return
    found = expression_vector(table, range(len(signs)), signs)
    assert found == pytest.approx(wanted, abs=1e-12)


def test_b_minus_a_plus_c_is_3cosadd() -> None:
    table = np.random.default_rng(1).normal(size=(30, 8))
    search = NeighborSearch(table)
    query = expression_vector(table, [1, 0, 2], [1, -1, 1])
    assert search.nearest(query, 5, without={0, 1, 2}) == analogy(search, 0, 1, 2, 5)


def test_what_adds_up_to_nothing_is_refused() -> None:
    with pytest.raises(InvalidInput, match="add up to zero"):
        expression_vector(np.array([[3.0, 4.0], [6.0, 8.0]]), [0, 1], [1, -1])
