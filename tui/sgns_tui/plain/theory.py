"""Commands about what lies behind an update: noise, batch, pmi, cost, guide; without pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from rich.text import Text

from sgns_tui.i18n import _
from sgns_tui.opening import word_row
from sgns_tui.plain import arguments
from sgns_tui.plain.arguments import WrongArguments

if TYPE_CHECKING:
    from sgns_tui.plain.mode import LineMode

OBJECTIVES = ("sgns", "dpr", "clip", "preference", "softmax")
_CELLS = 80
_TOP = 10
_MAX_DRAWS = 10**6
_MAX_STEPS = 10_000
_MAX_COUNT = 10**9


def noise(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Show what negatives are drawn from, some draws, and the true contexts of a word."""
    from sgns_tui.noise_sample import noise_sample
    from sgns_tui.render.noise_text import noise_lines

    if len(words) > 2:
        raise WrongArguments("it takes a number of draws, and a word")
    draws = arguments.whole(words[0], 0, _MAX_DRAWS) if words else 0
    source = mode.session.source
    center = word_row(source, words[1]) if len(words) > 1 else None
    sample = noise_sample(source, mode.session.in_force, draws, center)
    yield from _lines(noise_lines(sample, _TOP, mode.ascii_only, pictures=False))


def batch(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Show pairs of the text as each other's negatives, or the small CLIP."""
    from sgns_core.batch import MAX_PAIRS, pairs_batch
    from sgns_core.toy_clip import ToySettings
    from sgns_tui.batch_view import BatchView
    from sgns_tui.render.batch.text import batch_lines
    from sgns_tui.render.batch.toy import toy_lines
    from sgns_tui.toy_view import toy_run

    settings = mode.session.in_force
    if words[:1] == ["toy"]:
        steps = arguments.count(words[1:], 100, _MAX_STEPS, low=0)
        run = toy_run(ToySettings(seed=settings.seed % 2**63), steps)
        yield from _lines(toy_lines(run, _CELLS, mode.ascii_only))
        return
    chosen = [word for word in words if word in OBJECTIVES]
    sizes = [word for word in words if word not in OBJECTIVES and word != "mask"]
    if len(chosen) > 1 or len(sizes) > 1 or words.count("mask") > 1:
        raise WrongArguments("it takes a number of pairs, an objective, and mask; or toy")
    n = arguments.whole(sizes[0], 2, MAX_PAIRS) if sizes else 6
    timeline = mode.session.timeline
    found = pairs_batch(mode.session.source, settings, n, (timeline.E, timeline.Ep))
    view = BatchView(
        name=mode.session.source.name,
        batch=found,
        objective=chosen[0] if chosen else "dpr",
        masked="mask" in words,
        k=settings.k,
    )
    yield from _lines(batch_lines(view, mode.ascii_only))


def pmi(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Show learned scores beside the optimum, and how near d components come to it."""
    from sgns_core.pmi_fit import fits
    from sgns_tui.pmi_view import chosen_dimensions, pmi_view, with_fits
    from sgns_tui.render.pmi.fits import fit_lines
    from sgns_tui.render.pmi.formula import formula_lines, title_lines
    from sgns_tui.render.pmi.pairs import pair_lines, unseen_lines

    session = mode.session
    if words and (words[0] != "fit" or len(words) > 2):
        raise WrongArguments("it takes nothing, or fit and a number of components")
    timeline = session.timeline
    tables = (timeline.E, timeline.Ep)
    view = pmi_view(session.source, session.in_force, tables, timeline.position)
    if words:
        size = len(session.words)
        given = str(arguments.whole(words[1], 1, size)) if len(words) > 1 else None

        def go_on(dim: int, start: int, iteration: int, loss: float) -> bool:
            return mode.go_on()

        found = fits(
            view.learned.optimum, chosen_dimensions(given, size), view.settings.seed, go_on=go_on
        )
        view = with_fits(view, found)
    shown = (_CELLS, mode.ascii_only)
    if session.config.choice is not None:
        yield _("pmi: a pair is chosen and trained alone; drawn lets the text give its pairs")
    yield from _lines(
        chain(
            title_lines(view, *shown),
            formula_lines(view, *shown),
            pair_lines(view, *shown, _TOP),
            unseen_lines(view, *shown),
            fit_lines(view, *shown, 0) if words else (),
        )
    )


def cost(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Show what a pair costs with the full softmax and with SGNS."""
    from sgns_core.cost import Cost
    from sgns_tui.cost_view import CostView, dropped_word
    from sgns_tui.render.cost.counts import count_lines, dropped_lines, title_lines

    session = mode.session
    if len(words) not in (0, 2, 3):
        raise WrongArguments("it takes nothing, or V, d and k")
    timeline = session.timeline
    values = [arguments.whole(word, 0, _MAX_COUNT) for word in words]
    own = [len(session.words), timeline.E.shape[1], mode.session.in_force.k]
    counts = Cost(*(values + own[len(values) :]))
    trace = session.trace
    view = CostView(
        cost=counts,
        name=None if words else session.source.name,
        dropped=dropped_word(session.source, (timeline.E, timeline.Ep), trace.center, trace.target),
    )
    shown = (_CELLS, mode.ascii_only)
    yield from _lines(
        chain(title_lines(view, *shown), count_lines(view, *shown), dropped_lines(view, *shown))
    )


def guide(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Say when to use which objective."""
    from sgns_tui.guide_topics import TOPICS
    from sgns_tui.render.guide_text import guide_lines, topic_lines

    if not words:
        yield from _lines(guide_lines(list(TOPICS)))
        return
    topic = arguments.one(words, _("one topic"))
    if topic.lower() not in TOPICS:
        raise WrongArguments(
            "there is no topic {topic}; there are {known}",
            topic=arguments.cut(topic),
            known=", ".join(TOPICS),
        )
    yield from _lines(topic_lines(topic.lower(), _CELLS))


def _lines(lines: Iterable[Text]) -> Iterator[str]:
    """Yield lines that hold something."""
    return (line.plain for line in lines if line.plain.strip())
