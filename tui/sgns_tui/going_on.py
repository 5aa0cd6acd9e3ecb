"""Going on with runs that ended without being left: the line that offers it, and the key's way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sgns_core.errors import InvalidInput
from sgns_tui.i18n import _, explain, ngettext
from sgns_tui.opening import options_of
from sgns_tui.render.roles import WARNING
from sgns_tui.session_file import LoadCancelled, Loaded, load_session, peek
from sgns_tui.session_schema import SavedSession
from sgns_tui.shelf import Kept
from sgns_tui.text import shortened, visible

if TYPE_CHECKING:
    from sgns_tui.app import SgnsApp

_NAME_CELLS = 40


class GoingOn:
    """Reads and makes again in threads; what comes of it is handed back on the app's loop."""

    def __init__(self, app: SgnsApp, found: list[Path]) -> None:
        """found: the files, the one to go on with first."""
        self._app = app
        self._found = found
        self._told: list[Path] = []
        self._update: int | None = None  # how far a run is made again; None: none is being

    def offer(self) -> None:
        """Say what there is to go on with, where nothing else is being said."""
        new = [path for path in self._found if not self._app.unfinished.was_offered(path)]
        if new:
            self._in_thread(lambda: self._peek(new))

    def leave(self) -> None:
        """Note that a person left knowing of what there is: it is not offered again."""
        for path in self._told:
            if path in self._found:
                self._app.unfinished.set_offered(path)

    def begin(self) -> None:
        """Go on with the newest file that is left, once its updates were made again."""
        app = self._app
        if self._update is not None:
            at = f"{self._update:,}"
            app.front.say(_("Update {n} is made again.").format(n=at))
        elif not self._found:
            app.front.say(_("No run ended without being left."))
        else:
            self._update = 0
            app.front.say(_("Its updates are made again; this run is here until then."))
            path = self._found[0]
            self._in_thread(lambda: self._load(path))

    # ---- in a thread

    def _in_thread(self, work: Callable[[], None]) -> None:
        self._app.run_worker(work, thread=True, exit_on_error=True)

    def _peek(self, paths: list[Path]) -> None:
        for path in paths:
            try:
                saved = peek(path)
            except InvalidInput:
                continue
            self._app.call_later(self._say_offer, saved, paths)
            return

    def _load(self, path: Path) -> None:
        def go_on(made: int, of: int) -> bool:
            self._update = made
            return self._app.is_running

        try:
            loaded = load_session(path, go_on)
        except LoadCancelled:
            return
        except InvalidInput as error:
            self._app.call_later(self._failed, path, error)
        else:
            self._app.call_later(self._loaded, path, loaded)

    # ---- on the app's loop

    def _say_offer(self, saved: SavedSession, paths: list[Path]) -> None:
        front = self._app.front
        self._told = paths
        if front.message is not None or front.is_asking:
            return
        name = saved.origin.name
        if saved.origin.kind == "text" and saved.origin.path is None:
            name = " ".join((saved.origin.content or name).split())
        shown = shortened(visible(name, front.ascii_only), _NAME_CELLS, front.ascii_only)
        changes = ngettext("{n} change", "{n} changes", len(saved.edits)).format(n=len(saved.edits))
        front.say(
            _("Left unfinished: {name}, update {update}, {changes}. R goes on with it.").format(
                name=shown, update=f"{saved.update + 1:,}", changes=changes
            )
        )

    def _failed(self, path: Path, error: InvalidInput) -> None:
        self._update = None
        self._found.remove(path)
        self._app.front.say(explain(error), WARNING)

    def _loaded(self, path: Path, loaded: Loaded) -> None:
        self._update = None
        app, session = self._app, loaded.session
        if session.origin is not None:
            options = options_of(
                session.source, session.origin, session.settings, session.timeline.stepper
            )
            session.saved_edits = None  # no file of the person's own holds them
            kept = Kept(session, options)
            there = app.shelf.same_run(kept)
            if there is not None and there.session.is_unsaved:
                app.ask(
                    _("This run has changes of its own. Go on with the other in its place?"),
                    lambda yes: self._take(path, kept, loaded.warnings) if yes else None,
                )
            else:
                self._take(path, kept, loaded.warnings)

    def _take(self, path: Path, kept: Kept, warnings: tuple[str, ...]) -> None:
        app = self._app
        self._found.remove(path)
        app.take_up(kept)
        app.unfinished.adopt(path, app.autosave.adopt(kept.session))
        line = _("Here again, at update {n}.").format(n=f"{kept.session.update + 1:,}")
        if self._found:
            line += " " + _("R goes on with the one before it.")
        app.front.say(" ".join((line, *warnings)))
