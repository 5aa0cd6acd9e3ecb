"""`sgns-tui noise`: the distribution that negatives are drawn from, and draws from it."""

from __future__ import annotations

from typing import Any

import click

from sgns_tui.commands.options import (
    Number,
    any_source,
    format_option,
    noise_counts_option,
    policy_options,
    seed_option,
    text_options,
)
from sgns_tui.i18n import _


@click.command(
    help=_("Show how negatives are drawn from the words of TEXT; - reads standard input."),
    epilog=_("Example: sgns-tui noise my.txt --power 0.75 --draws 10000 --seed 1 --center sea"),
    short_help=_("How negatives are drawn."),
)
@any_source
@policy_options
@noise_counts_option
@text_options
@seed_option
@click.option("--k", type=int, help=_("Negatives per pair.  [default: 5]"))
@click.option("--draws", type=int, default=0, help=_("Draw so many words."), show_default=True)
@click.option(
    "--u", type=Number(), help=_("Follow this number by hand.  [default: the run's first]")
)
@click.option("--center", metavar="WORD", help=_("Mark the true contexts of this word."))
@click.option("--top", type=int, default=20, help=_("Words to list."), show_default=True)
@format_option
def noise(
    text_argument: str | None,
    text: str | None,
    draws: int,
    u: float | None,
    center: str | None,
    top: int,
    output_format: str,
    **source_options: Any,
) -> None:
    """Print the noise distribution of a source."""
    from sgns_core.errors import InvalidInput
    from sgns_core.noise_shape import check_uniform
    from sgns_tui.noise_sample import MAX_DRAWS, noise_sample
    from sgns_tui.opening import open_named, word_row
    from sgns_tui.output import ascii_output, print_json, print_lines
    from sgns_tui.render.noise_text import noise_lines, noise_object

    if not 0 <= draws <= MAX_DRAWS:
        raise InvalidInput(
            "--draws must lie in 0..{most}, got {value}", most=MAX_DRAWS, value=draws
        )
    if top < 1:
        raise InvalidInput("--top must be at least 1, got {value}", value=top)
    source, settings = open_named(text_argument, text, **source_options)
    row = None if center is None else word_row(source, center)
    if u is not None:
        check_uniform(u)
    sample = noise_sample(source, settings, draws, row, u)
    if output_format == "json":
        print_json(noise_object(sample))
    else:
        print_lines(noise_lines(sample, top, ascii_output()))
