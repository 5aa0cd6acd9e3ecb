"""`sgns-tui watch`: the Train screen."""

from __future__ import annotations

from typing import Any

import click

from sgns_tui.commands.options import front_end_options
from sgns_tui.i18n import _


@click.command(
    help=_("Watch vectors form on a map while they are trained; any update can be reached again."),
    epilog=_("Example: sgns-tui watch --text my.txt --groups groups.tsv --compare power=0"),
    short_help=_("The Train screen: vectors form on a map."),
)
@click.option("--plain", is_flag=True, help=_("Read commands from standard input, a line each."))
@click.option(
    "--groups", metavar="FILE", help=_("Groups for colours: word, tab, group, one a line.")
)
@click.option(
    "--compare",
    metavar="SETTING=VALUE",
    help=_("A second run beside, from the same seed, with one setting different."),
)
@click.option(
    "--fps",
    type=click.IntRange(1, 60),
    help=_("Pictures a second at most.  [default: 30; over SSH 10]"),
)
@front_end_options
def watch(
    plain: bool,
    groups: str | None,
    compare: str | None,
    fps: int | None,
    color: str | None,
    glyphs: str | None,
    mouse: bool,
    bandwidth: bool,
    **options: Any,
) -> None:
    """Open the Train screen, or what fits instead."""
    from sgns_tui.bare import open_front_end
    from sgns_tui.opening import names_a_source
    from sgns_tui.preferences import ScreenOptions

    if not names_a_source(None, options["text"], options):
        options["example"] = "groups"
    screens = ScreenOptions(
        color=color,
        glyphs=glyphs,
        mouse=mouse,
        bandwidth=bandwidth,
        fps=fps,
        groups=groups,
        first="train",
    )
    open_front_end(plain, screens=screens, compare=compare, **options)
