"""`sgns-tui pmi`: learned scores beside the optimum of the policy, and PMI."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from sgns_tui.pmi_view import PmiView


@click.command(
    help=_(
        "Show what the scores of TEXT learn: z(i, w) after some updates beside the optimum of the "
        "policy and PMI - log k; with --fit how near d components can come to it."
    ),
    epilog=_("Example: sgns-tui pmi my.txt --steps 5000 --k 2 --fit --dims 1,2 --starts 1"),
    short_help=_("What the scores learn: PMI."),
)
@any_source
@click.option(
    "--steps", type=int, default=10000, help=_("Sampled updates to make first."), show_default=True
)
@click.option("--fit", is_flag=True, help=_("Train on the exact expected loss, for each d."))
@click.option("--dims", metavar="N,N", help=_("The d's to fit.  [default: 1,2,4, ... words]"))
@click.option("--starts", type=int, default=5, help=_("Starts of each fit."), show_default=True)
@click.option(
    "--iterations", type=int, default=20000, help=_("Most of one start."), show_default=True
)
@click.option("--top", type=int, default=20, help=_("Pairs to list."), show_default=True)
@click.option(
    "--sort",
    type=click.Choice(["gap", "optimum", "learned", "pmi"]),
    default="gap",
    help=_("What the pairs are listed by, the largest first."),
    show_default=True,
)
@click.option("--lr", type=Number(), help=_("Learning rate.  [default: 0.1]"))
@click.option("--k", type=int, help=_("Negatives per pair.  [default: 5]"))
@click.option("--dim", type=int, default=2, help=_("Components of a vector."), show_default=True)
@click.option(
    "--stepper",
    type=click.Choice(["numpy", "compiled"]),
    default="numpy",
    help=_("What makes the updates; compiled needs the extra fast."),
    show_default=True,
)
@policy_options
@noise_counts_option
@text_options
@seed_option
@format_option
def pmi(
    text_argument: str | None,
    text: str | None,
    steps: int,
    fit: bool,
    dims: str | None,
    starts: int,
    iterations: int,
    top: int,
    sort: str,
    stepper: str,
    output_format: str,
    **source_options: Any,
) -> None:
    """Print learned scores beside their optimum."""
    from sgns_core.errors import InvalidInput
    from sgns_core.pmi_fit import check_words
    from sgns_tui.opening import open_named
    from sgns_tui.output import ascii_output, print_json, print_lines
    from sgns_tui.pmi_view import chosen_dimensions, sampled_gap, trained_view, with_fits
    from sgns_tui.render.pmi.json import pmi_object
    from sgns_tui.render.pmi.text import pmi_lines

    for name, value in (("--top", top), ("--starts", starts), ("--iterations", iterations)):
        if value < 1:
            raise InvalidInput("{name} must be at least 1, got {value}", name=name, value=value)
    source, settings = open_named(text_argument, text, **source_options)
    chosen = chosen_dimensions(dims, len(source.vocabulary)) if fit or dims is not None else ()
    if chosen:
        check_words(len(source.vocabulary))
    view = trained_view(source, settings, steps, stepper)
    if chosen:
        done = _fits(view, chosen, starts, iterations)
        view = with_fits(view, done, {one.dim: sampled_gap(view, one.dim, stepper) for one in done})
    if output_format == "json":
        print_json(pmi_object(view, top))
    else:
        print_lines(list(pmi_lines(view, ascii_output(), top, sort)))


def _fits(view: PmiView, dims: tuple[int, ...], starts: int, iterations: int) -> Any:
    """Return the fits, those that were done where ctrl+c ended them."""
    from sgns_core.pmi_fit import fits
    from sgns_tui.long_run import LongRun

    with LongRun() as run:

        def go_on(dim: int, start: int, iteration: int, loss: float) -> bool:
            return run.go_on(
                _(
                    "d {d} ({n} of {all}), start {start} of {starts}, iteration {iteration}, loss "
                    "{loss}; ctrl+c ends it"
                ).format(
                    d=dim,
                    n=dims.index(dim) + 1,
                    all=len(dims),
                    start=start + 1,
                    starts=starts,
                    iteration=iteration,
                    loss=f"{loss:.6f}",
                )
            )

        return fits(view.learned.optimum, dims, view.settings.seed, starts, iterations, go_on)
