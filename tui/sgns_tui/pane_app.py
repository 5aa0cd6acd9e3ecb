"""What every app of panes is made of: looks, keys, help, the palette, and how to leave."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from rich.text import Text
from textual import events
from textual._styles_cache import StylesCache
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.markup import escape
from textual.screen import Screen

from sgns_tui.bandwidth import SECONDS, Bandwidth
from sgns_tui.i18n import _
from sgns_tui.in_turn import after_keys
from sgns_tui.keys import KEYS, Key, keys_of, keys_on, shown_key, shown_text
from sgns_tui.panes.looks import THEMES
from sgns_tui.preferences import Preferences, with_own_keys
from sgns_tui.screens.base import PaneScreen
from sgns_tui.terminal import job
from sgns_tui.terminal.choice import Glyphs, TerminalChoice
from sgns_tui.terminal.driver import GridDriver, driver_for
from sgns_tui.terminal.leaving import LeavingApp, install
from sgns_tui.text import one_line

T = TypeVar("T")

TWICE = 2.0  # seconds within which a second ctrl+c leaves


class KeyCommands(Provider):
    """The command palette's entries: every action of the key table that the screen knows."""

    async def discover(self) -> Hits:
        """Yield every action."""
        for key, run in self._actions():
            name, explained = self._shown(key)
            yield DiscoveryHit(Text(name), run, text=name, help=escape(explained))

    async def search(self, query: str) -> Hits:
        """Yield the actions whose name or explanation fits."""
        matcher = self.matcher(query)
        for key, run in self._actions():
            name, explained = self._shown(key)
            score = max(matcher.match(name), matcher.match(explained))
            if score > 0:
                yield Hit(score, Text(name), run, text=name, help=escape(explained))

    def _shown(self, key: Key) -> tuple[str, str]:
        """Return an action with its keys, and its explanation."""
        screen = self.screen
        ascii_only = isinstance(screen, PaneScreen) and screen.ascii_only
        typed = ", ".join(shown_key(typed, ascii_only) for typed in key.keys)
        return f"{_(key.label)}  ({typed})", shown_text(_(key.help), ascii_only)

    def _actions(self) -> list[tuple[Key, Callable[[], None]]]:
        screen = self.screen
        if not isinstance(screen, PaneScreen):
            return []
        known: dict[str, Key] = {}
        for key in keys_on(screen.NAME, screen.keys):
            known.setdefault(key.action, key)
        return [(key, partial(screen.act, action)) for action, key in known.items()]


