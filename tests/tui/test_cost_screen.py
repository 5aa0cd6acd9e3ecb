"""The Cost screen by its keys: counts, a softmax without a word, measuring in a thread."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sgns_core.cost import Measured
from sgns_core.objectives import softmax_probabilities
from sgns_tui.opening import SourceOptions
from sgns_tui.render.number import number
from sgns_tui.screens.cost import CostScreen
from tests.tui.piloting import Hand, in_loop, opened


def cost(hand: Hand) -> CostScreen:
    front = hand.app.front
    assert isinstance(front, CostScreen)
    return front


@in_loop
async def test_counts_of_the_session_of_large_models_and_by_hand() -> None:
    async with opened("worked") as hand:
        await hand.press("6")
        assert cost(hand).counts == (5, 3, 5)
        assert "multiply-adds 15 18" in hand.flat("counts")
        await hand.press("b")
        assert "300,000,000" in hand.flat("counts")
        assert "1,800" in hand.flat("counts")
        assert "2.235 GiB" in hand.flat("counts")
        assert "166,667 times" in hand.flat("counts")
        assert any("300,000,000" in line for line in hand.pane("bars"))
        assert any("1,280" in line for line in hand.pane("bars"))
        await hand.press("V")
        await hand.answer("7000")
        await hand.press("d")
        await hand.answer("40")
        await hand.press("k")
        await hand.answer("9")
        assert cost(hand).counts == (7000, 40, 9)
        assert "multiply-adds 280,000 400" in hand.flat("counts")
        assert hand.session.in_force.k == 5  # the run keeps its own
        await hand.press("right")
        assert cost(hand).counts[0] == 10_000
        await hand.press("left", "left")
        assert cost(hand).counts[0] == 2_000
        await hand.press("t")
        assert cost(hand).counts == (5, 3, 5)
        await hand.press(*["left"] * 9)
        assert cost(hand).counts[0] == 2
        await hand.press(*["right"] * 40)
        assert cost(hand).counts[0] == 10**9
        await hand.press("V")
        await hand.answer("1")
        assert "from 2 to 1000000000" in hand.told()


@in_loop
async def test_one_score_dropped_and_the_softmax_no_longer_sums_to_one() -> None:
    async with opened("worked") as hand:
        await hand.press("6")
        session = hand.session
        words = session.words
        E, Ep = session.timeline.E, session.timeline.Ep
        whole = softmax_probabilities(E[session.trace.center], Ep)
        assert "the score of on is not computed" in hand.flat("dropped")
        gone = session.trace.target
        assert number(float(1 - whole[gone])) in hand.flat("dropped")
        await hand.press("x")
        gone = (gone + 1) % len(words)
        assert f"the score of {words[gone]} is not computed" in hand.flat("dropped")
        others = whole.copy()
        others[gone] = 0
        others /= others.sum()
        row = next(line for line in hand.pane("dropped") if line.split()[:1] == ["the"])
        assert row.split()[2:4] == [number(float(whole[0])), number(float(others[0]))]
        await hand.press("X")
        await hand.answer("cat")
        assert "the score of cat" in hand.flat("dropped")
        await hand.press("c")
        await hand.answer("the")
        assert "center the; the score of cat" in hand.flat("dropped")
        await hand.press("c")
        await hand.answer("dog")
        assert "dog" in hand.told()


@in_loop
async def test_measuring_in_a_thread_with_progress_and_a_slope(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fake(
        words: int, dim: int, k: int, clock: object, go_on: Callable[[], bool]
    ) -> Measured | None:
        return Measured(words, words * 1e-6, 2e-6) if go_on() else None

    monkeypatch.setattr("sgns_tui.cost_view.measure", fake)
    async with opened("groups") as hand:
        await hand.press("6", "m")
        await hand.until(lambda: not cost(hand).is_reckoning)
        assert [one.words for one in cost(hand).done][-1] == 200_000
        assert "V^1.00 for the full softmax, V^0.00 for SGNS" in hand.flat("measured")
        row = next(line for line in hand.pane("measured") if line.split()[:1] == ["5,000"])
        assert row.split()[1:] == ["5", "ms", "2", "us", "2,500.0"]
        await hand.press("d")  # what was measured is of another d
        await hand.answer("50")
        assert "m measures" in hand.flat("measured")
        await hand.press("t")
        assert "V^1.00" in hand.flat("measured")


@in_loop
async def test_measuring_stops_at_once_and_keeps_what_was_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def fake(
        words: int, dim: int, k: int, clock: object, go_on: Callable[[], bool]
    ) -> Measured | None:
        if words == 1_000:
            return Measured(words, 1e-3, 1e-6)
        while go_on():
            asked.append(words)
        return None

    monkeypatch.setattr("sgns_tui.cost_view.measure", fake)
    async with opened("groups") as hand:
        await hand.press("6", "m")
        await hand.until(lambda: "2,000 (2/8)" in hand.flat("measured"))
        assert "measuring" in hand.lines()[0]
        await hand.press("escape")
        assert "Stopped" in hand.told()
        await hand.pilot.pause(0.1)
        seen = len(asked)
        await hand.pilot.pause(0.2)
        assert len(asked) == seen
        assert [one.words for one in cost(hand).done] == [1_000]
        await hand.press("m")
        await hand.until(lambda: "2,000 (2/8)" in hand.flat("measured"))
        await hand.press("m")
        assert not cost(hand).is_reckoning
        await hand.press("m", "d")
        await hand.answer("7")
        assert not cost(hand).is_reckoning  # it was under way for another d


@in_loop
async def test_memory_that_measuring_may_take() -> None:
    async with opened("groups") as hand:
        await hand.press("6", "b", "M")
        await hand.answer("1")
        assert "at most 1 MiB" in hand.flat("measured")
        await hand.press("m")
        assert "Even 1,000 words x 300 take more than 1 MiB" in hand.told()
        assert not cost(hand).is_reckoning


@in_loop
async def test_a_source_with_one_word_says_that_a_softmax_needs_two() -> None:
    async with opened(SourceOptions(sentence="one one one")) as hand:
        await hand.press("6")
        assert "words must be a whole number from 2" in hand.flat("counts")
        await hand.press("x", "b")
        assert "300,000,000" in hand.flat("counts")
