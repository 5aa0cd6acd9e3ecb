"""Commands that show a run as a whole: where its words stand, and how it goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from sgns_tui.comparing import ComparedSession
from sgns_tui.grouping import Basis, Grouping
from sgns_tui.i18n import _
from sgns_tui.opening import word_row
from sgns_tui.plain import arguments
from sgns_tui.plain.arguments import WrongArguments
from sgns_tui.render.train.loss import number_lines
from sgns_tui.render.train.map_lines import map_lines
from sgns_tui.render.train.word import word_lines
from sgns_tui.session import Session
from sgns_tui.watching import NEAR, Wants, Watch

if TYPE_CHECKING:
    from sgns_tui.plain.mode import LineMode

_CELLS = 200
_MOST = 10_000
_MOST_WATCHED = 4
_BASES = {"groups": Basis.GIVEN, "bands": Basis.BANDS, "kmeans": Basis.KMEANS}


def map_(mode: LineMode, words: list[str]) -> Iterator[str]:
    """List words with their places, groups and nearest neighbours; of two runs both."""
    basis, rest = (words[0], words[1:]) if words and words[0] in _BASES else ("", words)
    many = arguments.count(rest, 20, _MOST)
    for name, session in _runs(mode.session):
        watch = _watch(mode, session)
        grouping = watch.grouping
        usual = Basis.BANDS if grouping.given is None else Basis.GIVEN
        if basis and _BASES[basis] is Basis.GIVEN and grouping.given is None:
            raise WrongArguments("this source has no groups: bands or kmeans makes some")
        grouping.basis = _BASES.get(basis, usual)
        frame = watch.take(Wants(ascii_only=mode.ascii_only))
        grouping.basis = usual
        E = session.timeline.E
        yield from map_lines(
            frame.update + 1, frame.words, E, frame.projection, mode.values, many, name
        )


def progress(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Say how the run goes: its loss, a check, how far groups are apart, what was drawn."""
    if words:
        raise WrongArguments("it takes nothing after it")
    for name, session in _runs(mode.session):
        frame = _watch(mode, session).take(Wants(ascii_only=mode.ascii_only))
        loss = replace(frame.loss, rate=None)
        for line in number_lines(loss, _CELLS):
            yield _("progress{name}: {line}").format(name=name, line=line.plain.strip())


def word(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Say what a word is, what is near it, and what moved it last; of two runs both."""
    row = word_row(mode.session.source, arguments.one(words, _("a word")))
    for name, session in _runs(mode.session):
        wants = Wants(selected=row, near=NEAR, updates=False, ascii_only=mode.ascii_only)
        frame = _watch(mode, session).take(wants)
        for line in word_lines(frame.word, _CELLS):
            yield _("word{name}: {line}").format(name=name, line=line.plain.strip())


def _runs(session: Session) -> list[tuple[str, Session]]:
    """Return what is to be shown, with what each run is called where there are two."""
    if isinstance(session, ComparedSession):
        own, other = session.labels
        return [(f" {own}", session), (f" {other}", session.other)]
    return [("", session)]


def _watch(mode: LineMode, session: Session) -> Watch:
    """Return what is remembered of a run, so that its next map fits the one before."""
    if session not in mode.watches:
        if len(mode.watches) >= _MOST_WATCHED:
            mode.watches.clear()
        file = mode.groups if session.source is mode.first_source else None
        grouping = Grouping(session.source, file, mode.ascii_only)
        mode.watches[session] = Watch(session, grouping)
    return mode.watches[session]
