"""The PMI screen by its keys: scores, optimum and fits are the engine's."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest

from sgns_core.optimum import Learned, Optimum, Told, source_optimum
from sgns_core.pmi_fit import Fit, SvdOfPmi, fit
from sgns_core.settings import Settings
from sgns_core.source import Source
from sgns_tui.render.number import number
from sgns_tui.screens import pmi as pmi_module
from sgns_tui.screens import reckoning as reckoning_module
from sgns_tui.screens.pmi import PmiScreen
from tests.tui.piloting import Hand, in_loop, opened


def pmi(hand: Hand) -> PmiScreen:
    front = hand.app.front
    assert isinstance(front, PmiScreen)
    return front


def learned(hand: Hand) -> Learned:
    session = hand.session
    optimum = source_optimum(session.source, session.in_force)
    return Learned(optimum, session.timeline.E, session.timeline.Ep)


@in_loop
async def test_pairs_and_the_gap_of_the_session_now() -> None:
    async with opened("worked") as hand:
        await hand.press("5")
        assert "r lets the text give its pairs" in hand.told()
        await hand.press("r", ">", ">", "pageup", ".", ",")
        assert hand.session.update == 100
        found = learned(hand)
        assert number(found.mean_gap) in hand.flat("formula")
        worst = int(np.argmax(np.abs(found.gaps)))
        words = hand.session.words
        pairs = found.optimum.pairs
        row = hand.pane("pairs")[2].split()
        assert row[:2] == [words[int(pairs.rows[worst])], words[int(pairs.columns[worst])]]
        assert row[-3:] == [
            number(float(found.optimum.scores[worst]), 3),
            number(float(found.scores[worst]), 3),
            number(float(found.gaps[worst]), 3),
        ]
        assert f"log k = {number(float(np.log(5)))}" in hand.flat("formula")


@in_loop
async def test_the_columns_that_pairs_are_sorted_by() -> None:
    async with opened("groups") as hand:
        await hand.press("5")
        tops = {}
        for name in ("gap", "optimum", "learned", "pmi"):
            assert hand.pane("pairs")[0].split()[-1] != ""
            assert f"by {name}" in hand.pane("pairs")[0]
            tops[name] = hand.pane("pairs")[2].split()
            await hand.press("s")
        assert "by gap" in hand.pane("pairs")[0]
        found = learned(hand)
        assert tops["pmi"][-4] == number(float(found.optimum.pmi.max()), 3)
        assert tops["optimum"][-3] == number(float(found.optimum.scores.max()), 3)
        assert tops["learned"][-2] == number(float(found.scores.max()), 3)


@in_loop
async def test_settings_move_the_goal_and_the_screen_says_how() -> None:
    async with opened("groups") as hand:
        await hand.press("5", "k")
        await hand.answer("2")
        assert f"log k = {number(float(np.log(2)))}" in hand.flat("formula")
        assert "P(w|i) / (k q(w))" in hand.flat("formula")
        await hand.press("P")
        assert "(1 - P(w|i))" in hand.flat("formula")
        assert "range rule cuts it at +-6" in hand.flat("formula")
        await hand.press("z", "w")
        await hand.answer("1")
        assert "power" not in hand.flat("formula").replace("power 1", "")
        await hand.press("+")
        lr = hand.session.in_force.lr
        assert lr > 0.1
        await hand.press("-", "-")
        assert hand.session.in_force.lr < 0.1
        await hand.press("l")
        await hand.answer("0.3")
        assert hand.session.in_force.lr == 0.3
        await hand.press("y", "home", "end", "g")
        await hand.answer("301")
        assert hand.session.update == 300
        assert number(learned(hand).mean_gap) in hand.flat("formula")


@in_loop
async def test_every_unseen_pair_is_reached_by_scrolling() -> None:
    async with opened("groups", size=(80, 24)) as hand:
        await hand.press("5", "r")
        pane = pmi(hand).panes["unseen"]
        while not pane.has_focus:
            await hand.press("tab")
        pairs = list(learned(hand).optimum.unseen())
        words = hand.session.words
        row, column = pairs[200]
        wanted = f"{words[row]} > {words[column]} "
        for _step in range(200):
            if wanted in hand.flat("unseen"):
                break
            await hand.press("down")
        assert wanted in hand.flat("unseen")


@in_loop
async def test_unseen_pairs_are_apart_and_sink() -> None:
    async with opened("worked", size=(180, 50)) as hand:
        await hand.press("5", "r")
        found = learned(hand)
        assert f"{found.optimum.unseen_count} pairs never occur" in hand.flat("unseen")
        row, column = next(iter(found.optimum.unseen()))
        words = hand.session.words
        before = found.score(row, column)
        assert f"{words[row]} > {words[column]} {number(before, 3)}" in hand.flat("unseen")
        await hand.press("g")
        await hand.answer("5001")
        after = learned(hand).score(row, column)
        assert after < before
        assert f"{words[row]} > {words[column]} {number(after, 3)}" in hand.flat("unseen")
        assert any(line.startswith("the ") for line in hand.pane("heat"))


@in_loop
async def test_a_fit_of_chosen_dimensions_is_the_engine_s() -> None:
    async with opened("worked") as hand:
        await hand.press("5", "r", "d")
        await hand.answer("9")
        assert "1 to the number of words, 5" in hand.told()
        await hand.answer("1")
        await hand.until(lambda: not pmi(hand).is_reckoning)
        (one,) = pmi(hand).fits
        straight = fit(learned(hand).optimum, 1, hand.session.settings.seed)
        assert straight is not None
        assert (one.loss, one.gap) == (straight.loss, straight.gap)
        row = next(line for line in hand.pane("fits") if line.split()[:1] == ["1"])
        assert number(one.gap) in row
        assert row.split()[-1] == number(SvdOfPmi(learned(hand).optimum).gap(1))
        assert number(dict(pmi(hand).sampled)[1]) in row
        await hand.press(">")  # the sampled runs had fewer updates: they are shown no more
        row = next(line for line in hand.pane("fits") if line.split()[:1] == ["1"])
        assert row.split()[-2] == "-"
        await hand.press("k")
        await hand.answer("3")
        assert "How near can d components come?" in hand.flat("fits")


@in_loop
async def test_a_fit_can_be_stopped_at_any_time_and_keeps_what_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def slow(optimum: object, dim: int, *rest: object) -> Fit | None:
        if dim == 1:
            return fit(optimum, dim, 1, 1, 10)  # type: ignore[arg-type]
        go_on = rest[-1]
        assert callable(go_on)
        while go_on(dim, 0, len(asked), 1.5):
            asked.append(dim)
        return None

    monkeypatch.setattr(pmi_module, "fit", slow)
    async with opened("worked") as hand:
        await hand.press("5", "f")
        await hand.until(lambda: len(pmi(hand).fits) == 1 and "start 1" in hand.flat("fits"))
        assert "loss 1.500000" in hand.flat("fits")
        assert "fitting" in hand.lines()[0]
        await hand.press(".", "s")  # the screen stays alive
        await hand.press("escape")
        assert "Stopped" in hand.told()
        await hand.pilot.pause(0.1)
        seen = len(asked)
        await hand.pilot.pause(0.2)
        assert len(asked) == seen
        assert len(pmi(hand).fits) == 1
        await hand.press("f")
        await hand.until(lambda: "start 1" in hand.flat("fits"))
        await hand.press("f")
        assert not pmi(hand).is_reckoning
        await hand.press("f", "N")
        await hand.answer("2")
        assert not pmi(hand).is_reckoning
        assert not pmi(hand).fits


class Gate:
    """`source_optimum`, held back until it is let go; what is told on the way is handed on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls = 0
        self.open = threading.Event()
        monkeypatch.setattr(pmi_module, "_AT_ONCE", 0)
        monkeypatch.setattr("sgns_tui.pmi_view.source_optimum", self)

    def __call__(self, source: Source, settings: Settings, told: Told) -> Optimum:
        self.calls += 1
        while not self.open.wait(0.005):
            told(0.4)
        return source_optimum(source, settings, told)


