"""Run until, and back until: asked in a line, looked for in the thread, stopped by any key."""

from __future__ import annotations

from collections.abc import Callable

from sgns_core.errors import InvalidInput
from sgns_core.source import Source
from sgns_tui.i18n import _, explain
from sgns_tui.plain import arguments
from sgns_tui.screens.playing import PlayScreen


class SearchScreen(PlayScreen, inherit_bindings=False):
    """A screen that runs to the next or the last update at which something happens."""

    def do_until(self) -> None:
        """Ask for an event and run until it."""
        self._ask_event(_("Run until what? loss > 2, word W, neighbor W, collision, 500 ..."))

    def do_back_until(self) -> None:
        """Ask for an event and run back until it."""
        self._ask_event(_("Run back until what? loss > 2, word W, neighbor W, collision ..."), True)

    def _ask_event(self, question: str, back: bool = False) -> None:
        source = self.session.source
        self.ask(
            question,
            "",
            lambda text: _event_wrong(text, source),
            lambda text: self._until(text, back),
        )

    def _until(self, text: str, back: bool) -> None:
        """Go to an update by its number, or look for an event in the thread."""
        event = arguments.event(arguments.split(text), self.session.source)
        if isinstance(event, int):
            self._go_to(event - 1)
            return
        shown = self.shown(text.strip())
        self.say(_("Looking for {event}; any key stops it.").format(event=shown))
        session = self.session

        def search(go_on: Callable[[], bool]) -> str | None:
            begin = session.update
            go = session.back_until if back else session.until
            if go(event, go_on=go_on):
                return _("{event}: update {n}, {far} updates from {begin}.").format(
                    event=shown,
                    n=f"{session.update + 1:,}",
                    far=f"{abs(session.update - begin):,}",
                    begin=f"{begin + 1:,}",
                )
            if session.timeline.stop is not None:
                return None
            if not go_on():
                return _("Stopped at update {n}.").format(n=f"{session.update + 1:,}")
            where = _("before this one") if back else _("in the next 100,000 updates")
            return _("{event}: not {where}.").format(event=shown, where=where)

        self.search(search)


def _event_wrong(text: str, source: Source) -> str | None:
    """Return why a text names no event of a source, None where it does."""
    try:
        arguments.event(arguments.split(text), source)
    except InvalidInput as error:
        return explain(error)
    return None
