"""The pairs of a text, in order or counted, as lines and as an object."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

import numpy as np
from rich.text import Text

from sgns_core.pairs import PairSequence, pair_counts
from sgns_core.record import record
from sgns_core.settings import Settings
from sgns_core.source import Source
from sgns_tui.i18n import _
from sgns_tui.render.columns import filled
from sgns_tui.render.roles import HEADING, QUIET
from sgns_tui.render.source_text import text_rules
from sgns_tui.text import visible

CELLS = 80
_BLOCK = 1 << 16
_LINES = 1000  # lines printed at a time

Pair = tuple[int, int, int | None]


def batched(pairs: Iterable[Pair], size: int) -> Iterator[list[Pair]]:
    """Yield the pairs in lists of `size`, the last one as long as it comes."""
    rest = iter(pairs)
    while block := list(islice(rest, size)):
        yield block


@record
class Listing:
    """Pairs to print: (center, context, count or None), lazily; and how many there are in all."""

    pairs: Iterable[Pair]
    shown: int
    total: int
    counted: bool


def plain_pairs(source: Source, sequence: PairSequence, limit: int | None) -> Listing:
    """Return the first `limit` pairs in the order of the text; all of them for None."""
    total = len(sequence)
    shown = total if limit is None else min(limit, total)

    def generate() -> Iterator[Pair]:
        for start in range(0, shown, _BLOCK):
            centers, contexts = sequence.ids(np.arange(start, min(start + _BLOCK, shown)))
            for center, context in zip(centers.tolist(), contexts.tolist(), strict=True):
                yield center, context, None

    return Listing(generate(), shown, total, counted=False)


def counted_pairs(source: Source, sequence: PairSequence, limit: int | None) -> Listing:
    """Return the `limit` most frequent pairs with their counts, equal ones by their rows."""
    rows, columns, counts = pair_counts(sequence, len(source.vocabulary))
    order = np.argsort(-counts, kind="stable")[:limit]
    chosen = zip(rows[order].tolist(), columns[order].tolist(), counts[order].tolist(), strict=True)
    return Listing(chosen, len(order), len(counts), counted=True)


def pairs_lines(
    source: Source,
    settings: Settings,
    sequence: PairSequence,
    listing: Listing,
    ascii_only: bool,
) -> Iterator[Text]:
    """Yield what was done to the text, how much is left of it, and a line for each pair."""
    corpus = source.corpus
    yield from filled([visible(source.name, ascii_only)], CELLS, style=HEADING)
    if corpus is not None:
        yield from filled(text_rules(corpus, settings).split(), CELLS, style=QUIET)
        counts = _(
            "{sentences} sentences, {tokens} words, {kept} kept, {types} different; {pairs} pairs"
        ).format(
            sentences=corpus.sentence_count,
            tokens=len(corpus),
            kept=len(sequence.tokens),
            types=len(source.vocabulary),
            pairs=len(sequence),
        )
        yield from filled(counts.split(), CELLS)
    yield Text()
    words = [visible(word, ascii_only) for word in source.vocabulary.words]
    for block in batched(listing.pairs, _LINES):
        yield Text("\n".join(_line(words, *pair) for pair in block))
    if listing.shown < listing.total:
        yield Text(
            _("... and {n} more; --all prints every one").format(n=listing.total - listing.shown),
            QUIET,
        )


def _line(words: list[str], center: int, context: int, count: int | None) -> str:
    pair = f"({words[center]}, {words[context]})"
    return pair if count is None else f"{pair}  {count}"


def pairs_object(
    source: Source, settings: Settings, sequence: PairSequence, listing: Listing
) -> dict[str, object]:
    """Return the same as an object; words are as they stand in the text."""
    words = source.vocabulary.words
    corpus = source.corpus
    return {
        "source": source.name,
        "rules": None if corpus is None else text_rules(corpus, settings),
        "window": settings.window,
        "sentences": None if corpus is None else corpus.sentence_count,
        "tokens": None if corpus is None else len(corpus),
        "kept": len(sequence.tokens),
        "vocabulary": len(words),
        "total": listing.total,
        "pairs": [
            [words[center], words[context], *([] if count is None else [count])]
            for center, context, count in listing.pairs
        ],
    }
