"""The Noise screen by its keys: what is shown is what the engine says."""

from __future__ import annotations

import numpy as np
import pytest

from sgns_core.noise import NoiseDistribution
from sgns_core.noise_shape import hand_draw, noise_shape
from sgns_tui.keys import KEYS
from sgns_tui.noise_sample import noise_sample
from sgns_tui.opening import SourceOptions
from sgns_tui.render.number import number
from sgns_tui.screens.noise import NoiseScreen
from tests.tui.piloting import Hand, in_loop, opened


def noise(hand: Hand) -> NoiseScreen:
    front = hand.app.front
    assert isinstance(front, NoiseScreen)
    return front


@in_loop
async def test_bars_hold_counts_and_q_of_the_worked_text() -> None:
    async with opened("worked") as hand:
        await hand.press("3")
        q = NoiseDistribution([2, 1, 1, 1, 1], 0.75).probabilities
        row = next(line for line in hand.pane("bars") if line.split()[:1] == ["the~"])
        assert f"{2 / 6:.2%}" in row
        assert f"{q[0]:.2%}" in row
        row = next(line for line in hand.pane("words") if line.split()[:1] == ["cat~"])
        assert row.split()[1:4] == ["1", number(1 / 6), number(float(q[1]))]
        assert "no draws yet" in " ".join(hand.pane("words"))


@in_loop
async def test_no_pane_moves_from_power_to_power() -> None:
    async with opened("groups") as hand:
        await hand.press("3", "right")
        panes = noise(hand).panes.values()
        places = [pane.region for pane in panes]
        for key in ("right", "left", "left", "s", "s", "d", "d"):
            await hand.press(key)
            assert [pane.region for pane in panes] == places


@in_loop
async def test_a_power_on_trial_leaves_the_run_alone_until_enter() -> None:
    async with opened("groups") as hand:
        await hand.press("3", "right")
        assert noise(hand).power == pytest.approx(0.8)
        assert hand.session.in_force.policy.power == 0.75
        assert not hand.session.timeline.edits
        assert "on trial" in hand.lines()[0]
        assert "the run has 0.75" in hand.told()
        counts = hand.session.source.noise(hand.session.in_force).counts
        shape = noise_shape(NoiseDistribution(counts, 0.8))
        row = next(line for line in hand.pane("power") if line.split()[:2] == ["0.8", "*"])
        assert number(shape.entropy, 3) in row
        assert f"{shape.top_share:.2%}" in row
        assert row.endswith(number(shape.ratio, 2))
        await hand.press("escape")
        assert noise(hand).power == 0.75
        assert "on trial" not in hand.lines()[0]
        await hand.press("left", "enter")
        assert hand.session.in_force.policy.power == pytest.approx(0.7)
        assert "power 0.7" in hand.lines()[0]
        await hand.press("1")
        assert hand.session.timeline.config().policy.power == pytest.approx(0.7)
        await hand.press("3", "z")
        assert hand.session.in_force.policy.power == 0.75
        await hand.press("enter")
        assert "No power is on trial" in hand.told()


@in_loop
async def test_powers_stay_from_0_to_1_and_stop_at_their_names() -> None:
    async with opened("worked") as hand:
        await hand.press("3")
        stops = []
        for _ in range(4):
            await hand.press("s")
            stops.append(noise(hand).power)
        assert stops == [1.0, 0.0, 0.5, 0.75]
        await hand.press(*["right"] * 9)
        assert noise(hand).power == 1.0
        seen = [1.0]
        for _ in range(21):
            await hand.press("left")
            seen.append(noise(hand).power)
        assert seen == pytest.approx([*np.arange(20, -1, -1) / 20, 0.0])
        await hand.press("w")
        await hand.answer("0.62")
        assert noise(hand).power == 0.62
        await hand.press("right")
        assert noise(hand).power == pytest.approx(0.65)
        await hand.press("w")
        await hand.answer("2")
        await hand.press("right")
        assert noise(hand).power == 2.0
        await hand.press("left")
        assert noise(hand).power == pytest.approx(1.95)


@in_loop
async def test_draws_and_their_chi_square() -> None:
    async with opened("groups") as hand:
        await hand.press("3")
        session = hand.session
        for draws in (10, 1_000, 100_000):
            await hand.press("d")
            found = noise_sample(session.source, session.in_force, draws)
            shown = noise(hand).sample
            assert shown.draws == draws
            assert np.array_equal(shown.observed, found.observed)
            value, freedom = found.noise.chi_square(found.observed)
            pane = " ".join(" ".join(hand.pane("words")).split())
            assert f"{draws} draws, seed 1" in pane
            assert freedom == 0 or f"chi-square {value:.2f} with {freedom} degrees" in pane
            row = next(
                line for line in hand.pane("words") if line.split()[:1] in (["and"], ["and~"])
            )
            word = session.words.index("and")
            assert row.split()[-1] == str(found.observed[word])
        await hand.press("d")
        assert noise(hand).sample.draws == 0
        await hand.press("N")
        await hand.answer("5")
        await hand.press("d")
        assert "10 draws, seed 5" in " ".join(hand.pane("words"))


