"""Word vectors: what fits together, tables and words."""

import numpy as np
import pytest

from sgns_core.errors import InvalidInput
from sgns_core.vectors import WordVectors

E = np.array([[1, 2], [3, 4], [5, 6]], np.float32)
WORDS = ["a", "b", "c"]


def test_tables_and_their_sum() -> None:
    vectors = WordVectors(words=WORDS, E=E, Ep=E * 10)
    assert (len(vectors), vectors.dim) == (3, 2)
    assert vectors.table() is vectors.table("E")
    assert vectors.table("Ep").tolist() == [[10, 20], [30, 40], [50, 60]]
    assert vectors.table("sum").tolist() == [[11, 22], [33, 44], [55, 66]]
    assert vectors.table("sum") is vectors.table("sum")
    assert vectors.counts is None
    assert vectors.vocabulary.index("b") == 1


def test_tables_cannot_be_changed_through_it() -> None:
    own = E.copy()
    vectors = WordVectors(words=WORDS, E=own, Ep=own)
    for name in ("E", "Ep", "sum"):
        with pytest.raises(ValueError, match="read-only"):
            vectors.table(name)[0, 0] = 9
    own[0, 0] = 7  # and the caller's array is the caller's still


def test_odd_rows_are_kept() -> None:
    table = np.array([[0, 0], [np.nan, 1], [np.inf, 3e38]], np.float32)
    vectors = WordVectors(words=WORDS, E=table, Ep=table)
    assert np.array_equal(vectors.E, table, equal_nan=True)
    assert vectors.table("sum")[2].tolist() == [np.inf, np.inf]


def test_an_unknown_word_brings_suggestions() -> None:
    vectors = WordVectors(words=["ship", "sheep", "sea"], E=E)
    with pytest.raises(
        InvalidInput, match="'shipp' is not among the 3 words; the nearest are: ship"
    ):
        vectors.vocabulary.index("shipp")


def test_there_may_be_no_output_table() -> None:
    vectors = WordVectors(words=WORDS, E=E)
    for name in ("Ep", "sum"):
        with pytest.raises(InvalidInput, match=f"no output table Ep .*--table {name}"):
            vectors.table(name)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"words": ["a", "b"]}, "E has the shape (3, 2); give a row"),
        ({"words": ["a", "b", "a"]}, "words[0] and words[2] are both 'a'"),
        ({"words": ["a", "b", ""]}, "words[2] is ''"),
        ({"words": []}, "words is empty"),
        ({"E": E[:, :0]}, "E has the shape (3, 0)"),
        ({"E": E[0]}, "E has the shape (2,)"),
        ({"E": E.astype(int)}, "E is of the type 'int64'"),
        ({"E": E.tolist()}, "E is of the type 'list'"),
        ({"Ep": E[:, :1]}, "E has 2 columns and Ep 1"),
        ({"Ep": E[:2]}, "Ep has the shape (2, 2)"),
        ({"counts": [1, 2]}, "counts has the shape (2,)"),
        ({"counts": [1, 2, -1]}, "counts[2] is -1"),
    ],
)
def test_what_does_not_fit_is_refused(given: dict[str, object], said: str) -> None:
    arguments: dict[str, object] = {"words": WORDS, "E": E} | given
    with pytest.raises(InvalidInput) as caught:
        WordVectors(**arguments)  # type: ignore[arg-type]
    assert said in str(caught.value)
