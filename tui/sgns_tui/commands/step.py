"""`sgns-tui step`: one update, all numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from sgns_tui.commands.options import (
    format_option,
    pair_options,
    policy_options,
    seed_option,
    source_options,
    text_options,
)
from sgns_tui.i18n import _


@click.command(
    help=_("Print one update in full: every product, sigmoid, loss term, gradient and change."),
    epilog=_("Example: sgns-tui step --text my.txt --center ship --target sea --negative king"),
    short_help=_("One update, all numbers."),
)
@source_options
@pair_options
@policy_options
@text_options
@seed_option
@click.option("--check", is_flag=True, help=_("Add central finite differences of the loss."))
@click.option("--code", is_flag=True, help=_("Print the NumPy lines that make this update."))
@format_option
def step(**options: Any) -> None:
    """Print the first update of a source."""
    print_step(**options)


def print_step(
    center: str | None = None,
    target: str | None = None,
    negatives: tuple[str, ...] = (),
    check: bool = False,
    code: bool = False,
    output_format: str = "text",
    **source_options: Any,
) -> None:
    """Print the first update of the source that the options name."""
    import numpy as np

    from sgns_core.differences import check_gradient
    from sgns_core.errors import InvalidInput
    from sgns_tui.opening import SourceOptions
    from sgns_tui.output import ascii_output, print_json, print_lines
    from sgns_tui.render.numpy_code import numpy_code
    from sgns_tui.render.step_json import step_object
    from sgns_tui.render.step_text import step_lines
    from sgns_tui.session_opening import check_overflow, open_session
    from sgns_tui.session_view import step_view

    if code and output_format == "json":
        raise InvalidInput("--code prints a program; leave out --format json")
    session = open_session(SourceOptions(**source_options), center, target, negatives)
    check_overflow(session)
    view = step_view(session, ascii_output(), introduced=True)
    own = session.source.wanted
    if (center is None and own.center is None) or (target is None and own.target is None):
        view = replace(view, chosen_pair=False)  # the rest of it is found in the text
    # What overflows here is shown as inf or -: a norm or a loss after too long a step.
    with np.errstate(over="ignore", invalid="ignore"):
        checked = check_gradient(view.trace) if check else None
        if code:
            click.echo(numpy_code(view.trace, view.words), nl=False)
        elif output_format == "json":
            print_json(step_object(view.trace, view.words, checked))
        else:
            print_lines(step_lines(view, checked))
