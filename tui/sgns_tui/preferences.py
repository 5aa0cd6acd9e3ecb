"""The file of settings: theme, digits, colours, glyphs and keys of one's own. Only ever read."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from sgns_core.errors import InvalidInput
from sgns_tui.keys import KEYS, Key, textual_names

_CHOICES = {
    "theme": ("dark", "light", "contrast", "terminal"),
    "digits": (4, "all"),
    "color": ("auto", "none", "16", "256", "truecolor"),
    "glyphs": ("auto", "unicode", "ascii"),
}


@dataclass(frozen=True)
class Preferences:
    """What a person prefers; keys: action to the keys that call it instead of the table's."""

    theme: str = "dark"
    digits: int | str = 4
    color: str = "auto"
    glyphs: str = "auto"
    keys: dict[str, tuple[str, ...]] = field(default_factory=dict)


def preferences_path() -> Path:
    """Return where the file is looked for: settings.toml in the user's configuration folder."""
    return Path(platformdirs.user_config_dir("sgns-tui")) / "settings.toml"


def read_preferences(path: Path | None = None) -> Preferences:
    """Return the preferences in the file, those by default where there is none.

    Raises InvalidInput, in one line with the file's name, for what cannot be used.
    """
    file = preferences_path() if path is None else path
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Preferences()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(
            "{file} cannot be read: {reason}", file=str(file), reason=str(error)
        ) from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(
            "{file} is not TOML: {reason}", file=str(file), reason=str(error)
        ) from None
    keys = data.pop("keys", {})
    for name, value in data.items():
        if name not in _CHOICES:
            raise InvalidInput(
                "{file}: {name} is no setting; there are {known}",
                file=str(file),
                name=name,
                known=", ".join((*_CHOICES, "keys")),
            )
        if value not in _CHOICES[name]:
            raise InvalidInput(
                "{file}: {name} must be one of {choices}, got {value}",
                file=str(file),
                name=name,
                choices=", ".join(str(choice) for choice in _CHOICES[name]),
                value=repr(value),
            )
    return Preferences(**data, keys=_own_keys(str(file), keys))


def _own_keys(file: str, keys: object) -> dict[str, tuple[str, ...]]:
    """Return keys by action, having seen that actions exist and no key has two meanings."""
    actions = {key.action for key in KEYS}
    if not isinstance(keys, dict):
        raise InvalidInput("{file}: keys must be a table of actions", file=file)
    own: dict[str, tuple[str, ...]] = {}
    for action, typed in keys.items():
        listed = [typed] if isinstance(typed, str) else typed
        if action not in actions:
            raise InvalidInput("{file}: {action} is no action", file=file, action=action)
        if not isinstance(listed, list) or not all(isinstance(k, str) and k for k in listed):
            raise InvalidInput(
                "{file}: {action} must be a key or a list of keys", file=file, action=action
            )
        own[action] = tuple(listed)
    _check_meanings(file, with_own_keys(KEYS, own))
    return own


def with_own_keys(table: tuple[Key, ...], own: dict[str, tuple[str, ...]]) -> tuple[Key, ...]:
    """Return the key table with a person's own keys in the place of its own.

    Where an action has keys that only work in one pane, those stay: the arrows belong to the pane.
    """
    changed = []
    for key in table:
        mine = own.get(key.action)
        if mine and (
            key.pane is None or not any(k.action == key.action and k.pane is None for k in table)
        ):
            key = Key(key.action, mine, key.label, key.help, key.screens, key.pane, key.footer)
        changed.append(key)
    return tuple(changed)


def _check_meanings(file: str, table: tuple[Key, ...]) -> None:
    taken: dict[tuple[str, str | None, str], str] = {}
    for key in table:
        for screen in key.screens:
            for typed in key.keys:
                for name in textual_names(typed):
                    place = (screen, key.pane, name)
                    other = taken.setdefault(place, key.action)
                    if other != key.action:
                        raise InvalidInput(
                            "{file}: {key} would call both {one} and {other}",
                            file=file,
                            key=typed,
                            one=other,
                            other=key.action,
                        )
