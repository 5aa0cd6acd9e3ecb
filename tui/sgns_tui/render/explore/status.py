"""The line at the top of the Explore screen, and what has to be warned of."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sgns_tui.explore_map import ExploreMap
from sgns_tui.explore_names import measure_name, table_name
from sgns_tui.exploring import Exploring
from sgns_tui.i18n import _
from sgns_tui.render.explore.names import percent
from sgns_tui.render.number import number
from sgns_tui.render.roles import HEADING, QUIET
from sgns_tui.text import shortened, visible, width

_LEAST_WHY = 6  # cells of what tells which words are drawn


def explore_status(exploring: Exploring, drawn: ExploreMap | None, cells: int) -> Text:
    """Return what is open, how many words are drawn, and how they are compared, in one line."""
    vectors = exploring.explored.vectors
    name = visible(exploring.explored.name, exploring.ascii_only)
    line = Text(shortened(name, max(8, cells // 4), exploring.ascii_only), HEADING)
    for part in (
        drawn_line(exploring, drawn, cells - line.cell_len - 3),
        _("table {name}").format(name=table_name(exploring.table)),
        measure_name(exploring.measure),
        _("{n} marked").format(n=len(exploring.marked)) if exploring.marked else "",
        _("{n} components").format(n=vectors.dim),
    ):
        if part and line.cell_len + 3 + width(part) <= cells:
            line.append(" | ", QUIET)
            line.append(part)
    return line


def drawn_line(exploring: Exploring, drawn: ExploreMap | None, cells: int | None = None) -> str:
    """Return how many of how many words are drawn, and which.

    Where `cells` are too few for all of it, what tells which gives way before the numbers.
    """
    count = exploring.drawn_count if drawn is None else len(drawn.rows)
    added = sum(drawn is None or row in drawn.place for row in exploring.added_rows)
    said = (
        _("{n} of {all} words: {why}, {added} added") if added else _("{n} of {all} words: {why}")
    )
    numbers = {
        "added": f"{added:,}",
        "n": f"{count:,}",
        "all": f"{len(exploring.explored.vectors):,}",
    }
    why = visible(exploring.drawn.why, exploring.ascii_only)
    if cells is not None:
        room = cells - width(said.format(why="", **numbers))
        why = shortened(why, max(_LEAST_WHY, room), exploring.ascii_only)
    return said.format(why=why, **numbers)


def warnings(drawn: ExploreMap, lists: str | None = "r") -> Iterator[str]:
    """Yield what a person should know before believing the map and the lists.

    lists: the key or command that lists rows apart, None where there is none.
    """
    alike = drawn.alike
    if alike.all_alike:
        yield _(
            "{n}% of the cosines among {words} drawn words are 0.9 or more, {mean} on average: "
            "such rows were hardly trained, or the text was small; nearness says little here."
        ).format(n=percent(alike.share), words=alike.words, mean=number(alike.mean, 3))
    if drawn.holds_little:
        yield _(
            "The plane holds {n}% of the variance of what is drawn: words that are near here may "
            "be far apart."
        ).format(n=percent(drawn.held))
    if drawn.zeros or drawn.odd:
        said = _("Not drawn: {zeros} rows of zeros, {odd} not finite; {key} lists them.")
        if lists is None:
            said = _("Not drawn: {zeros} rows of zeros, {odd} not finite.")
        yield said.format(zeros=f"{len(drawn.zeros):,}", odd=f"{len(drawn.odd):,}", key=lists)


def short_warnings(drawn: ExploreMap) -> Iterator[str]:
    """Yield the same in fewer words, for where there is little room."""
    if drawn.alike.all_alike:
        yield _("{n}% of the cosines are 0.9 or more: nearness says little.").format(
            n=percent(drawn.alike.share)
        )
    if drawn.holds_little:
        yield _("The plane holds {n}% of the variance.").format(n=percent(drawn.held))
    if drawn.zeros or drawn.odd:
        yield _("Not drawn: {n} rows; r lists them.").format(
            n=f"{len(drawn.zeros) + len(drawn.odd):,}"
        )


def separation_line(drawn: ExploreMap) -> str | None:
    """Return how far apart the groups are, None where there are fewer than two."""
    groups = drawn.groups
    if groups.separation is None:
        return None
    grouped = int((groups.labels >= 0).sum())
    said = _("separation {n} ({words} words, all components)")
    if groups.measured < grouped:
        said = _("separation {n} ({words} of {all} words, all components)")
    return said.format(n=number(groups.separation, 3), words=groups.measured, all=f"{grouped:,}")
