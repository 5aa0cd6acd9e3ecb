"""The command line: what each command is called, and how every failure ends in one line."""

from __future__ import annotations

import importlib
import os
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

import click

from sgns_tui.commands.options import (
    pair_options,
    policy_options,
    run_options,
    screen_options,
    seed_option,
    source_options,
    text_options,
)
from sgns_tui.i18n import N_, _
from sgns_tui.output import write_anything

# name: (module, one line of help); a command's module is imported when it is asked for.
COMMANDS = {
    "step": ("step", N_("One update, all numbers.")),
    "pairs": ("pairs", N_("The (center, context) pairs of a text.")),
    "noise": ("noise", N_("How negatives are drawn.")),
    "watch": ("watch", N_("The Train screen: vectors form on a map.")),
    "batch": ("batch", N_("The other examples as negatives.")),
    "pmi": ("pmi", N_("What the scores learn: PMI.")),
    "cost": ("cost", N_("What the softmax costs.")),
    "guide": ("guide", N_("When to use which objective.")),
    "replay": ("replay", N_("A saved session at a step.")),
    "train": ("train", N_("Vectors from a text of any size.")),
    "neighbors": ("neighbors", N_("The nearest words in a vectors file.")),
    "analogy": ("analogy", N_("A is to B as C is to which word, in a vectors file.")),
    "evaluate": ("evaluate", N_("A vectors file against rated pairs and analogies.")),
    "explore": ("explore", N_("Vectors on a map, and what is near.")),
    "info": ("info", N_("What a vectors file holds.")),
    "convert": ("convert", N_("A vectors file in another format.")),
}


class Commands(click.Group):
    """A group whose commands live in modules of their own, imported when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, its module imported."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"sgns_tui.commands.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from the table, so that --help imports none of them."""
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(line)) for name, (_module, line) in COMMANDS.items()])


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=_("See word2vec's negative sampling at work, one update at a time."),
    epilog=_("Example: sgns-tui --text my.txt --center ship"),
)
@click.version_option(package_name="sgns-tui", message="%(prog)s %(version)s")
@click.option("--debug", is_flag=True, help=_("Show where an error comes from."))
@click.option("--plain", is_flag=True, help=_("Read commands from standard input, a line each."))
@source_options
@pair_options
@policy_options
@text_options
@seed_option
@run_options
@screen_options
@click.pass_context
def cli(
    ctx: click.Context,
    /,
    debug: bool,
    plain: bool,
    color: str | None,
    glyphs: str | None,
    mouse: bool,
    bandwidth: bool,
    **options: Any,
) -> None:
    """Open the front end where no command is given."""
    # --debug never gets here: `run` takes it off the line, so that it may stand anywhere.
    if ctx.invoked_subcommand is None:
        from sgns_tui.bare import open_front_end
        from sgns_tui.preferences import ScreenOptions

        screens = ScreenOptions(color=color, glyphs=glyphs, mouse=mouse, bandwidth=bandwidth)
        open_front_end(plain, screens=screens, **options)
        return
    for parameter in ctx.command.params:
        given = ctx.get_parameter_source(parameter.name or "")
        if given is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(
                _("{option} belongs after the command: sgns-tui {command} ... {option} ...").format(
                    option=parameter.opts[0], command=ctx.invoked_subcommand
                ),
                ctx,
            )


def main() -> NoReturn:
    """Run the command line and leave with its exit status: the console script."""
    if hasattr(signal, "SIGPIPE"):
        # Where the reader of a pipe has left there is nothing more to say.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    write_anything()
    sys.exit(run(cli))


def run(command: Callable[..., Any], arguments: list[str] | None = None) -> int:
    """Run a click command; return 0, 1 (failed), 2 (wrong use or input) or 128 + signal.

    Every failure is one line on standard error. With --debug anywhere on the line the traceback
    is shown before it.
    """
    given = sys.argv[1:] if arguments is None else arguments
    words = [word for word in given if word != "--debug"]
    if sys.stderr is None:  # what is only said there is said to nobody
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    if sys.stdout is None and "--plain" in words:
        # Line mode goes on: its commands may save what they did.
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    if sys.stdout is None:
        return _fail(_("standard output is closed: there is nowhere to print"), 1)
    try:
        # What a command leaves with by click's Exit comes back as a number.
        status = command(args=words, prog_name="sgns-tui", standalone_mode=False)
        sys.stdout.flush()
    except (KeyboardInterrupt, click.Abort):
        return 130
    except Exception as error:
        if len(words) < len(given):
            traceback.print_exc()
        return _explain(error)
    return status if isinstance(status, int) else 0


def _explain(error: Exception) -> int:
    """Say in one line what went wrong; return the exit status."""
    from sgns_core.errors import InvalidInput
    from sgns_tui.i18n import explain
    from sgns_tui.text import harmless

    if isinstance(error, click.ClickException):
        return _fail(_usage(error), 2)
    if isinstance(error, InvalidInput):
        return _fail(explain(error), 2)
    if isinstance(error, OSError):
        _drop_output()
        name = _("standard output") if error.filename is None else str(error.filename)
        return _fail(
            _("{name} cannot be written: {reason}").format(
                name=harmless(name), reason=error.strerror or type(error).__name__
            ),
            1,
        )
    return _fail(
        _("this should not happen: {kind}: {message} (--debug shows where)").format(
            kind=type(error).__name__, message=harmless(str(error))
        ),
        1,
    )


def _usage(error: click.ClickException) -> str:
    """Return click's message in one safe line, with the way to the help."""
    from sgns_tui.text import harmless

    message = harmless(" ".join(error.format_message().split()))
    context = getattr(error, "ctx", None)
    if context is None:
        return message
    return _("{message} (see {command} --help)").format(
        message=message, command=context.command_path
    )


def _drop_output() -> None:
    """Send what is still to be written nowhere, so that leaving does not fail once more."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, status: int) -> int:
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"sgns-tui: {message}\n")
            sys.stderr.flush()
    return status
