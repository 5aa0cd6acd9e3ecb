"""`sgns-tui cost`: what a pair costs with the full softmax and with SGNS."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sgns_tui.commands.options import (
    any_source,
    format_option,
    seed_option,
    text_options,
)
from sgns_tui.i18n import _

if TYPE_CHECKING:
    from sgns_tui.cost_view import CostView


@click.command(
    help=_(
        "Count what one pair costs with the full softmax and with SGNS, for the words of TEXT or "
        "for V, d and k of your own; --measure takes the time on this machine."
    ),
    epilog=_("Example: sgns-tui cost --words 1000000 --dim 300 --k 5"),
    short_help=_("What the softmax costs."),
)
@any_source
@click.option("--words", type=int, metavar="V", help=_("Words.  [default: those of the source]"))
@click.option("--dim", type=int, metavar="D", help=_("Components of a vector."))
@click.option("--k", type=int, help=_("Negatives per pair.  [default: 5]"))
@click.option("--center", metavar="WORD", help=_("The word whose softmax is shown."))
@click.option("--drop", metavar="WORD", help=_("The word that is left out of it."))
@click.option("--measure", is_flag=True, help=_("Measure 1,000 to 200,000 words."))
@click.option(
    "--max-memory",
    type=int,
    default=1024,
    metavar="MB",
    help=_("Memory that measuring may take."),
    show_default=True,
)
@text_options
@seed_option
@format_option
def cost(output_format: str, measure: bool, max_memory: int, **options: Any) -> None:
    """Print what a pair costs."""
    from dataclasses import replace

    from sgns_core.errors import InvalidInput
    from sgns_tui.output import ascii_output, print_json, print_lines
    from sgns_tui.render.cost.json import cost_object
    from sgns_tui.render.cost.text import cost_lines

    if not 1 <= max_memory <= 2**20:
        raise InvalidInput(
            "--max-memory must lie in 1..{most} MB, got {value}", most=2**20, value=max_memory
        )
    view = _view(**options)
    if measure:
        done, left_out = _measured(view, max_memory * 2**20)
        view = replace(view, measured=done, left_out=left_out)
    if output_format == "json":
        print_json(cost_object(view))
    else:
        print_lines(list(cost_lines(view, ascii_output())))


def _view(
    text_argument: str | None,
    text: str | None,
    words: int | None,
    dim: int | None,
    k: int | None,
    center: str | None,
    drop: str | None,
    **source_options: Any,
) -> CostView:
    from sgns_core.cost import Cost
    from sgns_tui.cost_view import CostView, dropped_word
    from sgns_tui.opening import names_a_source, open_named, word_row

    named = names_a_source(text_argument, text, source_options)
    source, settings = open_named(
        text_argument, text, dim=(dim if named else None) or 2, **source_options
    )
    own = (len(source.vocabulary), settings.dim) if named else (1_000_000, 300)
    counts = Cost(
        own[0] if words is None else words,
        own[1] if dim is None else dim,
        5 if k is None else k,
    )
    wanted = source.wanted
    own_target = 1 if wanted.target is None and len(source.vocabulary) > 1 else wanted.target or 0
    row = (wanted.center or 0) if center is None else word_row(source, center)
    gone = own_target if drop is None else word_row(source, drop)
    return CostView(
        cost=counts,
        name=source.name if named else None,
        dropped=dropped_word(source, source.first_tables(settings), row, gone),
    )


def _measured(view: CostView, most: int) -> Any:
    """Return what was measured, until ctrl+c where it came."""
    import time

    from sgns_tui.cost_view import measured
    from sgns_tui.long_run import LongRun

    with LongRun() as run:

        def go_on(progress: str) -> bool:
            return run.go_on(_("measuring {sizes} words; ctrl+c ends it").format(sizes=progress))

        return measured(view.cost.dim, view.cost.k, most, time.perf_counter, go_on)
