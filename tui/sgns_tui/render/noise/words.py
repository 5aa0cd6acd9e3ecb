"""Every word's count, q(w) and draws as a table, and how well the draws fit."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import zip_longest

import numpy as np
from rich.text import Text

from sgns_tui.i18n import _
from sgns_tui.noise_sample import NoiseSample
from sgns_tui.render.columns import Cell, columns_within, filled
from sgns_tui.render.number import number
from sgns_tui.render.roles import QUIET
from sgns_tui.text import shortened, visible, width

_WORD_CELLS = (24, 16, 8)  # fewer where the numbers need the room
_SPARE = (4, 2)  # columns that a narrow pane does without


def word_lines(sample: NoiseSample, cells: int, ascii_only: bool, top: int) -> list[Text]:
    """Return counts, q and draws of the `top` likeliest words as a table, and of all others."""
    names, rows = _table(sample, ascii_only, top)
    beside = sum(2 + max(map(len, column)) for column in zip_longest(*rows, fillvalue=""))
    lines: list[list[Cell]] = []
    for word_cells in _WORD_CELLS:
        short = [shortened(name, word_cells, ascii_only) + mark for name, mark in names]
        lines = [[name, *row] for name, row in zip(short, rows, strict=True)]
        if max(map(width, short)) + beside <= cells:
            break
    return columns_within(lines, cells, _SPARE)


def _table(
    sample: NoiseSample, ascii_only: bool, top: int
) -> tuple[list[tuple[str, str]], list[list[str]]]:
    """Return the names of the rows, each with its mark, and what stands beside them."""
    noise = sample.noise
    share = noise.counts / noise.counts.sum()
    order = np.argsort(-noise.probabilities, kind="stable")
    names = [(_("word"), "")]
    head = [_("count"), _("share"), "q(w)", _("q / share")]
    if sample.draws:
        head += [_("expected"), _("drawn")]
    rows = [head]
    for row in order[:top].tolist():
        mark = "~" if sample.contexts is not None and sample.contexts[row] > 0 else ""
        word = visible(sample.source.vocabulary.words[row], ascii_only)
        names.append((word, mark))
        line = [
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
        names.append((_("({n} more)").format(n=len(rest)), ""))
        line = [
            f"{noise.counts[rest].sum():.0f}",
            number(share[rest].sum()),
            number(noise.probabilities[rest].sum()),
            "",
        ]
        if sample.draws:
            expected = _expected(sample.draws * noise.probabilities[rest].sum())
            line += [expected, str(sample.observed[rest].sum())]
        rows.append(line)
    return names, rows


def _expected(draws: float) -> str:
    """Return a number of draws so that it can be compared with a count."""
    return f"{draws:.0f}" if draws >= 1e6 else number(draws, 1)


def fit_lines(sample: NoiseSample, cells: int) -> Iterator[Text]:
    """Yield how well the draws fit q: chi-square, on the way and after all of them."""
    for draws, value, freedom in sample.on_the_way:
        text = _(
            "after {draws} draws: chi-square {value} with {freedom} degrees of freedom"
        ).format(draws=draws, value=number(value, 2), freedom=freedom)
        if freedom:
            yield from filled(text.split(), cells, style=QUIET)
    value, freedom = sample.noise.chi_square(sample.observed)
    yield Text(
        _("{draws} draws, seed {seed}").format(draws=sample.draws, seed=sample.settings.seed)
    )
    if freedom:
        text = _(
            "chi-square {value} with {freedom} degrees of freedom; fair draws give "
            "{freedom} +- {spread}"
        ).format(value=number(value, 2), freedom=freedom, spread=number(math.sqrt(2 * freedom), 2))
        yield from filled(text.split(), cells)
