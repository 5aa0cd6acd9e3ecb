"""What a conversion wrote, and what it left behind."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sgns_tui.i18n import _
from sgns_tui.render.columns import filled
from sgns_tui.text import visible
from sgns_tui.vectors_file import Converted

CELLS = 80


def converted_lines(converted: Converted, ascii_only: bool) -> Iterator[Text]:
    """Yield what was read and written, and a line for everything that is not in the new file."""
    vectors = converted.loaded.vectors
    sentences = [
        _("{path} ({format}, {words} words x {dim}) written as {form} to {names}").format(
            path=visible(converted.path, ascii_only),
            format=converted.loaded.format,
            words=len(vectors),
            dim=vectors.dim,
            form=converted.form,
            names=_(" and ").join(visible(name, ascii_only) for name in converted.names),
        )
    ]
    if converted.table is not None:
        sentences.append(_("table {name} alone, as E").format(name=converted.table))
    if converted.lost:
        sentences.append(
            _("left behind, for {form} has no place for it: {names}").format(
                form=converted.form, names=", ".join(converted.lost)
            )
        )
    if converted.rounded:
        sentences.append(_("values rounded from float64 to float32"))
    if repeated := sum(converted.loaded.repeats.values()):
        sentences.append(_("rows of words that had one already, left out: {n}").format(n=repeated))
    for sentence in sentences:
        yield from filled(sentence.split(" "), CELLS, "", "  ")
