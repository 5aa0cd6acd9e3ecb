"""`sgns-tui replay`: a saved session at a step."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from sgns_tui.commands.options import format_option
from sgns_tui.i18n import _

if TYPE_CHECKING:
    from sgns_tui.session_file import Loaded


@click.command(
    help=_("Print the update at which the session in FILE stands, or another one of its run."),
    epilog=_("Example: sgns-tui replay a.json --to 500 --format json"),
    short_help=_("A saved session at a step."),
)
@click.argument("file")
@click.option("--to", type=int, metavar="N", help=_("Print update N of its run, counted from 1."))
@click.option("--screen", is_flag=True, help=_("Go on with it on the screen."))
@format_option
def replay(file: str, to: int | None, screen: bool, output_format: str) -> None:
    """Print a saved session at a step."""
    import sys

    from sgns_core.errors import InvalidInput
    from sgns_tui.output import ascii_output, print_json, print_lines
    from sgns_tui.render.session_json import session_object
    from sgns_tui.render.step_text import step_lines
    from sgns_tui.session_schema import MAX_UPDATE
    from sgns_tui.session_view import step_view

    if to is not None and not 1 <= to <= MAX_UPDATE:
        raise InvalidInput(
            "--to is the number of an update, 1 to {most}, got {value}", most=MAX_UPDATE, value=to
        )
    loaded = _loaded(file, None if to is None else to - 1)
    session = loaded.session
    if screen:
        from sgns_tui.bare import go_on

        session.file = file
        go_on(session)
        return
    session.check_can_be_made()
    if output_format == "json":
        print_json(
            session_object(
                session.trace,
                session.words,
                (session.update + 1, session.at),
                session.settings.seed,
                session.timeline.edits,
            )
        )
    else:
        print_lines(step_lines(step_view(session, ascii_output())))
    sys.stdout.flush()
    for warning in loaded.warnings:
        sys.stderr.write(f"sgns-tui: {warning}\n")


def _loaded(file: str, to: int | None) -> Loaded:
    """Return the session, saying meanwhile how far it is; ctrl+c gives it up."""
    from sgns_tui.long_run import LongRun
    from sgns_tui.session_file import LoadCancelled, load_session

    with LongRun() as run:

        def go_on(made: int, of: int) -> bool:
            return run.go_on(
                _("making the run again: update {update} of {of}; ctrl+c ends it").format(
                    update=f"{made:,}", of=f"{of:,}"
                )
            )

        with suppress(LoadCancelled):
            return load_session(file, go_on, to)
    raise KeyboardInterrupt
