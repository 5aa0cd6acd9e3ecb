"""The sessions of one run of the program: each source keeps its own until the end."""

from __future__ import annotations

from pathlib import Path
from weakref import WeakKeyDictionary

from sgns_core.edits import Edit
from sgns_core.record import record
from sgns_tui.opening import SourceOptions
from sgns_tui.origin import Origin
from sgns_tui.session import Session

_OTHER_SEEDS = 8  # runs kept beside those that stand for their source: each may take 256 MB
_Key = tuple[str, ...]
Place = tuple[int, tuple[Edit, ...]]
"""An update, from 0, and the changes made up to there and after."""


@record(eq=False)
class Kept:
    """A session, and the options that its source was opened with."""

    session: Session
    options: SourceOptions

    @property
    def name(self) -> str:
        """Return what a person knows the source by: of a sentence the sentence itself."""
        origin = self.session.origin
        if origin is not None and origin.kind != "example" and origin.path is None:
            return " ".join((origin.content or origin.name).split())
        return self.session.source.name

    @property
    def path(self) -> str | None:
        """Return the file that the source is in, absolute; None without one."""
        return None if self.session.origin is None else self.session.origin.path


class Shelf:
    """Sessions by what their source is, in the order in which they were opened."""

    def __init__(self) -> None:
        self._kept: dict[_Key, Kept] = {}
        self._seeds: dict[tuple[_Key, int], Kept] = {}
        # Weak: a session that is kept no longer takes its history with it.
        self._begun: WeakKeyDictionary[Session, Place] = WeakKeyDictionary()

    def put(self, session: Session, options: SourceOptions) -> None:
        """Keep a session in the place of the one on the same source, which its seed brings back."""
        key, kept = _key_of(session), Kept(session, options)
        self._seeds.pop((key, session.settings.seed), None)  # the newest stands last
        self._begun.setdefault(session, place_of(session))
        self._kept[key] = self._seeds[key, session.settings.seed] = kept
        others = [name for name, one in self._seeds.items() if one is not self._kept[name[0]]]
        for name in others[:-_OTHER_SEEDS]:
            del self._seeds[name]

    def find(self, options: SourceOptions) -> Kept | None:
        """Return the session on the source that the options name."""
        return self._kept.get(_key_in(options))

    def with_seed(self, session: Session, seed: int) -> Kept | None:
        """Return the session on the same source with another seed, where it was there before."""
        return self._seeds.get((_key_of(session), seed))

    def same_run(self, kept: Kept) -> Kept | None:
        """Return the session in whose place another one would be put."""
        return self.with_seed(kept.session, kept.session.settings.seed)

    def begun(self, session: Session) -> Place:
        """Return where a session stood when it was put here first."""
        return self._begun[session]

    def all(self) -> tuple[Kept, ...]:
        """Return the session of each source."""
        return tuple(self._kept.values())

    def every(self) -> tuple[Kept, ...]:
        """Return every session that is kept, those with other seeds as well."""
        return tuple(self._seeds.values())


def place_of(session: Session) -> Place:
    """Return where a session stands."""
    return session.update, session.timeline.edits


def _key_of(session: Session) -> _Key:
    origin = session.origin
    if session.file is not None:  # opened by that name, as a model is
        return ("model", str(Path(session.file).absolute()))
    if origin is None:
        return ("", session.source.name)
    if origin.kind == "example":
        return ("example", origin.name)
    return _in_file(origin) + (() if origin.text is None else _in_file(origin.text))


def _in_file(origin: Origin) -> _Key:
    return (origin.kind, origin.path or origin.content or origin.name)


def _key_in(options: SourceOptions) -> _Key:
    key: _Key = ()
    for kind, path in (("model", options.model), ("text", options.text)):
        if path is not None:
            key += (kind, str(Path(path).absolute()))
    if options.sentence is not None:
        key += ("text", options.sentence)
    return key or ("example", options.example or "worked")
