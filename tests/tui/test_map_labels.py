"""Where labels go: never on each other, never out of the frame, whatever the words are."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sgns_tui.render.map.labels import LONGEST, Label, place_labels
from sgns_tui.text import width

WORDS = (
    "sea", "king", "queen", "море", "海", "日本語の言葉", "שלום", "مرحبا", "नमस्ते",
    "e\u0301te\u0301", "a\u200bb", "👩‍👩‍👧", "\u0301", "\x1b[31m", "a" * 40, "語" * 30,
    "\u202eabc", "x",
)  # fmt: skip


def placed(
    cells: list[tuple[int, int]],
    frame: tuple[int, int],
    words: tuple[str, ...] = WORDS,
    selected: int | None = None,
    before: dict[int, int] | None = None,
    ascii_only: bool = False,
) -> list[Label]:
    """Place the labels of words on (row, column) cells in a frame of (height, width)."""
    points = np.zeros(frame, np.bool_)
    for row, column in cells:
        points[row, column] = True
    wanted = {n: row * frame[1] + column for n, (row, column) in enumerate(cells)}
    return place_labels(
        wanted, words.__getitem__, points,
        selected=selected, before=before, ascii_only=ascii_only,
    )  # fmt: skip


def where(labels: list[Label]) -> dict[int, tuple[int, int]]:
    return {label.word: (label.row, label.column) for label in labels}


def test_a_label_stands_right_of_its_point_then_left_then_below_then_above() -> None:
    assert where(placed([(1, 0)], (3, 9))) == {0: (1, 1)}
    assert where(placed([(1, 8)], (3, 9))) == {0: (1, 5)}
    king = ("king",)
    assert where(placed([(1, 1)], (3, 6), king)) == {0: (1, 2)}
    assert where(placed([(1, 2)], (3, 6), king)) == {0: (2, 2)}
    assert where(placed([(2, 2)], (3, 6), king)) == {0: (1, 2)}
    assert where(placed([(1, 3)], (3, 6), king)) == {0: (2, 0)}
    assert where(placed([(2, 3)], (3, 6), king)) == {0: (1, 0)}


def test_labels_keep_a_cell_apart_and_off_points() -> None:
    two = where(placed([(1, 0), (1, 4)], (3, 12), words=("sea", "king")))
    assert two == {0: (1, 1), 1: (1, 5)}
    blocked = where(placed([(1, 0), (1, 2), (1, 4)], (3, 12), words=("sea", "a", "king")))
    assert blocked[0] == (2, 0)


def test_what_comes_first_gets_the_room() -> None:
    assert set(where(placed([(0, 0), (0, 0)], (1, 5), words=("sea", "king")))) == {0}
    assert set(where(placed([(0, 0), (0, 0)], (1, 5), words=("king", "sea")))) == {0}


def test_a_label_stays_on_its_side_while_it_can() -> None:
    left = {0: (1 * 12 + 2) * 6 + 1}  # row 1, column 2, left of its point
    assert where(placed([(1, 5)], (3, 12), before=left)) == {0: (1, 2)}
    assert where(placed([(1, 8)], (3, 12), before=left)) == {0: (1, 5)}
    assert where(placed([(1, 5), (1, 3)], (3, 12), before=left))[0] == (1, 6)


def test_a_label_stays_where_it_is_while_its_point_moves_by_a_cell() -> None:
    right = {label.word: label.place for label in placed([(1, 5)], (3, 12))}
    for cell in ((1, 4), (0, 5), (2, 5), (2, 6), (0, 4)):
        assert where(placed([cell], (3, 12), before=right)) == {0: (1, 6)}
    assert where(placed([(1, 3)], (3, 12), before=right)) == {0: (1, 4)}
    # Another point between them would seem to be the label's.
    assert where(placed([(1, 4), (1, 5)], (3, 12), before=right))[0] != (1, 6)


def test_the_selected_word_is_labelled_over_points_if_it_must_be() -> None:
    cells = [(row, column) for row in range(3) for column in range(12)]
    words = tuple(["sea"] * len(cells))
    assert placed(cells, (3, 12), words) == []
    found = placed(cells, (3, 12), words, selected=0)
    assert [(label.word, label.row, label.column) for label in found] == [(0, 0, 1)]
    assert where(placed([(0, 2)], (1, 5), words=("abcdefgh",), selected=0)) == {0: (0, 2)}


frames = st.tuples(st.integers(1, 8), st.integers(1, 40))


@given(frames, st.data(), st.booleans())
def test_labels_lie_in_the_frame_apart_and_off_points(
    frame: tuple[int, int], data: st.DataObject, ascii_only: bool
) -> None:
    height, size = frame
    cell = st.tuples(st.integers(0, height - 1), st.integers(0, size - 1))
    cells = data.draw(st.lists(cell, max_size=len(WORDS)))
    words = tuple(data.draw(st.permutations(WORDS)))
    selected = data.draw(st.none() | st.integers(0, len(WORDS) - 1))
    before = data.draw(st.dictionaries(st.integers(0, 17), st.integers(0, 2000)))
    labels = placed(cells, frame, words, selected, before, ascii_only)
    taken: set[tuple[int, int]] = set()
    for label in labels:
        span = {(label.row, label.column + n) for n in range(label.cells)}
        assert all(0 <= row < height and 0 <= column < size for row, column in span)
        assert label.cells == width(label.text) <= LONGEST
        assert not taken & {(r, c + shift) for r, c in span for shift in (-1, 0, 1)}
        assert label.word == selected or not span & set(cells)
        if ascii_only:
            assert label.text.isascii()
        taken |= span
    if selected == 0 and cells and size > 2:
        assert labels[0].word == 0
    again = placed(cells, frame, words, selected, before, ascii_only)
    assert again == labels
