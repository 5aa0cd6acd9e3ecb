"""A question with yes and no, over the screen it is about."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.app import ComposeResult

from sgns_tui.i18n import _
from sgns_tui.keys import textual_names
from sgns_tui.panes.pane import Line
from sgns_tui.render.roles import HEADING, WARNING
from sgns_tui.screens.above import Above


class QuestionScreen(Above[bool], inherit_bindings=False):
    """Gives True for yes; every other key means no."""

    DEFAULT_CSS = "QuestionScreen { background: $background; }"

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question
        self._line = Line(id="question")

    def compose(self) -> ComposeResult:
        """Yield the question."""
        yield self._line

    def on_mount(self) -> None:
        """Show it."""
        self._line.styles.height = 3
        self._line.show(Text(self._question, WARNING), Text(_("y: yes   n or Esc: no"), HEADING))

    def on_key(self, event: events.Key) -> None:
        """Take the answer."""
        event.stop()
        self.dismiss(event.key in textual_names("y"))
