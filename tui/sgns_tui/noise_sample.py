"""A source's noise distribution with draws from it, and what they mean for one center."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import numpy as np
import numpy.typing as npt

from sgns_core.draws import uniforms
from sgns_core.errors import InvalidInput
from sgns_core.noise import NoiseDistribution
from sgns_core.policy import Collision
from sgns_core.record import record
from sgns_core.settings import Settings
from sgns_core.source import Source
from sgns_core.trace import Floats
from sgns_tui.noise_chance import Chance

MAX_DRAWS = 10**9
CHECKPOINTS = (10, 1_000, 100_000)
"""After so many draws the fit is looked at on the way."""
_FOLLOWED = 100_000  # draws of a center that are followed through every collision rule


@record(eq=False)
class Followed:
    """Draws for one center under one collision rule, its targets being its contexts.

    draws: how many. collisions: how many equalled their target. true: how many were used and true
    contexts of the center. example: target and what became of the first collision, as rows; None
    without one.
    """

    draws: int
    collisions: int
    true: int
    example: tuple[int, int] | None


@record(eq=False, kw_only=True)
class NoiseSample:
    """q of a source and draws from it.

    observed: (V,) times each word was drawn. center, contexts: a word and how often each word (V,)
    is a context of it in the text. shares: the exact expected share of draws that are true contexts
    of the center and are used, by collision rule; absent where the rule has no word to draw.
    followed: what the first draws come to by each of these rules. on_the_way: chi-square and
    degrees of freedom after 10, 1,000, 100,000 draws. u: the number that is followed by hand.
    chance: the numbers of the draws.
    """

    source: Source
    settings: Settings
    noise: NoiseDistribution
    observed: npt.NDArray[np.int64]
    center: int | None = None
    contexts: Floats | None = None
    shares: dict[Collision, float] | None = None
    followed: dict[Collision, Followed] | None = None
    on_the_way: tuple[tuple[int, float, int], ...] = ()
    u: float = 0.0
    chance: Chance

    @property
    def draws(self) -> int:
        """Return how many words were drawn."""
        return int(self.observed.sum())

    @property
    def observed_true(self) -> int:
        """Return how many draws were true contexts of the center."""
        return 0 if self.contexts is None else int(self.observed[self.contexts > 0].sum())


def noise_sample(
    source: Source,
    settings: Settings,
    draws: int,
    center: int | None = None,
    u: float | None = None,
    chance: Chance | None = None,
) -> NoiseSample:
    """Draw `draws` words, those that a run with these settings draws first where none is redrawn.

    u: the number to follow by hand, the first one of the run unless given. chance: the numbers of
    this seed and k, where they are kept.
    Raises InvalidInput for a center as `with_center` does.
    """
    noise = source.noise(settings)
    first = float(uniforms(settings.seed, 0, 1, 1)[0, 0]) if u is None else u
    chance = chance or Chance(settings.seed, settings.k)
    whole = NoiseSample(
        source=source,
        settings=settings,
        noise=noise,
        observed=chance.observed(noise, draws),
        on_the_way=tuple(
            (n, *noise.chi_square(chance.observed(noise, n))) for n in CHECKPOINTS if n < draws
        ),
        u=first,
        chance=chance,
    )
    return whole if center is None else with_center(whole, center)


def with_center(whole: NoiseSample, center: int) -> NoiseSample:
    """Return the same draws seen from a center. Raises InvalidInput where it has no contexts."""
    source, settings, noise = whole.source, whole.settings, whole.noise
    contexts = source.context_counts(center, settings.window)
    if contexts is None or not contexts.any():
        raise InvalidInput(
            "{word} has no context in {source}; choose another --center or a text that has it",
            word=source.vocabulary.words[center],
            source=source.name,
        )
    shares = _shares(noise, contexts)
    return replace(
        whole,
        center=center,
        contexts=contexts,
        shares=shares,
        followed=_follow(whole, contexts, tuple(shares)) if whole.draws else None,
    )


def _follow(
    sample: NoiseSample, contexts: Floats, rules: tuple[Collision, ...]
) -> dict[Collision, Followed]:
    """Follow the first draws for targets drawn from a center's contexts, by each rule.

    Keeping and skipping draw the same words, each of them a true context where it collides: what
    they come to is counted, and only what is drawn again is drawn one by one.
    """
    noise, chance = sample.noise, sample.chance
    updates = max(1, min(sample.draws, _FOLLOWED) // chance.k)
    aimed = chance.aimed(contexts, updates)
    is_context = contexts > 0
    collides = np.flatnonzero(noise.draws_target(aimed.u, aimed.targets))
    many = len(collides)
    drawn_true = int(noise.drawn_counts(aimed.u)[is_context].sum())
    found = {}
    for rule in rules:
        true = drawn_true - many if rule == "skip" else drawn_true
        became = aimed.targets
        if rule == "redraw":
            became = noise.draw_other(aimed.u, aimed.targets)
            true = int(np.count_nonzero(is_context[became]))
        example = None
        if many:
            first = collides[aimed.place[collides].argmin()]
            example = (int(aimed.targets[first]), int(became[first]))
        found[rule] = Followed(updates * chance.k, many, true, example)
    return found


def _shares(noise: NoiseDistribution, contexts: Floats) -> dict[Collision, float]:
    rules: tuple[Collision, ...] = get_args(Collision)
    if (noise.probabilities[contexts > 0] >= 1.0).any():
        rules = ("keep", "skip")
    return {rule: noise.true_context_share(contexts, rule) for rule in rules}
