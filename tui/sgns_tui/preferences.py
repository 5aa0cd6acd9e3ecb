"""The file of settings: theme, digits, colours, glyphs and keys of one's own. Only ever read."""

from __future__ import annotations

from dataclasses import field
from itertools import product
from pathlib import Path

import platformdirs

from sgns_core.errors import InvalidInput
from sgns_core.record import record
from sgns_tui.keys import KEYS, Key, textual_names

_CHOICES = {
    "theme": ("dark", "light", "contrast", "terminal"),
    "digits": (4, "all"),
    "color": ("auto", "none", "16", "256", "truecolor"),
    "glyphs": ("auto", "unicode", "ascii"),
    "autosave": (True, False),
}


@record
class Preferences:
    """What a person prefers; keys: action to the keys that call it instead of the table's."""

    theme: str = "dark"
    digits: int | str = 4
    color: str = "auto"
    glyphs: str = "auto"
    autosave: bool = True
    keys: dict[str, tuple[str, ...]] = field(default_factory=dict)


@record(kw_only=True)
class ScreenOptions:
    """What may be said about the screens; None leaves it to the settings file.

    fps: pictures a second at most. groups: a file that says which words belong together. first: the
    screen to begin on.
    """

    color: str | None = None
    glyphs: str | None = None
    mouse: bool = False
    bandwidth: bool = False
    fps: int | None = None
    groups: str | None = None
    first: str = "step"


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
    import tomllib  # few have the file, and the first picture waits for this

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
        # 4.0 and true equal numbers and are not meant by them.
        if not any(value == one and type(value) is type(one) for one in _CHOICES[name]):
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
        if not listed or not isinstance(listed, list) or not all(map(_is_key, listed)):
            raise InvalidInput(
                "{file}: {action} must be a key or a list of keys", file=file, action=action
            )
        own[action] = tuple(listed)
    _check_meanings(file, with_own_keys(KEYS, own))
    return own


def _is_key(key: object) -> bool:
    return isinstance(key, str) and key.isprintable() and bool(key)


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
    """Raise InvalidInput where a key would call two actions, in one pane or anywhere."""
    anywhere: dict[tuple[str, str], str] = {}
    in_panes: dict[tuple[str, str, str], str] = {}
    for key in sorted(table, key=lambda key: key.pane is not None):
        for screen, typed in product(key.screens, key.keys):
            for name in textual_names(typed):
                other = anywhere.get((screen, name))
                if key.pane is None:
                    other = anywhere.setdefault((screen, name), key.action)
                elif other is None:
                    other = in_panes.setdefault((screen, key.pane, name), key.action)
                if other != key.action:
                    raise InvalidInput(
                        "{file}: {key} would call both {one} and {other}",
                        file=file,
                        key=typed,
                        one=other,
                        other=key.action,
                    )
