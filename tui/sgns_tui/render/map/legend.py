"""What the marks of a map mean."""

from __future__ import annotations

from rich.text import Text

from sgns_tui.render.map.picture import MapPicture
from sgns_tui.render.map.scene import Scene


def legend_lines(scene: Scene, picture: MapPicture, cells: int) -> list[Text]:
    """Return marks and names of the groups, what they are, and what the map leaves out."""
    raise NotImplementedError
