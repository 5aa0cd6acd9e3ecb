"""Planes by the names that people read, with what they hold."""

from __future__ import annotations

from collections.abc import Iterator

from sgns_tui.explore_map import ExploreMap
from sgns_tui.explore_planes import Components, Directions, Parallelogram, Principal
from sgns_tui.exploring import Exploring
from sgns_tui.i18n import _
from sgns_tui.render.map.legend import ROUNDING
from sgns_tui.render.number import number
from sgns_tui.text import shortened, visible, width

_LEAST = 6  # cells of the words of a plane: fewer tell nothing


def percent(share: float) -> str:
    """Return a share in percent, never rounded up to a whole that it is not."""
    return f"{100 if share > 1 - ROUNDING else min(share * 100, 99.9):.1f}"


def plane_name(exploring: Exploring, drawn: ExploreMap, cells: int | None = None) -> str:
    """Return which plane is shown and the share of the variance that it holds.

    Where `cells` are too few for all of it, the words of the plane give way before its numbers.
    """
    ways = list(_ways(exploring, drawn))
    for name in _names(exploring):
        for facts in ways:
            if cells is None or width(name) + width(facts) <= cells:
                return name + facts
    assert cells is not None
    return shortened(name, max(_LEAST, cells - width(ways[-1])), exploring.ascii_only) + ways[-1]


def _names(exploring: Exploring) -> Iterator[str]:
    """Yield a plane's name, or the words that it is made of; then a shorter name if it has one."""
    match exploring.view:
        case Principal():
            if exploring.explored.vectors.dim > 2:
                yield _("PCA")
            else:
                yield _("the rows themselves")
                yield _("the rows")
        case Components(across, up):
            yield _("components {x} and {y}").format(x=across + 1, y=up + 1)
            yield _("comp. {x}, {y}").format(x=across + 1, y=up + 1)
        case Directions(said=said):
            yield visible(said, exploring.ascii_only)
        case Parallelogram(a, b, c):
            words = exploring.explored.vectors.words
            yield visible(f"{words[a]} - {words[b]} + {words[c]}", exploring.ascii_only)


def _ways(exploring: Exploring, drawn: ExploreMap) -> Iterator[str]:
    """Yield what is said of a plane after its name, at length, shorter, and as short as can be."""
    held = percent(drawn.held)
    one_long = _(", rows one long") if exploring.makes_units else ""
    leaning = leaning_short = ""
    if isinstance(exploring.view, Directions):
        cosine = number(drawn.plane.cosine, 2)
        leaning = _(", cosine of axes {n}").format(n=cosine)
        leaning_short = _(", cos {n}").format(n=cosine)
    short = _(", {n}% variance").format(n=held)
    yield leaning + one_long + _(", {n}% of the variance").format(n=held)
    yield leaning_short + one_long + short
    yield leaning_short + short
