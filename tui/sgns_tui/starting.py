"""Opening the screens: settings, terminal, app; and the line that says how to come back."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from sgns_tui.app import SgnsApp
from sgns_tui.i18n import _
from sgns_tui.opening import SourceOptions
from sgns_tui.preferences import ScreenOptions, read_preferences
from sgns_tui.recent import RecentFiles
from sgns_tui.session import Session
from sgns_tui.terminal.choice import choose_terminal
from sgns_tui.terminal.leaving import run_app
from sgns_tui.unfinished import Unfinished

if TYPE_CHECKING:
    from sgns_tui.exploring import Exploring


def run_screens(
    session: Session,
    options: SourceOptions,
    screens: ScreenOptions | None,
    exploring: Exploring | None = None,
    again: str | None = None,
) -> int:
    """Run the app on a session and return its exit status.

    exploring: vectors from a file, for the Explore screen. again: the command that opens the same
    once more, where it is not the session that was opened.
    """
    wanted = screens or ScreenOptions()
    preferences = read_preferences()
    choice = choose_terminal(
        os.environ, wanted.color or preferences.color, wanted.glyphs or preferences.glyphs
    )
    folder = Path(platformdirs.user_state_dir("sgns-tui"))
    unfinished = Unfinished(folder / "unfinished" if preferences.autosave else None)
    recent = RecentFiles(folder)
    app = SgnsApp(session, options, choice, preferences, recent, wanted, unfinished, exploring)
    status = run_app(app, folder, mouse=wanted.mouse)
    kept = app.ended(status)
    if status == 0:
        from sgns_tui.coming_back import command_line

        line = again or command_line(app.options, app.session, wanted)
        sys.stderr.write(_("to come back: {command}").format(command=line) + "\n")
        if app.leaves_unsaved and kept:
            sys.stderr.write(_("changes that were not saved are kept for the next start") + "\n")
        elif app.leaves_unsaved:
            sys.stderr.write(_("changes that were not saved are not kept") + "\n")
    return status
