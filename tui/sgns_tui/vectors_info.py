"""What there is to say about a vectors file."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sgns_core.formats.loading import Loaded
from sgns_core.formats.names import Format
from sgns_core.neighbors import row_norms
from sgns_core.record import record
from sgns_core.vectors import Table
from sgns_tui.vectors_loading import load_shown


@record
class TableInfo:
    """One table: its type, its norms over rows with finite values, and its odd rows.

    norms: least, median, mean and largest, None where every row is odd.
    """

    name: str
    kind: str
    norms: tuple[float, float, float, float] | None
    zero_rows: tuple[int, ...]
    odd_rows: tuple[int, ...]


@record(eq=False)
class VectorsInfo:
    """A file, what was read from it, and its tables."""

    path: str
    loaded: Loaded
    tables: Sequence[TableInfo]

    @property
    def not_utf8(self) -> list[str]:
        """The words that are not valid UTF-8 in the file."""
        return [word for word in self.loaded.vectors.words if not _is_utf8(word)]


def vectors_info(path: str, form: Format | None) -> VectorsInfo:
    """Return what a file holds; InvalidInput in one line for what cannot be read."""
    loaded = load_shown(path, form)
    tables = [_table_info("E", loaded.vectors.E)]
    if loaded.vectors.Ep is not None:
        tables.append(_table_info("Ep", loaded.vectors.Ep))
    return VectorsInfo(path, loaded, tables)


def _table_info(name: str, table: Table) -> TableInfo:
    norms = row_norms(table)
    finite = norms[np.isfinite(norms)]
    with np.errstate(over="ignore"):
        values = (
            None
            if not len(finite)
            else tuple(float(f(finite)) for f in (np.min, np.median, np.mean, np.max))
        )
    return TableInfo(
        name=name,
        kind=table.dtype.name,
        norms=values,  # type: ignore[arg-type]
        zero_rows=tuple(np.flatnonzero(norms == 0).tolist()),
        odd_rows=tuple(np.flatnonzero(np.isnan(norms)).tolist()),
    )


def _is_utf8(word: str) -> bool:
    return word.isascii() or not any("\ud800" <= character <= "\udfff" for character in word)
