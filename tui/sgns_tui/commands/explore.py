"""`sgns-tui explore`: the Explore screen on a vectors file."""

from __future__ import annotations

from typing import Any

import click

from sgns_tui.commands.options import screen_options
from sgns_tui.commands.vectors_options import from_option, table_option
from sgns_tui.i18n import _


@click.command(
    help=_("Look around in the vectors FILE: a map, nearest words, sums of words, groups."),
    epilog=_("Example: sgns-tui explore vectors.npz --groups groups.tsv --beside other.vec"),
    short_help=_("The Explore screen: a map and lists of any vectors."),
)
@click.argument("file")
@click.option("--plain", is_flag=True, help=_("Read commands from standard input, a line each."))
@click.option("--beside", metavar="FILE", help=_("A second file: the nearest words in both."))
@click.option(
    "--groups", metavar="FILE", help=_("Groups for colours: word, tab, group, one a line.")
)
@table_option
@from_option
@screen_options
def explore(
    file: str,
    plain: bool,
    beside: str | None,
    groups: str | None,
    table: Any,
    from_format: Any,
    **shown: Any,
) -> None:
    """Open the Explore screen, line mode, or print what is in the file."""
    from sgns_tui.choosing import choose_front_end
    from sgns_tui.explore_opening import open_exploring, print_overview, show_screen
    from sgns_tui.output import ascii_output
    from sgns_tui.preferences import ScreenOptions
    from sgns_tui.terminal.checks import Way

    decision = choose_front_end(plain, None)
    ascii_only = decision.way is not Way.SCREEN and ascii_output()
    exploring = open_exploring(file, from_format, table, beside, groups, ascii_only)
    if decision.way is Way.PLAIN:
        from sgns_tui.plain.exploring.mode import run_exploring

        run_exploring(exploring)
    elif decision.way is Way.PRINT:
        print_overview(exploring, decision.reason)
    else:
        screens = ScreenOptions(**shown, first="explore")
        status = show_screen(exploring, screens, file, from_format, beside, groups)
        if status:
            raise SystemExit(status)
