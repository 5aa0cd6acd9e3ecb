"""The command that opens a session where it was left."""

from __future__ import annotations

import shlex
from dataclasses import fields

from sgns_tui.opening import SourceOptions
from sgns_tui.session import Session
from sgns_tui.text import visible


def command_line(options: SourceOptions, session: Session) -> str:
    """Return the command for the same source, settings and update; a saved session is replayed.

    Changes that were not saved are not in it.
    """
    if session.file is not None and session.timeline.edits == session.saved_edits:
        return f"sgns-tui replay --screen {_quoted(session.file)}"
    words = ["sgns-tui"]
    default = SourceOptions()
    for field in fields(SourceOptions):
        value = getattr(options, field.name)
        if value == getattr(default, field.name):
            continue
        name = {"range_rule": "range"}.get(field.name, field.name).replace("_", "-")
        words.append(f"--{name}" if value is True else f"--{name} {_quoted(str(value))}")
    if session.settings.seed != options.seed:
        words = [word for word in words if not word.startswith("--seed ")]
        words.append(f"--seed {session.settings.seed}")
    if session.update:
        words.append(f"--update {session.update + 1}")
    return " ".join(words)


def _quoted(text: str) -> str:
    return visible(shlex.quote(text))
