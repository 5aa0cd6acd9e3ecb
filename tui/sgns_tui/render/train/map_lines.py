"""The map as lines of text: words with their places, groups and nearest neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sgns_core.neighbors import neighbors
from sgns_core.projection import Projection
from sgns_core.trace import Floats
from sgns_tui.i18n import _
from sgns_tui.render.map.scene import MapWords
from sgns_tui.render.plain_values import Values

_NEAR = 3


def map_lines(
    update: int,
    words: MapWords,
    table: Floats,
    projection: Projection,
    values: Values,
    many: int,
    name: str = "",
) -> Iterator[str]:
    """Yield what is listed, then a line for each of the `many` most frequent words.

    update: the one that comes next, from 1. table: E (V, d) and its projection. name: of the run,
    where there are two.
    """
    points = projection.apply(table)
    yield _("map{name}: before update {n}, {words} words, colours {basis}").format(
        name=name, n=update, words=len(words.words), basis=words.basis
    )
    if table.shape[1] > 2:
        yield _("map{name}: {d} components, the plane holds {n}% of the variance").format(
            name=name, d=table.shape[1], n=f"{100 * projection.held:.1f}"
        )
    for row in words.order[:many].tolist():
        x, y = points[row].tolist()
        group = int(words.groups[row])
        yield _("map{name}: {word} at {x}, {y}, count {count}{group}; near {near}").format(
            name=name,
            word=values.word(row),
            x=values.number(x),
            y=values.number(y),
            count=int(words.counts[row]),
            group=_(", group {name}").format(name=values.text(words.names[group]))
            if group >= 0
            else "",
            near=_near(neighbors(table, row, _NEAR), values),
        )
    if many < len(words.words):
        yield _("map{name}: {n} more words; map {all} lists all").format(
            name=name, n=len(words.words) - many, all=len(words.words)
        )


def _near(found: Sequence[tuple[int, float]], values: Values) -> str:
    if not found:
        return _("nothing")
    return ", ".join(f"{values.word(row)} {values.number(cosine)}" for row, cosine in found)
