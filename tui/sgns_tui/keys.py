"""The one table of keys: footer, help, palette and docs/keys.md come from it."""

from __future__ import annotations

from dataclasses import dataclass

from sgns_tui.i18n import N_

# The same places on a Ukrainian or Russian keyboard, so that letters work without switching.
_LATIN = "qwertyuiopasdfghjkl;'zxcvbnm,."
_UKRAINIAN = "йцукенгшщзфівапролджєячсмитьбю"
_RUSSIAN = "йцукенгшщзфывапролджэячсмитьбю"

_NAMES = {
    ".": "full_stop", ",": "comma", "+": "plus", "=": "equals_sign", "-": "minus",
    "?": "question_mark", "/": "slash", ":": "colon", ";": "semicolon", "'": "apostrophe",
    " ": "space",
}  # fmt: skip
_SHOWN = {
    "right": "→", "left": "←", "up": "↑", "down": "↓", "space": "space", "enter": "Enter",
    "escape": "Esc", "home": "Home", "end": "End", "tab": "Tab", "shift+tab": "shift+Tab",
    "pageup": "PgUp", "pagedown": "PgDn", "delete": "Del", "backspace": "Backspace",
}  # fmt: skip


@dataclass(frozen=True)
class Key:
    """One action and the keys that call it.

    action: a name that is the same in every place. keys: as typed; the first is the one shown.
    label: for the footer, one or two words. help: one sentence. pane: where it works only while
    that pane has the focus. footer: its place there, 0 for none.
    """

    action: str
    keys: tuple[str, ...]
    label: str
    help: str
    screens: tuple[str, ...] = ("step",)
    pane: str | None = None
    footer: int = 0

    @property
    def shown(self) -> str:
        """Return the first key as people write it."""
        return shown_key(self.keys[0])


ALL = ("step", "train", "noise", "batch", "pmi", "cost", "explore")

KEYS: tuple[Key, ...] = (
    Key("next_stage", ("right",), N_("next"), N_("Go one small stage forward."), pane="stage", footer=1),
    Key("previous_stage", ("left",), N_("back"), N_("Go one small stage back."), pane="stage", footer=2),
    Key("next_stage", ("n",), N_("next"), N_("Go one small stage forward."), footer=6),
    Key("previous_stage", ("p",), N_("back"), N_("Go one small stage back."), footer=7),
    Key("finish", ("enter",), N_("finish"), N_("Go to the end of this update."), footer=5),
    Key("next_update", (".",), N_("update on"), N_("Go one update forward."), footer=8),
    Key("previous_update", (",",), N_("update back"), N_("Go one update back."), footer=9),
    Key("play", ("space",), N_("play"), N_("Play and pause."), footer=10),
    Key("first", ("home",), N_("start"), N_("Go to the first update; nothing is lost.")),
    Key("newest", ("end",), N_("newest"), N_("Go to the newest update that was made.")),
    Key("go_to", ("g",), N_("go to"), N_("Go to an update by its number.")),
    Key("undo", ("z",), N_("undo"), N_("Take the last change back; what it replaced is there again.")),
    Key("redo", ("y",), N_("redo"), N_("Make the change again that was taken back.")),
    Key("faster", ("+", "="), N_("lr up"), N_("Raise the learning rate.")),
    Key("slower", ("-",), N_("lr down"), N_("Lower the learning rate.")),
    Key("set_lr", ("l",), N_("lr"), N_("Type a learning rate.")),
    Key("set_k", ("k",), N_("k"), N_("Type how many negatives are drawn.")),
    Key("set_power", ("w",), N_("power"), N_("Type the power of the noise distribution.")),
    Key("policy", ("P",), N_("policy"), N_("Follow the rules of the next program.")),
    Key("release", ("r",), N_("drawn pairs"), N_("Release the chosen pair: pairs come from the text.")),
    Key("cursor_up", ("up",), N_("up"), N_("Move the cursor up."), pane="tables"),
    Key("cursor_down", ("down",), N_("down"), N_("Move the cursor down."), pane="tables"),
    Key("cursor_left", ("left",), N_("left"), N_("Move the cursor left."), pane="tables"),
    Key("cursor_right", ("right",), N_("right"), N_("Move the cursor right."), pane="tables"),
    Key("page_up", ("pageup",), N_("page up"), N_("Move a page up."), pane="tables"),
    Key("page_down", ("pagedown",), N_("page down"), N_("Move a page down."), pane="tables"),
    Key("make_center", ("c",), N_("center"), N_("Make the word under the cursor the center."), pane="tables", footer=1),
    Key("make_target", ("t",), N_("target"), N_("Make the word under the cursor the target."), pane="tables", footer=2),
    Key("add_negative", ("a",), N_("add negative"), N_("Score the word under the cursor as a negative, once more."), pane="tables", footer=3),
    Key("drop_negative", ("x",), N_("drop negative"), N_("Take one occurrence of the word out of the negatives."), pane="tables", footer=4),
    Key("edit_value", ("e",), N_("edit"), N_("Type another value for the number under the cursor."), pane="tables", footer=5),
    Key("find", ("/", "f"), N_("find"), N_("Find a word.")),
    Key("next_stage", ("right",), N_("next"), N_("Go one small stage forward."), pane="page", footer=1),
    Key("previous_stage", ("left",), N_("back"), N_("Go one small stage back."), pane="page", footer=2),
    Key("scroll_up", ("up",), N_("scroll up"), N_("Scroll this pane up."), pane="page"),
    Key("scroll_down", ("down",), N_("scroll down"), N_("Scroll this pane down."), pane="page", footer=3),
    Key("softmax", ("s",), N_("softmax"), N_("Show the full softmax probability of each word beside its sigma.")),
    Key("curve", ("v",), N_("curves"), N_("Show the sigmoid curve and the loss over z, with the words on them.")),
    Key("differences", ("d",), N_("differences"), N_("Show finite differences beside the gradient.")),
    Key("code", ("o",), N_("code"), N_("Show the lines of NumPy that make this update.")),
    Key("digits", ("D",), N_("digits"), N_("Show 4 decimals, or all that fit.")),
    Key("presenter", ("F",), N_("presenter"), N_("Show this pane alone, and all again.")),
    Key("focus_next", ("tab",), N_("pane"), N_("Move the focus to the next pane."), footer=11),
    Key("focus_previous", ("shift+tab",), N_("pane back"), N_("Move the focus to the pane before.")),
    Key("open", ("O",), N_("open"), N_("Open another source: an example, a file, a sentence typed here."), footer=13),
    Key("export", ("X",), N_("export"), N_("Write this update as JSON or CSV, or the screen as SVG.")),
    Key("save", ("S",), N_("save"), N_("Save this session to a file.")),
    Key("theme", ("T",), N_("theme"), N_("Change the colours.")),
    Key("help", ("?", "h"), N_("help"), N_("Explain the focused pane."), screens=ALL, footer=12),
    Key("palette", (":", "ctrl+p"), N_("commands"), N_("Find an action by its name."), screens=ALL),
    Key("quit", ("q",), N_("quit"), N_("Leave; asks first if something unsaved would be lost."), screens=ALL, footer=14),
    Key("interrupt", ("ctrl+c",), N_("how to leave"), N_("Say how to leave; twice leaves."), screens=ALL),
)  # fmt: skip


