"""`sgns-tui info`: what a vectors file holds."""

from __future__ import annotations

from typing import Any

import click

from sgns_tui.commands.options import format_option
from sgns_tui.commands.vectors_options import from_option
from sgns_tui.i18n import _


@click.command(
    help=_("Say what the vectors FILE holds: format, words, norms, rows that cannot be compared."),
    epilog=_("Example: sgns-tui info vectors.npz"),
    short_help=_("What a vectors file holds."),
)
@click.argument("file")
@from_option
@format_option
def info(file: str, from_format: Any, output_format: str) -> None:
    """Print what a file of vectors holds."""
    from sgns_tui.output import ascii_output, print_json, print_lines
    from sgns_tui.render.info_text import info_lines, info_object
    from sgns_tui.vectors_info import vectors_info

    found = vectors_info(file, from_format)
    if output_format == "json":
        print_json(info_object(found))
    else:
        print_lines(info_lines(found, ascii_output()))
