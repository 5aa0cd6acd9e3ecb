"""What a vectors file is, as the first lines of whatever is printed about it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sgns_tui.i18n import _
from sgns_tui.render.columns import filled
from sgns_tui.render.roles import HEADING, QUIET
from sgns_tui.text import visible
from sgns_tui.vectors_asking import OpenedVectors

CELLS = 80

_TABLES = {"E": "E", "Ep": "Ep", "sum": "E + Ep"}


def table_name(opened: OpenedVectors) -> str:
    """Return the table that is asked, as a person reads it."""
    return _TABLES[opened.table_name]


def heading(opened: OpenedVectors, ascii_only: bool) -> Iterator[Text]:
    """Yield the file's name, format and size, the table that is asked, and what is left out."""
    vectors = opened.vectors
    title = " | ".join(
        [
            visible(opened.path, ascii_only),
            opened.loaded.format,
            _("{words} words x {dim}").format(words=len(vectors), dim=vectors.dim),
            _("table {name}").format(name=table_name(opened)),
        ]
    )
    yield from filled(title.split(" "), CELLS, style=HEADING)
    for sentence in omissions(opened):
        yield from filled(sentence.split(), CELLS, style=QUIET)


def omissions(opened: OpenedVectors) -> Iterator[str]:
    """Yield a sentence for each kind of row that is not compared."""
    if repeated := sum(opened.loaded.repeats.values()):
        yield _("rows of words that had one already, left out: {n}").format(n=repeated)
    if zeros := len(opened.zero_rows):
        yield _("rows of zeros, which have no direction: {n}").format(n=zeros)
    if odd := len(opened.odd_rows):
        yield _("rows with a value that is not finite, left out: {n}").format(n=odd)


def heading_object(opened: OpenedVectors) -> dict[str, object]:
    """Return the same as the first keys of an object."""
    vectors = opened.vectors
    return {
        "file": opened.path,
        "format": opened.loaded.format,
        "words": len(vectors),
        "dim": vectors.dim,
        "table": opened.table_name,
        "repeated_rows": sum(opened.loaded.repeats.values()),
        "zero_rows": len(opened.zero_rows),
        "non_finite_rows": len(opened.odd_rows),
    }
