"""A screen of one page of text to read: help, and whatever is explained."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.app import ComposeResult

from sgns_tui.i18n import _
from sgns_tui.panes.pane import Line, Pane
from sgns_tui.render.roles import HEADING
from sgns_tui.screens.above import Above


class PageScreen(Above[None], inherit_bindings=False):
    """Shows lines over the whole screen; arrows scroll, Esc, q, ? or Enter goes back."""

    DEFAULT_CSS = "PageScreen { background: $background; }"

    def __init__(self, title: str, lines: list[Text]) -> None:
        super().__init__()
        self._pane = Pane(id="page", title=title)
        self._line = Line(id="page-keys")
        self._lines = lines

    def compose(self) -> ComposeResult:
        """Yield the page and the line of keys."""
        yield self._pane
        yield self._line

    def on_mount(self) -> None:
        """Show the page."""
        self._pane.show(self._lines)
        self._line.show(Text(_("up and down scroll, Esc goes back"), HEADING))
        self._pane.focus()

    def on_resize(self, event: events.Resize) -> None:
        """Take the whole screen."""
        width, height = event.size
        self._pane.styles.width, self._pane.styles.height = width, max(1, height - 1)
        self._line.styles.width = width
        self._line.styles.offset = (0, max(0, height - 1))

    def on_key(self, event: events.Key) -> None:
        """Scroll, or go back."""
        event.stop()
        page = max(1, self._pane.room.height - 1)
        rows = {
            "up": -1,
            "down": 1,
            "pageup": -page,
            "pagedown": page,
            "home": -(10**6),
            "end": 10**6,
        }
        if event.key in rows:
            self._pane.scroll_rows(rows[event.key])
        elif event.key in ("escape", "q", "question_mark", "enter", "h", "й", "р"):
            self.dismiss()
