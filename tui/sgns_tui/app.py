"""The app: one session at a time, its screens, and what reaches beyond one screen."""

from __future__ import annotations

# What only some keys need is imported where it is needed, so that the first picture comes sooner.
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from sgns_core.errors import InvalidInput
from sgns_tui.bandwidth import Bandwidth
from sgns_tui.files import AlreadyThere, at_home, write_atomically
from sgns_tui.first_picture import calm_down
from sgns_tui.i18n import _, explain
from sgns_tui.opening import SourceOptions
from sgns_tui.pane_app import PaneApp
from sgns_tui.preferences import Preferences, ScreenOptions
from sgns_tui.recent import RecentFiles
from sgns_tui.render.roles import WARNING
from sgns_tui.screens.base import SessionScreen
from sgns_tui.session import Session
from sgns_tui.session_view import step_view
from sgns_tui.shelf import Kept, Shelf
from sgns_tui.terminal.choice import TerminalChoice
from sgns_tui.text import shortened
from sgns_tui.unfinished import Unfinished

if TYPE_CHECKING:
    from sgns_tui.autosave import Autosave
    from sgns_tui.exploring import Exploring
    from sgns_tui.going_on import GoingOn

# What each screen is called in the key table: its module, imported when it is asked for, and class.
SCREENS = {
    "step": ("step", "StepScreen"),
    "train": ("train", "TrainScreen"),
    "noise": ("noise", "NoiseScreen"),
    "batch": ("batch", "BatchScreen"),
    "pmi": ("pmi", "PmiScreen"),
    "cost": ("cost", "CostScreen"),
    "explore": ("explore", "ExploreScreen"),
}

SECONDS_TO_FIRST_PICTURE = 1.0


