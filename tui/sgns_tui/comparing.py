"""Two runs side by side from one seed with one setting different, in step with each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sgns_core.edits import Change, SetK, SetLr, SetPolicy, SetValue
from sgns_core.errors import InvalidInput
from sgns_core.policy import PRESETS
from sgns_core.suggestions import nearest_spellings
from sgns_tui.opening import POLICY_PARTS, SourceOptions
from sgns_tui.render.number import setting
from sgns_tui.session import Session
from sgns_tui.session_opening import open_session

_NUMBERS = ("lr", "power", "bound", "subsample")
_WHOLE = ("k", "window", "dim")
_WORDS = ("policy", "collision", "order", "range", "sigmoid", "direction", "noise-counts")
SETTINGS = (*_NUMBERS, *_WHOLE, *_WORDS)


def compared_options(options: SourceOptions, wanted: str) -> tuple[str, SourceOptions]:
    """Return the setting's name in SourceOptions, and the options with its other value.

    wanted: SETTING=VALUE as it was typed. Raises InvalidInput, naming what there is.
    """
    name, equals, value = wanted.partition("=")
    name, value = name.strip().lower(), value.strip()
    if not equals or not value:
        raise InvalidInput(
            "--compare takes SETTING=VALUE, such as power=0, got {text}", text=wanted
        )
    if name not in SETTINGS:
        near = nearest_spellings(name, dict.fromkeys(SETTINGS, 0))
        raise InvalidInput(
            "--compare has no setting {name}; try {known}",
            name=name,
            known=", ".join(near or SETTINGS),
        )
    field = {"range": "range_rule"}.get(name, name).replace("-", "_")
    return field, replace(options, **{field: _value(name, value)})


def _value(name: str, text: str) -> Any:
    try:
        if name in _NUMBERS:
            return float(text)
        if name in _WHOLE:
            return int(text)
    except ValueError:
        raise InvalidInput(
            "--compare {name} takes a number, got {value}", name=name, value=text
        ) from None
    if name == "policy" and text not in PRESETS:
        raise InvalidInput(
            "--compare policy takes one of {known}, got {value}",
            known=", ".join(PRESETS),
            value=text,
        )
    return text


def open_compared(
    options: SourceOptions,
    wanted: str,
    center: str | None = None,
    target: str | None = None,
    negatives: Sequence[str] = (),
) -> ComparedSession:
    """Return the session that the options name, with the one beside it that --compare asks for."""
    field, others = compared_options(options, wanted)
    first = open_session(options, center, target, negatives)
    other = open_session(others, center, target, negatives)
    if other.settings == first.settings:
        raise InvalidInput("--compare {text}: both runs would be the same", text=wanted)
    session = ComparedSession(
        first.source, first.settings, first.timeline.edits, first.origin, first.timeline.stepper
    )
    session.saved_edits = first.saved_edits
    session.compare_with(other, field)
    return session


def _label(session: Session, field: str) -> str:
    """Return a setting with the value that the update looked at is made with."""
    settings = session.in_force
    name = field.replace("_rule", "").replace("_", "-")
    if field == "policy":
        return f"{name}={settings.policy.name}"
    holder = settings.policy if field in POLICY_PARTS else settings
    value = getattr(holder, field)
    return f"{name}={setting(value) if isinstance(value, float) else value}"


class ComparedSession(Session):
    """A session that takes another one along: where it goes, and what is changed in it.

    field: the one setting in which the other differs; a change of it changes this run alone. The
    other keeps an edit in its place, so that undo takes back one of each.
    """

    other: Session
    field: str

    def compare_with(self, other: Session, field: str) -> None:
        """Take a session along that stands where this one does."""
        self.other, self.field = other, field

    @property
    def labels(self) -> tuple[str, str]:
        """Return what each of the two runs is called here: this one's setting, and the other's."""
        return _label(self, self.field), _label(self.other, self.field)

    def edit(self, change: Change) -> None:
        """Make a change in both runs; where one refuses it, in none."""
        theirs = self._translated(change)
        if isinstance(theirs, SetValue) and theirs.column >= self.other.timeline.E.shape[1]:
            raise InvalidInput("the other run has no component {n}", n=theirs.column + 1)
        super().edit(change)
        try:
            self.other.timeline.seek(self.timeline.position)
            self.other.edit(theirs)
        except InvalidInput:
            super().undo()
            raise

    def undo(self) -> bool:
        """Take the last edit back in both runs."""
        return self.other.undo() and super().undo()

    def redo(self) -> bool:
        """Make it again in both runs."""
        return self.other.redo() and super().redo()

    def with_seed(self, seed: int) -> Session:
        """Return both runs with another seed."""
        mine = ComparedSession(
            self.source,
            replace(self.settings, seed=seed),
            (),
            self.origin,
            self.timeline.stepper,
        )
        mine.compare_with(self.other.with_seed(seed), self.field)
        return mine

    def _settle(self, update: int) -> None:
        super()._settle(update)
        self.other.go_to(self.update)
        if self.other.update < self.update:  # it stopped: in step with it, so does this one
            super()._settle(self.other.update)

    def _translated(self, change: Change) -> Change:
        """Return a change as the other run takes it: what sets them apart stays as it is."""
        theirs = self.other.timeline.config()
        match change:
            case SetLr() if self.field == "lr":
                return SetLr(theirs.lr)
            case SetK() if self.field == "k":
                return SetK(theirs.k)
            case SetPolicy() if self.field == "policy":
                return SetPolicy(theirs.policy)
            case SetPolicy(policy) if self.field in POLICY_PARTS:
                part = getattr(theirs.policy, self.field)
                return SetPolicy(policy.with_parts(**{self.field: part}))
            case _:
                return change
