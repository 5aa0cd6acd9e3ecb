"""Tables, measures and planes by the names that people read."""

from __future__ import annotations

from sgns_core.neighbors import Measure
from sgns_core.vectors import TableName
from sgns_tui.explore_map import ExploreMap
from sgns_tui.explore_planes import Components, Directions, Principal
from sgns_tui.exploring import Exploring
from sgns_tui.i18n import N_, _
from sgns_tui.render.number import number
from sgns_tui.text import shortened, visible

MEASURED = {
    "cosine": N_("cosine"),
    "dot": N_("dot product"),
    "distance": N_("distance"),
}
_TABLES: dict[TableName, str] = {"E": "E", "Ep": "Ep", "sum": "E + Ep"}


def measure_name(measure: Measure) -> str:
    """Return a measure as it is written."""
    return _(MEASURED[measure])


def table_name(table: TableName) -> str:
    """Return a table as it is written."""
    return _TABLES[table]


def percent(share: float) -> str:
    """Return a share in percent, never rounded up to a whole that it is not."""
    return f"{share * 100 if share == 1 else min(share * 100, 99.9):.1f}"


def plane_name(exploring: Exploring, drawn: ExploreMap, cells: int = 40) -> str:
    """Return which plane is shown and the share of the variance that it holds."""
    view = exploring.view
    match view:
        case Principal():
            dim = exploring.explored.vectors.dim
            name = _("PCA") if dim > 2 else _("the rows themselves")
        case Components(across, up):
            name = _("components {x} and {y}").format(x=across + 1, y=up + 1)
        case Directions():
            said = visible(view.said, exploring.ascii_only)
            name = shortened(said, cells, exploring.ascii_only)
            name += _(", cosine of axes {n}").format(n=number(drawn.plane.cosine, 2))
        case _:
            words = exploring.explored.vectors.words
            said = f"{words[view.a]} - {words[view.b]} + {words[view.c]}"
            name = shortened(visible(said, exploring.ascii_only), cells, exploring.ascii_only)
    parts = [name]
    if exploring.makes_units:
        parts.append(_("rows one long"))
    parts.append(_("{n}% of the variance").format(n=percent(drawn.held)))
    return ", ".join(parts)
