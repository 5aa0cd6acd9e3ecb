"""The app: one session, its screens, and what reaches beyond them."""

from __future__ import annotations

import time
from typing import ClassVar

from rich.text import Text

from sgns_tui.i18n import _
from sgns_tui.keys import keys_of
from sgns_tui.panes.looks import THEMES
from sgns_tui.render.roles import HEADING
from sgns_tui.screens.page import PageScreen
from sgns_tui.screens.step import StepScreen
from sgns_tui.session import Session
from sgns_tui.terminal.choice import Glyphs, TerminalChoice
from sgns_tui.terminal.driver import driver_for
from sgns_tui.terminal.leaving import LeavingApp, install

TWICE = 2.0  # seconds within which a second ctrl+c leaves


class SgnsApp(LeavingApp, inherit_bindings=False):
    """Hands values from the session to the screens; keeps none of its own."""

    ENABLE_COMMAND_PALETTE: ClassVar[bool] = True
    TITLE = "sgns-tui"

    def __init__(self, session: Session, choice: TerminalChoice, theme: str = "dark") -> None:
        super().__init__(driver_class=driver_for(choice))
        self.session = session
        self.choice = choice
        self._theme_at_start = theme
        self._interrupted = float("-inf")

    def on_load(self) -> None:
        """Take signals before anything is drawn."""
        install(self)
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self._theme_at_start

    def on_mount(self) -> None:
        """Open the Step screen."""
        self.push_screen(StepScreen(self.session, ascii_only=self.choice.glyphs is Glyphs.ASCII))

    def show_help(self, pane: str) -> None:
        """Explain a pane of the screen in front."""
        lines = [Text()]
        for key in (*keys_of("step", pane), *keys_of("step")):
            lines.append(Text.assemble((f"{key.shown:>10}", HEADING), f"  {_(key.help)}"))
        self.push_screen(PageScreen(_("Help"), lines))

    def next_theme(self) -> None:
        """Take the next theme."""
        names = [theme.name for theme in THEMES]
        self.theme = names[(names.index(self.theme) + 1) % len(names)]

    def leave(self) -> None:
        """Leave."""
        self.exit(return_code=0)

    def interrupt(self) -> None:
        """Say how to leave, as ctrl+c is often meant to copy; the second time leave."""
        now = time.monotonic()
        if now - self._interrupted < TWICE:
            self.exit(return_code=0)
        self._interrupted = now
        if isinstance(self.screen, StepScreen):
            self.screen.say(_("q leaves; so does ctrl+c once more."))