def shown_key(key: str) -> str:
    """Return a key as people write it."""
    return _SHOWN.get(key, key)


def textual_names(key: str) -> tuple[str, ...]:
    """Return what Textual calls a key, on Latin, Ukrainian and Russian layouts."""
    names = [_NAMES.get(key, key)]
    if len(key) == 1:
        for layout in (_UKRAINIAN, _RUSSIAN):
            place = _LATIN.find(key.lower())
            if place >= 0:
                letter = layout[place]
                names.append(letter.upper() if key.isupper() else letter)
    return tuple(dict.fromkeys(names))


def keys_of(screen: str, pane: str | None = None, table: tuple[Key, ...] = KEYS) -> tuple[Key, ...]:
    """Return the keys of a screen: those of one kind of pane, or those that work anywhere."""
    return tuple(key for key in table if screen in key.screens and key.pane == pane)


def keys_on(screen: str, table: tuple[Key, ...] = KEYS) -> tuple[Key, ...]:
    """Return all keys of a screen, those of every pane among them."""
    return tuple(key for key in table if screen in key.screens)


def footer_keys(screen: str, pane: str | None, table: tuple[Key, ...] = KEYS) -> list[Key]:
    """Return what the footer shows while a pane has the focus, each action once."""
    own = keys_of(screen, pane, table) if pane else ()
    chosen: dict[str, Key] = {}
    for key in (*own, *keys_of(screen, None, table)):
        if key.footer:
            chosen.setdefault(key.action, key)
    return list(chosen.values())


def actions_of(screen: str, pane: str | None, table: tuple[Key, ...] = KEYS) -> dict[str, str]:
    """Return the action of each key, by Textual's names: the pane's own before the screen's."""
    actions = {}
    for key in (*keys_of(screen, None, table), *(keys_of(screen, pane, table) if pane else ())):
        for typed in key.keys:
            for name in textual_names(typed):
                actions[name] = key.action
    return actions
