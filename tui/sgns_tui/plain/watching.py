"""Commands that show a run as a whole: where its words stand, and how it goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from sgns_tui.comparing import ComparedSession
from sgns_tui.grouping import Basis, Grouping
from sgns_tui.i18n import _
from sgns_tui.plain import arguments
from sgns_tui.plain.arguments import WrongArguments
from sgns_tui.render.train.loss import number_lines
from sgns_tui.render.train.map_lines import map_lines
from sgns_tui.session import Session
from sgns_tui.watching import Wants, Watch

if TYPE_CHECKING:
    from sgns_tui.plain.mode import LineMode

_CELLS = 200
_MOST = 10_000
_BASES = {"groups": Basis.GIVEN, "bands": Basis.BANDS, "kmeans": Basis.KMEANS}


def map_(mode: LineMode, words: list[str]) -> Iterator[str]:
    """List words with their places, groups and nearest neighbours; of two runs both."""
    basis, rest = (words[0], words[1:]) if words and words[0] in _BASES else ("", words)
    many = arguments.count(rest, 20, _MOST)
    for name, session in _runs(mode.session):
        grouping = _grouping(mode, session)
        if basis:
            if _BASES[basis] is Basis.GIVEN and grouping.given is None:
                raise WrongArguments("this source has no groups: bands or kmeans makes some")
            grouping.basis = _BASES[basis]
        frame = Watch(session, grouping).take(Wants(ascii_only=mode.ascii_only))
        E = session.timeline.E
        yield from map_lines(
            frame.update + 1, frame.words, E, frame.projection, mode.values, many, name
        )


def progress(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Say how the run goes: its loss, a check, how far groups are apart, what was drawn."""
    if words:
        raise WrongArguments("it takes nothing after it")
    for name, session in _runs(mode.session):
        frame = Watch(session, _grouping(mode, session)).take(Wants(ascii_only=mode.ascii_only))
        loss = replace(frame.loss, rate=None)
        for line in number_lines(loss, _CELLS):
            yield _("progress{name}: {line}").format(name=name, line=line.plain.strip())


def _runs(session: Session) -> list[tuple[str, Session]]:
    """Return what is to be shown, with what each run is called where there are two."""
    if isinstance(session, ComparedSession):
        own, other = session.labels
        return [(f" {own}", session), (f" {other}", session.other)]
    return [("", session)]


def _grouping(mode: LineMode, session: Session) -> Grouping:
    file = mode.groups if session.source is mode.first_source else None
    return Grouping(session.source, file, mode.ascii_only)
