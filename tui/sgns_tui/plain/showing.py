"""Commands that show: the pair, the stage, the step, tables, neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sgns_core import neighbors as nearest
from sgns_tui.i18n import _
from sgns_tui.opening import word_row
from sgns_tui.plain import arguments
from sgns_tui.plain.arguments import WrongArguments
from sgns_tui.render import plain_lines
from sgns_tui.render.step_text import step_lines
from sgns_tui.session_view import step_view

if TYPE_CHECKING:
    from sgns_tui.plain.mode import LineMode

_MAX_DIGITS = 17
_MAX_NEIGHBORS = 100


def show(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Show what is named."""
    match words:
        case [] | ["pair"]:
            yield from _settings(mode)
            yield from mode.selected()
        case ["stage"]:
            yield from mode.here()
        case ["step"]:
            for line in step_lines(step_view(mode.session, mode.ascii_only)):
                if line.plain.strip():
                    yield line.plain
        case ["tables"]:
            yield from _tables(mode)
        case ["settings"]:
            yield from _settings(mode)
        case ["edits"]:
            yield from _edits(mode)
        case _:
            raise WrongArguments("it takes pair, stage, step, tables, settings or edits")


def neighbors(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Show the words nearest to a word."""
    if len(words) not in (1, 2):
        raise WrongArguments("it takes a word, and how many to show")
    row = word_row(mode.session.source, words[0])
    many = arguments.whole(words[1], 1, _MAX_NEIGHBORS) if len(words) > 1 else 10
    found = nearest.neighbors(mode.session.timeline.E, row, many)
    yield from plain_lines.neighbor_lines(row, found, mode.values)


def digits(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Set how many decimals are shown."""
    wanted = arguments.one(words, _("a number, or all"))
    mode.digits = None if wanted == "all" else arguments.whole(wanted, 0, _MAX_DIGITS)
    yield _("digits: {n}").format(n=wanted)


def _settings(mode: LineMode) -> Iterator[str]:
    session = mode.session
    yield from plain_lines.source_lines(session.source, session.settings, mode.values)
    yield plain_lines.settings_line(session.settings, session.config)


def _tables(mode: LineMode) -> Iterator[str]:
    session = mode.session
    timeline = session.timeline
    if len(session.words) <= plain_lines.MAX_TABLE_WORDS:
        yield from plain_lines.table_lines(timeline.E, timeline.Ep, mode.values)
    else:
        trace = session.trace
        yield from mode.some(
            plain_lines.read_rows(
                timeline.E, timeline.Ep, trace.center, trace.touched.tolist(), mode.values
            )
        )


def _edits(mode: LineMode) -> Iterator[str]:
    edits = mode.session.timeline.edits
    if not edits:
        yield _("edits: none")
    yield from mode.some(
        _("edit: {change}, from update {n} on").format(
            change=plain_lines.change_text(edit.change, mode.values), n=edit.at + 1
        )
        for edit in edits
    )
