"""Help: the list of commands, one command, or one idea."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sgns_core.errors import InvalidInput
from sgns_core.suggestions import nearest_spellings
from sgns_tui.help_text import CONCEPTS, Concept
from sgns_tui.i18n import _
from sgns_tui.plain.arguments import WrongArguments, cut

if TYPE_CHECKING:
    from sgns_tui.plain.mode import LineMode


def help_(mode: LineMode, words: list[str]) -> Iterator[str]:
    """List the commands, or explain a command or an idea."""
    from sgns_tui.plain.table import COMMANDS  # late: the table holds this command too

    if not words:
        for command in COMMANDS.values():
            yield command.about()
        yield _("help WORD explains: {words}").format(words=", ".join(CONCEPTS))
        return
    if len(words) > 1:
        raise WrongArguments("it takes one word")
    word = words[0].lower()
    if word not in COMMANDS and word not in CONCEPTS:
        near = nearest_spellings(word, dict.fromkeys([*COMMANDS, *CONCEPTS], 0))
        raise InvalidInput(
            "there is no help about {word}; {near}",
            word=cut(word),
            near=_("try {names}").format(names=", ".join(near))
            if near
            else _("help lists what there is"),
        )
    if word in COMMANDS:
        yield COMMANDS[word].about()
        yield _("example: {example}").format(example=COMMANDS[word].example)
    if word in CONCEPTS:
        yield from concept_lines(word, CONCEPTS[word])


def concept_lines(word: str, concept: Concept) -> Iterator[str]:
    """Yield an idea: its formula, how to read it, what to try, a pitfall."""
    yield _("{word}: {formula}").format(word=word, formula=_(concept.formula))
    yield _("read: {text}").format(text=_(concept.reading))
    yield _("try: {text}").format(text=_(concept.trying))
    yield _("beware: {text}").format(text=_(concept.pitfall))
