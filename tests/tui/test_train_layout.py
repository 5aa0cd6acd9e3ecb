"""Where the panes of the Train screen stand, and its lines of updates and status."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sgns_core.policy import ARTICLE
from sgns_tui.render.train.status import train_status
from sgns_tui.render.train.updates import UpdateLine, update_lines
from sgns_tui.screens.train_layout import train_layout
from sgns_tui.text import width


@given(
    st.integers(60, 260),
    st.integers(20, 90),
    st.sampled_from(["word", "loss"]),
    st.sampled_from([None, "map", "now", "word", "loss"]),
    st.integers(1, 2),
    st.booleans(),
)
def test_panes_cover_the_screen_once(
    columns: int, rows: int, front: str, alone: str | None, maps: int, selected: bool
) -> None:
    places = train_layout(columns, rows, front, alone, maps, selected)
    covered: set[tuple[int, int]] = set()
    for region in places.values():
        cells = {
            (x, y) for x in range(region.x, region.right) for y in range(region.y, region.bottom)
        }
        assert not cells & covered
        assert all(0 <= x < columns and 0 <= y < rows for x, y in cells)
        covered |= cells
    assert {y for _x, y in covered} == set(range(rows))
    assert all(region.width >= 20 and region.height >= 1 for region in places.values())


def test_larger_screens_show_more_panes() -> None:
    small, middle, large = (set(train_layout(*size)) for size in ((80, 24), (120, 36), (200, 50)))
    assert {"map", "now", "loss"} <= small < middle < large
    assert "word" in middle
    assert "updates" in large
    assert "word" in train_layout(80, 24, "word")


UPDATES = (
    UpdateLine(number=12, center=0, target=1, loss=1.5),
    UpdateLine(number=11, center=1, target=2, loss=float("nan"), collisions=1, true_contexts=2),
)


def test_updates_are_one_a_line() -> None:
    lines = [line.plain for line in update_lines(UPDATES, ("cat", "dog", "mouse"), 40)]
    assert lines == [
        "= a negative equals the target",
        "~ a negative is a true context",
        "12 cat        dog          1.5000",
        "11 dog        mouse             - =~",
    ]
    assert [line.plain for line in update_lines((), (), 40)] == ["No update was made yet."]


@given(st.integers(30, 90), st.text(min_size=1, max_size=30), st.booleans())
def test_updates_of_any_words_keep_to_their_width(cells: int, word: str, ascii_only: bool) -> None:
    for line in update_lines(UPDATES, (word, "日本語の言葉", "x"), cells, ascii_only)[2:]:
        assert width(line.plain) <= cells


def test_the_status_leaves_out_what_has_no_room() -> None:
    settings = (0.1, 5, ARTICLE, 7)
    line = train_status("groups", 1234567, 2000000, settings, "playing", 200)
    assert line.plain == (
        "groups | update 1,234,567 | playing | lr 0.1 | k 5 | power 0.75 | article | seed 7 | "
        "2,000,000 made"
    )
    for cells in range(60, 120):
        assert train_status("語" * 50, 1, 1, settings, "playing", cells).cell_len <= cells


@given(st.integers(60, 260), st.integers(20, 90), st.sampled_from([None, "map"]))
def test_two_maps_do_not_touch(columns: int, rows: int, alone: str | None) -> None:
    places = train_layout(columns, rows, alone=alone, maps=2)
    first, second = places["map"], places["beside"]
    assert first.right < second.x or first.bottom == second.y
