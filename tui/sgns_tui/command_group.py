"""The commands: what each is called, and what the options mean where none is given."""

from __future__ import annotations

import importlib
from typing import Any

import click

from sgns_tui.commands.options import front_end_options
from sgns_tui.i18n import N_, _

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
@front_end_options
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
    # --debug never gets here: `run` of cli.py takes it off the line, so that it may stand anywhere.
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
