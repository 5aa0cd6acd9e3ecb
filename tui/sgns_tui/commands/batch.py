"""`sgns-tui batch`: the other pairs of a batch as negatives, under every objective."""

from __future__ import annotations

from typing import Any

import click

from sgns_tui.commands.options import (
    Number,
    any_source,
    format_option,
    policy_options,
    seed_option,
    text_options,
)
from sgns_tui.i18n import _


@click.command(
    help=_(
        "Show N pairs of TEXT that are each other's negatives: scores, probabilities, gradients, "
        "false negatives and costs; or a small CLIP in training (--toy)."
    ),
    epilog=_("Example: sgns-tui batch my.txt --n 6 --objective clip --mask"),
    short_help=_("The other examples as negatives."),
)
@any_source
@click.option("--batch", "batch_file", metavar="FILE", help=_("Vectors or scores from JSON."))
@click.option("--n", type=int, default=6, help=_("Pairs in the batch."), show_default=True)
@click.option(
    "--objective",
    type=click.Choice(["sgns", "dpr", "clip", "preference", "softmax"]),
    default="dpr",
    help=_("Whose matrices to print; all are compared."),
    show_default=True,
)
@click.option("--mask", is_flag=True, help=_("Leave possible false negatives out."))
@click.option("--near", type=Number(), help=_("Cosine of near-duplicates.  [default: 0.95]"))
@click.option("--t", type=Number(), help=_("CLIP's log-scale.  [default: log(1/0.07)]"))
@click.option("--k", type=int, help=_("Own negatives to compare costs with.  [default: 5]"))
@click.option("--dim", type=int, help=_("Components of a vector.  [default: 2; --toy: 4]"))
@click.option("--toy", is_flag=True, help=_("Train a small CLIP instead."))
@click.option("--steps", type=int, help=_("Updates to make first.  [default: 0; --toy: 200 steps]"))
@click.option("--lr", type=Number(), help=_("Learning rate of them.  [default: 0.1]"))
@click.option("--classes", type=int, help=_("Classes of --toy.  [default: 6]"))
@policy_options
@text_options
@seed_option
@format_option
def batch(output_format: str, toy: bool, **options: Any) -> None:
    """Print a batch, or a run of the toy CLIP."""
    from sgns_tui.output import ascii_output, print_json, print_lines
    from sgns_tui.render.batch.json import batch_object, toy_object
    from sgns_tui.render.batch.text import CELLS, batch_lines
    from sgns_tui.render.batch.toy import toy_lines

    if toy or options["classes"] is not None:
        _check_toy(toy, **options)
    if toy:
        run = _toy(**options)
        if output_format == "json":
            print_json(toy_object(run))
        else:
            print_lines(list(toy_lines(run, CELLS, ascii_output())))
        return
    view = _view(**options)
    if output_format == "json":
        print_json(batch_object(view))
    else:
        print_lines(list(batch_lines(view, ascii_output())))


def _check_toy(
    toy: bool, text_argument: str | None, text: str | None, batch_file: str | None, **options: Any
) -> None:
    """Raise InvalidInput where --toy meets what it has no use for, or --classes misses it."""
    from sgns_core.errors import InvalidInput
    from sgns_tui.opening import names_a_source

    if not toy:
        raise InvalidInput("--classes are those of --toy; give both or neither")
    if batch_file is not None:
        raise InvalidInput("--toy brings its own vectors; leave --batch out")
    if names_a_source(text_argument, text, options):
        raise InvalidInput("--toy brings its own vectors; leave the source out")


def _toy(
    seed: int,
    steps: int | None,
    lr: float | None,
    classes: int | None,
    dim: int | None,
    **_others: Any,
) -> Any:
    from sgns_core.toy_clip import ToySettings
    from sgns_tui.toy_view import toy_run

    given = {"lr": lr, "classes": classes, "dim": dim}
    chosen = {name: value for name, value in given.items() if value is not None}
    return toy_run(ToySettings(seed=seed, **chosen), 200 if steps is None else steps)  # type: ignore[arg-type]


def _view(
    text_argument: str | None,
    text: str | None,
    batch_file: str | None,
    n: int,
    objective: str,
    mask: bool,
    near: float | None,
    t: float | None,
    dim: int | None,
    k: int | None,
    steps: int | None,
    lr: float | None,
    classes: int | None,
    **source_options: Any,
) -> Any:
    from sgns_core.batch import NEAR, pairs_batch
    from sgns_core.batch_file import parse_batch
    from sgns_core.batch_objectives import FIRST_LOG_SCALE, log_scale
    from sgns_core.errors import InvalidInput
    from sgns_core.reading import read_text
    from sgns_core.settings import check_k
    from sgns_tui.batch_view import BatchView
    from sgns_tui.opening import names_a_source, open_named
    from sgns_tui.trained import trained_tables

    k = 5 if k is None else k
    check_k(k)
    if batch_file is not None:
        if names_a_source(text_argument, text, source_options):
            raise InvalidInput("--batch brings its own vectors; leave the source out")
        name = batch_file
        found = parse_batch(read_text(batch_file), batch_file)
    else:
        source, settings = open_named(
            text_argument, text, dim=2 if dim is None else dim, lr=lr, k=k, **source_options
        )
        name = source.name
        pairs_batch(source, settings, n)  # says what is wrong before any training
        found = pairs_batch(source, settings, n, trained_tables(source, settings, steps or 0))
    if t is None:
        t = FIRST_LOG_SCALE if found.t is None else found.t
    log_scale(t)
    view = BatchView(
        name=name,
        batch=found,
        objective=objective,
        masked=mask,
        near=NEAR if near is None else near,
        t=t,
        k=k,
    )
    try:
        view.here  # noqa: B018 - says what the batch lacks before anything is printed
    except InvalidInput as error:
        if batch_file is None:
            raise
        raise InvalidInput("{source}: {reason}", source=batch_file, reason=error) from None
    return view
