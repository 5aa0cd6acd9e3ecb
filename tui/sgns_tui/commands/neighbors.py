"""`sgns-tui neighbors`: the words nearest to a word, in a vectors file."""

from __future__ import annotations

from typing import Any

import click

from sgns_tui.commands.options import format_option
from sgns_tui.commands.vectors_options import from_option, table_option, top_option
from sgns_tui.i18n import _


@click.command(
    help=_("List the words of the vectors FILE that are nearest to each WORD."),
    epilog=_("Example: sgns-tui neighbors vectors.npz sea ship --top 5"),
    short_help=_("The nearest words."),
)
@click.argument("file")
@click.argument("words", metavar="WORD...", nargs=-1, required=True)
@top_option
@table_option
@click.option(
    "--measure",
    type=click.Choice(["cosine", "dot", "distance"]),
    default="cosine",
    help=_("Angle, product, or Euclidean distance."),
    show_default=True,
)
@from_option
@format_option
def neighbors(
    file: str,
    words: tuple[str, ...],
    top: int,
    table: Any,
    measure: Any,
    from_format: Any,
    output_format: str,
) -> None:
    """Print the nearest words."""
    from sgns_tui.output import ascii_output, print_json, print_lines
    from sgns_tui.render.ranking_text import neighbors_lines, neighbors_object
    from sgns_tui.vectors_asking import ask_neighbors, at_least_one, open_vectors

    at_least_one("--top", top)
    opened = open_vectors(file, from_format, table)
    rankings = ask_neighbors(opened, words, top, measure)
    if output_format == "json":
        print_json(neighbors_object(opened, measure, rankings))
    else:
        print_lines(neighbors_lines(opened, measure, rankings, ascii_output()))
