"""The app: one session at a time, its screens, and what reaches beyond one screen."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider

from sgns_core.errors import InvalidInput
from sgns_tui.export import export_update
from sgns_tui.files import AlreadyThere, write_atomically
from sgns_tui.help_page import help_lines
from sgns_tui.i18n import _, explain
from sgns_tui.keys import KEYS, Key, keys_of
from sgns_tui.opening import SourceOptions
from sgns_tui.panes.looks import THEMES
from sgns_tui.preferences import Preferences, with_own_keys
from sgns_tui.render.roles import WARNING
from sgns_tui.screens.opener import OpenScreen
from sgns_tui.screens.page import PageScreen
from sgns_tui.screens.question import QuestionScreen
from sgns_tui.screens.step import StepScreen
from sgns_tui.session import Session
from sgns_tui.session_file import save_session
from sgns_tui.session_opening import open_session
from sgns_tui.session_view import step_view
from sgns_tui.terminal.choice import Glyphs, TerminalChoice
from sgns_tui.terminal.driver import driver_for
from sgns_tui.terminal.leaving import LeavingApp, install

TWICE = 2.0  # seconds within which a second ctrl+c leaves


class KeyCommands(Provider):
    """The command palette's entries: every action of the key table that the screen knows."""

    async def discover(self) -> Hits:
        """Yield every action."""
        for key, run in self._actions():
            yield DiscoveryHit(_named(key), run, help=_(key.help))

    async def search(self, query: str) -> Hits:
        """Yield the actions whose name or explanation fits."""
        matcher = self.matcher(query)
        for key, run in self._actions():
            score = max(matcher.match(_named(key)), matcher.match(_(key.help)))
            if score > 0:
                yield Hit(score, _named(key), run, help=_(key.help))

    def _actions(self) -> list[tuple[Key, Callable[[], None]]]:
        screen = self.screen
        if not isinstance(screen, StepScreen):
            return []
        known = {key.action: key for key in reversed(KEYS) if "step" in key.screens}
        return [(key, partial(screen.act, action)) for action, key in reversed(known.items())]


class SgnsApp(LeavingApp, inherit_bindings=False):
    """Hands values from sessions to screens; keeps the sessions of this run and little else."""

    TITLE = "sgns-tui"
    COMMANDS = {KeyCommands}  # noqa: RUF012 - Textual's own way to name providers

    def __init__(
        self,
        session: Session,
        options: SourceOptions,
        choice: TerminalChoice,
        preferences: Preferences | None = None,
    ) -> None:
        super().__init__(driver_class=driver_for(choice))
        self.session = session
        self.options = options
        self.preferences = preferences or Preferences()
        self.keys = with_own_keys(KEYS, self.preferences.keys)
        self.ascii_only = choice.glyphs is Glyphs.ASCII
        self._sessions = {session.source.name: (session, options)}
        self._interrupted = float("-inf")

    # ---- start

    def on_load(self) -> None:
        """Take signals, and the theme, before anything is drawn."""
        install(self)
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self.preferences.theme

    def on_mount(self) -> None:
        """Open the Step screen."""
        digits = 4 if self.preferences.digits == 4 else None
        self.push_screen(
            StepScreen(self.session, self.keys, ascii_only=self.ascii_only, digits=digits)
        )

    @property
    def step(self) -> StepScreen:
        """Return the Step screen."""
        return next(screen for screen in self.screen_stack if isinstance(screen, StepScreen))

    # ---- sources

    def open_source(self) -> None:
        """Ask which source to open; each keeps its session until the program ends."""
        self.push_screen(OpenScreen(tuple(self._sessions)), self._open)

    def _open(self, wanted: SourceOptions | None) -> None:
        if wanted is None:
            return
        options = replace(
            wanted, seed=self.options.seed, tokens=self.options.tokens, policy=self.options.policy
        )
        name = wanted.example or wanted.model or wanted.text or ""
        kept = self._sessions.get(name)
        try:
            self.session, self.options = kept or (open_session(options), options)
        except InvalidInput as error:
            self.step.say(explain(error), WARNING)
            return
        self._sessions[self.session.source.name] = (self.session, self.options)
        self.step.look_at(self.session)

    # ---- files

    def save(self, path: str, force: bool = False) -> None:
        """Save the session; ask before writing over a file."""
        try:
            save_session(self.session, path, force)
        except AlreadyThere:
            self._ask_to_overwrite(path, partial(self.save, path, True))
            return
        self.session.file = path
        self.step.say(_("Saved to {path}.").format(path=self.step.shown(path)))

    def export(self, path: str, force: bool = False) -> None:
        """Write this update as JSON or CSV, or the screen as SVG, by the file's ending."""
        if path.lower().endswith(".svg"):
            data = self.export_screenshot(title="sgns-tui").encode()
        else:
            data = export_update(step_view(self.session), path)
        try:
            write_atomically(path, data, force)
        except AlreadyThere:
            self._ask_to_overwrite(path, partial(self.export, path, True))
            return
        self.step.say(_("Written to {path}.").format(path=self.step.shown(path)))

    def _ask_to_overwrite(self, path: str, write: Callable[[], None]) -> None:
        def answer(yes: bool | None) -> None:
            if yes:
                self.step.attempt(write)

        question = _("{path} exists. Write over it?").format(path=self.step.shown(path))
        self.push_screen(QuestionScreen(question), answer)

    # ---- help and looks

    def show_help(self, pane: str, kind: str) -> None:
        """Explain a pane of the Step screen, with the keys that work there."""
        keys = (*keys_of("step", kind, self.keys), *keys_of("step", None, self.keys))
        title, lines = help_lines(pane, keys)
        self.push_screen(PageScreen(title, lines))

    def next_theme(self) -> None:
        """Take the next theme."""
        names = [theme.name for theme in THEMES]
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
        self.step.say(_("Theme {name}.").format(name=self.theme))

    # ---- leaving

    def leave(self) -> None:
        """Leave; ask first where changes would be lost."""
        unsaved = [
            session.source.name for session, _o in self._sessions.values() if session.is_unsaved
        ]
        if not unsaved:
            self.exit(return_code=0)
            return
        names = ", ".join(self.step.shown(name) for name in unsaved)
        question = _("Changes to {names} are not saved. Leave without them?").format(names=names)
        self.push_screen(
            QuestionScreen(question), lambda yes: self.exit(return_code=0) if yes else None
        )

    def interrupt(self) -> None:
        """Say how to leave, as ctrl+c is often meant to copy; the second time leave."""
        now = time.monotonic()
        if now - self._interrupted < TWICE:
            self.exit(return_code=0)
            return
        self._interrupted = now
        self.step.say(_("q leaves; so does ctrl+c once more."))


def _named(key: Key) -> str:
    return f"{_(key.label)}  ({', '.join(key.keys)})"
