"""Draws that are true contexts of a center, and draws that equal the target, by collision rule."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sgns_core.noise_shape import collision_share
from sgns_core.policy import Collision
from sgns_tui.i18n import _
from sgns_tui.noise_sample import Followed, NoiseSample
from sgns_tui.render.columns import Cell, columns_within, filled
from sgns_tui.render.number import number
from sgns_tui.render.roles import QUIET
from sgns_tui.text import shortened, visible

_WORD_CELLS = 24


def context_lines(sample: NoiseSample, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield how many draws are true contexts of the center: expected by rule, and observed."""
    assert sample.center is not None
    assert sample.shares is not None
    word = _word(sample, sample.center, ascii_only)
    k = sample.settings.k
    yield Text(_("~ a true context of {word} somewhere in the text").format(word=word))
    head: list[Cell] = [_("negative = target"), _("share of draws"), _("per {k}").format(k=k)]
    if sample.followed:
        head += [_("observed"), _("per {k}").format(k=k)]
    rows = [head]
    for rule, share in sample.shares.items():
        here = " *" if rule == sample.settings.policy.collision else ""
        row: list[Cell] = [rule + here, number(share), number(k * share)]
        if sample.followed:
            seen = sample.followed[rule]
            row += [number(seen.true / seen.draws), number(k * seen.true / seen.draws)]
        rows.append(row)
    yield from columns_within(rows, cells, (4,))
    text = _("* the policy's rule. These draws push away words that the text puts beside {word}.")
    yield from filled(text.format(word=word).split(" "), cells, style=QUIET)
    yield from collision_lines(sample, cells, ascii_only)


def collision_lines(sample: NoiseSample, cells: int, ascii_only: bool) -> Iterator[Text]:
    """Yield how often a draw equals the target of this center, and what each rule does then."""
    assert sample.contexts is not None
    share = collision_share(sample.noise, sample.contexts)
    text = _("a draw equals the target with probability {share}, {many} per {k}").format(
        share=number(share), many=number(sample.settings.k * share), k=sample.settings.k
    )
    yield from filled(text.split(" "), cells)
    if not sample.followed:
        return
    for rule, seen in sample.followed.items():
        line = f"  {rule}: " + _done(sample, rule, seen, ascii_only)
        yield from filled(line.split(" "), cells, rest="    ")


def _done(sample: NoiseSample, rule: Collision, seen: Followed, ascii_only: bool) -> str:
    """Return what a rule did with the collisions of the draws that were followed."""
    if seen.example is None:
        return _("no collision in {draws} draws").format(draws=seen.draws)
    target, became = (_word(sample, row, ascii_only) for row in seen.example)
    what = {
        "keep": _("{n} of {draws} collide; {target} counts with label 1 and with label 0"),
        "skip": _("{n} of {draws} collide; {target} is left out as a negative, one fewer is used"),
        "redraw": _("{n} of {draws} collide; the first one, {target}, becomes {word}"),
    }[rule]
    return what.format(n=seen.collisions, draws=seen.draws, target=target, word=became)


def _word(sample: NoiseSample, row: int, ascii_only: bool) -> str:
    word = visible(sample.source.vocabulary.words[row], ascii_only)
    return shortened(word, _WORD_CELLS, ascii_only)
