"""`sgns-tui pairs`: the pairs that a text is cut into."""

from __future__ import annotations

from typing import Any

import click

from sgns_tui.commands.options import format_option, seed_option, text_options
from sgns_tui.i18n import _


@click.command(
    help=_("Print the (center, context) pairs of TEXT in order; - reads standard input."),
    epilog=_("Example: sgns-tui pairs my.txt --window 2"),
    short_help=_("The (center, context) pairs of a text."),
)
@click.argument("text")
@text_options
@seed_option
@click.option("--limit", type=int, default=100, help=_("Pairs to print."), show_default=True)
@click.option("--all", "print_all", is_flag=True, help=_("Print every pair."))
@click.option("--counts", is_flag=True, help=_("Count equal pairs, the most frequent first."))
@format_option
def pairs(
    limit: int, print_all: bool, counts: bool, output_format: str, **source_options: Any
) -> None:
    """Print the pairs of a text."""
    from sgns_core.errors import InvalidInput
    from sgns_tui.opening import SourceOptions, open_source
    from sgns_tui.output import ascii_output, print_json, print_lines
    from sgns_tui.render.pairs_text import counted_pairs, pairs_lines, pairs_object, plain_pairs

    if limit < 0:
        raise InvalidInput("--limit must be at least 0, got {value}", value=limit)
    source, settings = open_source(SourceOptions(**source_options))
    sequence = source.pairs(settings)
    listing = (counted_pairs if counts else plain_pairs)(
        source, sequence, None if print_all else limit
    )
    if output_format == "json":
        print_json(pairs_object(source, settings, sequence, listing))
    else:
        print_lines(pairs_lines(source, settings, sequence, listing, ascii_output()))
