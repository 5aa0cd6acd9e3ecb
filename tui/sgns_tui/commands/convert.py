"""`sgns-tui convert`: a vectors file in another format."""

from __future__ import annotations

from typing import Any

import click

from sgns_core.formats.names import WRITABLE
from sgns_tui.commands.vectors_options import from_option
from sgns_tui.i18n import _


@click.command(
    help=_(
        "Write the vectors in FILE to OUT, in the format that the ending of OUT names: .vec .txt "
        ".w2v word2vec text, .bin its binary, .glove, .npz, .npy, .tsv the embedding projector's "
        "pair; .gz behind any. An .npz or .npy opens without being read whole."
    ),
    epilog=_("Example: sgns-tui convert glove.txt glove.npz"),
    short_help=_("A vectors file in another format."),
)
@click.argument("file")
@click.argument("out")
@from_option
@click.option(
    "--to",
    "to_format",
    type=click.Choice(list(WRITABLE)),
    help=_("The format of OUT.  [default: what its ending names]"),
)
@click.option(
    "--table",
    type=click.Choice(["E", "Ep", "sum"]),
    help=_("Write this table alone.  [default: all that OUT can hold]"),
)
@click.option("--force", is_flag=True, help=_("Replace OUT where it exists."))
def convert(file: str, out: str, from_format: Any, to_format: Any, table: Any, force: bool) -> None:
    """Write a file of vectors in another format."""
    from sgns_tui.output import ascii_output, print_lines
    from sgns_tui.render.converted_text import converted_lines
    from sgns_tui.vectors_file import convert_vectors

    converted = convert_vectors(file, out, from_format, to_format, table, force)
    print_lines(converted_lines(converted, ascii_output()))
