"""What the power does: its named stops beside the one in force, and bars for likely words."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from rich.text import Text

from sgns_core.noise import NoiseDistribution
from sgns_core.noise_shape import STOPS, noise_shape
from sgns_tui.i18n import N_, _
from sgns_tui.noise_sample import NoiseSample
from sgns_tui.render.bar import bar
from sgns_tui.render.columns import Cell, columns, columns_within, filled
from sgns_tui.render.number import number, setting
from sgns_tui.render.roles import HEADING, QUIET
from sgns_tui.text import shortened, visible

_CALLED = {
    0.0: N_("uniform"),
    0.5: N_("fastText"),
    0.75: N_("the paper"),
    1.0: N_("unigram"),
}
_NAME_CELLS = 10


def power_name(power: float) -> str:
    """Return what a named stop of the power is called; nothing between the stops."""
    called = _CALLED.get(power)
    return "" if called is None else _(called)


def power_lines(sample: NoiseSample, cells: int) -> Iterator[Text]:
    """Yield what the named powers, and the one here, do to the noise of these counts."""
    yield Text(_("Power") + "  " + _("what it changes, for these counts"), HEADING)
    head: list[Cell] = [
        _("power"),
        "",
        _("top ten"),
        _("entropy"),
        _("like uniform"),
        _("most / least"),
    ]
    rows = [head]
    here = sample.noise.power
    for power in sorted({*STOPS, here}):
        shape = noise_shape(NoiseDistribution(sample.noise.counts, power))
        rows.append(
            [
                setting(power) + (" *" if power == here else "  "),
                power_name(power),
                f"{shape.top_share:.2%}",
                _("{n} bits").format(n=number(shape.entropy, 3)),
                _("{n} words").format(n=number(shape.like_uniform, 1)),
                number(shape.ratio, 2),
            ]
        )
    yield from columns_within(rows, cells, (4, 1), left=(1,))
    text = _(
        "* the power here. The ranks stay the same for every power above 0: only how far words are "
        "apart changes. The shares are those of this text."
    )
    yield from filled(text.split(), cells, "  ", "  ", QUIET)


def bar_lines(
    sample: NoiseSample, cells: int, ascii_only: bool, top: int = 10, shares: bool = False
) -> Iterator[Text]:
    """Yield three aligned bars a word: its share of the counts, q(w), its share of the draws.

    shares: with each bar its share in percent. True contexts of the sample's center get a mark.
    """
    noise = sample.noise
    share = noise.counts / noise.counts.sum()
    order = np.argsort(-noise.probabilities, kind="stable")[:top]
    drawn = sample.observed / max(sample.draws, 1)
    most = float(max(share.max(), noise.probabilities.max(), drawn.max()))
    yield Text(_("Bars") + "  " + _("the longest is {share}").format(share=f"{most:.2%}"), HEADING)
    series = [(_("count"), share), ("q(w)", noise.probabilities)]
    if sample.draws:
        series.append((_("drawn"), drawn))
    number_cells = 7 if shares else 0
    name_cells = _NAME_CELLS + (sample.contexts is not None)
    room = max(6, (cells - name_cells - 4) // len(series) - 2 - number_cells)
    rows: list[list[Cell]] = [["", *(name for name, _values in series)]]
    for row in order.tolist():
        name = visible(sample.source.vocabulary.words[row], ascii_only)
        bars = [
            bar(float(values[row]) / most, room, ascii_only)
            + (f"{float(values[row]):{number_cells}.2%}" if shares else "")
            for _name, values in series
        ]
        mark = "~" if sample.contexts is not None and sample.contexts[row] > 0 else ""
        rows.append([f"  {shortened(name, _NAME_CELLS, ascii_only)}{mark}", *bars])
    yield from columns(rows, left=(0, 1, 2, 3))
