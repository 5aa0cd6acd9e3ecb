"""What stands beside the map, as plain strings."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_core.monitor import DrawCounts
from sgns_core.policy import ARTICLE
from sgns_core.row_updates import RowUpdate
from sgns_tui.opening import SourceOptions
from sgns_tui.render import roles
from sgns_tui.render.sparkline import sparkline
from sgns_tui.render.step.header import sentence_lines
from sgns_tui.render.step.page import StepPage
from sgns_tui.render.step_view import SentenceView
from sgns_tui.render.train.bar import TimelineView, timeline_lines
from sgns_tui.render.train.loss import LossView, loss_lines
from sgns_tui.render.train.now import now_lines
from sgns_tui.render.train.word import WordView, word_lines
from sgns_tui.session_opening import open_session
from sgns_tui.session_view import step_view
from tests.tui.test_map_labels import WORDS


def page_of(source: str, cells: int, ascii_only: bool = False) -> StepPage:
    session = open_session(SourceOptions(example=source))
    return StepPage(step_view(session, ascii_only), cells)


@pytest.mark.parametrize("cells", [29, 30, 34])
def test_no_number_is_cut_at_the_edge_where_sigmas_are_small(cells: int) -> None:
    session = open_session(SourceOptions(example="worked"))
    session.set_value("E", 2, 2, 20.0)
    page = StepPage(step_view(session), cells)
    assert min(page.trace.probabilities_exact) < 0.005
    for line in now_lines(page):
        assert not any(c.isdigit() for c in line.plain[cells:])


def test_now_shows_sentence_words_and_what_their_signs_mean() -> None:
    lines = now_lines(page_of("collision", 56))
    assert [line.plain for line in lines] == [
        "update 1: sat > + on (chosen)",
        "text   the cat [sat] >on< the mat",
        "         y       z   sigma            loss",
        "  + on   1  0.1791  0.5447  ███▎··  0.6076",
        "  - on=  0  0.1791  0.5447  ███▎··  0.7867",
        "  - mat  0  0.2580  0.5641  ███▍··  0.8304  max",
        "  sum               1.6535          2.2247",
        "=      a collision: a negative that is the target itself",
    ]


def test_the_target_is_in_sight_where_there_is_room_for_it() -> None:
    words = ("one", "two", "three", "four", "five", "six", "seven", "eight")
    sentence = SentenceView(words, frozenset(range(8)), 4, 1, frozenset(range(2, 7)))
    page = page_of("worked", 42)
    view = replace(page.view, sentence=sentence)
    (line,) = sentence_lines(replace(page, view=view))
    assert line.plain == "text   ... >two< three four [five] six ..."
    (narrow,) = sentence_lines(replace(page, view=view, cells=36))
    assert narrow.plain == "text   ... four [five] six seven ..."


def test_where_a_pair_is_from_takes_no_line_from_its_words() -> None:
    assert now_lines(page_of("groups", 54))[0].plain.endswith("(from the text)")
    narrow = [line.plain for line in now_lines(page_of("groups", 40))]
    assert narrow[0] == "update 1: players > + heard"
    assert narrow[1].startswith("text ")
    assert any("(chosen)" in line.plain for line in now_lines(page_of("worked", 33)))


@given(st.integers(33, 130), st.sampled_from(["worked", "groups", "pair"]), st.booleans())
def test_now_fits_its_width(cells: int, source: str, ascii_only: bool) -> None:
    for line in now_lines(page_of(source, cells, ascii_only)):
        assert line.cell_len <= cells
        assert not ascii_only or line.plain.isascii()


def word_view(**parts: object) -> WordView:
    given_parts: dict[str, object] = {
        "words": WORDS,
        "row": 0,
        "count": 12,
        "group": "water",
        "norm": 1.25,
        "by_cosine": [(1, 0.98765), (2, -0.5)],
        "by_distance": [(2, 0.25)],
        "updates": [RowUpdate(41, 1, 0.0123456, -0.5), RowUpdate(7, 4, 0.25, math.nan)],
    }
    return WordView(**(given_parts | parts))  # type: ignore[arg-type]


def test_a_word_with_its_neighbours_and_last_updates() -> None:
    assert [line.plain for line in word_lines(word_view(), 70)] == [
        "sea group water count 12 norm 1.2500",
        "by cosine: king 0.988 queen -0.500",
        "by distance: queen 0.250",
        "last updates as center, and the cosine of each move with the one",
        "before:",
        "41  + king  cos -0.50  moved 0.0123",
        " 7  + 海        cos -  moved 0.2500",
        "Below 0: its pairs pull it in different directions.",
    ]


def test_a_word_without_any_of_that() -> None:
    view = word_view(group=None, norm=0.0, by_cosine=[], by_distance=[], updates=[])
    assert [line.plain for line in word_lines(view, 70)] == [
        "sea count 12 norm 0.0000",
        "by cosine: none: a row of zeros has no direction",
        "by distance: none",
        "It was the center of none of the last updates.",
    ]


def test_without_a_word_it_says_how_to_select_one() -> None:
    (line,) = word_lines(None, 90)
    assert "arrow keys" in line.plain
    assert line.style == roles.QUIET


@given(
    st.integers(6, 90), st.integers(0, len(WORDS) - 1), st.booleans(), st.integers(1, 10**9)
)  # fmt: skip
def test_words_of_any_script_fit_and_no_number_is_cut(
    cells: int, row: int, ascii_only: bool, update: int
) -> None:
    updates = [RowUpdate(update, n, 0.125, -0.75) for n in range(len(WORDS))]
    near = [(n, 0.5) for n in range(len(WORDS))]
    view = word_view(
        row=row, updates=updates, by_cosine=near, by_distance=near, ascii_only=ascii_only
    )
    for line in word_lines(view, cells):
        assert line.cell_len <= cells
        assert not ascii_only or line.plain.isascii()
        if line.plain.strip().startswith(str(update)) and "moved" in line.plain:
            assert line.plain.endswith("cos -0.75  moved 0.1250")


def loss_view(**parts: object) -> LossView:
    steps = list(range(0, 1001, 10))
    given_parts: dict[str, object] = {
        "mean": (steps, [4 * math.exp(-s / 400) + 1 for s in steps]),
        "window": 200,
        "check": ([0, 500, 1000], [5.0, 2.5, 1.5]),
        "sample": 64,
        "separation": ([0, 500, 1000], [-1.0, 0.0, 0.98765]),
        "lr": 0.1,
        "k": 5,
        "policy": ARTICLE,
        "seed": 7,
        "rate": 12345.6,
        "draws": DrawCounts(100, 500, 9, 8.25, 170, 171.5),
    }
    return LossView(**(given_parts | parts))  # type: ignore[arg-type]


def test_the_numbers_of_a_run() -> None:
    lines = [line.plain for line in loss_lines(loss_view(), 90, 6)]
    assert lines == [
        "loss 1.3283 mean of the last 200 pairs; check 1.5000 on 64 fixed pairs",
        "separation 0.988 ▁▅█ mean silhouette of the groups, -1 to 1",
        "lr 0.1 | k 5 | power 0.75 | article | seed 7 | 12,000 updates/s",
        "collisions 9 expected 8.2 of 500 draws",
        "true contexts 170 expected 171.5 of 500 draws",
    ]


def test_a_young_run_says_of_how_many_pairs_its_mean_is() -> None:
    (first, *_) = loss_lines(loss_view(mean=([0, 60, 120], [4.0, 3.5, 3.25])), 90, 6)
    assert first.plain.startswith("loss 3.2500 mean of the last 120 pairs;")


def test_the_plot_takes_the_room_that_is_left() -> None:
    lines = [line.plain for line in loss_lines(loss_view(), 60, 20)]
    assert len(lines) <= 20
    assert "loss per pair by update; x: fixed sample" in lines[0]
    plot = "\n".join(lines[:12])
    assert plot.count("x") == 3 + lines[0].count("x")
    assert "1000" in lines[12]


def test_what_is_not_known_is_not_shown() -> None:
    view = loss_view(
        mean=((), ()), check=((), ()), sample=0, separation=None, rate=None, draws=DrawCounts()
    )
    assert [line.plain for line in loss_lines(view, 90, 20)] == [
        "loss - mean of the last 200 pairs;",
        "lr 0.1 | k 5 | power 0.75 | article | seed 7 | paused",
    ]


@given(st.integers(6, 130), st.integers(0, 30), st.booleans(), st.floats())
def test_the_loss_fits_whatever_it_is(
    cells: int, rows: int, ascii_only: bool, value: float
) -> None:
    view = loss_view(mean=([0, 1], [value, 2.0]), check=([1], [value]), ascii_only=ascii_only)
    lines = loss_lines(view, cells, rows)
    assert len(lines) <= rows
    assert all(line.cell_len <= cells for line in lines)
    if ascii_only and rows < 8:
        assert all(line.plain.isascii() for line in lines)


def test_a_sparkline_has_a_column_for_each_value() -> None:
    assert sparkline([-1, -0.5, 0, 0.5, 1, math.nan, 9], 9, -1, 1) == "▁▃▅▇█ █"
    assert sparkline([-1, 0, 1], 2, -1, 1, ascii_only=True) == "=#"
    assert sparkline([1], 0, -1, 1) == ""


def test_the_timeline_shows_where_one_is_and_what_happened() -> None:
    view = TimelineView(position=50, length=100, edits=[0, 20], branches=[80], stop=100)
    lines = [line.plain for line in timeline_lines(view, 60)]
    assert lines == [
        "├▲━━━━━━━━━━▲━━━━━━━━━━━━━━━━●─────────────────┬──────────×┤",
        "50 of 100 updates made ▲ edits: 2 ┬ branches: 1",
    ]
    small = [line.plain for line in timeline_lines(view, 13)]
    assert small[0] == "├▲━▲━━●──┬─×┤"
    assert [line.plain for line in timeline_lines(view, 13, 1)] == small[:1]


def test_a_run_that_has_not_begun_is_a_bar_too() -> None:
    (bar, legend) = timeline_lines(TimelineView(position=0, length=0), 20)
    assert bar.plain == "├●─────────────────┤"
    assert legend.plain == "0 of 0 updates made"


@given(
    st.integers(0, 90), st.integers(0, 3), st.integers(0, 10**9), st.integers(0, 10**9),
    st.lists(st.integers(0, 10**9), max_size=9), st.booleans(),
)  # fmt: skip
def test_the_timeline_fits_and_always_shows_the_position(
    cells: int, rows: int, one: int, other: int, marks: list[int], ascii_only: bool
) -> None:
    view = TimelineView(
        position=min(one, other), length=max(one, other), edits=marks, branches=marks,
        stop=max(one, other), ascii_only=ascii_only,
    )  # fmt: skip
    lines = timeline_lines(view, cells, rows)
    assert len(lines) <= rows
    assert all(line.cell_len <= cells for line in lines)
    if lines:
        assert ("O" if ascii_only else "●") in lines[0].plain
        assert lines[0].cell_len == cells
        assert not ascii_only or all(line.plain.isascii() for line in lines)


def test_numbers_are_those_given() -> None:
    value = float(np.float64(0.1) + 0.2)
    assert "norm 0.3000" in word_lines(word_view(norm=value), 80)[0].plain


def test_two_runs_have_two_curves_two_marks_and_their_names() -> None:
    other = loss_view(
        mean=([1, 500, 1000], [3.0, 1.0, 0.5]), check=([0, 500, 1000], [3.0, 1.5, 1.0])
    )
    view = loss_view(beside=other, labels=("power=0.75", "power=0"))
    lines = [line.plain for line in loss_lines(view, 70, 24)]
    assert "fixed sample: x power=0.75, o power=0" in lines[0]
    plot = "\n".join(lines[1:-6])
    assert "x" in plot
    assert "o" in plot
    assert any(line.startswith("power=0: loss 0.5000 check 1.0000") for line in lines)
