"""Nearest words and answers to analogies, as lines and as objects."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from rich.text import Text

from sgns_core.analogy import EPSILON, Method
from sgns_core.neighbors import Measure
from sgns_tui.i18n import N_, _
from sgns_tui.render.columns import Cell, columns, filled
from sgns_tui.render.number import number, setting
from sgns_tui.render.roles import CENTER, QUIET
from sgns_tui.render.vectors_text import CELLS, heading, heading_object
from sgns_tui.text import shortened, visible
from sgns_tui.vectors_asking import OpenedVectors, Ranking

_WORD_CELLS = 50

_MEASURES = {
    "cosine": N_("cosine, from -1 to 1; the word itself is left out"),
    "dot": N_("dot product, largest first; the word itself is left out"),
    "distance": N_("Euclidean distance, smallest first; the word itself is left out"),
}


def neighbors_lines(
    opened: OpenedVectors, measure: Measure, rankings: Sequence[Ranking], ascii_only: bool
) -> Iterator[Text]:
    """Yield the file, the measure, and for each word a line for each of its nearest."""
    yield from heading(opened, ascii_only)
    yield Text(_(_MEASURES[measure]), QUIET)
    for ranking in rankings:
        yield Text()
        yield Text(_word(ranking.word, ascii_only), CENTER)
        yield from _table(opened, ranking.found, ascii_only)


def analogy_lines(
    opened: OpenedVectors,
    method: Method,
    words: tuple[str, str, str],
    found: Sequence[tuple[int, float]],
    ascii_only: bool,
) -> Iterator[Text]:
    """Yield the file, the question, what is computed, and a line for each answer."""
    a, b, c = (_word(word, ascii_only) for word in words)
    yield from heading(opened, ascii_only)
    if method == "add":
        rule = _("3CosAdd: cosine with b - a + c of unit vectors; a, b and c are left out")
    else:
        rule = _(
            "3CosMul: cos(x, b) cos(x, c) / (cos(x, a) + {epsilon}), each as (cos + 1) / 2; "
            "a, b and c are left out"
        ).format(epsilon=setting(EPSILON))
    yield from filled(rule.split(), CELLS, style=QUIET)
    yield Text()
    question = _("{a} is to {b} as {c} is to ...").format(a=a, b=b, c=c)
    yield from filled(question.split(" "), CELLS, style=CENTER)
    yield from _table(opened, found, ascii_only)


def _table(
    opened: OpenedVectors, found: Sequence[tuple[int, float]], ascii_only: bool
) -> Iterator[Text]:
    if not found:
        yield Text(_("no other word can be compared"), QUIET)
        return
    rows: list[list[Cell]] = [
        [str(place), _word(opened.vectors.words[row], ascii_only), number(value)]
        for place, (row, value) in enumerate(found, 1)
    ]
    yield from columns(rows, left=(1,))


def _word(word: str, ascii_only: bool) -> str:
    return shortened(visible(word, ascii_only), _WORD_CELLS, ascii_only)


def neighbors_object(
    opened: OpenedVectors, measure: Measure, rankings: Sequence[Ranking]
) -> dict[str, object]:
    """Return the same unrounded."""
    return heading_object(opened) | {
        "measure": measure,
        "neighbors": [
            {"word": ranking.word, "nearest": _listed(opened, ranking.found, measure)}
            for ranking in rankings
        ],
    }


def analogy_object(
    opened: OpenedVectors,
    method: Method,
    words: tuple[str, str, str],
    found: Sequence[tuple[int, float]],
) -> dict[str, object]:
    """Return the same unrounded."""
    a, b, c = words
    return heading_object(opened) | {
        "method": method,
        "a": a,
        "b": b,
        "c": c,
        "answers": _listed(opened, found, "value"),
    }


def _listed(
    opened: OpenedVectors, found: Sequence[tuple[int, float]], name: str
) -> list[dict[str, object]]:
    return [
        {"word": opened.vectors.words[row], name: value if math.isfinite(value) else None}
        for row, value in found
    ]
