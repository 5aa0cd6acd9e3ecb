"""`train --watch`: a run that is ready, trained on a screen."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from sgns_core.errors import InvalidInput
from sgns_tui.corpus_app import CorpusApp
from sgns_tui.corpus_training import ReadyRun, Trained
from sgns_tui.preferences import read_preferences
from sgns_tui.terminal.choice import choose_terminal
from sgns_tui.terminal.leaving import run_app


def train_on_screen(ready: ReadyRun, words: int) -> tuple[Trained, list[InvalidInput], int]:
    """Train with a map of so many words; return what came of it, what was not saved, a status.

    The status is that of the screen: not 0 where a signal or a fault of the screen ended it, which
    does not keep the vectors from being written. Raises what the run raises.
    """
    preferences = read_preferences()
    choice = choose_terminal(os.environ, preferences.color, preferences.glyphs)
    app = CorpusApp(ready, words, choice, preferences)
    try:
        status = run_app(app, Path(platformdirs.user_state_dir("sgns-tui")))
    finally:
        app.finish()
    if app.trained is None:
        raise app.failure or RuntimeError("the run ended without a result")
    return app.trained, app.reasons, status
