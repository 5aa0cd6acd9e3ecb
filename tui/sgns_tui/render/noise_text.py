"""The noise distribution as lines and as an object."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from rich.text import Text

from sgns_core.noise import NoiseDistribution
from sgns_core.noise_shape import STOPS, collision_share, hand_draw, noise_shape
from sgns_tui.i18n import _
from sgns_tui.noise_sample import NoiseSample
from sgns_tui.render.columns import filled
from sgns_tui.render.noise.contexts import context_lines
from sgns_tui.render.noise.hand import hand_lines
from sgns_tui.render.noise.shape import bar_lines, power_lines
from sgns_tui.render.noise.words import fit_lines, word_lines
from sgns_tui.render.number import setting
from sgns_tui.render.policy_text import policy_name
from sgns_tui.render.roles import HEADING, QUIET
from sgns_tui.render.source_text import text_rules
from sgns_tui.text import visible

CELLS = 80
_BARS = 10  # words that get bars


def noise_lines(
    sample: NoiseSample, top: int, ascii_only: bool, pictures: bool = True
) -> Iterator[Text]:
    """Yield the settings, a line for each of the `top` likeliest words, and what the draws show.

    pictures: bars are among it.
    """
    source, settings = sample.source, sample.settings
    name = visible(source.name, ascii_only)
    policy = policy_name(settings.policy)
    title = f"{name} | " + _("policy {name}").format(name=policy)
    yield from filled(title.split(" "), CELLS, style=HEADING)
    if source.corpus is not None:
        yield from filled(text_rules(source.corpus, settings).split(), CELLS, style=QUIET)
    counted = _("count") if settings.noise_counts == "unigram" else _("times a context")
    yield Text(
        _("q(w) = {counted}(w)^{power} / sum over all {size} words").format(
            counted=counted, power=setting(sample.noise.power), size=len(sample.noise)
        )
    )
    yield Text()
    yield from word_lines(sample, CELLS, ascii_only, top)
    if sample.draws:
        yield Text()
        yield from fit_lines(sample, CELLS)
    if sample.center is not None:
        yield Text()
        yield from context_lines(sample, CELLS, ascii_only)
    if pictures:
        yield Text()
        yield from bar_lines(sample, CELLS, ascii_only, min(top, _BARS))
    for part in (
        power_lines(sample, CELLS),
        hand_lines(sample, CELLS, ascii_only),
    ):
        yield Text()
        yield from part


def noise_object(sample: NoiseSample) -> dict[str, object]:
    """Return the same unrounded, with every word, in the order of the vocabulary."""
    noise, source = sample.noise, sample.source
    result: dict[str, object] = {
        "source": source.name,
        "rules": None if source.corpus is None else text_rules(source.corpus, sample.settings),
        "power": noise.power,
        "noise_counts": sample.settings.noise_counts,
        "words": list(source.vocabulary.words),
        "counts": noise.counts.tolist(),
        "probabilities": noise.probabilities.tolist(),
        "stops": [
            _shape_object(NoiseDistribution(noise.counts, power))
            for power in sorted({*STOPS, noise.power})
        ],
        "hand": _hand_object(sample),
    }
    if sample.draws:
        value, freedom = noise.chi_square(sample.observed)
        result |= {
            "seed": sample.settings.seed,
            "draws": sample.draws,
            "observed": sample.observed.tolist(),
            "chi_square": value,
            "degrees_of_freedom": freedom,
            "on_the_way": [
                {"draws": draws, "chi_square": chi, "degrees_of_freedom": degrees}
                for draws, chi, degrees in sample.on_the_way
            ],
        }
    if sample.center is not None and sample.contexts is not None:
        result |= {
            "center": source.vocabulary.words[sample.center],
            "true_contexts": [
                source.vocabulary.words[row] for row in np.flatnonzero(sample.contexts).tolist()
            ],
            "expected_true_context_share": sample.shares,
            "collision_share": collision_share(noise, sample.contexts),
            "followed": None
            if sample.followed is None
            else {
                rule: {"draws": one.draws, "collisions": one.collisions, "true": one.true}
                for rule, one in sample.followed.items()
            },
            "observed_true_contexts": sample.observed_true if sample.draws else None,
        }
    return result


def _shape_object(noise: NoiseDistribution) -> dict[str, float]:
    shape = noise_shape(noise)
    return {
        "power": shape.power,
        "top_ten_share": shape.top_share,
        "entropy_bits": shape.entropy,
        "most_to_least": shape.ratio,
    }


def _hand_object(sample: NoiseSample) -> dict[str, object]:
    found = hand_draw(sample.noise, sample.u)
    words = sample.source.vocabulary.words
    return {
        "u": found.u,
        "word": words[found.row],
        "below": found.below,
        "above": found.above,
        "path": [
            {"word": words[look.middle], "cumulative": look.cumulative, "left": look.goes_left}
            for look in found.path
        ],
    }
