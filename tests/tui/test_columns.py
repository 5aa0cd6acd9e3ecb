"""Tables: columns stand under each other, whatever their words are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from sgns_tui.render.columns import columns, columns_within, filled, shown_components
from sgns_tui.text import visible

words = st.text(max_size=6).map(visible)


def plain(rows: list[list[Text | str]], **settings: tuple[int, ...] | int) -> list[str]:
    return [line.plain for line in columns(rows, **settings)]  # type: ignore[arg-type]


def test_words_are_aligned_left_and_numbers_right() -> None:
    assert plain([["word", "z"], ["sea", "-0.5"], ["king", "12.25"]]) == [
        "word      z",
        "sea    -0.5",
        "king  12.25",
    ]


def test_wide_letters_take_two_cells() -> None:
    assert plain([["海", "1"], ["море", "22"]]) == ["海     1", "море  22"]


def test_a_row_of_one_cell_widens_no_column() -> None:
    assert plain([["a", "1"], ["a line of its own"], ["b", "2"]]) == [
        "a  1",
        "a line of its own",
        "b  2",
    ]


def test_short_rows_and_empty_cells_leave_no_blanks_at_the_end() -> None:
    assert plain([["a", "1", ""], ["", "", ""], ["b", "2"]]) == ["a  1", "", "b  2"]
    assert plain([]) == []
    assert plain([[]]) == [""]


def test_a_wider_gap_and_more_columns_on_the_left() -> None:
    rows: list[list[Text | str]] = [["E", "sat", "1"], ["Ep", "a", "22"]]
    assert plain(rows, left=(0, 1), gap=1) == ["E  sat  1", "Ep a   22"]


def test_styles_stay_on_their_words() -> None:
    [line] = columns([[Text("sea", "bold"), Text("1", "red")]])
    assert [(line.plain[s.start : s.end], s.style) for s in line.spans] == [
        ("sea", "bold"),
        ("1", "red"),
    ]


@given(st.lists(st.tuples(words, words, words), min_size=1, max_size=6))
def test_every_column_ends_or_begins_at_one_cell(rows: list[tuple[str, str, str]]) -> None:
    lines = plain([[*row, "|"] for row in rows])
    assert {cell_len(line) for line in lines} == {max(map(cell_len, lines))}
    assert all(line.endswith("  |") for line in lines)
    middle = [max(cell_len(row[place]) for row in rows) for place in range(3)]
    assert cell_len(lines[0]) == sum(middle) + 3 * 2 + 1


@pytest.mark.parametrize(
    ("d", "room", "shown"),
    [
        (1, 5, [0]),
        (5, 5, [0, 1, 2, 3, 4]),
        (6, 5, [0, 1, None, 4, 5]),
        (300, 4, [0, 1, None, 299]),
        (300, 3, [0, None, 299]),
        (300, 1, [0, None, 299]),
    ],
)
def test_the_first_and_the_last_components_are_shown(
    d: int, room: int, shown: list[int | None]
) -> None:
    assert shown_components(d, room) == shown


@given(st.integers(1, 1000), st.integers(3, 20))
def test_components_fill_their_room_in_order(d: int, room: int) -> None:
    shown = shown_components(d, room)
    assert len(shown) == min(d, room)
    places = [place for place in shown if place is not None]
    assert places == sorted(set(places))
    assert places[0] == 0
    assert places[-1] == d - 1
    assert shown.count(None) == (d > room)
    if d > room:
        gap = shown.index(None)
        assert all(place == i for i, place in enumerate(shown[:gap]))
        assert all(place == d - i for i, place in enumerate(reversed(shown[gap + 1 :]), 1))


@given(st.lists(st.text(max_size=9).map(visible), max_size=5), st.integers(-1, 12))
def test_filling_lines_ends_even_where_there_is_hardly_room(pieces: list[str], cells: int) -> None:
    lines = filled(pieces, cells, rest="  ")
    text = "".join(line.plain for line in lines).replace(" ", "")
    assert text == "".join(pieces).replace(" ", "")
    if cells >= 4:
        assert all(line.cell_len <= cells for line in lines)


def test_spare_columns_go_one_by_one_where_lines_would_not_fit() -> None:
    rows: list[list[Text | str]] = [["word", "aaaa", "bbbb", "cccc"], ["x", "1", "2"]]

    def within(cells: int, spare: tuple[int, ...], left: tuple[int, ...] = (0,)) -> list[str]:
        return [line.plain for line in columns_within(rows, cells, spare, left)]

    assert within(22, (2, 1)) == plain(rows)
    assert within(21, (2, 1)) == ["word  aaaa  cccc", "x        1"]
    assert within(15, (2, 1)) == ["word  cccc", "x"]
    assert within(3, (2, 1)) == ["word  cccc", "x"]  # no more to leave out
    assert within(21, (1,), (0, 2)) == ["word  bbbb  cccc", "x     2"]  # left ones stay left
