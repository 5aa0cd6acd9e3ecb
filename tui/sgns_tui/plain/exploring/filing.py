"""Commands that write what is explored to a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sgns_tui.explore_out import write_map, write_selection
from sgns_tui.files import at_home
from sgns_tui.i18n import _
from sgns_tui.plain.arguments import WrongArguments
from sgns_tui.text import visible

if TYPE_CHECKING:
    from sgns_tui.plain.exploring.mode import ExploringMode

_PICTURE = (100, 34)


def out(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """Write the map, its numbers, words or their vectors to a file; over one only by --force."""
    exploring, force = mode.exploring, "--force" in words
    match [word for word in words if word != "--force"]:
        case ["map", path]:
            path = at_home(path)
            write_map(exploring, exploring.map_now(), mode.listed, path, _PICTURE, force=force)
        case ["words", path, *named]:
            path = at_home(path)
            rows = mode.rows(named) if named else exploring.map_now().rows.tolist()
            write_selection(exploring, rows, path, force)
        case _:
            raise WrongArguments("it takes map FILE, or words FILE and the words, else all drawn")
    yield _("written: {path}").format(path=visible(path, mode.values.ascii_only))
