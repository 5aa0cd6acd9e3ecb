"""Line mode itself: a line in, answer lines out; whatever is typed, the session goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from sgns_core.errors import InvalidInput
from sgns_core.groups_file import read_groups
from sgns_tui.comparing import ComparedSession
from sgns_tui.groups_note import groups_note
from sgns_tui.i18n import _, explain
from sgns_tui.opening import SourceOptions
from sgns_tui.plain.answering import Answering
from sgns_tui.plain.table import ALIASES, COMMANDS
from sgns_tui.render.plain_stage import select_line, stage_lines
from sgns_tui.render.plain_values import Values
from sgns_tui.session import Session
from sgns_tui.watching import Watch

_MANY = 60
_KEPT = 8

Key = tuple[object, ...]


def _no(question: str) -> bool:
    return False


class LineMode(Answering):
    """A session and the commands that people give it.

    options: how sources are opened. groups: a file with the groups of the words. limit: how far
    `until` looks ahead. go_on: whether a long run is still wanted. ask: puts a question to a
    person; without one the answer is no.
    """

    def __init__(
        self,
        session: Session,
        *,
        options: SourceOptions | None = None,
        groups: str | None = None,
        ascii_only: bool = False,
        limit: int = 100_000,
        go_on: Callable[[], bool] = lambda: True,
        ask: Callable[[str], bool] = _no,
    ) -> None:
        self.commands, self.aliases = COMMANDS, ALIASES
        self.session = session
        self.options = SourceOptions() if options is None else options
        self.groups = groups
        self.first_source = session.source
        self.ascii_only = ascii_only
        self.limit = limit
        self.go_on = go_on
        self.ask = ask
        self.digits: int | None = 4
        self._key = _key(session)
        self._kept: dict[Key, Session] = {}
        self.watches: dict[Session, Watch] = {}
        """What is remembered of the runs that `map` and `progress` were asked for."""

    # ---- a line

    def greeting(self) -> Iterator[str]:
        """Yield the first lines: what this is, what is open, where one stands."""
        yield _("line mode: help lists the commands, quit leaves")
        if isinstance(self.session, ComparedSession):
            yield _("compare: {first} and {second}, in step; progress and map show both").format(
                first=self.session.labels[0], second=self.session.labels[1]
            )
        try:
            yield from COMMANDS["show"].run(self, ["pair"])
        except InvalidInput as error:
            yield _("error: {message}").format(message=explain(error))
        if self.groups is not None:
            given = read_groups(self.groups, self.session.source.vocabulary)
            note = groups_note(given, self.groups, self.ascii_only)
            if note is not None:
                yield _("beware: {text}").format(text=note)

    # ---- what commands share

    @property
    def values(self) -> Values:
        """Return how words and numbers are written now."""
        return Values(self.session.words, self.digits, self.ascii_only)

    def here(self) -> Iterator[str]:
        """Yield the lines of the stage that was reached last."""
        session = self.session
        lines = stage_lines(
            session.trace, session.stage, self.values, session.update + 1, session.config
        )
        yield from self.some(lines)

    def selected(self) -> Iterator[str]:
        """Yield which pair the update looked at is made with."""
        session = self.session
        yield select_line(session.trace, self.values, session.update + 1, session.config)

    def some(self, lines: Iterator[str]) -> Iterator[str]:
        """Yield lines, of very many the first."""
        yield from islice(lines, _MANY)
        if next(lines, None) is not None:
            yield _("and more lines of this kind, which are left out here")

    def stopped(self) -> Iterator[str]:
        """Yield why a run stopped, where it did."""
        stop = self.session.timeline.stop
        if stop is not None:
            yield _(
                "stop: update {n} would make {table} {word} overflow; lower lr, or go back"
            ).format(n=stop.at + 1, table=stop.table, word=self.values.word(stop.row))

    def show_session(self, session: Session, *name: str) -> None:
        """Put another session in the place of this one, which is kept."""
        self._kept.pop(self._key, None)
        self._kept[self._key] = self.session
        while len(self._kept) > _KEPT:
            self._kept.pop(next(iter(self._kept)))
        self.session = session
        self._key = name or _key(session)

    def kept(self, session: Session) -> Session | None:
        """Return the session on the same source with the same seed that was left before."""
        return self._kept.get(_key(session))


def _key(session: Session) -> Key:
    return session.origin, session.settings
