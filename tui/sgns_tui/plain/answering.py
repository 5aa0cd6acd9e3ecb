"""A line in, answer lines out, whatever is typed: what every line mode is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sgns_core.errors import InvalidInput
from sgns_core.neighbors import GivenUp
from sgns_core.suggestions import nearest_spellings
from sgns_tui.i18n import _, explain
from sgns_tui.plain.arguments import WrongArguments, cut, split
from sgns_tui.plain.command import Command
from sgns_tui.text import shortened, visible

MAX_LINE = 10_000


class Answering:
    """Answers lines by a table of commands; a fault is one line of an answer."""

    commands: Mapping[str, Command]
    aliases: Mapping[str, str]
    ascii_only = False
    left = False

    def answer(self, line: str) -> Iterator[str]:
        """Yield the answer to a line."""
        command: Command | None = None
        try:
            if len(line) > MAX_LINE:
                raise InvalidInput("a line has at most {most} characters", most=MAX_LINE)
            words = split(line)
            if not words or words[0].startswith("#"):
                return
            command = self._command(words[0])
            yield from command.run(self, words[1:])
        except WrongArguments as error:
            example = "" if command is None else command.example
            yield _("error: {message}; for example: {example}").format(
                message=explain(error), example=example
            )
        except InvalidInput as error:
            yield _("error: {message}").format(message=explain(error))
        except GivenUp:
            yield _("given up")
        except Exception as error:  # a fault of the program: said, and the session goes on
            message = shortened(visible(str(error), self.ascii_only), 80, self.ascii_only)
            yield _("error: this should not happen: {kind}: {message}").format(
                kind=type(error).__name__, message=message
            )

    def greeting(self) -> Iterator[str]:
        """Yield the first lines."""
        raise NotImplementedError

    def _command(self, name: str) -> Command:
        command = self.commands.get(self.aliases.get(name.lower(), name.lower()))
        if command is None:
            near = nearest_spellings(name, dict.fromkeys(self.commands, 0))
            raise InvalidInput(
                "there is no command {name}; {near}",
                name=cut(name),
                near=_("try {names}, or help").format(names=", ".join(near))
                if near
                else _("help lists them"),
            )
        return command
