"""The Train screen by its keys: what they do to the session, to the map, and to each other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np
import pytest
from textual import events

from sgns_tui.comparing import ComparedSession, open_compared
from sgns_tui.opening import SourceOptions
from sgns_tui.preferences import ScreenOptions
from sgns_tui.render.map.scene import CellKind
from sgns_tui.screens.step import StepScreen
from sgns_tui.screens.train import TrainScreen
from sgns_tui.session import Session
from sgns_tui.session_opening import open_session
from sgns_tui.training import SPEEDS
from tests.tui.piloting import Hand, in_loop, opened

GROUPS = SourceOptions(example="groups")


@asynccontextmanager
async def watching(
    options: SourceOptions | Session = GROUPS,
    size: tuple[int, int] = (120, 36),
    groups: str | None = None,
    glyphs: str = "unicode",
) -> AsyncIterator[Hand]:
    screens = ScreenOptions(first="train", groups=groups)
    async with opened(options, size, screens=screens, glyphs=glyphs) as hand:
        yield hand


def said(hand: Hand) -> str:
    """Return the lines under the timeline as one."""
    region = hand.train.edges["hint"].region
    return " ".join(line.strip() for line in hand.lines()[region.y : region.bottom]).strip()


def straight(update: int, options: SourceOptions = GROUPS) -> tuple[bytes, bytes]:
    """Return the tables of a run that went straight to an update."""
    session = open_session(options)
    session.timeline.seek(update)
    return session.timeline.E.tobytes(), session.timeline.Ep.tobytes()


def tables(session: Session) -> tuple[bytes, bytes]:
    return session.timeline.E.tobytes(), session.timeline.Ep.tobytes()


# ---- the session


@in_loop
async def test_single_updates_and_hundreds_either_way() -> None:
    async with watching() as hand:
        await hand.press(".", ".", ">", "pagedown", ",")
        assert hand.session.update == 201
        assert tables(hand.session) == straight(201)
        await hand.press("<", "pageup")
        assert hand.session.update == 1
        await hand.press("<")
        assert hand.session.update == 0
        await hand.press("<")
        assert "first update" in said(hand)
        await hand.press("end")
        assert hand.session.update == 202
        await hand.press("home")
        assert hand.session.update == 0


@in_loop
async def test_playing_moves_the_session_and_any_step_is_the_same_again() -> None:
    async with watching() as hand:
        await hand.press("space")
        assert hand.train.is_playing
        await hand.until(lambda: hand.session.timeline.length > 300)
        await hand.press("space")
        assert not hand.train.is_playing
        reached = hand.session.update
        assert tables(hand.session) == straight(reached)
        await hand.press("g")
        await hand.answer("124")
        assert hand.session.update == 123
        assert tables(hand.session) == straight(123)
        assert f"{reached:,} made" in hand.lines()[0]


@in_loop
async def test_pictures_come_while_it_plays() -> None:
    async with watching() as hand:
        before = hand.pane("map")
        await hand.press("space")
        await hand.until(lambda: hand.train.frame is not None and hand.train.frame.update > 50)
        await hand.until(lambda: hand.pane("map") != before)
        assert "playing" in hand.lines()[0]
        await hand.press("space")
        frame = hand.train.frame
        assert frame is not None
        assert frame.update == hand.session.update
        assert np.array_equal(frame.points, hand.session.timeline.E)
        assert not np.shares_memory(frame.points, hand.session.timeline.E)


@in_loop
async def test_settings_change_while_it_runs_and_are_edits() -> None:
    async with watching() as hand:
        await hand.press("space")
        await hand.until(lambda: hand.session.timeline.length > 20)
        await hand.press("+")
        assert hand.train.is_playing
        await hand.press("w")
        assert hand.train.is_playing
        await hand.answer("0.5")
        await hand.press("P")
        await hand.until(lambda: hand.session.timeline.length > 60)
        await hand.press("space")
        edits = hand.session.timeline.edits
        assert [type(edit.change).__name__ for edit in edits] == ["SetLr", "SetPolicy", "SetPolicy"]
        config = hand.session.config
        assert (config.lr, config.policy.name) == (0.2, "word2vec-c")
        again = Session(hand.session.source, hand.session.settings, edits)
        again.go_to(hand.session.update)
        assert tables(again) == tables(hand.session)
        await hand.press("z", "z", "z")
        assert hand.session.config.lr == 0.1
        await hand.press("y", "-", "=", "l")
        await hand.answer("0.3")
        assert hand.session.config.lr == 0.3
        await hand.press("k")
        await hand.answer("2")
        assert hand.session.config.k == 2


@in_loop
async def test_speed_is_a_ladder_of_doublings() -> None:
    async with watching() as hand:
        assert hand.train.trainer.speed is None
        await hand.press("v")
        assert hand.train.trainer.speed is None
        assert "as fast as it goes" in said(hand)
        await hand.press("c", "[")
        assert hand.train.trainer.speed == SPEEDS[-3]
        assert "8192 updates a second" in said(hand)
        await hand.press(*["c"] * 30)
        assert hand.train.trainer.speed == 1.0
        await hand.press("]")
        assert hand.train.trainer.speed == 2.0


@in_loop
async def test_a_run_stops_before_the_first_value_that_is_not_finite() -> None:
    options = SourceOptions(example="groups", lr=1e160)
    async with watching(options) as hand:
        await hand.press("space")
        await hand.until(lambda: not hand.train.is_playing)
        stop = hand.session.timeline.stop
        assert stop is not None
        assert f"Update {stop.at + 1} cannot be made" in said(hand)
        assert hand.session.words[stop.row] in said(hand)
        assert np.isfinite(hand.session.timeline.E).all()
        assert hand.session.update == stop.at


@in_loop
async def test_run_until_and_back_until() -> None:
    async with watching() as hand:
        await hand.press("u")
        await hand.answer("collision")
        await hand.until(lambda: not hand.train.is_playing)
        first = hand.session.update
        block = hand.session.timeline.block(first, 1)
        assert first > 0
        assert block.collisions.any()
        assert f"collision: update {first + 1}" in said(hand)
        await hand.press("u")
        await hand.answer("collision")
        await hand.until(lambda: not hand.train.is_playing and hand.session.update > first)
        await hand.press("U")
        await hand.answer("collision")
        await hand.until(lambda: not hand.train.is_playing and hand.session.update == first)
        await hand.press("u")
        await hand.answer("50000")
        assert hand.session.update == 49999


@in_loop
async def test_an_event_that_is_none_cannot_be_given() -> None:
    async with watching() as hand:
        await hand.press("u")
        hand.prompt.value = "wether"
        await hand.pilot.press("enter")
        await hand.pilot.pause()
        assert "it takes an event" in said(hand)
        assert hand.session.update == 0
        await hand.press("escape")
        assert not hand.train.is_asking


@in_loop
async def test_a_long_search_is_stopped_by_a_key() -> None:
    async with watching() as hand:
        await hand.press("u")
        hand.prompt.value = "loss > 1000"
        hand.app.post_message(events.Key("enter", None))
        while hand.session.timeline.length <= 1000:  # a pause may outlast the search
            await asyncio.sleep(0.001)
        assert hand.train.is_playing
        hand.app.post_message(events.Key("space", " "))
        await hand.until(lambda: "Stopped at update" in said(hand))
        assert not hand.train.is_playing
        assert 0 < hand.session.update < 100_000
        assert tables(hand.session) == straight(hand.session.update)


@in_loop
async def test_another_seed_keeps_the_run_of_before() -> None:
    async with watching() as hand:
        await hand.press(">", "N", "enter")
        assert (hand.session.settings.seed, hand.session.update) == (2, 0)
        await hand.press(".", "N")
        await hand.answer("1")
        assert (hand.session.settings.seed, hand.session.update) == (1, 100)
        await hand.press("N")
        await hand.answer("1")
        assert "already" in said(hand)


# ---- screens


@in_loop
async def test_inspect_opens_this_very_update_and_escape_returns() -> None:
    async with watching() as hand:
        await hand.press(".", ".", ".", "i")
        assert isinstance(hand.app.front, StepScreen)
        assert hand.session.update == 3
        assert "update 4" in hand.lines()[0]
        await hand.press("right", "escape")
        assert isinstance(hand.app.front, TrainScreen)
        assert (hand.session.update, hand.session.at) == (3, 1)


@in_loop
async def test_digits_switch_screens_and_moving_on_one_moves_all() -> None:
    async with watching() as hand:
        await hand.press(">", "1")
        assert isinstance(hand.app.front, StepScreen)
        assert "update 101" in hand.lines()[0]
        await hand.press("escape")
        assert isinstance(hand.app.front, StepScreen)
        await hand.press(".", "2")
        assert isinstance(hand.app.front, TrainScreen)
        assert hand.train.frame is not None
        assert hand.train.frame.update == 101


@in_loop
async def test_digits_do_not_switch_in_an_open_field() -> None:
    async with watching() as hand:
        await hand.press("g", "1", "2", "enter")
        assert isinstance(hand.app.front, TrainScreen)
        assert hand.session.update == 11


@in_loop
async def test_switching_stops_the_thread_before_the_step_screen_moves() -> None:
    async with watching() as hand:
        train = hand.train
        await hand.press("space")
        await hand.until(lambda: hand.session.timeline.length > 20)
        await hand.press("1")
        assert not train.is_playing
        reached = hand.session.update
        await hand.press(".", "enter", "p")
        assert hand.session.update == reached + 1
        await hand.press("2")
        assert not hand.train.is_playing


@in_loop
async def test_help_over_a_run_and_back_lets_it_go_on() -> None:
    async with watching() as hand:
        await hand.press("space")
        await hand.until(lambda: hand.session.timeline.length > 20)
        await hand.press("?")
        assert "row of E" in hand.text()
        assert not hand.app.front.session.playing
        await hand.press("escape")
        await hand.until(lambda: hand.train.is_playing)
        stood = hand.session.timeline.length
        await hand.until(lambda: hand.session.timeline.length > stood)
        await hand.press("space")


@in_loop
async def test_train_on_the_untouched_worked_example_opens_groups_and_says_so() -> None:
    async with opened("worked") as hand:
        await hand.press("2")
        assert hand.session.source.name == "groups"
        assert "groups is open here" in said(hand)
    async with opened("worked") as hand:
        await hand.press("right", "2")
        assert hand.session.source.name == "worked"


# ---- the map


@in_loop
async def test_the_cursor_goes_from_word_to_word_and_the_word_is_explained() -> None:
    async with watching() as hand:
        await hand.press("right")
        first = hand.train.map_wishes.selected
        assert first is not None
        points = hand.session.timeline.E
        await hand.press("right")
        second = hand.train.map_wishes.selected
        assert second is not None
        assert points[second, 0] > points[first, 0]
        await hand.press("up")
        third = hand.train.map_wishes.selected
        assert third is not None
        assert points[third, 1] > points[second, 1]
        await hand.press("left", "down")
        chosen = hand.train.map_wishes.selected
        assert chosen is not None
        word = hand.session.words[chosen]
        pane = "\n".join(hand.pane("word"))
        assert word in pane
        assert "by cosine" in pane
        await hand.press("escape")
        assert hand.train.map_wishes.selected is None


@in_loop
async def test_find_selects_a_word_and_brings_it_into_view() -> None:
    async with watching() as hand:
        await hand.press(*["m"] * 12, "/")
        await hand.answer("goats")
        row = hand.session.row_of("goats")
        assert hand.train.map_wishes.selected == row
        viewport = hand.train.map_wishes.viewport
        assert viewport is not None
        column, line = viewport.cells(hand.session.timeline.E[row], *hand.train.map_room)
        assert 0 <= column < hand.train.map_room[0]
        assert 0 <= line < hand.train.map_room[1]
        assert "goats" in "\n".join(hand.pane("map"))
        await hand.press("C")
        centered = hand.train.map_wishes.viewport
        assert centered is not None
        assert (centered.x, centered.y) == tuple(hand.session.timeline.E[row].tolist())


@in_loop
async def test_axes_stand_still_once_a_person_has_set_them() -> None:
    async with watching() as hand:
        await hand.press("a")
        fitted = hand.train.map_wishes.viewport
        await hand.press(*[">"] * 30)
        assert hand.train.map_wishes.viewport == fitted
        assert "outside" in "\n".join(hand.pane("map"))
        await hand.press("A")
        assert hand.train.map_wishes.viewport != fitted
        assert "outside" not in "\n".join(hand.pane("map"))


@pytest.mark.parametrize(
    ("key", "back"),
    [
        ("m", "M"),
        ("s", "d"),
        ("shift+left", "shift+right"),
        ("e", "x"),
        ("shift+up", "shift+down"),
    ],
)
@in_loop
async def test_zoom_and_pan_are_undone_by_their_opposites(key: str, back: str) -> None:
    async with watching() as hand:
        await hand.press("a")
        before = hand.train.map_wishes.viewport
        assert before is not None
        await hand.press(key)
        there = hand.train.map_wishes.viewport
        assert there is not None
        assert there != before
        await hand.press(back)
        after = hand.train.map_wishes.viewport
        assert after is not None
        assert (after.x, after.y, after.unit) == pytest.approx((before.x, before.y, before.unit))


@in_loop
async def test_what_is_drawn_can_be_shown_and_hidden() -> None:
    async with watching() as hand:
        await hand.press(">", ">")
        for key, wish in (
            ("G", "grid"),
            ("t", "trails"),
            ("E", "outputs"),
            ("V", "arrows"),
            ("L", "labels"),
        ):
            shown, wished = hand.pane("map"), getattr(hand.train.map_wishes, wish)
            await hand.press(key)
            assert hand.pane("map") != shown, key
            await hand.press(key)
            assert getattr(hand.train.map_wishes, wish) is wished
        kinds = []
        for _ in CellKind:
            await hand.press("b")
            kinds.append(hand.train.map_wishes.kind)
        assert set(kinds) == set(CellKind)


@in_loop
async def test_colours_go_by_groups_by_count_or_by_kmeans_and_the_legend_says_which() -> None:
    async with watching() as hand:
        assert "animals" in "\n".join(hand.pane("map"))
        await hand.press("K")
        assert "by count" in "\n".join(hand.pane("map"))
        await hand.press("K")
        assert "k-means" in "\n".join(hand.pane("map"))
        await hand.press("K")
        assert "animals" in "\n".join(hand.pane("map"))


@in_loop
@pytest.mark.parametrize("compared", [False, True])
async def test_a_small_legend_says_all_that_is_drawn(compared: bool) -> None:
    options = open_compared(GROUPS, "power=0") if compared else GROUPS
    async with watching(options, (80, 24)) as hand:
        assert "groups of the text" in hand.text()
        await hand.press("F", ".", "E", "V", *["m"] * 4)
        for part in ("others", "rows of Ep", "line: pull", "dotted: push", " outside"):
            await hand.until(lambda part=part: part in hand.text())  # type: ignore[misc]
        await hand.press("E", "V", "a")
        await hand.until(lambda: "line: pull" not in hand.text())
        assert " outside" not in hand.text()


@in_loop
async def test_groups_of_a_file_colour_the_map_and_leave_training_alone(tmp_path: Path) -> None:
    file = tmp_path / "mine.tsv"
    file.write_text("dogs\tbeasts\ncats\tbeasts\nsoup\tdishes\n", encoding="utf-8")
    async with watching(groups=str(file)) as hand:
        legend = "\n".join(hand.pane("map"))
        assert "beasts" in legend
        assert "dishes" in legend
        await hand.press(">")
        assert tables(hand.session) == straight(100)


@in_loop
async def test_pair_draws_its_center_and_its_four_rows_of_ep() -> None:
    async with watching(SourceOptions(example="pair")) as hand:
        frame = hand.train.frame
        assert frame is not None
        assert frame.only is not None
        assert frame.output_rows is not None
        trace = hand.session.trace
        assert frame.only.tolist() == [trace.center]
        assert sorted(frame.output_rows.tolist()) == sorted(trace.touched.tolist())
        assert len(frame.output_rows) == 4
        assert "E and Ep" in hand.pane("map")[0]


@in_loop
async def test_more_components_are_projected_and_the_share_is_said() -> None:
    async with watching(SourceOptions(example="groups", dim=8)) as hand:
        await hand.press(">")
        assert "8 components" in hand.pane("map")[0]
        assert "% of the variance" in hand.pane("map")[0]


@in_loop
async def test_two_runs_stand_side_by_side() -> None:
    session = open_compared(GROUPS, "power=0")
    async with watching(session) as hand:
        await hand.press(">", ">")
        assert "power=0.75" in hand.pane("map")[0]
        assert "power=0" in hand.pane("beside")[0]
        assert hand.pane("map")[1:] != hand.pane("beside")[1:]
        assert "power=0" in "\n".join(hand.pane("loss"))
        await hand.press("space")
        await hand.until(lambda: hand.session.timeline.length > 260)
        await hand.press("space")
        assert isinstance(hand.session, ComparedSession)
        assert hand.session.other.update == hand.session.update


@in_loop
async def test_the_runs_are_called_by_what_they_are_made_with_now() -> None:
    async with watching(open_compared(GROUPS, "power=0")) as hand:
        await hand.press(".", "w", *["backspace"] * 4)
        await hand.answer("0.5")
        assert "power=0.5" in hand.pane("map")[0]
        assert "power=0 " in hand.pane("beside")[0]
        assert "x power=0.5, o power=0" in "\n".join(hand.pane("loss"))
        await hand.press("z")
        assert "power=0.75" in hand.pane("map")[0]


@in_loop
async def test_each_map_says_how_many_components_it_is_a_plane_of() -> None:
    session = open_compared(SourceOptions(example="groups", dim=3), "dim=5")
    async with watching(session, (240, 50)) as hand:
        assert "3 components" in hand.pane("map")[0]
        assert "5 components" in hand.pane("beside")[0]
    async with watching(open_compared(GROUPS, "dim=5"), (240, 50)) as hand:
        assert "%" not in hand.pane("map")[0]
        assert "% of the variance, 5 components" in hand.pane("beside")[0]


@in_loop
async def test_the_share_of_the_variance_is_said_in_a_small_window_too() -> None:
    async with watching(SourceOptions(example="groups", dim=8), (80, 24)) as hand:
        await hand.press(">", "E")
        assert "% of the variance" in hand.pane("map")[0]


# ---- panes


@in_loop
async def test_focus_goes_through_the_panes_and_the_bar_moves_by_its_arrows() -> None:
    async with watching() as hand:
        order = []
        for _ in range(5):
            await hand.press("tab")
            assert hand.app.focused is not None
            order.append(hand.app.focused.id)
        assert order == ["bar", "now", "word", "loss", "map"]
        await hand.press("tab", "right", "right", "up", "left", "down")
        assert hand.session.update == 1
        await hand.press("shift+tab")
        assert hand.app.focused is not None
        assert hand.app.focused.id == "map"


@in_loop
@pytest.mark.parametrize("size", [(80, 24), (120, 36), (180, 50)])
async def test_what_a_pane_has_no_room_for_is_scrolled_to(size: tuple[int, int]) -> None:
    async with watching(size=size) as hand:
        await hand.press(*[">"] * 7, "/")
        await hand.answer("dogs")
        ends = {
            "now": "sum ",
            "word": "Below 0: its pairs pull it in different",
            "loss": "true contexts",
        }
        if size[0] > 160:
            ends["updates"] = "661 "
        for name, end in ends.items():
            while hand.app.focused is None or hand.app.focused.id != name:
                await hand.press("tab")
            await hand.press(*["down"] * 40)
            assert any(line.strip().startswith(end) for line in hand.pane(name)), name
            assert " more " not in hand.pane(name)[0]
            await hand.press(*["up"] * 40)
            assert "end" not in hand.pane(name)[0]


@in_loop
async def test_a_small_window_shows_all_words_of_the_update_at_hand() -> None:
    async with watching(size=(80, 24)) as hand:
        rows = [line.split()[0] for line in hand.pane("now")[1:] if line.strip()]
        assert rows.count("-") == 5
        assert "sum" in rows


@in_loop
async def test_a_small_screen_brings_the_pane_with_the_focus_to_the_front() -> None:
    async with watching(size=(80, 24)) as hand:
        assert "Loss" in hand.text()
        await hand.press("tab", "tab", "tab")
        assert "Word" in hand.text()
        await hand.press("tab")
        assert "separation" in hand.text()
        await hand.press("F")
        assert "Map" not in hand.text()
        await hand.press("F")
        assert "Map" in hand.text()


@pytest.mark.parametrize("pane", ["map", "bar", "now", "word", "loss"])
@in_loop
async def test_help_explains_the_pane(pane: str) -> None:
    async with watching() as hand:
        while hand.app.focused is None or hand.app.focused.id != pane:
            await hand.press("tab")
        await hand.press("h")
        assert "Try" in hand.text()
        assert "space" in hand.text() or "Keys" in hand.text()


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (120, 36), (200, 50)])
@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@in_loop
async def test_panes_fit_every_size(size: tuple[int, int], glyphs: str) -> None:
    async with watching(size=size, glyphs=glyphs) as hand:
        await hand.press(">", "right", "t", "E", "V")
        shown = [w for w in (*hand.train.panes.values(), *hand.train.edges.values()) if w.display]
        cells = sum(w.region.area for w in shown)
        covered = {(x, y) for w in shown for x in range(w.region.x, w.region.right) for y in range(w.region.y, w.region.bottom)}  # noqa: E501 # fmt: skip
        assert len(covered) == cells  # none overlap
        assert all(0 <= x < size[0] and 0 <= y < size[1] for x, y in covered)
        assert len(hand.lines()) == size[1]


@in_loop
async def test_a_screen_that_is_too_small_waits() -> None:
    async with watching(size=(50, 15)) as hand:
        assert "Needs 60x20" in hand.text()
        await hand.press("space", "space")
        await hand.resize(120, 36)
        assert "Map" in hand.text()


@pytest.mark.parametrize("sentence", ["one", "two words", "日本 語 日本 語", "a b a b a b"])
@in_loop
async def test_one_word_two_words_and_any_script(sentence: str) -> None:
    async with watching(SourceOptions(sentence="x y " + sentence)) as hand:
        await hand.press(">", "right", "K", "E", "t", "V")
        assert hand.session.update == 100


@in_loop
async def test_a_source_without_a_text_can_be_watched() -> None:
    async with watching(SourceOptions(example="overshoot")) as hand:
        await hand.press(".")
        assert hand.session.update == 1
        await hand.press("r")
        assert hand.app.is_running
