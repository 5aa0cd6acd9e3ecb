"""Commands that choose how vectors are looked at: the plane, groups, the table, digits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sgns_core.neighbors import MEASURES
from sgns_core.vectors import TABLES
from sgns_tui.files import at_home
from sgns_tui.grouping import Basis
from sgns_tui.i18n import _
from sgns_tui.plain import arguments
from sgns_tui.plain.arguments import WrongArguments
from sgns_tui.render.explore.names import plane_name
from sgns_tui.render.explore.status import separation_line

if TYPE_CHECKING:
    from sgns_tui.plain.exploring.mode import ExploringMode


def plane(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """Choose the plane."""
    match words:
        case ["pca"]:
            mode.exploring.view_principal()
        case ["axes", *rest] if ";" in rest:
            cut = rest.index(";")
            mode.exploring.view_directions(" ".join(rest[:cut]), " ".join(rest[cut + 1 :]))
        case ["components", x, y]:
            dim = mode.exploring.explored.vectors.dim
            first, second = arguments.whole(x, 1, dim), arguments.whole(y, 1, dim)
            mode.exploring.view_components(first - 1, second - 1)
        case _:
            raise WrongArguments("it takes pca, axes A:B ; C:D, or components 1 2")
    drawn = mode.exploring.map_now()
    yield _("plane: {name}").format(name=plane_name(mode.exploring, drawn))


def groups(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """Choose what groups go by, and say how far apart they are."""
    exploring, values = mode.exploring, mode.values
    match words:
        case []:
            pass
        case ["bands"]:
            exploring.basis = Basis.BANDS
        case ["kmeans", *rest]:
            exploring.use_kmeans(arguments.count(rest, exploring.k_groups, 64))
        case ["file", path]:
            exploring.use_groups(at_home(path))
        case _:
            raise WrongArguments("it takes bands, kmeans K, or file FILE")
    drawn = exploring.map_now()
    if exploring.basis is Basis.GIVEN:
        yield from mode.noted_groups()
    yield _("groups: {basis}; {separation}").format(
        basis=drawn.words.basis, separation=separation_line(drawn) or _("no separation")
    )
    for number, name in enumerate(drawn.groups.names):
        members = drawn.rows[drawn.groups.labels == number].tolist()
        yield _("group {name}: {n} words: {words}").format(
            name=values.text(name), n=len(members), words=values.listed(members)
        )


def use(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """Choose the table that is asked, the measure, or whether rows are made one long."""
    match words:
        case [name] if name in TABLES:
            mode.exploring.use_table(name)
        case [name] if name in MEASURES:
            mode.exploring.measure = name
        case [("unit" | "plain") as name]:
            mode.exploring.unit = name == "unit"
        case _:
            raise WrongArguments("it takes E, Ep, sum, cosine, dot, distance, unit or plain")
    yield from mode.opened()


def digits(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """Choose how many decimals are written."""
    given = arguments.one(words, _("a number of decimals, or all"))
    mode.digits = None if given == "all" else arguments.whole(given, 0, 15)
    yield _("digits: {n}").format(n=given)
