"""A source's noise distribution with draws from it, and what they mean for one center."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

import numpy as np
import numpy.typing as npt

from sgns_core.draws import uniforms
from sgns_core.errors import InvalidInput
from sgns_core.noise import NoiseDistribution
from sgns_core.policy import Collision
from sgns_core.settings import Settings
from sgns_core.source import Source
from sgns_core.trace import Floats

MAX_DRAWS = 10**9
_BLOCK = 1 << 18


@dataclass(frozen=True, eq=False, kw_only=True)
class NoiseSample:
    """q of a source and draws from it.

    observed: (V,) times each word was drawn. center, contexts: a word and how often each word (V,)
    is a context of it in the text. shares: the exact expected share of draws that are true contexts
    of the center and are used, by collision rule; absent where the rule has no word to draw.
    """

    source: Source
    settings: Settings
    noise: NoiseDistribution
    observed: npt.NDArray[np.int64]
    center: int | None = None
    contexts: Floats | None = None
    shares: dict[Collision, float] | None = None

    @property
    def draws(self) -> int:
        """Return how many words were drawn."""
        return int(self.observed.sum())

    @property
    def observed_true(self) -> int:
        """Return how many draws were true contexts of the center."""
        return 0 if self.contexts is None else int(self.observed[self.contexts > 0].sum())


def noise_sample(
    source: Source, settings: Settings, draws: int, center: int | None = None
) -> NoiseSample:
    """Draw `draws` words, those that a run with these settings draws first where none is redrawn.

    Raises InvalidInput for a center where there is no text to have contexts in, or none for it.
    """
    noise = source.noise(settings)
    per_step = max(settings.k, 1)
    observed = np.zeros(len(noise), np.int64)
    block = max(1, _BLOCK // per_step)
    done = 0
    while done < draws:
        chance = uniforms(settings.seed, done // per_step, block, per_step).ravel()[: draws - done]
        observed += np.bincount(noise.draw(chance), minlength=len(noise))
        done += len(chance)
    if center is None:
        return NoiseSample(source=source, settings=settings, noise=noise, observed=observed)
    contexts = source.context_counts(center, settings.window)
    if contexts is None or not contexts.any():
        raise InvalidInput(
            "{word} has no context in {source}; choose another --center or a text that has it",
            word=source.vocabulary.words[center],
            source=source.name,
        )
    return NoiseSample(
        source=source,
        settings=settings,
        noise=noise,
        observed=observed,
        center=center,
        contexts=contexts,
        shares=_shares(noise, contexts),
    )


def _shares(noise: NoiseDistribution, contexts: Floats) -> dict[Collision, float]:
    rules: tuple[Collision, ...] = get_args(Collision)
    if (noise.probabilities[contexts > 0] >= 1.0).any():
        rules = ("keep", "skip")
    return {rule: noise.true_context_share(contexts, rule) for rule in rules}
