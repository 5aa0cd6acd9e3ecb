"""Lines typed at a terminal: history and completion where Python has readline."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sgns_core.examples import example_names
from sgns_tui.help_text import CONCEPTS
from sgns_tui.plain.table import COMMANDS
from sgns_tui.text import visible

if TYPE_CHECKING:
    from sgns_tui.plain.mode import LineMode

_PROMPT = "> "
_MANY = 200


def read_typed() -> str | None:
    """Return a line that was typed, None at the end of the input."""
    try:
        return input(_PROMPT)
    except EOFError:
        print()  # noqa: T201 - the shell's prompt then stands on a line of its own
        return None
    except UnicodeDecodeError:
        return ""


def prepare(completed: Callable[[str, str], list[str]]) -> None:
    """Let readline complete commands and words; without readline lines are read plainly."""
    try:
        import readline
    except ImportError:
        return
    found: list[str] = []

    def complete(text: str, state: int) -> str | None:
        if state == 0:
            found[:] = completed(readline.get_line_buffer()[: readline.get_begidx()], text)
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    if not libedit:
        readline.parse_and_bind("set enable-bracketed-paste off")  # it would write escape codes


def completions(mode: LineMode, before: str, begun: str) -> list[str]:
    """Return what a word may become that begins with `begun`, after the words `before` it."""
    words = before.split()
    if not words:
        return [name for name in COMMANDS if name.startswith(begun)]
    command = COMMANDS.get(words[0].lower())
    if command is None:
        return []
    known = list(command.choices) if len(words) == 1 or words[-1] == "until" else []
    if words[0] == "help":
        known = [*COMMANDS, *CONCEPTS]
    elif words[0] == "open":
        known = list(example_names())
    found = [word for word in known if word.startswith(begun)]
    if command.takes_words:
        for word in mode.session.words:
            if len(found) >= _MANY:
                break
            if word.startswith(begun) and " " not in word and visible(word) == word:
                found.append(word)
    return found
