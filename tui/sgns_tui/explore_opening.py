"""Opening vectors to look around in: on the screen, or printed where no screen can open."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from rich.text import Text

from sgns_core.errors import InvalidInput
from sgns_core.formats.names import Format
from sgns_core.vectors import TableName
from sgns_tui.explored import Explored
from sgns_tui.exploring import Exploring
from sgns_tui.groups_note import groups_note
from sgns_tui.i18n import _
from sgns_tui.preferences import ScreenOptions
from sgns_tui.quoting import quoted
from sgns_tui.text import wrapped
from sgns_tui.vectors_loading import load_shown

_OVERVIEW = (76, 20)


def open_exploring(
    path: str,
    form: Format | None,
    table: TableName,
    beside: str | None,
    groups: str | None,
    ascii_only: bool = False,
) -> Exploring:
    """Read the files that were named; InvalidInput in one line for what cannot be used."""
    explored = Explored.of_loaded(load_shown(path, form), path)
    other = None if beside is None else Explored.of_loaded(load_shown(beside, None), beside)
    try:
        explored.vectors.table(table)
    except InvalidInput as error:
        raise InvalidInput("{path}: {reason}", path=path, reason=error) from None
    return Exploring(explored, beside=other, groups=groups, table=table, ascii_only=ascii_only)


def show_screen(
    exploring: Exploring,
    screens: ScreenOptions,
    path: str,
    form: Format | None,
    beside: str | None,
    groups: str | None,
) -> int:
    """Show the Explore screen and return the exit status."""
    from sgns_tui.opening import SourceOptions
    from sgns_tui.session_opening import open_session
    from sgns_tui.starting import run_screens

    words = ["sgns-tui explore", quoted(path)]
    words += [] if form is None else [f"--from {form}"]
    words += [] if exploring.table == "E" else [f"--table {exploring.table}"]
    words += [] if beside is None else [f"--beside {quoted(beside)}"]
    words += [] if groups is None else [f"--groups {quoted(groups)}"]
    options = SourceOptions()
    return run_screens(open_session(options), options, screens, exploring, " ".join(words))


def print_overview(exploring: Exploring, reason: str) -> None:
    """Print the map of the most frequent words, and say why there is no screen."""
    from sgns_tui.output import print_lines

    print_lines(overview(exploring))
    sys.stdout.flush()
    sys.stderr.write(
        _("sgns-tui: {reason}, so the map is printed; --plain reads commands").format(reason=reason)
        + "\n"
    )


def overview(exploring: Exploring) -> Iterator[Text]:
    """Yield a picture of what is drawn at first."""
    from sgns_tui.render.explore.scene import picture_lines

    yield from picture_lines(exploring, exploring.map_now(), *_OVERVIEW)
    note = groups_note(exploring.given, exploring.groups_file, exploring.ascii_only)
    if note is not None:
        yield from map(Text, wrapped(note, _OVERVIEW[0]))
