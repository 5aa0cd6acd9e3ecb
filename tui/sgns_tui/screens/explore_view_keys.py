"""How the Explore screen draws words: the plane, the table, the measure, the colours."""

from __future__ import annotations

from sgns_tui.explore_names import measure_name, table_name
from sgns_tui.i18n import _
from sgns_tui.screens.explore_base import ExploreBase
from sgns_tui.screens.explore_typed import tried, two_axes, two_numbers, whole, whole_wrong


class ViewKeys(ExploreBase, inherit_bindings=False):
    """A screen on which a person chooses how words are drawn."""

    # ---- planes

    def do_principal(self) -> None:
        """Look at the plane of largest variance."""
        self.exploring.view_principal()

    def do_directions(self) -> None:
        """Ask for word pairs and make axes of them."""
        self.ask_words(
            _("Which axes? man:woman ; past:present - across, then up; more pairs with blanks"),
            lambda text: tried(lambda: self.exploring.directions(*two_axes(text)))[1],
            lambda text: self.exploring.view_directions(*two_axes(text)),
            signs=":;",
        )

    def do_components(self) -> None:
        """Ask for two components and look at them."""
        self.ask(
            _("Which two components, from 1 to {d}?").format(d=self.exploring.explored.vectors.dim),
            "1 2",
            lambda text: tried(lambda: self.exploring.components(*two_numbers(text)))[1],
            lambda text: self.exploring.view_components(*two_numbers(text)),
        )

    def do_unit_rows(self) -> None:
        """Draw all rows one long, or as they are."""
        self.exploring.unit = not self.exploring.unit
        self.say(
            _("Rows are drawn one long.")
            if self.exploring.unit
            else _("Rows are drawn as they are.")
        )

    # ---- measures, tables, groups

    def do_next_measure(self) -> None:
        """Go on to the next measure."""
        self.exploring.next_measure()
        self.given_up, self.front = None, "list"
        self.say(_("Listed by {measure}.").format(measure=measure_name(self.exploring.measure)))

    def do_table(self) -> None:
        """Go on to the next table."""
        self.exploring.next_table()
        self.answer = self.given_up = None
        self.say(_("Table {name}.").format(name=table_name(self.exploring.table)))

    def do_colors(self) -> None:
        """Colour words by the next basis."""
        self.exploring.next_basis()
        drawn = self.map_of_now()
        if drawn is not None:
            self.say(_("Colours: {basis}.").format(basis=self.groups_note() or drawn.words.basis))

    def do_k_groups(self) -> None:
        """Ask how many groups k-means makes."""
        self.ask(
            _("How many groups, 1 to 64?"),
            str(self.exploring.k_groups),
            whole_wrong,
            lambda text: self.exploring.use_kmeans(whole(text)),
        )
