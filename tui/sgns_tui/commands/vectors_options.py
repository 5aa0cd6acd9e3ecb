"""The options of commands that ask a vectors file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from sgns_core.formats.names import READABLE
from sgns_tui.i18n import _

F = TypeVar("F", bound=Callable[..., Any])


def from_option(function: F) -> F:
    """Add the format to read, where it is not to be told from the file."""
    return click.option(
        "--from",
        "from_format",
        type=click.Choice(list(READABLE)),
        help=_("The format of FILE.  [default: told from what is in it]"),
    )(function)


def table_option(function: F) -> F:
    """Add the choice of the table whose rows are compared."""
    return click.option(
        "--table",
        type=click.Choice(["E", "Ep", "sum"]),
        default="E",
        help=_("Input table, output table where the file has one, or their sum."),
        show_default=True,
    )(function)


def top_option(function: F) -> F:
    """Add how many words to list."""
    return click.option("--top", type=int, default=10, help=_("Words to list."), show_default=True)(
        function
    )