class SgnsApp(PaneApp):
    """Hands values from sessions to screens; keeps the sessions of this run and little else."""

    def __init__(
        self,
        session: Session,
        options: SourceOptions,
        choice: TerminalChoice,
        preferences: Preferences | None = None,
        recent: RecentFiles | None = None,
        screens: ScreenOptions | None = None,
        unfinished: Unfinished | None = None,
        exploring: Exploring | None = None,
    ) -> None:
        """Show a session; exploring: vectors from a file, for the Explore screen."""
        super().__init__(choice, preferences)
        self.session = session
        self.options = options
        self.screens = screens or ScreenOptions()
        self.first_source = session.source
        self.exploring = exploring
        if exploring is not None:
            exploring.ascii_only = self.ascii_only
        self._screens: dict[str, SessionScreen] = {}
        self.shelf = Shelf()
        self.shelf.put(session, options)
        self.unfinished = unfinished or Unfinished(None)
        self._autosave: Autosave | None = None
        self._going_on: GoingOn | None = None
        self._found: list[Path] = []
        self.leaves_unsaved = False
        """Whether it is being left so quickly that something was not saved."""
        self._came_from: str | None = None
        self.recent = recent or RecentFiles(None)
        if self.screens.bandwidth:
            self.bandwidth = Bandwidth()

    # ---- start

    def get_default_screen(self) -> SessionScreen:
        """Return the first screen, with none below it that would be drawn too."""
        return self._screen_called(self.screens.first)

    def on_mount(self) -> None:
        """Put off what the first picture does not need."""
        self.set_timer(SECONDS_TO_FIRST_PICTURE, self._after_first_picture)
        self.call_after_refresh(self._offer_to_go_on)

    def _offer_to_go_on(self) -> None:
        """Say, once the first picture is there, what was left unfinished."""
        self._found = self.unfinished.found()
        if self._found:
            self.going_on.offer()

    def _after_first_picture(self) -> None:
        """Take up what the start put off."""
        calm_down()
        if self.preferences.autosave:
            self.set_interval(self.autosave.SECONDS, lambda: self.autosave.note(self.shelf))

    # ---- screens

    def go_to_screen(self, name: str) -> None:
        """Go to one of the screens by its name in the key table; each is made when first asked for.

        All look at the one session of the app.
        """
        self._came_from = None
        switched = name == "train" and self._leave_worked()
        screen = self._screen_called(name)
        if screen.session is not self.session:
            screen.look_at(self.session)
        self._bring_to_front(screen)
        if switched:
            screen.say(
                _("worked is one update; groups is open here, a text to train on. O opens others.")
            )

    def _bring_to_front(self, screen: SessionScreen) -> None:
        """Show a screen; the first one stays below the others, for it cannot be switched."""
        first = self.screen_stack[0]
        if screen is self.front:
            return
        self.front.make_way()
        if screen is first:
            self.pop_screen()
        elif self.front is first:
            self.push_screen(screen)
        else:
            self.switch_screen(screen)

    def inspect_from(self, name: str) -> None:
        """Look at the update of now on the Step screen; `come_back` leads back to a screen."""
        self.go_to_screen("step")
        self._came_from = name
        self.front.say(_("Esc goes back to where you came from."))

    def come_back(self) -> None:
        """Go back to the screen from which this update was looked at."""
        if self._came_from is not None:
            self.go_to_screen(self._came_from)

    def _leave_worked(self) -> bool:
        """Open a text to train on in the place of the worked example, if it is untouched."""
        now = self.session
        moved = now.update or now.at or now.timeline.length or now.timeline.edits
        if not now.source.built_in or now.source.name != "worked" or moved:
            return False
        kept, _warnings = self._kept_or_new(SourceOptions(example="groups"))
        self.session, self.options = kept.session, kept.options
        return True

    def use_seed(self, seed: int) -> None:
        """Look at the run with another seed; the one of now is kept."""
        now = self.session
        if seed == now.settings.seed:
            raise InvalidInput("the seed is {seed} already", seed=seed)
        kept = self.shelf.with_seed(now, seed)
        options = replace(self.options, seed=seed)
        self.shelf.put(now.with_seed(seed) if kept is None else kept.session, options)
        kept = self.shelf.with_seed(now, seed)
        assert kept is not None
        self.session, self.options = kept.session, kept.options
        self.front.look_at(self.session)
        self.front.say(
            _("Seed {n}; seed {before} is kept.").format(n=seed, before=now.settings.seed)
        )

    def _screen_called(self, name: str) -> SessionScreen:
        if name in self._screens:
            return self._screens[name]
        module, kind = SCREENS[name]
        made: type[SessionScreen] = getattr(import_module(f"sgns_tui.screens.{module}"), kind)
        digits = 4 if self.preferences.digits == 4 else None
        screen = made(self.session, self.keys, ascii_only=self.ascii_only, digits=digits)
        self._screens[name] = screen
        self.install_screen(screen, name)
        return screen

    @property
    def front(self) -> SessionScreen:
        """Return the screen that a person is on, whatever asks or explains above it."""
        return next(
            screen for screen in self.screen_stack[::-1] if isinstance(screen, SessionScreen)
        )

    # ---- sources

    def open_source(self) -> None:
        """Ask which source to open; each keeps its session until the program ends."""
        from sgns_tui.screens.opener import OpenScreen

        self._remember()
        opener = OpenScreen(self.shelf.all(), self.recent.all(), self.ascii_only)
        self.put_over(opener, self._open)

    def _open(self, wanted: SourceOptions | Kept | None) -> None:
        if wanted is None:
            return
        try:
            kept, warnings = self._kept_or_new(wanted)
        except InvalidInput as error:
            self.front.say(explain(error), WARNING)
            return
        self.session, self.options = kept.session, kept.options
        self.front.look_at(self.session)
        if warnings:
            self.front.say(" ".join(warnings), WARNING)
        self._remember()

    def _remember(self) -> None:
        """Keep the file that is open now in mind for the next run."""
        origin = self.session.origin
        path = self.session.file or (None if origin is None else origin.path)
        if path is not None:
            self.recent.add(path)

    def _kept_or_new(self, wanted: SourceOptions | Kept) -> tuple[Kept, tuple[str, ...]]:
        """Return a session that is kept, or a new one, and what has to be said of it."""
        from sgns_tui.session_file import is_session_file, load_session
        from sgns_tui.session_opening import open_session

        if isinstance(wanted, Kept):
            return wanted, ()
        kept = self.shelf.find(wanted)
        if kept is not None:
            return kept, ()
        if wanted.model is not None and is_session_file(wanted.model):
            loaded = load_session(wanted.model)
            session, options = loaded.session, SourceOptions(seed=loaded.session.settings.seed)
            session.file, warnings = wanted.model, loaded.warnings
        else:
            now = self.options
            options = replace(
                wanted, seed=now.seed, tokens=now.tokens, policy=now.policy, stepper=now.stepper
            )
            session, warnings = open_session(options), ()
        self.shelf.put(session, options)
        return Kept(session, options), warnings

    # ---- files

    def save(self, path: str, force: bool = False) -> None:
        """Save the session; ask before writing over a file."""
        from sgns_tui.session_file import save_session

        path = at_home(path)
        try:
            save_session(self.session, path, force)
        except AlreadyThere:
            self.ask_to_overwrite(path, partial(self.save, path, True))
            return
        self.session.file = path
        self.autosave.saved(self.session)
        self.front.say(_("Saved to {path}.").format(path=self.front.shown(path)))

    def export(self, path: str, force: bool = False) -> None:
        """Write this update as JSON or CSV, or the screen as SVG, by the file's ending."""
        from sgns_tui.export import export_update

        path = at_home(path)
        if path.lower().endswith(".svg"):
            data = self.export_screenshot(title="sgns-tui").encode()
        else:
            data = export_update(step_view(self.session), path)
        try:
            write_atomically(path, data, force)
        except AlreadyThere:
            self.ask_to_overwrite(path, partial(self.export, path, True))
            return
        self.front.say(_("Written to {path}.").format(path=self.front.shown(path)))

    def ask_to_overwrite(self, path: str, write: Callable[[], None]) -> None:
        """Ask whether a file may be written over; `write` does it."""

        def answer(yes: bool | None) -> None:
            if yes:
                self.front.attempt(write)

        question = _("{path} exists. Write over it?").format(path=self.front.shown(path))
        self.ask(question, answer)

    # ---- what saves itself

    @property
    def autosave(self) -> Autosave:
        """Return what saves sessions by themselves."""
        if self._autosave is None:
            from sgns_tui.autosave import Autosave

            self._autosave = Autosave(self.unfinished)
        return self._autosave

    @property
    def going_on(self) -> GoingOn:
        """Return what goes on with runs that ended without being left."""
        if self._going_on is None:
            from sgns_tui.going_on import GoingOn

            self._going_on = GoingOn(self, self._found)
        return self._going_on

    def go_on_unfinished(self) -> None:
        """Go on with a run that ended without being left."""
        self.going_on.begin()

    def take_up(self, kept: Kept) -> None:
        """Look at a session that was made again."""
        self.shelf.put(kept.session, kept.options)
        self.session, self.options = kept.session, kept.options
        self.front.look_at(self.session)

    def ended(self, status: int) -> bool:
        """Keep what is unfinished, or remove it where a person has left on purpose.

        Return whether all that was not saved is kept.
        """
        if not self.preferences.autosave:
            return False
        if status or self.leaves_unsaved:
            return self.autosave.finish(self.shelf)
        self.autosave.discard()
        if self._going_on is not None:
            self._going_on.leave()
        return False

    # ---- leaving

    def leave(self) -> None:
        """Leave; ask first where changes would be lost."""
        unsaved = [kept.name for kept in self.shelf.every() if kept.session.is_unsaved]
        if not unsaved:
            self.exit(return_code=0)
            return
        names = ", ".join(shortened(self.front.shown(name), 40) for name in unsaved)
        question = _("Changes to {names} are not saved. Leave without them?").format(names=names)
        self.ask(question, lambda yes: self.exit(return_code=0) if yes else None)

    def leave_at_once(self) -> None:
        """Leave without a question, and keep what was not saved for the next start."""
        self.leaves_unsaved = any(kept.session.is_unsaved for kept in self.shelf.every())
        super().leave_at_once()
