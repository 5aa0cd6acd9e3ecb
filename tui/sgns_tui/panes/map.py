"""The pane that shows a map: a title in a rule, the picture, and what its marks mean."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from sgns_tui.panes.pane import Pane
from sgns_tui.panes.sheet import Runs
from sgns_tui.render.map.picture import MapPicture


class MapPane(Pane, inherit_bindings=False):
    """Shows a picture that was drawn for its room; rows that are the same are not drawn again."""

    def __init__(self, *, id: str, title: str) -> None:  # noqa: A002
        super().__init__(id=id, title=title, kind="map")
        self._rows: tuple[Runs, ...] = ()

    def show_map(self, picture: MapPicture, legend: list[Text], title: str) -> None:
        """Show a picture and what its marks mean."""
        self._rows = picture.rows
        self._lines = legend
        self.title = title
        self.redraw()

    def frame(self) -> Sequence[Text | Runs]:
        """Return the rule, the rows of the picture and the legend."""
        return [self._rule(0), *self._rows, *self._lines]
