"""A command of a line mode: what a table of them holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sgns_core.record import record
from sgns_tui.i18n import _

Run = Callable[[Any, list[str]], Iterator[str]]
"""Given the line mode and the words behind the command, yields the lines of its answer."""


@record
class Command:
    """What is typed, what it does, an example, what does it, and words that may follow."""

    usage: str
    line: str
    example: str
    run: Run
    choices: tuple[str, ...] = ()
    takes_words: bool = False

    def about(self) -> str:
        """Return how it is written and what it does."""
        return _("{usage}: {line}").format(usage=self.usage, line=_(self.line))
