"""The map as literal grids, and what holds for any scene."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from rich.cells import cell_len

from sgns_tui.render import roles
from sgns_tui.render.map.legend import legend_lines
from sgns_tui.render.map.picture import MapPicture, draw_map
from sgns_tui.render.map.scene import Arrow, CellKind, MapWords, Scene, Trail
from sgns_tui.render.map.viewport import Viewport, fitted
from tests.tui.test_map_labels import WORDS

Array = NDArray[np.float64]


def words_of(words: tuple[str, ...], groups: list[int] | None = None) -> MapWords:
    count = len(words)
    chosen = [-1] * count if groups is None else groups
    names = [f"g{n}" for n in range(max(chosen, default=-1) + 1)]
    return MapWords(words, np.arange(count, 0, -1), np.array(chosen, np.intp), names, "by hand")


def scene_of(
    points: Sequence[tuple[float, float]],
    words: tuple[str, ...] = WORDS,
    groups: list[int] | None = None,
    **parts: object,
) -> Scene:
    """Make a scene whose cells are the whole numbers: (0, 0) is the middle, a row is 2 high."""
    scene = Scene(
        words=words_of(words[: len(points)], groups),
        points=np.array(points, np.float64).reshape(-1, 2),
        viewport=Viewport(0, 0, 1),
        grid=False,
    )
    return replace(scene, **parts)  # type: ignore[arg-type]


def plain(picture: MapPicture) -> list[str]:
    return [line.plain for line in picture.lines()]


def shown(scene: Scene, width: int, height: int) -> list[str]:
    """Return the rows of a map as text, without empty ones at the end."""
    rows = plain(draw_map(scene, width, height))
    assert len(rows) == height
    while rows and not rows[-1]:
        rows.pop()
    return rows


def test_words_stand_beside_their_marks() -> None:
    scene = scene_of([(-5, 1), (2, 1), (0, -3)], ("sea", "king", "far"), [0, 1, -1])
    assert shown(scene, 14, 5) == ["", "", "  ●sea   ▲king", "", "       ·far"]
    assert shown(replace(scene, ascii_only=True), 14, 5) == [
        "", "", "  *sea   #king", "", "       .far",
    ]  # fmt: skip


def test_without_labels_points_are_dots() -> None:
    scene = scene_of([(-5, 1), (2, 1), (2.5, 1)], labels=0)
    assert shown(scene, 14, 4) == ["", "  ⠄      ⠤"]
    assert shown(replace(scene, kind=CellKind.BLOCK), 14, 4) == ["", "  ▖      ▄"]
    assert shown(replace(scene, kind=CellKind.ASCII), 14, 4) == ["", "  .      ."]


def test_a_cell_has_the_colour_of_most_of_its_points() -> None:
    scene = scene_of([(0, 0), (0.6, 0), (0.7, 0)], ("a", "b", "c"), [0, 1, 1], labels=0)
    assert draw_map(scene, 4, 2).rows[1] == (("  ", ""), ("⠉", roles.GROUPS[1]))
    other = replace(scene, words=words_of(("a", "b", "c"), [0, 1, 0]))
    assert draw_map(other, 4, 2).rows[1] == (("  ", ""), ("⠉", roles.GROUPS[0]))


def test_the_four_corners_of_a_map_are_visible() -> None:
    points = [(-1.0, -1.0), (1, -1), (-1, 1), (1, 1)]
    for kind in CellKind:
        for width, height in ((80, 24), (120, 36), (10, 5)):
            scene = scene_of(points, labels=0, kind=kind)
            scene = replace(scene, viewport=fitted(scene.points, width, height))
            rows = [row for row in shown(scene, width, height) if row]
            assert len(rows) == 2
            assert [len(row.split()) for row in rows] == [2, 2]


def test_the_four_corners_of_the_frame_are_inside() -> None:
    for kind in CellKind:
        scene = scene_of([(-5, 5), (4.9, 5), (-5, -4.9), (4.9, -4.9)], labels=0, kind=kind)
        picture = draw_map(scene, 10, 5)
        assert picture.outside == 0
        rows = plain(picture)
        assert [len(row) for row in rows] == [10, 0, 0, 0, 10]
        assert [len(row.split()) for row in rows] == [2, 0, 0, 0, 2]


def test_the_selected_word_stands_out_and_comes_first() -> None:
    scene = scene_of([(0, 0), (0, 0)], ("sea", "king"), selected=1)
    whole = draw_map(scene, 12, 3)
    reversed_ = [text for row in whole.rows for text, role in row if role == roles.CURSOR]
    assert reversed_ == ["·king"]
    assert set(whole.label_sides) == {0, 1}


def test_of_marks_in_one_cell_that_of_a_group_is_seen() -> None:
    for groups in ([-1, 0], [0, -1]):
        assert shown(scene_of([(0, 0), (0, 0)], ("a", "b"), groups), 8, 2)[1] == "   b●a"
    selected = scene_of([(0, 0), (0, 0)], ("a", "b"), [0, -1], selected=1)
    assert shown(selected, 8, 2)[1] == "   a·b"


def test_blanks_behind_what_is_reversed_are_not() -> None:
    scene = scene_of([(-6, 0), (5, 0)], ("a", "b"), [0, 0], selected=0)
    assert draw_map(scene, 14, 2).rows[1] == (
        (" ", ""), ("●a", roles.CURSOR), ("         ", ""), ("●b", roles.GROUPS[0]),
    )  # fmt: skip


def test_rows_of_ep_are_hollow() -> None:
    scene = scene_of(
        [(-5, 1)], ("sea",), [0],
        outputs=np.array([[2.0, 1.0]]), output_rows=np.array([0]),
    )  # fmt: skip
    assert shown(scene, 14, 3) == ["", "  ●sea   ○sea"]
    assert shown(replace(scene, ascii_only=True), 14, 3) == ["", "  *sea   1sea"]


def test_only_some_rows_are_drawn_where_asked() -> None:
    scene = scene_of([(-5, 1), (2, 1)], ("sea", "king"), only=np.array([1]))
    assert shown(scene, 14, 3) == ["", "         ·king"]


def test_what_is_not_shown_is_counted() -> None:
    points = [(0.0, 0.0), (np.nan, 0), (np.inf, 1), (100, 0), (1e300, 0)]
    picture = draw_map(scene_of(points, labels=0), 10, 4)
    assert (picture.left_out, picture.outside) == (2, 2)
    more = draw_map(
        scene_of(points, outputs=np.array([[np.nan, 0], [0, 0]]), output_rows=np.array([0, 1])),
        10, 4,
    )  # fmt: skip
    assert (more.left_out, more.outside) == (3, 2)


def test_trails_lead_to_their_points() -> None:
    trail = Trail(np.array([[[-5.0, 1.0]], [[0, 1]], [[0, 3]]]), np.array([0]))
    scene = scene_of([(0, 3)], ("a",), trail=trail, labels=0)
    assert shown(scene, 14, 4) == ["       ⡄", "  ⠤⠤⠤⠤⠤⠇"]
    lost = Trail(np.array([[[np.nan, 1.0]], [[0, 1]], [[0, 3]]]), np.array([0]))
    assert plain(draw_map(replace(scene, trail=lost), 14, 4))[1] == "       ⠇"


def test_a_pull_is_a_line_and_a_push_is_dotted() -> None:
    arrows = (Arrow((-5, 1), (-1, 1), True), Arrow((0, 1), (5, 1), False))
    scene = scene_of([(-5, 1)], ("a",), arrows=arrows, labels=0)
    assert shown(scene, 14, 3) == ["", "  ⠁⠉⠉⠉→⠁⠁⠁⠁⠁→"]
    roles_of_row = [role for _, role in draw_map(scene, 14, 3).rows[1]]
    assert roles_of_row == ["", roles.QUIET, roles.TARGET, roles.NEGATIVE]
    assert shown(replace(scene, ascii_only=True), 14, 3) == ["", "  .'''>' ' '>"]


@pytest.mark.parametrize(
    ("end", "head"),
    [((4, 0), "→"), ((4, 4), "↗"), ((0, 4), "↑"), ((-4, 4), "↖"),
     ((-4, 0), "←"), ((-4, -4), "↙"), ((0, -4), "↓"), ((4, -4), "↘")],
)  # fmt: skip
def test_heads_point_where_arrows_go(end: tuple[float, float], head: str) -> None:
    picture = draw_map(scene_of([], arrows=[Arrow((0, 0), end, True)]), 14, 7)
    assert head in "".join(plain(picture))


GRID = [
    "1         +         │         +         +",
    "                    │",
    "                    │",
    "                    │",
    "                    │",
    "0───────────────────┼────────────────────",
    "                    │",
    "                    │",
    "                    │",
    "                    │",
    "-2       -1         0         1         2",
]


def test_grid_and_origin() -> None:
    scene = scene_of([], viewport=Viewport(0, 0, 0.1), grid=True)
    assert shown(scene, 41, 11) == GRID


def test_no_word_stands_over_a_number_of_the_axes() -> None:
    scene = scene_of([], viewport=Viewport(0, 0, 0.1), grid=True)
    empty = shown(scene, 41, 11)
    rows = np.arange(-0.95, 1.0, 0.2)
    points = [(x, y) for y in rows for x in (-1.95, -1.35, -0.2, 1.4)]
    words = tuple("word" for _ in points)
    full = shown(scene_of(points, words, viewport=Viewport(0, 0, 0.1), grid=True), 41, 11)
    assert "word" in "".join(full)
    for row, line in enumerate(full):
        for match in re.finditer(r"-?[0-9.]+", empty[row]):
            there = line.ljust(41)[match.start() : match.end()]
            assert not any(c.isalpha() and c.isascii() for c in there), (there, match.group())


def test_whatever_stands_in_front_hides_the_grid() -> None:
    scene = scene_of([(0, 0)], ("a",), viewport=Viewport(0, 0, 0.1), grid=True, labels=0)
    rows = shown(scene, 41, 11)
    assert [n for n, (row, grid) in enumerate(zip(rows, GRID, strict=True)) if row != grid] == [5]
    assert rows[5].replace("⠠", "┼") == GRID[5]


@pytest.mark.parametrize("count", [0, 1, 2])
def test_few_words_work(count: int) -> None:
    scene = scene_of([(0, 0), (3, 2)][:count], grid=True)
    scene = replace(scene, viewport=fitted(scene.points, 40, 10))
    text = "\n".join(shown(scene, 40, 10))
    assert all(word in text for word in WORDS[:count])


@pytest.mark.parametrize("size", [(0, 0), (0, 5), (5, 0), (-3, 4)])
def test_no_room_is_no_map(size: tuple[int, int]) -> None:
    assert draw_map(scene_of([(0, 0)]), *size).rows == ()


coordinates = st.floats(-30, 30) | st.sampled_from([np.nan, np.inf, 1e300, 0.0])
point_lists = st.lists(st.tuples(coordinates, coordinates), max_size=len(WORDS))


@settings(max_examples=150)
@given(
    point_lists,
    st.permutations(WORDS),
    st.tuples(st.integers(1, 50), st.integers(1, 16)),
    st.sampled_from(CellKind),
    st.booleans(),
    st.data(),
)
def test_no_line_is_too_long_and_equal_scenes_are_equal(
    points: Sequence[tuple[float, float]],
    words: list[str],
    size: tuple[int, int],
    kind: CellKind,
    ascii_only: bool,
    data: st.DataObject,
) -> None:
    groups = data.draw(st.lists(st.integers(-1, 9), min_size=len(points), max_size=len(points)))
    unit = data.draw(st.floats(0.01, 50))
    array = np.array(points, np.float64).reshape(-1, 2)
    scene = scene_of(
        points,
        tuple(words),
        groups,
        viewport=Viewport(*data.draw(st.tuples(st.floats(-9, 9), st.floats(-9, 9))), unit),
        kind=kind,
        ascii_only=ascii_only,
        grid=data.draw(st.booleans()),
        selected=data.draw(st.none() | st.integers(0, len(points) - 1)) if points else None,
        outputs=array[::-1],
        output_rows=np.arange(len(points))[::-1],
        trail=Trail(np.stack([array, array[::-1]]), np.arange(len(points))),
        arrows=[Arrow((0, 0), p, bool(n % 2)) for n, p in enumerate(points)],
    )
    picture = draw_map(scene, *size)
    assert picture == draw_map(scene, *size)
    assert len(picture.rows) == size[1]
    finite = np.isfinite(array).all(axis=1)
    assert picture.left_out == 2 * (~finite).sum()
    for line, row in zip(picture.lines(), picture.rows, strict=True):
        assert cell_len(line.plain) <= size[0]
        assert line.plain == line.plain.rstrip()
        assert line.plain == "".join(text for text, _ in row)
        assert all(text for text, _ in row)
        assert not ascii_only or line.plain.isascii()
        assert "\x1b" not in line.plain
    kept = draw_map(replace(scene, label_sides=picture.label_sides), *size)
    assert kept.label_sides == picture.label_sides
    assert kept.rows == picture.rows


@given(st.lists(st.integers(0, 17), min_size=1, max_size=6, unique=True), st.integers(20, 60))
def test_whatever_stands_right_of_a_word_stays_in_its_column(chosen: list[int], size: int) -> None:
    count = len(chosen)
    words = (*(WORDS[n] for n in chosen), *"|" * count)
    points = [(x + 0.5, -2.0 * n - 1) for x in (0, size - 3) for n in range(count)]
    viewport = Viewport(size / 2, -float(count), 1)
    for line in plain(draw_map(scene_of(points, words, viewport=viewport), size, count)):
        assert line.endswith("·|")
        assert cell_len(line) == size - 1


def test_the_legend_names_marks_and_what_is_left_out() -> None:
    scene = scene_of(
        [(0, 0), (1, 1), (np.nan, 0), (900, 0)], ("a", "b", "c", "d"), [0, 1, -1, 1],
        arrows=[Arrow((0, 0), (1, 1), True), Arrow((0, 0), (1, 1), False)],
        outputs=np.array([[0.0, 0]]), output_rows=np.array([0]),
    )  # fmt: skip
    picture = draw_map(scene, 20, 5)
    lines = [line.plain for line in legend_lines(scene, picture, 200, held=0.8766)]
    assert lines == [
        "by hand: ● g0 ▲ g1 · others ○△.. rows of Ep line: pull of the target "
        "dotted: push of negatives plane holds 87.7% of variance 1 outside "
        "1 not finite, left out"
    ]
    narrow = legend_lines(replace(scene, ascii_only=True), picture, 20, held=0.99999)
    assert narrow[0].plain == "by hand: * g0 # g1"
    assert all(line.cell_len <= 20 for line in narrow)
    assert "99.9%" in " ".join(line.plain for line in narrow)
    assert all(line.plain.isascii() for line in narrow)


def test_names_of_groups_are_data() -> None:
    words = MapWords(["a"], np.array([1]), np.array([0]), ["\x1b[2J[bold]x"], "b")
    scene = replace(scene_of([(0, 0)]), words=words)
    (line,) = legend_lines(scene, draw_map(scene, 9, 3), 80)
    assert line.plain == "b: ● ␛[2J[bold]x"


def test_no_word_stands_right_beside_a_number_of_the_axes() -> None:
    for shift in range(12):  # a point in each cell of the lowest row in turn
        points = [(x + shift * 0.1, -0.95) for x in (-2.0, -0.8, 0.4)]
        scene = scene_of(points, ("word",) * 3, viewport=Viewport(0, 0, 0.1), grid=True)
        bottom = shown(scene, 41, 11)[-1]
        assert not re.search(r"[0-9]word|word[0-9-]", bottom), bottom


def test_a_legend_with_few_lines_says_how_many_groups_it_leaves_out() -> None:
    count = 30
    words = MapWords(
        [f"w{n}" for n in range(count)], np.ones(count, np.intp), np.arange(count),
        [f"a group with a long name, {n}" for n in range(count)], "by hand",
    )  # fmt: skip
    scene = replace(scene_of([(0, 0)] * count), words=words)
    picture = draw_map(scene, 30, 3)
    lines = [line.plain for line in legend_lines(scene, picture, 40, rows=3)]
    named = sum(mark in "●▲■◆▼◀▶◉" for mark in "".join(lines))
    assert len(lines) <= 3
    assert lines[-1].endswith(f"and {count - named} more")
    assert all(cell_len(line) <= 40 for line in lines)
    few = replace(words, groups=np.zeros(count, np.intp), names=["one", "two", "three"])
    scene = replace(scene, words=few)
    assert [line.plain for line in legend_lines(scene, picture, 40, rows=1)] == [
        "by hand: ● one ▲ two ■ three"
    ]
