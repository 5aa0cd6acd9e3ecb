"""The noise distribution as lines and as an object."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from rich.text import Text

from sgns_core.noise import NoiseDistribution
from sgns_core.noise_shape import STOPS, collision_share, hand_draw, noise_shape
from sgns_tui.i18n import _
from sgns_tui.noise_sample import NoiseSample
from sgns_tui.render.columns import Cell, columns, filled
from sgns_tui.render.noise.contexts import context_lines
from sgns_tui.render.noise.hand import hand_lines
from sgns_tui.render.noise.shape import bar_lines, power_lines
from sgns_tui.render.number import number, setting
from sgns_tui.render.policy_text import policy_name
from sgns_tui.render.roles import HEADING, QUIET
from sgns_tui.render.source_text import text_rules
from sgns_tui.text import shortened, visible

CELLS = 80
_BARS = 10  # words that get bars
_WORD_CELLS = (24, 16, 8)  # fewer where the numbers need the room


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
    for word_cells in _WORD_CELLS:
        table = _table(sample, top, ascii_only, word_cells)
        if max(line.cell_len for line in table) <= CELLS:
            break
    yield from table
    if sample.draws:
        yield Text()
        yield from _fit(sample)
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


def _table(sample: NoiseSample, top: int, ascii_only: bool, word_cells: int) -> list[Text]:
    noise = sample.noise
    share = noise.counts / noise.counts.sum()
    order = np.argsort(-noise.probabilities, kind="stable")
    head: list[Cell] = [_("word"), _("count"), _("share"), "q(w)", _("q / share")]
    if sample.draws:
        head += [_("expected"), _("drawn")]
    rows = [head]
    for row in order[:top].tolist():
        mark = "~" if sample.contexts is not None and sample.contexts[row] > 0 else ""
        word = visible(sample.source.vocabulary.words[row], ascii_only)
        line: list[Cell] = [
            shortened(word, word_cells, ascii_only) + mark,
            f"{noise.counts[row]:.0f}",
            number(share[row]),
            number(noise.probabilities[row]),
            number(noise.probabilities[row] / share[row], 2) if share[row] > 0 else "-",
        ]
        if sample.draws:
            expected = _expected(sample.draws * noise.probabilities[row])
            line += [expected, str(sample.observed[row])]
        rows.append(line)
    rest = order[top:]
    if len(rest):
        line = [
            _("({n} more)").format(n=len(rest)),
            f"{noise.counts[rest].sum():.0f}",
            number(share[rest].sum()),
            number(noise.probabilities[rest].sum()),
            "",
        ]
        if sample.draws:
            expected = _expected(sample.draws * noise.probabilities[rest].sum())
            line += [expected, str(sample.observed[rest].sum())]
        rows.append(line)
    return columns(rows)


def _expected(draws: float) -> str:
    """Return a number of draws so that it can be compared with a count."""
    return f"{draws:.0f}" if draws >= 1e6 else number(draws, 1)


def _fit(sample: NoiseSample) -> Iterator[Text]:
    for draws, value, freedom in sample.on_the_way:
        text = _(
            "after {draws} draws: chi-square {value} with {freedom} degrees of freedom"
        ).format(draws=draws, value=number(value, 2), freedom=freedom)
        if freedom:
            yield from filled(text.split(), CELLS, style=QUIET)
    value, freedom = sample.noise.chi_square(sample.observed)
    yield Text(
        _("{draws} draws, seed {seed}").format(draws=sample.draws, seed=sample.settings.seed)
    )
    if freedom:
        text = _(
            "chi-square {value} with {freedom} degrees of freedom; fair draws give "
            "{freedom} +- {spread}"
        ).format(value=number(value, 2), freedom=freedom, spread=number(math.sqrt(2 * freedom), 2))
        yield from filled(text.split(), CELLS)


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
