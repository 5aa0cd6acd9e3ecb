"""Draws counted in ascending order: the same, to the last one, as drawn in the run's order."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import numpy as np
import pytest

from sgns_core.draws import Stream, draw_negatives, uniforms
from sgns_core.groups import groups_source
from sgns_core.noise import NoiseDistribution
from sgns_core.policy import Collision
from sgns_core.settings import Settings
from sgns_tui import noise_chance
from sgns_tui.noise_chance import Chance
from sgns_tui.noise_sample import noise_sample

SOURCE = groups_source()
SETTINGS = Settings(window=2, seed=3)


@pytest.mark.parametrize("k", [0, 1, 3, 5, 8])
@pytest.mark.parametrize("draws", [0, 1, 7, 1000])
def test_the_draws_are_those_that_the_run_makes_first(k: int, draws: int) -> None:
    settings = replace(SETTINGS, k=k)
    noise = SOURCE.noise(settings)
    numbers = uniforms(settings.seed, 0, draws + 1, max(k, 1)).ravel()[:draws]
    wanted = np.bincount(noise.draw(numbers), minlength=len(noise))
    assert np.array_equal(noise_sample(SOURCE, settings, draws).observed, wanted)


def test_blocks_of_draws_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    noise = SOURCE.noise(SETTINGS)
    whole = Chance(SETTINGS.seed, 3).observed(noise, 1000)
    monkeypatch.setattr(noise_chance, "KEPT", 64)  # no multiple of 3: blocks begin within updates
    assert np.array_equal(Chance(SETTINGS.seed, 3).observed(noise, 1000), whole)


def test_numbers_that_are_kept_serve_every_power() -> None:
    kept = Chance(SETTINGS.seed, SETTINGS.k)
    for power in (0.75, 0.0, 1.0, 0.75):
        settings = replace(SETTINGS, policy=SETTINGS.policy.with_parts(power=power))
        for center in (0, 20):
            ours = noise_sample(SOURCE, settings, 2000, center, chance=kept)
            fresh = noise_sample(SOURCE, settings, 2000, center)
            assert np.array_equal(ours.observed, fresh.observed)
            assert ours.on_the_way == fresh.on_the_way
            assert ours.followed is not None
            assert fresh.followed is not None
            for rule, one in ours.followed.items():
                assert vars(one) == vars(fresh.followed[rule])


@pytest.mark.parametrize("power", [0.0, 0.75, 1.0])
@pytest.mark.parametrize(("k", "draws"), [(1, 1), (5, 12), (3, 1000), (5, 20_000)])
def test_what_is_followed_is_what_each_rule_draws(power: float, k: int, draws: int) -> None:
    settings = replace(SETTINGS, k=k, policy=SETTINGS.policy.with_parts(power=power))
    noise, updates = SOURCE.noise(settings), max(1, draws // k)
    for center in (0, 7, 20):
        contexts = SOURCE.context_counts(center, settings.window)
        assert contexts is not None
        targets = NoiseDistribution(contexts, 1.0).draw(
            uniforms(settings.seed, 0, updates, 1, Stream.SAMPLE, 7)[:, 0]
        )
        chance = uniforms(settings.seed, 0, updates, k)
        collides = noise.draw(chance) == targets[:, None]
        found = noise_sample(SOURCE, settings, draws, center).followed
        assert found is not None
        rules: tuple[Collision, ...] = get_args(Collision)
        for rule in rules:
            policy = settings.policy.with_parts(collision=rule)
            negatives, skipped = draw_negatives(chance, targets, policy, noise)
            true = (contexts > 0)[negatives] & ~skipped
            example = None
            if collides.any():
                i, j = np.argwhere(collides)[0]
                example = (int(targets[i]), int(negatives[i, j]))
            assert vars(found[rule]) == {
                "draws": updates * k,
                "collisions": int(collides.sum()),
                "true": int(true.sum()),
                "example": example,
            }