@in_loop
async def test_the_draws_of_the_run_by_hand() -> None:
    async with opened("groups") as hand:
        await hand.press("3")
        block = hand.session.timeline.block(0, 2)
        for at in range(7):
            update, j = divmod(at, hand.session.in_force.k)
            row = int(block.rows[update, 1 + j])
            pane = " ".join(" ".join(hand.pane("hand")).split())
            assert f"number {j + 1} of update {update + 1}" in pane
            assert f"the interval of {hand.session.words[row]}," in pane
            await hand.press("n")
        await hand.press("p")
        assert noise(hand).wishes.hand == 6
        await hand.press("u")
        await hand.answer("0.999")
        found = hand_draw(noise(hand).sample.noise, 0.999)
        pane = " ".join(" ".join(hand.pane("hand")).split())
        assert "u = 0.999000" in pane
        assert f"interval of {hand.session.words[found.row]}," in pane
        await hand.press("u")
        await hand.answer("1")
        assert "from 0 to below 1" in hand.told()
        await hand.press("escape", "p")
        assert (noise(hand).wishes.u, noise(hand).wishes.hand) == (None, 6)


@in_loop
async def test_false_negatives_of_a_chosen_center() -> None:
    async with opened("groups", size=(80, 24)) as hand:
        await hand.press("3", "d", "d", "c")
        await hand.answer("dgos")
        assert "dogs" in hand.told()
        await hand.answer("dogs")
        sample = noise_sample(
            hand.session.source, hand.session.in_force, 1000, hand.session.row_of("dogs")
        )
        assert sample.shares is not None
        assert sample.followed is not None
        assert "true context of dogs" in hand.pane("contexts")[1]
        for rule, share in sample.shares.items():
            row = next(line for line in hand.pane("contexts") if line.startswith(rule))
            seen = sample.followed[rule]
            assert row.removeprefix(rule).replace("*", "").split() == [
                number(share),
                number(5 * share),
                number(seen.true / seen.draws),
                number(5 * seen.true / seen.draws),
            ]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
@in_loop
async def test_the_words_that_would_be_false_negatives_are_marked(size: tuple[int, int]) -> None:
    async with opened("worked", size=size) as hand:
        await hand.press("3", "d", "c")
        await hand.answer("mat")
        contexts = hand.session.source.context_counts(hand.session.row_of("mat"), 2)
        assert contexts is not None
        true = {
            word for word, n in zip(hand.session.words, contexts.tolist(), strict=True) if n > 0
        }
        assert 0 < len(true) < len(hand.session.words)
        assert marked(hand.pane("bars")) == true
        while "words" not in shown_panes(hand):
            await hand.press("tab")
        assert marked(hand.pane("words")) == true


def marked(lines: list[str]) -> set[str]:
    firsts = [line.split()[0] for line in lines[1:] if line.split()]
    return {word[:-1] for word in firsts if word.endswith("~")}


def shown_panes(hand: Hand) -> list[str]:
    return [pane.name_of_pane for pane in noise(hand).panes.values() if pane.display]


@in_loop
async def test_it_looks_at_the_session_that_all_screens_look_at() -> None:
    async with opened("groups") as hand:
        await hand.press("3", ".", ".", "P")
        assert "update 3" in hand.lines()[0]
        assert "word2vec.c" in hand.lines()[0]
        await hand.press("k")
        await hand.answer("2")
        assert "per 2" in " ".join(hand.pane("contexts"))
        await hand.press("1")
        assert hand.step.session.update == 2
        await hand.press("3", "z", ",", "home", "end", "y", "g")
        await hand.answer("40")
        assert hand.session.update == 39


@in_loop
async def test_words_are_shown_as_they_are() -> None:
    sentence = "[b]x[/b] \x1b[31mred ab [b]x[/b] ba"
    async with opened(
        SourceOptions(sentence=sentence, tokens="whitespace"), glyphs="ascii"
    ) as hand:
        await hand.press("3", "d")
        assert "[b]x[/b]" in hand.text()
        assert "\x1b" not in hand.text()
        panes = [pane for pane in hand.app.front.panes.values() if pane.display]
        assert all("".join(hand.pane(pane.name_of_pane)[1:]).isascii() for pane in panes), (
            hand.text()
        )


def test_no_word_of_the_screen_says_that_the_session_moves() -> None:
    """Whoever turns the power must know whose it is."""
    helps = {key.action: key.help for key in KEYS if "noise" in key.screens}
    assert "the run keeps its own until Enter" in helps["power_up"]
    assert "the run keeps its own until Enter" in helps["power_down"]
