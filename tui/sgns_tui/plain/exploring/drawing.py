"""Commands that choose which words are drawn, and list them with their places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sgns_core.reading import read_text
from sgns_tui.explore_drawn import DRAWN, MOST_WORDS
from sgns_tui.explore_lists import NEAR
from sgns_tui.files import at_home
from sgns_tui.i18n import _
from sgns_tui.plain import arguments
from sgns_tui.plain.arguments import WrongArguments
from sgns_tui.render.explore.names import plane_name
from sgns_tui.render.explore.status import drawn_line, warnings

if TYPE_CHECKING:
    from sgns_tui.plain.exploring.mode import ExploringMode

_LISTED = 60


def draw(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """Choose which words are drawn."""
    match words:
        case ["frequent", *rest]:
            mode.exploring.draw_frequent(arguments.count(rest, DRAWN, MOST_WORDS))
        case ["near", word, *rest]:
            mode.exploring.draw_near(
                mode.row(word), arguments.count(rest, NEAR, MOST_WORDS), mode.go_on
            )
        case ["list", file] if file.startswith("@"):
            text = read_text(at_home(file[1:]))
            named = [line.strip() for line in text.splitlines() if line.strip()]
            yield from _unknown(mode, mode.exploring.draw_list(named))
        case ["list", *named] if named:
            yield from _unknown(mode, mode.exploring.draw_list(named))
        case _:
            raise WrongArguments("it takes frequent N, near W N, list W W W, or list @FILE")
    yield from _drawn(mode)


def find(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """List the words that fit a search, and draw them."""
    text = arguments.one(words, _("a part of a word"))
    mode.exploring.draw_matching(text, _LISTED)
    yield from _drawn(mode)
    yield _("find: {words}").format(
        words=" ".join(mode.values.word(row) for row in mode.exploring.drawn.rows.tolist())
    )


def map_(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """List the drawn words with their places and groups."""
    many = arguments.count(words, 20, MOST_WORDS)
    exploring, values = mode.exploring, mode.values
    drawn = exploring.map_now()
    yield _("map: {drawn}; {plane}").format(
        drawn=drawn_line(exploring, drawn), plane=plane_name(exploring, drawn)
    )
    for line in warnings(drawn, "apart"):
        yield _("beware: {text}").format(text=line)
    for place, row in enumerate(drawn.rows[:many].tolist()):
        x, y = drawn.points[place].tolist()
        group = int(drawn.groups.labels[place])
        said = (
            ""
            if group < 0
            else _(", group {name}").format(name=values.text(drawn.groups.names[group]))
        )
        yield _("map: {word} at {x}, {y}{group}").format(
            word=values.word(row), x=values.number(x), y=values.number(y), group=said
        )
    if drawn.outputs is not None:
        x, y = drawn.outputs[0].tolist()
        yield _("map: a - b + c at {x}, {y}").format(x=values.number(x), y=values.number(y))
    if many < len(drawn.rows):
        yield _("map: {n} more words; map {all} lists all").format(
            n=len(drawn.rows) - many, all=len(drawn.rows)
        )


def _unknown(mode: ExploringMode, unknown: list[str]) -> Iterator[str]:
    if unknown:
        yield _("draw: {n} not known: {words}").format(
            n=len(unknown), words=", ".join(mode.values.text(word) for word in unknown[:8])
        )


def _drawn(mode: ExploringMode) -> Iterator[str]:
    yield _("draw: {drawn}").format(drawn=drawn_line(mode.exploring, mode.drawn_now()))
