"""Analogies, asked one by one and from files, against plain loops."""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_core.analogy import METHODS, Method, analogy
from sgns_core.analogy_questions import (
    Section,
    SectionResult,
    answer_questions,
    parse_questions,
)
from sgns_core.errors import InvalidInput
from sgns_core.neighbors import NeighborSearch
from tests.core import reference_vectors as reference
from tests.core.cases import untimed

each_method = pytest.mark.parametrize("method", METHODS)
Table = npt.NDArray[np.float32 | np.float64]

MAN, KING, WOMAN, QUEEN, APPLE = range(5)
# Two parts mean royal and female, the third something else.
PLAIN = np.array([[0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1], [-0.5, -0.5, 1]], np.float32)

HEXAGON = np.array([[1.0, 0], [0.5, 0.75**0.5], [0.5, -(0.75**0.5)], [1, 1]])


@st.composite
def tables(draw: st.DrawFn) -> Table:
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    size, dim = random.integers(4, 25), random.integers(2, random.choice((4, 40)))
    dtype = draw(st.sampled_from([np.float32, np.float64]))
    table = (
        random.integers(-2, 3, (size, dim)).astype(dtype)
        if draw(st.booleans())
        else random.normal(size=(size, dim)).astype(dtype)
    )
    odd = random.random(size) < 0.1
    table[odd, 0] = np.nan
    table[random.random(size) < 0.1] = 0
    return table


@each_method
@untimed
@given(table=tables(), data=st.data())
def test_answers_against_a_plain_loop(method: Method, table: Table, data: st.DataObject) -> None:
    usable = np.flatnonzero(np.isfinite(table).all(axis=1) & table.any(axis=1)).tolist()
    if not usable:
        return
    a, b, c = (data.draw(st.sampled_from(usable)) for _ in range(3))
    rows = table.astype(np.float64).tolist()
    search = NeighborSearch(table)
    try:
        found = analogy(search, a, b, c, 5, method)
    except InvalidInput:
        units = [search.table[r] / search.norms[r] for r in (a, b, c)]
        assert np.abs(units[1] - units[0] + units[2]).max() < 1e-6
        return
    wanted = reference.analogy_scores(rows, a, b, c, method)
    best = sorted(wanted.values(), reverse=True)[:5]
    assert len({row for row, _ in found}) == len(best)
    for (row, value), other in zip(found, best, strict=True):
        assert value == pytest.approx(wanted[row], rel=1e-9, abs=1e-9)
        assert value == pytest.approx(other, rel=1e-9, abs=1e-9)


@each_method
@untimed
@given(table=tables(), seed=st.integers(0, 2**32))
def test_a_file_s_answers_are_those_of_single_questions(
    method: Method, table: Table, seed: int
) -> None:
    random = np.random.default_rng(seed)
    questions = random.integers(len(table), size=(12, 4))
    search = NeighborSearch(table)
    asked = correct = 0
    for a, b, c, answer in questions.tolist():
        if not (search.norms[[a, b, c, answer]] > 0).all():
            continue
        asked += 1
        try:
            found = analogy(search, a, b, c, 1, method)
        except InvalidInput:
            continue
        correct += bool(found) and found[0][0] == answer
    section = Section("s", [(str(a), str(b), str(c), str(d)) for a, b, c, d in questions.tolist()])
    results = answer_questions(table, int, [section], method)
    assert results == [SectionResult("s", correct, asked, 12)]


@each_method
def test_king_and_queen(method: Method) -> None:
    found = analogy(NeighborSearch(PLAIN), MAN, KING, WOMAN, 9, method)
    assert found[0][0] == QUEEN
    assert [row for row, _ in found] == [QUEEN, APPLE]  # those that were asked are left out


def test_what_points_nowhere_is_refused() -> None:
    table = np.array([[1, 1], [2, 0], [0, 3], [4, 0], [-5, 0]], np.float64)
    search = NeighborSearch(table)
    assert analogy(search, 3, 1, 2, 9)  # b - a is zero, and c is left
    with pytest.raises(InvalidInput, match=r"b - a \+ c is zero.*--method mul"):
        analogy(NeighborSearch(HEXAGON), 0, 1, 2, 9)
    assert analogy(NeighborSearch(HEXAGON), 0, 1, 2, 9, "mul")


def test_a_plain_file_of_questions() -> None:
    text = (
        "// made by hand\n: family\nman king woman queen\n\n man  woman king\tqueen\n"
        ": nothing\n: capital cities\na b c d\n# no more\n"
    )
    assert parse_questions(text) == [
        Section("family", [("man", "king", "woman", "queen"), ("man", "woman", "king", "queen")]),
        Section("nothing"),
        Section("capital cities", [("a", "b", "c", "d")]),
    ]
    assert parse_questions("a b c d\n") == [Section("", [("a", "b", "c", "d")])]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (": family\nman king woman\n", "line 2 is 'man king woman'; expected four words"),
        ("a b c d e\n", "line 1 is"),
        (": family\n", "it holds no question"),
        ("", "it holds no question"),
    ],
)
def test_what_is_no_file_of_questions(text: str, said: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_questions(text)
    assert said in str(caught.value)


def test_coverage_by_section() -> None:
    names = ["man", "king", "woman", "queen", "apple", "zero", "nan"]
    table = np.vstack([PLAIN, np.zeros((1, 3)), np.full((1, 3), np.nan)]).astype(np.float32)
    sections = parse_questions(
        ": one\nman king woman queen\nman king woman apple\nman king woman unicorn\n"
        ": two\nman king woman zero\nnan king woman queen\n: three\n"
    )
    lookup = {name: row for row, name in enumerate(names)}
    assert answer_questions(table, lambda word: lookup.get(word, -1), sections) == [
        SectionResult("one", 1, 2, 3),
        SectionResult("two", 0, 0, 2),
        SectionResult("three", 0, 0, 0),
    ]
