"""Tables and measures by the names that people read."""

from __future__ import annotations

from sgns_core.neighbors import Measure
from sgns_core.vectors import TableName
from sgns_tui.i18n import N_, _

_MEASURES: dict[Measure, str] = {
    "cosine": N_("cosine"),
    "dot": N_("dot product"),
    "distance": N_("distance"),
}
_TABLES: dict[TableName, str] = {"E": "E", "Ep": "Ep", "sum": "E + Ep"}


def measure_name(measure: Measure) -> str:
    """Return a measure as it is written."""
    return _(_MEASURES[measure])


def table_name(table: TableName) -> str:
    """Return a table as it is written."""
    return _TABLES[table]
