"""Words and numbers as they stand in lines of text."""

from __future__ import annotations

from collections.abc import Iterable

from sgns_core.record import record
from sgns_core.trace import Floats
from sgns_tui.i18n import _
from sgns_tui.render.columns import shown_components
from sgns_tui.render.number import number
from sgns_tui.text import shortened, visible

_WORD_CELLS = 40
_COMPONENTS = 8


@record
class Values:
    """How words and numbers are written.

    words: the vocabulary by row. digits: decimals; None writes every digit that a number has.
    """

    words: tuple[str, ...]
    digits: int | None = 4
    ascii_only: bool = False

    def text(self, foreign: str) -> str:
        """Return foreign text, safe and of a length that can be read."""
        return shortened(visible(foreign, self.ascii_only), 2 * _WORD_CELLS, self.ascii_only)

    def word(self, row: int) -> str:
        """Return a word of the vocabulary."""
        shown = visible(self.words[row], self.ascii_only)
        return shortened(shown, _WORD_CELLS, self.ascii_only)

    def number(self, value: float) -> str:
        """Return a number, right to the last digit that is shown."""
        if self.digits is None:
            plain = float(value) + 0.0
            return "-" if plain != plain else repr(plain)
        return number(float(value), self.digits)

    def vector(self, row: Floats) -> str:
        """Return the components of a vector; of a long one the first and the last."""
        places = shown_components(len(row), _COMPONENTS)
        hidden = len(row) - sum(place is not None for place in places)
        return " ".join(
            _("..{n} more..").format(n=hidden) if place is None else self.number(row[place])
            for place in places
        )

    def whole_vector(self, row: Floats) -> str:
        """Return every component of a vector."""
        return " ".join(self.number(value) for value in row.tolist())

    def listed(self, rows: Iterable[int]) -> str:
        """Return words with blanks between them, of many the first and how many more."""
        names = [self.word(row) for row in rows]
        shown = names if len(names) <= 2 * _COMPONENTS else names[: 2 * _COMPONENTS]
        more = len(names) - len(shown)
        return " ".join(shown) + (_(" and {n} more").format(n=more) if more else "")

    def total(self, terms: list[float]) -> str:
        """Return numbers with plus signs between them, of many how many there are."""
        if len(terms) > 2 * _COMPONENTS:
            return _("{n} terms").format(n=len(terms))
        return " + ".join(self.number(term) for term in terms)
