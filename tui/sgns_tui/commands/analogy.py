"""`sgns-tui analogy`: a is to b as c is to which word, in a vectors file."""

from __future__ import annotations

from typing import Any

import click

from sgns_tui.commands.options import format_option
from sgns_tui.commands.vectors_options import from_option, table_option, top_option
from sgns_tui.i18n import _


@click.command(
    help=_(
        "A is to B as C is to which word? List the words of the vectors FILE that are nearest to "
        "b - a + c; A, B and C themselves are left out."
    ),
    epilog=_("Example: sgns-tui analogy vectors.npz man king woman"),
    short_help=_("A is to B as C is to which word."),
)
@click.argument("file")
@click.argument("a")
@click.argument("b")
@click.argument("c")
@top_option
@click.option(
    "--method",
    type=click.Choice(["add", "mul"]),
    default="add",
    help=_("3CosAdd: cosine with b - a + c; 3CosMul: cosines multiplied and divided."),
    show_default=True,
)
@table_option
@from_option
@format_option
def analogy(
    file: str,
    a: str,
    b: str,
    c: str,
    top: int,
    method: Any,
    table: Any,
    from_format: Any,
    output_format: str,
) -> None:
    """Print the answers to an analogy."""
    from sgns_tui.output import ascii_output, print_json, print_lines
    from sgns_tui.render.ranking_text import analogy_lines, analogy_object
    from sgns_tui.vectors_asking import ask_analogy, at_least_one, open_vectors

    at_least_one("--top", top)
    opened = open_vectors(file, from_format, table)
    found = ask_analogy(opened, (a, b, c), top, method)
    if output_format == "json":
        print_json(analogy_object(opened, method, (a, b, c), found))
    else:
        print_lines(analogy_lines(opened, method, (a, b, c), found, ascii_output()))
