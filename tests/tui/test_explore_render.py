"""What stands beside an explored map, as literal lines."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from sgns_core.vectors import WordVectors
from sgns_tui.explored import Explored
from sgns_tui.exploring import Exploring
from sgns_tui.render.explore.answers import apart_lines, odd_lines, table_lines
from sgns_tui.render.explore.listed import beside_lines, listed_lines, listed_title, shares
from sgns_tui.render.explore.names import percent, plane_name
from sgns_tui.render.explore.scene import picture_lines
from sgns_tui.render.explore.status import drawn_line, explore_status, warnings
from sgns_tui.render.explore.word import word_lines
from sgns_tui.screens.explore_layout import explore_layout
from sgns_tui.text import width
from tests.tui.exploring_tools import ROWS, exploring, other_vectors

NAMES = list(ROWS)


def plain(lines: list[Text]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def test_a_list_has_places_marks_numbers_and_bars() -> None:
    looked = exploring()
    looked.mark(NAMES.index("ship"))
    listed = looked.near(NAMES.index("sea"), 3)
    assert listed_title(looked, listed) == "Nearest to sea, cosine in E"
    assert plain(listed_lines(looked, listed, 1, 46, 9)) == [
        "1  море                 0.9966 ████████████",
        "2 +ship                 0.9692 ███████████▋",
        "3  [b]                  0.4469 █████▍······",
    ]
    assert plain(listed_lines(looked, listed, None, 20, 2, 2)) == [
        "1  море      1.00",
        "2 +ship      0.97",
    ]
    looked.ascii_only = True
    line = listed_lines(looked, listed, None, 46, 1)[0].plain
    assert line == "1  \\u043c\\u043e\\u044... 0.9966 ############"


def test_the_cursor_is_kept_in_view() -> None:
    looked = exploring()
    listed = looked.near(NAMES.index("sea"))
    lines = plain(listed_lines(looked, listed, 5, 40, 3))
    assert [line.split()[0] for line in lines] == ["4", "5", "6"]


def test_bars_are_shares() -> None:
    assert shares([1.0, 0.5, -0.2], "cosine") == [1.0, 0.5, 0.0]
    assert shares([8.0, 4.0, -2.0], "dot") == [1.0, 0.5, 0.0]
    assert shares([1.0, 2.0], "distance") == [0.5, 1.0]
    assert shares([0.0], "distance") == [0.0]


def test_two_files_stand_side_by_side() -> None:
    looked = exploring(beside=other_vectors())
    found = looked.near_beside("king", 3, None)
    assert plain(beside_lines(looked, found, 0, 50, 9, 2)) == [
        "2 of 3 in both lists (=)",
        "some.npz      other.vec",
        "=man     0.78 =man      0.78",
        "=море    0.11  ship     0.78",
        " sea     0.10 =море     0.11",
    ]
    missing = looked.near_beside("queen", 3, None)
    assert plain(beside_lines(looked, missing, 0, 50, 9, 2))[0] == "other.vec: it has no such word"


def test_the_word_says_what_its_row_is() -> None:
    looked = exploring()
    looked.view_components(2, 3)
    looked.go_to(NAMES.index("sea"))
    assert plain(word_lines(looked, looked.map_now(), 60, 9)) == [
        "sea row 5 of 10 count 50 group 50-60",
        "norm 2.5020 at 2.0000, 1.5000",
        "E: 0.0000 0.1000 2.0000 1.5000",
    ]
    looked.go_to(NAMES.index("nil"))
    assert plain(word_lines(looked, looked.map_now(), 60, 2))[1] == (
        "holds zeros alone: no direction"
    )
    looked.go_to(NAMES.index("bad"))
    assert plain(word_lines(looked, looked.map_now(), 60, 9))[1:3] == [
        "holds a value that is not finite",
        "norm -",
    ]


def test_the_word_says_how_many_numbers_it_leaves_out_where_there_is_little_room() -> None:
    table = np.random.default_rng(7).normal(size=(3, 100))
    vectors = WordVectors(words=["a", "b", "c"], E=table, counts=np.array([9, 8, 7]))
    looked = Exploring(Explored(vectors, "some"))
    looked.go_to(0)
    for rows in (3, 4, 5):
        lines = plain(word_lines(looked, looked.map_now(), 40, rows))
        assert len(lines) <= rows
        numbers = [part for part in " ".join(lines[2:]).split() if "." in part]
        assert lines[-1].endswith(f"and {100 - len(numbers)} more")


def test_the_line_at_the_top_says_how_many_of_how_many() -> None:
    looked = exploring()
    looked.draw_frequent(4)
    assert explore_status(looked, looked.map_now(), 100).plain == (
        "some.npz | 4 of 10 words: most frequent | table E | cosine | 4 components"
    )
    assert explore_status(looked, None, 40).plain == "some.npz | 4 of 10 words: most frequent"
    looked.go_to(NAMES.index("sea"))
    assert "| 5 of 10 words: most frequent, 1 added |" in (
        explore_status(looked, looked.map_now(), 100).plain
    )
    looked.go_to(NAMES.index("nil"))  # which cannot be drawn
    assert drawn_line(looked, looked.map_now()) == "5 of 10 words: most frequent, 1 added"
    looked.draw_frequent(9)
    assert drawn_line(looked, looked.map_now()) == "8 of 10 words: most frequent"


def test_what_to_beware_of_is_said() -> None:
    rng = np.random.default_rng(1)
    alike = WordVectors(
        words=[f"w{n}" for n in range(20)], E=np.ones((20, 30)) + 0.02 * rng.normal(size=(20, 30))
    )
    looked = Exploring(Explored(alike, "alike"))
    said = list(warnings(looked.map_now()))
    assert said[0].startswith("100.0% of the cosines among 20 drawn words are 0.9 or more, 1.000")
    assert said[1].startswith("The plane holds 2")
    some = exploring()
    assert list(warnings(some.map_now())) == [
        "Not drawn: 1 rows of zeros, 1 not finite; r lists them."
    ]


def test_planes_by_name() -> None:
    looked = exploring()
    held = looked.map_now().held
    assert plane_name(looked, looked.map_now()) == f"PCA, {100 * held:.1f}% of the variance"
    looked.view_parallelogram(NAMES.index("king"), NAMES.index("man"), NAMES.index("woman"))
    assert plane_name(looked, looked.map_now()).startswith("king - man + woman, rows one long, ")


def test_titles_give_up_words_before_numbers() -> None:
    looked = exploring()
    looked.view_parallelogram(NAMES.index("king"), NAMES.index("man"), NAMES.index("woman"))
    made = looked.map_now()
    held = f"{100 * made.held:.1f}%"
    assert plane_name(looked, made, 60) == (
        f"king - man + woman, rows one long, {held} of the variance"
    )
    assert plane_name(looked, made, 50) == f"king - man + woman, rows one long, {held} variance"
    assert plane_name(looked, made, 34) == f"king - man + woman, {held} variance"
    assert plane_name(looked, made, 26) == f"king - ma…, {held} variance"
    looked.view_directions("man:woman king:queen", "sea:[b]")
    made = looked.map_now()
    held, leaning = f"{100 * made.held:.1f}%", f"{made.plane.cosine:.2f}"
    assert plane_name(looked, made) == (
        f"man:woman king:queen ; sea:[b], cosine of axes {leaning}, {held} of the variance"
    )
    name = plane_name(looked, made, 36)
    assert name.startswith("man:wo")
    assert name.endswith(f"…, cos {leaning}, {held} variance")
    listed = looked.ask("king - man + woman")
    assert listed_title(looked, listed, 33) == "Nearest to king - m…, cosine in E"


@given(st.integers(33, 120))
def test_titles_fit_their_pane(cells: int) -> None:
    looked = exploring()
    looked.view_directions("man:woman king:queen", "sea:[b]")
    assert len(plane_name(looked, looked.map_now(), cells)) <= cells
    looked.show_listed(looked.ask("king - man + woman"))
    assert len(plane_name(looked, looked.map_now(), cells)) <= cells
    assert len(listed_title(looked, looked.listed, cells)) <= cells


def test_two_lists_use_the_room_there_is() -> None:
    words = ["nebuchadnezzar", "nebuchadrezzar", "x"]
    vectors = WordVectors(words=words, E=np.array([[1.0, 0.0], [1.0, 0.1], [1.0, 0.2]]))
    looked = Exploring(Explored(vectors, "a.vec"), beside=Explored(vectors, "b" * 40))
    found = looked.near_beside("x", 2, None)
    lines = plain(beside_lines(looked, found, None, 48, 9))
    assert lines[2].split() == ["=nebuchadrezzar", "0.9952", "=nebuchadrezzar", "0.9952"]
    lines = plain(beside_lines(looked, found, None, 40, 9))
    assert lines[2].split() == ["=nebuchadre…", "0.9952", "=nebuchadre…", "0.9952"]
    assert max(map(len, lines)) <= 40


def test_answers_about_several_words() -> None:
    looked = exploring()
    rows = [NAMES.index(word) for word in ("sea", "ship", "[b]", "king")]
    odd = looked.odd_one_out(rows)
    lines = plain(odd_lines(looked, odd, 60))
    assert lines[:2] == ["king fits least", "mean cosine with the other marked words:"]
    assert lines[2].split() == ["king", f"{odd[0][1]:.4f}"]
    table = looked.similarities(rows)
    assert plain(table_lines(looked, rows, table, 60)) == [
        "           1      2      3      4",
        "1 sea   1.00   0.97   0.45   0.10",
        "2 ship  0.97   1.00   0.52  -0.01",
        "3 [b]   0.45   0.52   1.00  -0.09",
        "4 king  0.10  -0.01  -0.09   1.00",
    ]
    assert plain(table_lines(looked, rows, table, 20))[4:8] == [
        "4 king  0.10  -0.01",
        "",
        "            3      4",
        "1 sea    0.45   0.10",
    ]
    assert plain(table_lines(looked, rows, table, 28))[:5] == [
        "           1      2      3",
        "1 sea   1.00   0.97   0.45",
        "2 ship  0.97   1.00   0.52",
        "3 [b]   0.45   0.52   1.00",
        "4 king  0.10  -0.01  -0.09",
    ]
    zeros, odd_rows = looked.apart()
    assert plain(apart_lines(looked, zeros, odd_rows, 60)) == [
        "rows of zeros (no direction): 1",
        "  nil",
        "rows with a value that is not finite: 1",
        "  bad",
    ]


@given(st.integers(1, 4), st.integers(24, 90))
def test_no_column_of_cosines_is_cut_off(digits: int, cells: int) -> None:
    table = np.random.default_rng(5).normal(size=(9, 12))
    names = [f"w{n}" for n in range(8)] + ["日本語日本語"]
    looked = Exploring(Explored(WordVectors(words=names, E=table), "some"))
    cosines = looked.similarities(range(9))
    lines = table_lines(looked, range(9), cosines, cells, digits)
    assert max(line.cell_len for line in lines) <= cells
    of_last = [line.plain.split()[2:] for line in lines if line.plain.startswith("9 ")]
    assert sum(map(len, of_last)) == 9


def test_a_picture_says_what_it_is() -> None:
    lines = plain(picture_lines(exploring(), exploring().map_now(), 70, 12))
    assert lines[0].startswith("some.npz | 8 of 10 words: most frequent | table E | PCA,")
    assert any("queen" in line for line in lines)
    assert any("by count:" in line for line in lines)


@given(
    st.integers(60, 250),
    st.integers(20, 80),
    st.sampled_from(["list", "answer"]),
    st.sampled_from([None, "map", "word", "list", "answer"]),
    st.booleans(),
)
def test_panes_never_overlap(
    width: int, height: int, front: str, alone: str | None, answer: bool
) -> None:
    regions = list(explore_layout(width, height, front, alone, answer).values())
    for number, region in enumerate(regions):
        assert 0 <= region.x < region.right <= width
        assert 0 <= region.y < region.bottom <= height
        for other in regions[:number]:
            assert not region.overlaps(other)


@pytest.mark.parametrize("cells", [8, 14, 20, 33, 58])
def test_nothing_is_wider_than_its_pane(cells: int) -> None:
    looked = exploring(beside=other_vectors())
    looked.go_to(NAMES.index("king"))
    row = NAMES.index("king")
    lines = [
        *word_lines(looked, looked.map_now(), max(cells, 20), 20),
        *listed_lines(looked, looked.near(row), 2, max(cells, 20), 20),
        *odd_lines(looked, looked.odd_one_out([0, 1, 2]), max(cells, 30)),
    ]
    for line in lines:
        assert line.cell_len <= max(cells, 30)


@given(st.integers(60, 160))
def test_how_many_of_how_many_is_said_whatever_was_asked_for(cells: int) -> None:
    looked = exploring()
    looked.draw_list(["sea", "ship", "king"])
    looked.drawn = replace(looked.drawn, why="nearest to " + "море" * 20 + " by dot product")
    line = explore_status(looked, looked.map_now(), cells)
    assert "| 3 of 10 words: nearest" in line.plain
    assert line.cell_len <= cells
    looked.drawn = replace(looked.drawn, why="that fit " + "海" * 60)
    assert explore_status(looked, looked.map_now(), cells).cell_len <= cells


def test_a_list_says_its_table_where_its_title_has_little_room() -> None:
    looked = exploring(table="sum")
    looked.next_measure()
    listed = replace(looked.near(NAMES.index("king"), 3), asked="nebuchadnezzar")
    assert listed_title(looked, listed, 33) == "nebuchadn…, dot product in E + Ep"
    assert width(listed_title(looked, listed, 33)) <= 33


def test_planes_without_words_have_short_names() -> None:
    vectors = WordVectors(words=["a", "b", "c"], E=np.array([[1.0, 2], [3, 1], [0, 1]]))
    flat = Exploring(Explored(vectors, "flat"))
    assert plane_name(flat, flat.map_now(), 60) == "the rows themselves, 100.0% of the variance"
    assert plane_name(flat, flat.map_now(), 33) == "the rows, 100.0% of the variance"
    E = np.random.default_rng(1).normal(size=(5, 300))
    deep = Exploring(Explored(WordVectors(words=list("abcde"), E=E), "deep"))
    deep.view_components(122, 277)
    name = plane_name(deep, deep.map_now(), 33)
    assert name.startswith("comp. 123, 278, ")
    assert name.endswith("% variance")


def test_a_plane_that_holds_all_but_for_rounding_holds_all() -> None:
    rng = np.random.default_rng(3)
    for _try in range(20):  # three points lie in a plane, whatever they are
        vectors = WordVectors(words=list("abc"), E=rng.normal(size=(3, 7)).astype(np.float32))
        looked = Exploring(Explored(vectors, "three"))
        assert plane_name(looked, looked.map_now()) == "PCA, 100.0% of the variance"
    assert percent(0.99996) == "99.9"


def test_what_to_beware_of_names_no_key_where_there_are_none() -> None:
    looked = exploring()
    made = looked.map_now()
    assert list(warnings(made, "apart")) == [
        "Not drawn: 1 rows of zeros, 1 not finite; apart lists them."
    ]
    assert list(warnings(made, None)) == ["Not drawn: 1 rows of zeros, 1 not finite."]
    printed = " ".join(line.plain for line in picture_lines(looked, made, 60, 9))
    assert "Not drawn: 1 rows of zeros, 1 not finite." in printed


def test_lines_of_the_longer_of_two_lists_are_reached_too() -> None:
    vectors = WordVectors(words=["x", "y"], E=np.array([[1.0, 0.0], [1.0, 0.1]]))
    words = [f"w{n}" for n in range(20)]
    table = np.stack([np.ones(22), np.arange(22) / 10], axis=1)
    more = WordVectors(words=["x", "y", *words], E=table)
    looked = Exploring(Explored(vectors, "a.vec"), beside=Explored(more, "b.vec"))
    found = looked.near_beside("x", 20, None)
    assert (found.length, found.word_at(0), found.word_at(20)) == (20, "y", None)
    assert found.word_at(19) == found.lists[1][19][0]
    lines = plain(beside_lines(looked, found, 19, 40, 8))
    assert found.lists[1][19][0] in lines[-1]


def test_rows_of_words_that_had_one_already_are_counted() -> None:
    looked = exploring()
    nothing = np.array([], np.intp)
    assert "had one already" not in " ".join(plain(apart_lines(looked, nothing, nothing, 60)))
    looked.explored.repeated = 3
    assert plain(apart_lines(looked, nothing, nothing, 60))[-1] == (
        "rows of words that had one already, left out: 3"
    )


def test_more_of_a_word_than_there_is_room_for_can_be_scrolled_to() -> None:
    looked = exploring()
    looked.go_to(NAMES.index("nil"))
    lines = plain(word_lines(looked, looked.map_now(), 20, 2))
    assert lines[-1].lstrip().startswith("0.0000") or lines[-1].startswith("E:")
