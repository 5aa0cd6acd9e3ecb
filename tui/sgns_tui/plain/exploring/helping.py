"""Help on the commands that explore and on ideas, with examples from the open file; leaving."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from sgns_tui.explore_examples import examples
from sgns_tui.help_text import CONCEPTS
from sgns_tui.i18n import N_, _
from sgns_tui.plain import arguments
from sgns_tui.plain.arguments import WrongArguments
from sgns_tui.plain.helping import concept_lines

if TYPE_CHECKING:
    from sgns_tui.plain.exploring.mode import ExploringMode

TRYING = {
    "cosine": N_("use dot, then neighbors of the same word: others wherever norms differ."),
    "norm": N_("use dot, then neighbors: norm and direction at once; use cosine: direction alone."),
    "projection": N_(
        "draw frequent 20, then map: a plane of 20 words holds far more than of 1000."
    ),
    "axes": N_("plane axes with several pairs: what is peculiar to one word averages out."),
    "separation": N_("groups kmeans 4, then groups bands: counts part words less than directions."),
}
"""Ideas, and what to type here to see them at work."""
_EXAMPLES = {"cosine": "list", "norm": "word", "projection": "map"}


def help_(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """List the commands, or explain an idea with an example in this file."""
    from sgns_tui.plain.exploring.table import COMMANDS  # late: the table holds this command too

    if not words:
        for command in COMMANDS.values():
            yield command.about()
        yield _("help WORD explains: {words}").format(words=", ".join(TRYING))
        return
    word = words[0].lower()
    if word in COMMANDS:
        yield COMMANDS[word].about()
        yield _("example: {example}").format(example=COMMANDS[word].example)
    elif word in TRYING:
        yield from concept_lines(word, replace(CONCEPTS[word], trying=TRYING[word]))
        if word not in _EXAMPLES:
            return
        drawn = mode.exploring.map_now()
        for sentence in examples(mode.exploring, drawn, _EXAMPLES[word], "apart"):
            yield _("here: {text}").format(text=sentence)
    else:
        raise WrongArguments("there is no help about {word}", word=arguments.cut(word))


def quit_(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """Leave."""
    mode.left = True
    yield _("bye")