@in_loop
async def test_a_large_text_is_reckoned_while_keys_are_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gate = Gate(monkeypatch)
    async with opened("groups") as hand:
        await hand.press("5")
        await hand.until(lambda: "pairs are counted, 40%" in hand.told())
        assert "Esc stops it" in hand.told()
        assert "reckoning" in hand.lines()[0]
        assert "the optimum is being reckoned" in hand.flat("formula")
        await hand.press("f")
        assert "the optimum is being reckoned" in hand.told()
        await hand.press("s", ">", "s")
        assert hand.session.update == 100
        assert "by " not in hand.pane("pairs")[0]
        gate.open.set()
        await hand.until(lambda: not pmi(hand).is_behind)
        found = learned(hand)
        assert number(found.mean_gap) in hand.flat("formula")
        assert "by learned" in hand.pane("pairs")[0]
        assert number(float(found.scores.max()), 3) in hand.pane("pairs")[2]
        assert "What do the scores learn?" in hand.told()
        # The update before the last did not have its optimum: nobody wanted it any more.
        calls = gate.calls
        await hand.press(">")
        await hand.until(lambda: not pmi(hand).is_behind)
        assert number(learned(hand).mean_gap) in hand.flat("formula")
        assert gate.calls == calls  # the optimum does not depend on the update


