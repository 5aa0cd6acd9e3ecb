"""Commands that ask about several words, or about all rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sgns_tui.i18n import _
from sgns_tui.plain.arguments import WrongArguments

if TYPE_CHECKING:
    from sgns_tui.plain.exploring.mode import ExploringMode


def odd(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """Say which word fits the others least."""
    values = mode.values
    found = mode.exploring.odd_one_out(mode.rows(words))
    yield _("odd: {word} fits least").format(word=values.word(found[0][0]))
    for row, value in found:
        yield _("odd: {word}, mean cosine with the others {value}").format(
            word=values.word(row), value=values.number(value)
        )


def table(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """Give the cosine of every two words."""
    values, rows = mode.values, mode.rows(words)
    cosines = mode.exploring.similarities(rows)
    for place, row in enumerate(rows):
        others = ", ".join(
            f"{values.word(other)} {values.number(float(cosines[place, column]))}"
            for column, other in enumerate(rows)
            if column != place
        )
        yield _("table: {word}: {others}").format(word=values.word(row), others=others)


def apart(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """List the rows that cannot be compared."""
    _no_more(words)
    zeros, odd_rows = mode.exploring.apart(mode.go_on)
    for said, rows in ((_("rows of zeros"), zeros), (_("rows that are not finite"), odd_rows)):
        yield (
            _("{kind}: {n} {words}")
            .format(kind=said, n=len(rows), words=mode.values.listed(rows.tolist()))
            .rstrip()
        )
    repeated = mode.exploring.explored.repeated
    if repeated:
        yield _("rows of words that had one already, left out: {n}").format(n=repeated)


def _no_more(words: list[str]) -> None:
    if words:
        raise WrongArguments("it takes nothing after it")
