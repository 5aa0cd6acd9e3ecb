"""What a vectors file holds, as lines and as an object."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from sgns_tui.i18n import _
from sgns_tui.render.columns import Cell, columns, filled
from sgns_tui.render.number import number
from sgns_tui.render.roles import HEADING, QUIET
from sgns_tui.text import shortened, visible
from sgns_tui.vectors_info import VectorsInfo

CELLS = 80
_SOME = 5
_WORD_CELLS = 24


def info_lines(info: VectorsInfo, ascii_only: bool) -> Iterator[Text]:
    """Yield what the file is, its tables, the rows that are odd, and its settings."""
    loaded, vectors = info.loaded, info.loaded.vectors
    yield from filled(visible(info.path, ascii_only).split(" "), CELLS, style=HEADING)
    kind: str = loaded.format
    if loaded.compressed:
        kind += _(", compressed with gzip")
    if loaded.mapped:
        kind += _(", tables read from the file as they are used")
    facts: list[list[Cell]] = [
        [_("format"), kind],
        [_("words"), str(len(vectors))],
        [_("dimensions"), str(vectors.dim)],
        [_("first words"), _some(vectors.words, ascii_only)],
        [
            _("counts"),
            _("not in the file")
            if vectors.counts is None
            else _("{total} in all").format(total=int(vectors.counts.sum())),
        ],
    ]
    yield from columns(facts, left=(0, 1))
    yield Text()
    yield from columns(_norms(info))
    yield Text()
    yield from _oddities(info, ascii_only)
    if vectors.settings:
        yield Text()
        yield Text(_("settings"), QUIET)
        for name, value in vectors.settings.items():
            text = visible(f"{name} {_plain(value)}", ascii_only)
            yield from filled(text.split(), CELLS, "  ", "    ")


def _norms(info: VectorsInfo) -> list[list[Cell]]:
    rows: list[list[Cell]] = [
        [_("table"), _("type"), _("least norm"), _("median"), _("mean"), _("largest")]
    ]
    for table in info.tables:
        values = table.norms or (math.nan,) * 4
        rows.append([table.name, table.kind, *map(number, values)])
    if len(info.tables) == 1:
        rows.append([_("Ep, the output table, is not in the file")])
    return rows


def _oddities(info: VectorsInfo, ascii_only: bool) -> Iterator[Text]:
    words = info.loaded.vectors.words
    for table in info.tables:
        named = _(" of {table}").format(table=table.name) if len(info.tables) > 1 else ""
        yield from _oddity(
            _("rows of zeros") + named, [words[r] for r in table.zero_rows], ascii_only
        )
        yield from _oddity(
            _("rows with a value that is not finite") + named,
            [words[r] for r in table.odd_rows],
            ascii_only,
        )
    repeats = info.loaded.repeats
    yield from _oddity(
        _("rows of words that had one already, left out"),
        list(repeats),
        ascii_only,
        sum(repeats.values()),
    )
    yield from _oddity(_("words that are not UTF-8"), info.not_utf8, ascii_only)


def _oddity(
    name: str, words: Sequence[str], ascii_only: bool, count: int | None = None
) -> Iterator[Text]:
    number_of = len(words) if count is None else count
    text = f"{name}: {number_of}"
    if words:
        text += f" ({_some(words, ascii_only)})"
    yield from filled(text.split(" "), CELLS, "", "  ")


def _some(words: Sequence[str], ascii_only: bool) -> str:
    shown = [
        shortened(visible(word, ascii_only), _WORD_CELLS, ascii_only) for word in words[:_SOME]
    ]
    return ", ".join(shown) + (", ..." if len(words) > _SOME else "")


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def info_object(info: VectorsInfo) -> dict[str, object]:
    """Return the same unrounded, with every odd word."""
    loaded, vectors = info.loaded, info.loaded.vectors

    def named(rows: Iterable[int]) -> list[str]:
        return [vectors.words[row] for row in rows]

    return {
        "file": info.path,
        "format": loaded.format,
        "compressed": loaded.compressed,
        "mapped": loaded.mapped,
        "words": len(vectors),
        "dim": vectors.dim,
        "total_count": None if vectors.counts is None else int(vectors.counts.sum()),
        "tables": {
            table.name: {
                "type": table.kind,
                "norms": None
                if table.norms is None
                else {
                    name: value if math.isfinite(value) else None
                    for name, value in zip(
                        ("least", "median", "mean", "largest"), table.norms, strict=True
                    )
                },
                "zero_rows": named(table.zero_rows),
                "non_finite_rows": named(table.odd_rows),
            }
            for table in info.tables
        },
        "repeated": dict(loaded.repeats),
        "not_utf8": info.not_utf8,
        "settings": _finite(vectors.settings),
    }


def _finite(value: object) -> object:
    """Return plain values with None for numbers that JSON does not have."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(inner) for key, inner in value.items()}
    return [_finite(inner) for inner in value] if isinstance(value, list) else value
