"""docs/keys.md, made from the key table: `python -m sgns_tui.keys_page` prints it."""

from __future__ import annotations

import sys

from sgns_tui.keys import KEYS, Key, keys_of, shown_key

_SCREENS = {
    "step": "Step",
    "train": "Train",
    "noise": "Noise",
    "batch": "Batch",
    "pmi": "PMI",
    "cost": "Cost",
    "explore": "Explore",
    "corpus": "train --watch",
}
_IN_PANES = "In a pane, whichever it is"
_PLACES = {
    "step": {
        None: "Anywhere",
        "stage": "On the line of stages, where the screen begins",
        "tables": "In the Tables",
        "page": "In every other pane",
    },
    "train": {
        None: "Anywhere",
        "map": "On the Map, where the screen begins",
        "bar": "On the line of time",
        "side": "In every other pane",
    },
    "explore": {
        None: "Anywhere",
        "map": "On the Map, where the screen begins",
        "list": "In the list of nearest words",
        "side": "In every other pane",
    },
    "corpus": {
        None: "Anywhere",
        "map": "On the Map, where the screen begins",
        "side": "In every other pane",
    },
    "noise": {None: "Anywhere", "page": _IN_PANES},
    "batch": {None: "Anywhere", "toy": "On the small CLIP", "page": "In every other pane"},
    "pmi": {None: "Anywhere", "page": _IN_PANES},
    "cost": {None: "Anywhere", "page": _IN_PANES},
}
_HEAD = """\
# Keys

Made from the table in `tui/sgns_tui/keys.py` by `make keys`; change it there.

Letters work by their place on the keyboard, so a Ukrainian or Russian layout needs no switching.
A settings file may give actions other keys: under `[keys]`, the action's name and a key or a list
of keys, such as `next_update = ["j", "."]`.
"""


def keys_page(table: tuple[Key, ...] = KEYS) -> str:
    """Return the page: a table for each screen and kind of pane."""
    parts = [_HEAD]
    for screen, name in _SCREENS.items():
        parts.append(f"## The {name} screen\n")
        for pane, place in _PLACES[screen].items():
            parts.append(f"### {place}\n")
            parts.append("| key | action | what it does |\n| --- | --- | --- |")
            parts += [
                f"| {_typed(key)} | `{key.action}` | {key.help} |"
                for key in keys_of(screen, pane, table)
            ]
            parts[-1] += "\n"
    return "\n".join(parts)


def _typed(key: Key) -> str:
    return ", ".join(f"`{shown_key(typed)}`" for typed in key.keys)


if __name__ == "__main__":
    sys.stdout.write(keys_page())
