"""Commands about files and sources: save, load, open; and quit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sgns_core.errors import InvalidInput
from sgns_core.examples import example_names
from sgns_tui.files import AlreadyThere
from sgns_tui.i18n import _
from sgns_tui.plain import arguments
from sgns_tui.session_file import load_session, save_session
from sgns_tui.session_opening import open_session

if TYPE_CHECKING:
    from sgns_tui.plain.mode import LineMode


def save(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Save the session; over a file only by force, or where a person says yes."""
    force = "--force" in words
    path = _path([word for word in words if word != "--force"])
    shown = mode.values.text(path)
    try:
        save_session(mode.session, path, force)
    except AlreadyThere:
        if not mode.ask(_("{path} exists; write over it?").format(path=shown)):
            raise
        save_session(mode.session, path, force=True)
    session = mode.session
    yield _("save: {path}, update {n}, {edits} edits").format(
        path=shown, n=session.update + 1, edits=len(session.timeline.edits)
    )


def load(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Go on with a saved session."""
    path = _path(words)
    loaded = load_session(path, lambda made, of: mode.go_on())
    mode.show_session(loaded.session, "file", path)
    yield _("load: {path}, update {n}, {edits} edits").format(
        path=mode.values.text(path),
        n=loaded.session.update + 1,
        edits=len(loaded.session.timeline.edits),
    )
    for warning in loaded.warnings:
        yield _("load: {warning}").format(warning=warning)
    yield from mode.here()


def open_(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Open another source, or go back to where it was left."""
    name = _path(words)
    if name == "-":
        raise InvalidInput("commands come from standard input; name a file")
    kind = "text"
    if name in example_names():
        kind = "example"
    elif name.lower().endswith(".json"):
        kind = "model"
    options = {"example": None, "text": None, "model": None, kind: name}
    session = open_session(
        replace(mode.options, seed=mode.session.settings.seed, **options)  # type: ignore[arg-type]
    )
    kept = mode.kept(session)
    mode.show_session(kept or session)
    yield _("open: {name}").format(name=mode.values.text(name)) + (
        _(", where it was left") if kept else ""
    )
    yield from mode.here()


def quit_(mode: LineMode, words: list[str]) -> Iterator[str]:
    """Leave."""
    mode.left = True
    yield _("bye")


def _path(words: list[str]) -> str:
    """Return the name of a file, ~ written out."""
    name = arguments.one(words, _("one name; put it in double quotes if it has blanks"))
    try:
        return str(Path(name).expanduser()) if name.startswith("~") else name
    except RuntimeError:  # nobody of that name
        return name
