"""The Batch screen by its keys: matrices, masks and the small CLIP are the engine's."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from sgns_core.batch import pairs_batch
from sgns_core.batch_objectives import clip_loss, in_batch_sgns, row_softmax
from sgns_core.toy_clip import ToyClip, ToySettings, stands_out
from sgns_tui.batch_view import SHOWN, BatchView
from sgns_tui.render.number import number, tight_number
from sgns_tui.screens.batch import BatchScreen
from sgns_tui.toy_view import ToyWalk, toy_run
from tests.tui.piloting import Hand, in_loop, opened


def batch(hand: Hand) -> BatchScreen:
    front = hand.app.front
    assert isinstance(front, BatchScreen)
    return front


@in_loop
async def test_the_matrix_is_that_of_the_session_s_tables_now() -> None:
    async with opened("groups") as hand:
        await hand.press("4", ">", "pagedown", "<", ".", ",")
        session = hand.session
        assert session.update == 100
        timeline = session.timeline
        found = pairs_batch(session.source, session.in_force, 6, (timeline.E, timeline.Ep))
        assert np.array_equal(batch(hand).view.batch.scores, found.scores)
        text = hand.flat("scores")
        for i in range(6):
            assert f"[{tight_number(float(found.scores[i, i]), 2)}]" in text
        for i, name in enumerate(found.queries):
            assert f"{i + 1} {name}"[:6] in text


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (180, 50)])
@in_loop
async def test_what_stands_side_by_side_is_explained_and_nothing_else(
    size: tuple[int, int],
) -> None:
    async with opened("worked", size=size) as hand:
        await hand.press("4")
        while not batch(hand).panes["compare"].display:
            await hand.press("tab")
        head = hand.pane("compare")[1].split()
        assert ("hardest" in head) == ("hardest: what falls" in hand.flat("compare"))
        for column in ("masked", "pull", "push"):
            assert column in head


@in_loop
async def test_one_key_switches_the_objective_on_the_same_scores() -> None:
    async with opened("worked") as hand:
        await hand.press("4")
        scores = batch(hand).view.batch.scores
        seen = []
        for _ in SHOWN:
            seen.append(batch(hand).objective)
            view = batch(hand).view
            assert np.array_equal(view.batch.scores, scores)
            assert f"{number(view.here.loss, 6)}" in hand.flat("probabilities") or (
                "more" in hand.pane("probabilities")[0]
            )
            row = next(line for line in hand.pane("compare") if f"{seen[-1]} *" in line)
            assert row.split()[2] == number(view.loss(seen[-1], masked=False).loss)
            await hand.press("o")
        assert sorted(seen) == sorted(SHOWN)
        assert batch(hand).objective == "dpr"


@in_loop
async def test_masks_change_the_loss_by_what_they_leave_out() -> None:
    async with opened("groups") as hand:
        await hand.press("4")
        plain = batch(hand).view
        before = plain.here.loss
        await hand.press("m")
        view = batch(hand).view
        assert view.masked
        masked = row_softmax(plain.batch.scores, None, plain.in_doubt).loss
        assert view.here.loss == masked != before
        assert "Left out: possible false negatives (m)" in hand.told()
        assert number(masked) in hand.flat("doubts")
        await hand.press("m", "x")
        view = batch(hand).view
        hard = np.zeros_like(plain.in_doubt)
        hard[np.arange(6), np.where(np.eye(6) > 0, -np.inf, plain.scores).argmax(axis=1)] = True
        without = row_softmax(plain.batch.scores, None, hard).loss
        assert view.here.loss == without < before
        assert f"loss {number(before)}, without them {number(without)}" in hand.flat("hard")
        await hand.press("x")
        assert batch(hand).view.here.loss == before


@pytest.mark.parametrize("objective", ["sgns", "clip"])
@pytest.mark.parametrize("masked", [False, True])
def test_without_hard_negatives_each_objective_is_that_of_the_other_cells(
    objective: str, masked: bool
) -> None:
    chance = np.random.default_rng(3)
    Q, P = chance.normal(size=(5, 3)), chance.normal(size=(5, 3))
    P[4] = P[0]
    names = tuple("abcde")
    from sgns_core.batch import Batch

    given = Batch(queries=names, positives=names, scores=Q @ P.T, Q=Q, P=P)
    view = BatchView(
        name="x", batch=given, objective=objective, masked=masked, easy=True, near=1.0, t=0.5
    )
    scores = view.scores
    others = np.where(np.eye(5) > 0, -np.inf, scores)
    out = np.zeros((5, 5), bool)
    if masked:
        out[0, 4] = out[4, 0] = True
        others[out] = -np.inf
    out[np.arange(5), others.argmax(axis=1)] = True
    assert np.array_equal(view.left_out, out)
    expected = in_batch_sgns(scores, out) if objective == "sgns" else clip_loss(scores, out)
    assert view.here.loss == pytest.approx(expected.loss, rel=1e-12)


@in_loop
async def test_pairs_from_2_to_16_and_no_more_than_the_text_has() -> None:
    async with opened("groups") as hand:
        await hand.press("4", *["right"] * 12)
        assert batch(hand).n == 16
        assert "16 pairs" in hand.lines()[0]
        await hand.press(*["left"] * 20)
        assert batch(hand).n == 2
    async with opened("worked") as hand:
        await hand.press("4", *["right"] * 16)
        sequence = hand.session.source.pairs(hand.session.in_force)
        assert batch(hand).n == min(16, len(sequence))
        assert len(batch(hand).view.batch) == batch(hand).n


@in_loop
async def test_the_scale_of_clip() -> None:
    async with opened("groups") as hand:
        await hand.press("4", "t")
        await hand.answer("1")
        assert "only clip uses it" in hand.told()
        await hand.press("o")
        assert batch(hand).objective == "clip"
        assert f"e^t = {number(float(np.exp(1.0)), 3)}" in hand.flat("scores")
        await hand.press("+")
        assert f"e^t = {number(float(np.exp(1.25)), 3)}" in hand.flat("scores")
        await hand.press("-", "-")
        assert batch(hand).view.t == pytest.approx(0.75)


@in_loop
async def test_a_batch_of_a_file_and_back(tmp_path: Path) -> None:
    path = tmp_path / "batch.json"
    path.write_text(json.dumps({"scores": [[5, 1, 0], [2, 4, 1], [0, 3, 3]]}))
    async with opened("groups") as hand:
        await hand.press("4", "o", "f")
        assert batch(hand).objective == "clip"
        await hand.answer(str(path))
        assert "CLIP normalises vectors" in hand.told()
        assert batch(hand).view.batch.scores.tolist() == [[5, 1, 0], [2, 4, 1], [0, 3, 3]]
        assert "[5.00]" in hand.flat("scores")
        await hand.press("right")
        assert "a file's" in hand.told()
        await hand.press("o")  # clip and softmax lack what they need
        assert batch(hand).objective == "preference"
        await hand.press("o")
        assert batch(hand).objective == "sgns"
        await hand.press("f")
        await hand.answer(str(tmp_path / "none.json"))
        assert "none.json" in hand.told()
        await hand.press("f")
        await hand.answer("")
        assert len(batch(hand).view.batch) == 6


@in_loop
async def test_the_small_clip_forward_back_and_until_the_diagonal_stands_out() -> None:
    async with opened("groups") as hand:
        await hand.press("4", "c")
        assert hand.app.front.focused is hand.app.front.panes["toy"]
        straight = ToyClip(ToySettings(seed=1))
        for _ in range(3):
            await hand.press("right")
            straight.step()
        look = straight.look()
        assert batch(hand).toy.found.loss == look.loss
        row = next(line for line in hand.pane("toy") if line.split()[:1] == ["3"])
        assert row.split()[1] == number(look.loss)
        await hand.press("left", "p", "n")
        assert batch(hand).toy.step == 2
        await hand.press("u")
        reached = batch(hand).toy
        assert stands_out(reached.found)
        assert f"from step {reached.step} on" in hand.told()
        before = ToyClip(ToySettings(seed=1))
        for _ in range(reached.step - 1):
            before.step()
        assert not stands_out(before.look())
        await hand.press("tab")
        named = reached.toy.zero_shot()
        right = int((named.labels == named.named).sum())
        await hand.press("F")
        assert f"{right} of {len(named.labels)} right" in hand.flat("zero")
        await hand.press("F", "b")
        assert batch(hand).toy.step == 0
        await hand.press("p")
        assert "This is the beginning." in hand.told()


@in_loop
async def test_the_small_clip_plays_and_stands_still_on_another_screen() -> None:
    async with opened("groups") as hand:
        await hand.press("4", "space")
        for _ in range(200):
            await hand.pilot.pause(0.02)
            if batch(hand).toy.step > 2:
                break
        assert batch(hand).toy.step > 2
        assert "CLIP plays" in hand.lines()[0]
        await hand.press("1")
        await hand.press("4")
        assert not batch(hand).plays
        await hand.press("space", "space")
        step = batch(hand).toy.step
        await hand.pilot.pause(0.4)
        assert batch(hand).toy.step == step


def test_a_walk_back_and_forth_gives_the_same_bytes_as_a_run() -> None:
    settings = ToySettings(seed=4, classes=3, dim=2)
    walk = ToyWalk(settings)
    for _ in range(12):
        walk.forward()
    walk.back(9)
    for _ in range(7):
        walk.forward()
    run = toy_run(settings, 10)
    assert walk.step == 10
    assert walk.run().last.loss == run.last.loss
    assert walk.run().moments[-1].step == 10
    assert walk.run().zero_shot.cosines.tobytes() == run.zero_shot.cosines.tobytes()
    assert [one.loss for one in walk.run().moments] == [one.loss for one in run.moments]
    walk.back(100)
    assert (walk.step, walk.back()) == (0, False)
    assert [one.step for one in walk.run().moments] == [0]
    assert walk.run().stood_out is None or walk.run().stood_out == 0


@in_loop
async def test_settings_of_the_run_by_the_keys_of_every_screen() -> None:
    async with opened("groups") as hand:
        await hand.press("4", "k")
        await hand.answer("7")
        assert hand.session.in_force.k == 7
        await hand.press("P")
        assert hand.session.in_force.policy.direction == "context"
        await hand.press("z", "z", "y", "home", "end", "N")
        await hand.answer("3")
        assert hand.session.settings.seed == 3
        assert batch(hand).toy.toy.settings.seed == 3
