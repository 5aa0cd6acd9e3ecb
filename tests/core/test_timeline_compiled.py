"""A run made by the compiled stepper, against itself reached in other ways and against NumPy's."""

from __future__ import annotations

import numpy as np
import pytest

from sgns_core.edits import Choice, SetChoice, SetK, SetLr, SetPolicy, SetValue
from sgns_core.errors import InvalidInput
from sgns_core.examples import example
from sgns_core.kernels.stepper import available
from sgns_core.policy import PRESETS, Policy
from sgns_core.settings import Settings
from sgns_core.timeline import Timeline

compiled = pytest.mark.skipif(not available(), reason="numba is not installed")


def run(stepper: str, policy: Policy, seed: int = 1) -> Timeline:
    settings = Settings(seed=seed, policy=policy)
    return Timeline(example("groups"), settings, stepper=stepper)  # type: ignore[arg-type]


def same_bits(one: Timeline, other: Timeline) -> bool:
    return (
        one.position == other.position
        and one.E.tobytes() == other.E.tobytes()
        and one.Ep.tobytes() == other.Ep.tobytes()
    )


@compiled
@pytest.mark.parametrize("policy", PRESETS.values(), ids=PRESETS)
def test_it_agrees_with_numpy(policy: Policy) -> None:
    one, other = run("compiled", policy), run("numpy", policy)
    assert one.step(3000) == other.step(3000) == 3000
    np.testing.assert_allclose(one.E, other.E, rtol=0, atol=1e-9)
    np.testing.assert_allclose(one.Ep, other.Ep, rtol=0, atol=1e-9)
    np.testing.assert_allclose(one.losses(0, 3000), other.losses(0, 3000), rtol=0, atol=1e-9)


@compiled
def test_a_step_is_the_same_bytes_whichever_way_it_is_reached() -> None:
    policy = PRESETS["article"]
    far = run("compiled", policy)
    far.step(5000)
    for step in (4999, 2047, 2048, 2049, 1, 0, 3333):
        direct = run("compiled", policy)
        for _ in range(step // 700):
            direct.step(700)
        direct.step(step % 700)
        far.seek(step)
        assert same_bits(far, direct)
    far.seek(3333)
    far.back(5)
    assert same_bits(far, (lambda t: (t.step(3328), t)[1])(run("compiled", policy)))


@compiled
def test_edits_hold_and_can_be_taken_back() -> None:
    both = run("compiled", PRESETS["article"]), run("numpy", PRESETS["article"])
    for timeline in both:
        timeline.step(1500)
        timeline.seek(700)
        timeline.edit(SetLr(0.05))
        timeline.step(300)
        timeline.edit(SetChoice(Choice(3, 4, (5, 6, 5))))
        timeline.step(10)
        timeline.edit(SetValue("E", 3, 1, 0.25))
        timeline.edit(SetK(2))
        timeline.edit(SetChoice(None))
        timeline.edit(SetPolicy(PRESETS["fasttext"]))
        timeline.step(600)
    np.testing.assert_allclose(both[0].E, both[1].E, rtol=0, atol=1e-9)
    here = both[0].E.copy()
    for timeline in both:
        while timeline.can_undo:
            timeline.undo()
        assert timeline.position == 700
    np.testing.assert_allclose(both[0].E, both[1].E, rtol=0, atol=1e-9)
    while both[0].can_redo:
        both[0].redo()
    assert both[0].E.tobytes() == here.tobytes()


@compiled
def test_it_stops_before_a_row_would_overflow() -> None:
    for stepper in ("compiled", "numpy"):
        timeline = run(stepper, PRESETS["article"])
        timeline.step(100)
        before = timeline.E.copy(), timeline.Ep.copy()
        timeline.edit(SetLr(1e308))
        made = timeline.step(1000)
        assert made < 1000
        assert timeline.stop is not None
        assert timeline.stop.at == 100 + made
        assert np.isfinite(timeline.E).all()
        assert np.isfinite(timeline.Ep).all()
        if not made:
            assert timeline.E.tobytes() == before[0].tobytes()


def test_without_numba_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sgns_core.kernels.stepper.available", lambda: False)
    with pytest.raises(InvalidInput, match="needs numba"):
        run("compiled", PRESETS["article"])