class PaneApp(LeavingApp, inherit_bindings=False):
    """Takes keys and signals; an app of its own says what leaving means."""

    TITLE = "sgns-tui"
    COMMANDS = {KeyCommands}  # noqa: RUF012 - Textual's own way to name providers
    # Here and not in a screen, so that it works wherever one is, in the palette too.
    BINDINGS = [  # noqa: RUF012
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+z", "to_shell", show=False, priority=True),
    ]

    def __init__(self, choice: TerminalChoice, preferences: Preferences | None = None) -> None:
        super().__init__(driver_class=driver_for(choice))
        self.preferences = preferences or Preferences()
        self.keys = with_own_keys(KEYS, self.preferences.keys)
        self.ascii_only = choice.glyphs is Glyphs.ASCII
        self.bandwidth: Bandwidth | None = None
        """What the line carries, where a person wants to see it."""
        self._interrupted = float("-inf")
        for theme in THEMES:
            self.register_theme(theme)
        # Watched once the app runs; setting it then would have all styles reckoned twice.
        self.set_reactive(App.theme, self.preferences.theme)
        self.stylesheet.set_variables(self.get_css_variables())

    def on_load(self) -> None:
        """Take signals before anything is drawn."""
        install(self)

    def on_mount(self) -> None:
        """Look at the line every so often, where that is shown."""
        if self.bandwidth is not None:
            self.set_interval(SECONDS, self._look_at_the_line)

    def _look_at_the_line(self) -> None:
        driver = self._driver
        if isinstance(driver, GridDriver) and self.bandwidth is not None:
            seen = driver.traffic
            now = time.monotonic()
            self.bandwidth.look(now, seen.bytes_total, seen.frames, seen.last_frame_bytes)
            self.front.show_bandwidth()

    @property
    def front(self) -> PaneScreen:
        """Return the screen that a person is on, whatever asks or explains above it."""
        return next(screen for screen in self.screen_stack[::-1] if isinstance(screen, PaneScreen))

    def ask(self, question: str, answer: Callable[[bool | None], None]) -> None:
        """Ask a question with yes and no; None, as no, where it was taken back."""
        from sgns_tui.screens.question import QuestionScreen

        self.put_over(QuestionScreen(question), answer)

    # ---- what is typed and pasted

    async def on_event(self, event: events.Event) -> None:
        """Make one line of a paste, whoever gets it."""
        if isinstance(event, events.Paste):
            event.text = one_line(event.text)
        await super().on_event(event)

    def copy_to_clipboard(self, text: str) -> None:
        """Copy a text, also one that cannot be written as it is: a file's name may be any bytes."""
        super().copy_to_clipboard(text.encode("utf-8", "replace").decode())
        self._clipboard = text

    # ---- help and looks

    def show_help(self, pane: str, kind: str, examples: Sequence[str] = ()) -> None:
        """Explain a pane of the screen in front, with the keys that work there.

        examples: sentences on what is open there.
        """
        from sgns_tui.help_page import help_lines
        from sgns_tui.screens.page import PageScreen

        screen = self.front.NAME
        keys = (*keys_of(screen, kind, self.keys), *keys_of(screen, None, self.keys))
        cells, ascii_only = min(90, self.size.width - 2), self.front.ascii_only
        title, lines = help_lines(pane, keys, cells, screen, examples, ascii_only)
        self.put_over(PageScreen(title, lines))

    def action_command_palette(self) -> None:
        """Find an action by its name; Textual calls this on any screen where ctrl+p is typed."""
        from sgns_tui.screens.over import Palette

        self.put_over(Palette())

    def put_over(self, screen: Screen[T], answer: Callable[[T | None], None] | None = None) -> None:
        """Put a screen over the one in front: one at a time, however fast the keys come."""
        if self.screen is self.front:
            self.push_screen(screen, answer)

    def pop_screen(self) -> AwaitComplete:
        """Take away the screen in front.

        Textual keeps a colour of each of the last thousand widgets by the widget's own cache, which
        holds all its lines: what is gone would stay in memory.
        """
        StylesCache.get_inner_outer.cache_clear()
        return super().pop_screen()

    def next_theme(self) -> None:
        """Take the next theme."""
        names = [theme.name for theme in THEMES]
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
        self.front.say(_("Theme {name}.").format(name=self.theme))

    # ---- leaving

    def leave(self) -> None:
        """Leave; ask first where something would be lost."""
        raise NotImplementedError

    def leave_at_once(self) -> None:
        """Leave without a question."""
        self.exit(return_code=0)

    def action_interrupt(self) -> None:
        """Take ctrl+c when it is its turn: what was typed before it may still be on its way."""
        after_keys(self, self._interrupt_behind_question)

    def _interrupt_behind_question(self) -> None:
        """Let a line that was just asked for, and is not there yet, have its keys first."""
        prompt = self.front.asking
        if prompt is None or prompt is self.focused:
            self.interrupt()
        else:
            prompt.take(events.Callback(callback=self.interrupt))

    def interrupt(self) -> None:
        """Go back to the screen in front and say how to leave, as ctrl+c is often meant to copy.

        The second time leave.
        """
        now = time.monotonic()
        if now - self._interrupted < TWICE:
            self.leave_at_once()
            return
        self._interrupted = now
        self.front.take_back_question()
        while self.screen is not self.front:
            self.pop_screen()
        self.front.say(_("q leaves; so does ctrl+c once more."))

    def action_to_shell(self) -> None:
        """Take ctrl+z when it is its turn."""
        after_keys(self, self.to_shell)

    def to_shell(self) -> None:
        """Give the terminal back to the shell that began the program, until it goes on with it."""
        if isinstance(self._driver, GridDriver) and job.has_shell():
            with self.suspend():
                job.stop()
        else:
            self.front.say(_("No shell waits behind this program, so it does not stop; q leaves."))
