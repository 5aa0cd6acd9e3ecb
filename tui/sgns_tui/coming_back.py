"""The command that opens a session where it was left."""

from __future__ import annotations

from dataclasses import fields

from sgns_core.edits import SetChoice
from sgns_tui.comparing import ComparedSession
from sgns_tui.opening import SourceOptions
from sgns_tui.preferences import ScreenOptions
from sgns_tui.quoting import quoted
from sgns_tui.session import Session


def command_line(
    options: SourceOptions, session: Session, screens: ScreenOptions | None = None
) -> str:
    """Return the command for the same source, settings and update; a saved session is replayed.

    Changes that were not saved are not in it. screens: what the screens were opened with.
    """
    if session.file is not None:
        return f"sgns-tui replay --screen {quoted(session.file)} --to {session.update + 1}"
    words = ["sgns-tui"]
    if screens is not None and screens.first == "train":
        words = ["sgns-tui watch", *_watched(screens, session)]
    default = SourceOptions()
    for field in fields(SourceOptions):
        value = getattr(options, field.name)
        if value == getattr(default, field.name):
            continue
        name = {"range_rule": "range"}.get(field.name, field.name).replace("_", "-")
        words.append(f"--{name}" if value is True else f"--{name} {quoted(str(value))}")
    if session.settings.seed != options.seed:
        words = [word for word in words if not word.startswith("--seed ")]
        words.append(f"--seed {session.settings.seed}")
    words += _first_pair(session)
    if session.update:
        words.append(f"--update {session.update + 1}")
    return " ".join(words)


def _watched(screens: ScreenOptions, session: Session) -> list[str]:
    """Return the options of the Train screen."""
    words = [] if screens.groups is None else [f"--groups {quoted(screens.groups)}"]
    words += ["--bandwidth"] if screens.bandwidth else []
    words += [] if screens.fps is None else [f"--fps {screens.fps}"]
    if isinstance(session, ComparedSession):
        words.append(f"--compare {quoted(session.labels[1])}")
    return words


def _first_pair(session: Session) -> list[str]:
    """Return the options of the pair that the command line chose, which a session begins with."""
    chosen = [
        edit.change.choice
        for edit in session.saved_edits or ()
        if edit.at == 0 and isinstance(edit.change, SetChoice) and edit.change.choice is not None
    ]
    if not chosen:
        return []
    choice, names = chosen[-1], session.words
    rows = [("center", choice.center), ("target", choice.target)]
    rows += [("negative", row) for row in choice.negatives or ()]
    return [f"--{name} {quoted(names[row])}" for name, row in rows]
