"""A line in, an answer about vectors out."""

from __future__ import annotations

from collections.abc import Iterator

from sgns_core.errors import InvalidInput
from sgns_core.neighbors import GoOn
from sgns_tui.explore_listed import Listed
from sgns_tui.explore_map import ExploreMap
from sgns_tui.explore_names import measure_name, table_name
from sgns_tui.explored import LARGE_VALUES, told_apart
from sgns_tui.exploring import Exploring
from sgns_tui.groups_note import groups_note
from sgns_tui.i18n import _
from sgns_tui.output import ascii_output
from sgns_tui.plain.answering import Answering
from sgns_tui.plain.exploring.table import ALIASES, COMMANDS
from sgns_tui.plain.front import Interrupts, answer_lines
from sgns_tui.render.explore.status import drawn_line
from sgns_tui.render.plain_values import Values
from sgns_tui.text import visible


def run_exploring(exploring: Exploring) -> None:
    """Read commands until quit or the end of the input, and answer them in numbered lines."""
    interrupts = Interrupts()
    mode = ExploringMode(exploring, ascii_output(), lambda share: interrupts.go_on())

    def complete(before: str, begun: str) -> list[str]:
        if not before.split():
            return [name for name in COMMANDS if name.startswith(begun)]
        found = exploring.explored.beginning(begun, 200) if begun else iter(())
        return [word for word in found if " " not in word and visible(word) == word]

    answer_lines(mode, interrupts, complete)


class ExploringMode(Answering):
    """Vectors, and the commands that people give about them."""

    def __init__(
        self, exploring: Exploring, ascii_only: bool = False, go_on: GoOn | None = None
    ) -> None:
        """Begin; go_on: whether work over many rows is still wanted."""
        self.go_on = go_on
        self.commands, self.aliases = COMMANDS, ALIASES
        self.exploring = exploring
        self.ascii_only = ascii_only
        self.digits: int | None = 4
        self.listed: Listed | None = None

    @property
    def values(self) -> Values:
        """Return how words and numbers are written now."""
        words = self.exploring.explored.vectors.words
        return Values(tuple(words), self.digits, self.ascii_only)

    def greeting(self) -> Iterator[str]:
        """Yield the first lines: what this is, and what is open."""
        yield _("explore: help lists the commands, quit leaves")
        yield from self.opened()
        yield from self.noted_groups()

    def noted_groups(self) -> Iterator[str]:
        """Yield what is odd in the groups file, if anything is."""
        note = groups_note(self.exploring.given, self.exploring.groups_file, self.ascii_only)
        if note is not None:
            yield _("beware: {text}").format(text=note)

    def opened(self) -> Iterator[str]:
        """Yield what is open, and how it is looked at."""
        exploring, values = self.exploring, self.values
        vectors = exploring.explored.vectors
        yield _(
            "open: {name}, {words} words x {dim}, table {table}, {measure}; drawn {drawn}"
        ).format(
            name=values.text(exploring.explored.name),
            words=f"{len(vectors):,}",
            dim=vectors.dim,
            table=table_name(exploring.table),
            measure=measure_name(exploring.measure),
            drawn=drawn_line(exploring, self.drawn_now()),
        )
        if exploring.beside is not None:
            _own, name = told_apart(exploring.explored, exploring.beside)
            yield _("beside: {name}, {words} words x {dim}").format(
                name=values.text(name),
                words=f"{len(exploring.beside.vectors):,}",
                dim=exploring.beside.vectors.dim,
            )

    def drawn_now(self) -> ExploreMap | None:
        """Return the map of now, where it is known or made at once; None for one that is not."""
        exploring = self.exploring
        if exploring.drawn_count * exploring.explored.vectors.dim > LARGE_VALUES:
            return exploring.known_map
        try:
            return exploring.map_now()
        except InvalidInput:
            return None

    def row(self, word: str) -> int:
        """Return the row of a word."""
        return self.exploring.explored.vectors.vocabulary.index(word)

    def rows(self, words: list[str]) -> list[int]:
        """Return the rows of words, each once."""
        return [self.row(word) for word in dict.fromkeys(words)]