@in_loop
async def test_reckoning_can_be_stopped_and_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch)
    async with opened("groups") as hand:
        await hand.press("5")
        await hand.until(lambda: gate.calls == 1)
        await hand.press("escape")
        assert "Stopped" in hand.told()
        await hand.until(lambda: not pmi(hand).has_thread("view"))
        await hand.press("tab")
        assert "it was stopped" in hand.flat("formula")
        assert "s begins anew" in hand.told()
        assert gate.calls == 1
        gate.open.set()
        await hand.press("s")
        await hand.until(lambda: not pmi(hand).is_behind)
        assert number(learned(hand).mean_gap) in hand.flat("formula")


@in_loop
async def test_numbers_of_an_update_before_are_said_to_be_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gate = Gate(monkeypatch)
    gate.open.set()
    async with opened("groups") as hand:
        await hand.press("5")
        await hand.until(lambda: not pmi(hand).is_behind)
        before = number(learned(hand).mean_gap)
        held = threading.Event()

        def scored(*tables: object) -> Learned:
            assert held.wait(20)
            return Learned(*tables)  # type: ignore[arg-type]

        monkeypatch.setattr("sgns_tui.pmi_view.Learned", scored)
        await hand.press(">")
        assert "those after 0 updates" in hand.told()
        assert before in hand.flat("formula")
        held.set()
        await hand.until(lambda: not pmi(hand).is_behind)
        assert before not in hand.flat("formula")
        assert number(learned(hand).mean_gap) in hand.flat("formula")
        gate.open.clear()
        await hand.press("k")
        await hand.answer("2")  # another optimum: the numbers of before say nothing of it
        assert "the optimum is being reckoned" in hand.flat("formula")
        gate.open.set()
        await hand.until(lambda: not pmi(hand).is_behind)
        assert f"log k = {number(float(np.log(2)))}" in hand.flat("formula")


@in_loop
async def test_a_text_left_while_it_is_reckoned(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch)
    async with opened("groups") as hand:
        await hand.press("5")
        await hand.until(lambda: gate.calls == 1)
        await hand.press("N")
        await hand.answer("2")
        gate.open.set()
        await hand.until(lambda: not pmi(hand).is_behind)
        assert hand.session.settings.seed == 2
        assert number(learned(hand).mean_gap) in hand.flat("formula")


@in_loop
async def test_what_goes_wrong_in_the_thread_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sgns_core.pmi_fit.MAX_WORDS", 4)
    async with opened("worked") as hand:
        await hand.press("5", "f")
        await hand.until(lambda: not pmi(hand).is_reckoning)
        assert "words are too many" in hand.told()


@in_loop
async def test_a_busy_thread_lets_the_app_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or else a screen that opens waits 5 ms for each of hundreds of messages."""
    clock = itertools.count()
    rests: list[float] = []
    async with opened("worked") as hand:
        await hand.press("5")
        fake = SimpleNamespace(monotonic=lambda: next(clock) / 4_000, sleep=rests.append)
        monkeypatch.setattr(reckoning_module, "time", fake)
        done = threading.Event()

        def work(go_on: Callable[[str], bool], give: Callable[[object], None]) -> None:
            assert all(go_on("busy") for _ in range(100))
            done.set()

        pmi(hand).reckon(work)
        await hand.until(done.is_set)
        assert len(rests) >= 10
        assert all(0 < rest < 0.001 for rest in rests)
