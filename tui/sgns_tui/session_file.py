"""Session files: a run with its edits and its place, as JSON that is checked before it is used."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import get_args

import numpy as np

from sgns_core.arguments import NonFiniteUpdate
from sgns_core.edits import Edit, changed, check_change, check_collision
from sgns_core.errors import InvalidInput
from sgns_core.kernels.stepper import available
from sgns_core.record import record
from sgns_core.timeline import Stepper
from sgns_tui.files import write_atomically
from sgns_tui.i18n import _
from sgns_tui.json_reading import Reader, parse_bounded, read_bounded
from sgns_tui.opening import check_room
from sgns_tui.origin import reopen
from sgns_tui.session import Session
from sgns_tui.session_schema import Data, SavedSession, from_reader, to_data

FORMAT = "sgns-tui session"
VERSION = 1
STEPPERS = get_args(Stepper)
MAX_BYTES = 16_000_000
_DEPTH = 6
_CONTAINERS = 500_000
_AT_ONCE = 2048

GoOn = Callable[[int, int], bool]
"""Told how many updates are made, and of how many; tells whether to go on."""


@record
class Loaded:
    """A session from a file, and lines that say what may differ."""

    session: Session
    warnings: tuple[str, ...]


class LoadCancelled(InvalidInput):
    """Loading was cancelled while the updates were made again."""


def save_session(session: Session, path: str | Path, force: bool = False) -> None:
    """Write a session file; AlreadyThere where one exists and `force` is not given."""
    write_atomically(path, session_bytes(session), force)
    session.saved_edits = session.timeline.edits


def session_bytes(session: Session) -> bytes:
    """Return what a session file holds, the same bytes for the same session."""
    return file_bytes(saved_of(session), session.timeline.stepper)


def saved_of(session: Session) -> SavedSession:
    """Return what is saved of a session, as values that never change: quick, whatever its size.

    While it plays, another thread moves it from update to update: then its first stage is meant.
    Raises InvalidInput for a source that cannot be read again.
    """
    origin = session.origin
    if origin is None or not origin.is_readable:
        raise InvalidInput(
            "{source} cannot be read again, so this session cannot be saved; put the text into a "
            "file and open that",
            source=session.source.name,
        )
    at = 0 if session.playing else session.at
    return SavedSession(origin, session.settings, session.timeline.edits, session.update, at)


def file_bytes(saved: SavedSession, stepper: Stepper) -> bytes:
    """Return the bytes of a session file; InvalidInput for more edits than one may hold."""
    data = sealed(
        {
            "format": FORMAT,
            "version": VERSION,
            "program": program_version(),
            "numpy": np.__version__,
            "stepper": stepper,
            **to_data(saved),
        }
    )
    result = json.dumps(data, indent=1, allow_nan=False).encode("ascii") + b"\n"
    if len(result) > MAX_BYTES or len(saved.edits) > _CONTAINERS // 4:
        raise InvalidInput(
            "this session has too many edits for a session file; the limit is {most} MB",
            most=MAX_BYTES // 1_000_000,
        )
    return result


def load_session(
    path: str | Path, go_on: GoOn = lambda update, of: True, to: int | None = None
) -> Loaded:
    """Return the session in a file, standing where it was saved, or before update `to` (from 0).

    The updates up to there are made again, while `go_on(made, of)` says so, which is asked every
    few thousand of them. Raises InvalidInput for a file that is damaged, of another version, or
    whose text is not what it was; LoadCancelled where it was told to stop.
    """
    shown = str(path)
    reader = _opened(read_bounded(path, MAX_BYTES), shown)
    reader.string("program")  # for people: what it means is said by the version
    numpy = reader.string("numpy")
    stepper = reader.string("stepper", STEPPERS)
    saved = from_reader(reader)
    if to is not None and to != saved.update:
        saved = replace(saved, update=to, stage=0)
    compiled = stepper == "compiled" and available()
    session = _begin(saved, shown, "compiled" if compiled else "numpy")
    _go_to_place(session, saved, shown, go_on)
    session.saved_edits = saved.edits
    return Loaded(session, _differences(numpy, stepper, session.timeline.stepper))


def peek(path: str | Path) -> SavedSession:
    """Return what a session file says, checked but with nothing made of it yet."""
    reader = _opened(read_bounded(path, MAX_BYTES), str(path))
    for name in ("program", "numpy", "stepper"):
        reader.string(name)
    return from_reader(reader)


def is_session_file(path: str | Path) -> bool:
    """Tell whether a file looks like a saved session; False where it cannot be read."""
    try:
        with Path(path).open("rb") as file:
            return f'"{FORMAT}"'.encode() in file.read(200)
    except (OSError, ValueError):
        return False


def sealed(data: Data) -> Data:
    """Return the data with the checksum that tells a damaged file from a whole one."""
    return {**data, "checksum": _checksum(data)}


def program_version() -> str:
    """Return this program's version."""
    try:
        return metadata.version("sgns-tui")
    except metadata.PackageNotFoundError:  # run from a folder, not installed
        return "unknown"


