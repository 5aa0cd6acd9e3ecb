"""Commands about what lies behind an update: noise, batch, pmi, cost, guide.

Pictures of characters mean little to who hears them: they come where they are asked for by name.
"""

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
    from sgns_core.cost import Cost, Measured
    from sgns_tui.plain.mode import LineMode
    from sgns_tui.pmi_view import PmiView

OBJECTIVES = ("sgns", "dpr", "clip", "preference", "softmax")
_CELLS = 80
_TOP = 10
_MAX_DRAWS = 10**6
_MAX_STEPS = 10_000
_MAX_COUNT = 10**9
_MAX_PAIRS = 10_000
_CURVE = 12  # lines of a curve
_MEASURING = 2**30  # bytes that measuring may take, as for the command


def noise(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Show what negatives are drawn from, some draws, and the true contexts of a word."""
    from sgns_tui.noise_sample import noise_sample
    from sgns_tui.render.noise.shape import bar_lines
    from sgns_tui.render.noise_text import noise_lines

    bars = words[:1] == ["bars"]
    words = words[1:] if bars else words
    if len(words) > (1 if bars else 2):
        raise WrongArguments("it takes a number of draws, and a word; or bars and a number")
    draws = arguments.whole(words[0], 0, _MAX_DRAWS) if words else 0
    source = mode.session.source
    center = word_row(source, words[1]) if len(words) > 1 else None
    sample = noise_sample(source, mode.session.in_force, draws, center)
    if bars:
        yield from _lines(bar_lines(sample, _CELLS, mode.ascii_only, _TOP, shares=True))
        return
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
    """Show learned scores beside the optimum, how near d components come to it, or a picture."""
    from sgns_tui.pmi_view import pmi_view
    from sgns_tui.render.pmi.formula import formula_lines, title_lines
    from sgns_tui.render.pmi.pairs import pair_lines, unseen_lines
    from sgns_tui.render.pmi.pictures import heat_lines, scatter_lines

    session = mode.session
    what = words[0] if words else ""
    fitting = what in ("fit", "curve")
    if len(words) > (2 if fitting else 1):
        raise WrongArguments(
            "it takes a number of pairs, scatter, heat, or fit or curve and a number of components"
        )
    dims = _dimensions(mode, words[1:]) if fitting else ()
    named = fitting or what in ("", "scatter", "heat")
    top = _TOP if named else arguments.whole(what, 1, _MAX_PAIRS)
    timeline = session.timeline
    tables = (timeline.E, timeline.Ep)
    view = pmi_view(session.source, session.in_force, tables, timeline.position)
    shown = (_CELLS, mode.ascii_only)
    if session.config.choice is not None:
        yield _("pmi: a pair is chosen and trained alone; drawn lets the text give its pairs")
    if what == "scatter":
        yield from _lines(scatter_lines(view, *shown))
    elif what == "heat":
        yield from _lines(heat_lines(view, *shown))
    elif fitting:
        yield from _fitted(mode, view, dims, _CURVE if what == "curve" else 0)
    else:
        how = _("pmi N shows N")
        yield from _lines(
            chain(
                title_lines(view, *shown),
                formula_lines(view, *shown),
                pair_lines(view, *shown, top, how=how),
                unseen_lines(view, *shown, top, how),
            )
        )


def _dimensions(mode: LineMode, given: list[str]) -> tuple[int, ...]:
    """Return the dimensions to fit: one that is given, or 1, 2, 4, ... and the number of words."""
    from sgns_core.pmi_fit import check_words
    from sgns_tui.pmi_view import chosen_dimensions

    size = len(mode.session.words)
    chosen = str(arguments.whole(given[0], 1, size)) if given else None
    check_words(size)
    return chosen_dimensions(chosen, size)


def _fitted(mode: LineMode, view: PmiView, dims: tuple[int, ...], rows: int) -> Iterator[str]:
    """Fit the dimensions one after another, each told as it begins; then show them all."""
    from sgns_core.pmi_fit import fit
    from sgns_tui.pmi_view import sampled_gap, with_fits
    from sgns_tui.render.pmi.fits import fit_lines

    def go_on(dim: int, start: int, iteration: int, loss: float) -> bool:
        return mode.go_on()

    done, sampled = [], {}
    for n, dim in enumerate(dims, 1):
        yield _("fit: d {d} ({n} of {all})").format(d=dim, n=n, all=len(dims))
        one = fit(view.learned.optimum, dim, view.settings.seed, go_on=go_on)
        if one is None or not mode.go_on():
            break
        done.append(one)
        sampled[dim] = sampled_gap(view, dim, mode.session.timeline.stepper)
    yield from _lines(fit_lines(with_fits(view, done, sampled), _CELLS, mode.ascii_only, rows))


def cost(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Show what a pair costs with the full softmax and with SGNS."""
    from sgns_core.cost import Cost
    from sgns_tui.cost_view import CostView, dropped_word
    from sgns_tui.render.cost.counts import (
        bar_lines,
        count_lines,
        dropped_lines,
        title_lines,
    )

    session = mode.session
    picture = words[0] if words and words[0] in ("bars", "measure") else ""
    words = words[1:] if picture else words
    if len(words) not in (0, 2, 3):
        raise WrongArguments("it takes nothing, or V, d and k; before them bars, or measure")
    timeline = session.timeline
    values = [arguments.whole(word, 0, _MAX_COUNT) for word in words]
    own = [len(session.words), timeline.E.shape[1], mode.session.in_force.k]
    counts = Cost(*(values + own[len(values) :]))
    shown = (_CELLS, mode.ascii_only)
    if picture == "bars":
        yield from _lines(bar_lines(CostView(cost=counts), *shown))
        return
    if picture == "measure":
        yield from _measured(mode, counts)
        return
    trace = session.trace
    view = CostView(
        cost=counts,
        name=None if words else session.source.name,
        dropped=dropped_word(session.source, (timeline.E, timeline.Ep), trace.center, trace.target),
    )
    yield from _lines(
        chain(title_lines(view, *shown), count_lines(view, *shown), dropped_lines(view, *shown))
    )


def _measured(mode: LineMode, counts: Cost) -> Iterator[str]:
    """Measure one vocabulary after another, each told as it begins; ctrl+c ends it."""
    import time

    from sgns_core.cost import SIZES
    from sgns_tui.cost_view import CostView, fitting, measured
    from sgns_tui.render.cost.measured import measured_lines

    sizes, left_out = fitting(SIZES, counts.dim, _MEASURING)
    done: list[Measured] = []
    for n, size in enumerate(sizes, 1):
        if not mode.go_on():
            break
        yield _("measure: {words} words ({n} of {all})").format(
            words=f"{size:,}", n=n, all=len(sizes)
        )
        found, _left = measured(
            counts.dim,
            counts.k,
            _MEASURING,
            time.perf_counter,
            lambda progress: mode.go_on(),
            (size,),
        )
        done += found
    view = CostView(cost=counts, measured=tuple(done), left_out=left_out)
    if done:
        yield from _lines(measured_lines(view, _CELLS, mode.ascii_only, 0))
    else:
        yield _("measure: ended before anything was measured")


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