def _checksum(data: Data) -> str:
    whole = json.dumps(data, sort_keys=True, separators=(",", ":")).encode("ascii")
    return hashlib.sha256(whole).hexdigest()


def _opened(data: bytes, path: str) -> Reader:
    """Return what a file holds, known to be a whole session file of a version that is known."""
    value = parse_bounded(data, path, _DEPTH, _CONTAINERS)
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise InvalidInput("{path} is no session file; save makes one", path=path)
    reader = Reader(value, path)
    version = value.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and version != VERSION:
        raise InvalidInput(
            "{path} has version {version} of the session file, and this program reads version "
            "{known}; use the program that wrote it",
            path=path,
            version=str(version)[:20],
            known=VERSION,
        )
    reader.string("format")
    reader.whole("version", VERSION, VERSION)
    checksum = reader.string("checksum")
    if checksum != _checksum({key: value[key] for key in value if key != "checksum"}):
        raise InvalidInput(
            "{path} is damaged: its checksum does not fit what it holds; take another copy",
            path=path,
        )
    return reader


def _begin(saved: SavedSession, path: str, stepper: Stepper) -> Session:
    """Return the session at its first update, its edits checked."""
    try:
        source, origin = reopen(saved.origin)
        size = len(source.vocabulary)
        if source.tables and source.tables[0].shape[1] != saved.settings.dim:
            raise InvalidInput("settings.dim does not fit the tables")
        check_room(size, saved.settings.dim)
        for edit in saved.edits:
            check_change(edit.change, size, saved.settings.dim)
        session = Session(source, saved.settings, saved.edits, origin, stepper)
        _check_edits(session, saved.edits)
    except InvalidInput as error:
        raise InvalidInput("{path} cannot be opened: {reason}", path=path, reason=error) from None
    return session


def _check_edits(session: Session, edits: tuple[Edit, ...]) -> None:
    """Raise InvalidInput where chosen negatives do not go with the policy at an edit."""
    config = session.timeline.first
    check_collision(config)
    for edit in edits:
        config = changed(config, edit.change)
        check_collision(config)


def _go_to_place(session: Session, saved: SavedSession, path: str, go_on: GoOn) -> None:
    try:
        while session.update < saved.update:
            if not go_on(session.update, saved.update):
                raise LoadCancelled("{path} was not loaded: cancelled", path=path)
            session.go_to(min(session.update + _AT_ONCE, saved.update))
            if session.timeline.stop is not None:
                raise NonFiniteUpdate(
                    "update {update} cannot be made", update=session.timeline.stop.at + 1
                )
        if not session.go_to(saved.update, saved.stage):
            raise NonFiniteUpdate("update {update} cannot be made", update=saved.update + 1)
    except LoadCancelled:
        raise
    except InvalidInput as error:
        raise InvalidInput(
            "{path} cannot be brought to its place: {reason}", path=path, reason=error
        ) from None


def _differences(numpy: str, stepper: str, now: Stepper) -> tuple[str, ...]:
    """Return a line where another program made the run: its last digits may have been others."""
    parts = []
    if numpy != np.__version__:
        parts.append(
            _("saved with NumPy {old}, this is {new}").format(old=_short(numpy), new=np.__version__)
        )
    if stepper != now:
        parts.append(_("saved with the {old} stepper, this is {new}").format(old=stepper, new=now))
    if not parts:
        return ()
    return (_("{what}: numbers may differ in their last digits").format(what="; ".join(parts)),)


def _short(text: str) -> str:
    from sgns_tui.text import visible

    return visible(text[:40])
