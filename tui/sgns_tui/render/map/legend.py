"""What the marks of a map mean."""

from __future__ import annotations

import numpy as np
from rich.text import Text

from sgns_tui.i18n import _
from sgns_tui.render.columns import filled
from sgns_tui.render.map.marks import look, mark_of, role_of
from sgns_tui.render.map.picture import MapPicture
from sgns_tui.render.map.scene import CellKind, Scene
from sgns_tui.render.roles import NEGATIVE, QUIET, TARGET, WARNING
from sgns_tui.text import shortened, visible

_NAMES = (20, 12, 8, 5)  # cells of a group's name: fewer where lines are few
ROUNDING = 1e-9  # of a share: less than this from the whole, and it is the whole


def legend_lines(
    scene: Scene,
    picture: MapPicture,
    cells: int,
    held: float = 1.0,
    rows: int | None = None,
) -> list[Text]:
    """Return marks and names of the groups, what they are, and what the map leaves out.

    held: the share of the variance that the plane holds; said where it is not all. rows: how many
    lines there may be: names get shorter, and in the end it is said how many groups are left out.
    """
    if cells <= 0:
        return []
    rest = _rest(scene, picture, held)
    count = len(scene.words.names)
    ways = [(longest, count) for longest in _NAMES]
    ways += [(_NAMES[-1], shown) for shown in range(count - 1, 0, -1)]
    lines: list[Text] = []
    for longest, shown in ways:
        pieces = [*_groups(scene, longest, shown), *rest]
        lines = filled(pieces, cells) if pieces else []
        if rows is None or len(lines) <= rows:
            return lines
    return lines[:rows]


def _groups(scene: Scene, longest: int, shown: int) -> list[Text]:
    """Return what the groups are, and marks and names of the first ones."""
    words = scene.words
    pieces = [Text(words.basis + ":", QUIET)] if words.basis else []
    for group, given in enumerate(words.names[:shown]):
        name = shortened(visible(given, scene.ascii_only), longest, scene.ascii_only)
        pieces.append(_marked(group, _ascii_marks(scene), name))
    left = len(words.names) - shown
    return [*pieces, Text(_("and {n} more").format(n=left), QUIET)] if left else pieces


def _ascii_marks(scene: Scene) -> bool:
    return scene.ascii_only or scene.kind is CellKind.ASCII


def _rest(scene: Scene, picture: MapPicture, held: float) -> list[Text]:
    """Return what there is to say besides groups."""
    words, ascii_marks = scene.words, _ascii_marks(scene)
    pieces: list[Text] = []
    if (np.asarray(words.groups) < 0).any():
        name = _("others") if words.names else _("words")
        pieces.append(_marked(-1, ascii_marks, name))
    if scene.outputs is not None and len(scene.outputs):
        marks = "".join(mark_of(n, True, ascii_marks) for n in (1, 2))
        pieces.append(Text(_("{marks}.. rows of Ep").format(marks=marks), QUIET))
    if any(arrow.pull for arrow in scene.arrows):
        pieces.append(Text(_("line: pull of the target"), TARGET))
    if any(not arrow.pull for arrow in scene.arrows):
        pieces.append(Text(_("dotted: push of negatives"), NEGATIVE))
    if held < 1 - ROUNDING:
        pieces.append(Text(_("plane holds {n}% of variance").format(n=_percent(held)), QUIET))
    if picture.outside:
        pieces.append(Text(_("{n} outside").format(n=picture.outside), QUIET))
    if picture.left_out:
        pieces.append(Text(_("{n} not finite, left out").format(n=picture.left_out), WARNING))
    return pieces


def _marked(group: int, ascii_marks: bool, name: str) -> Text:
    number = look(group)
    return Text(f"{mark_of(number, False, ascii_marks)} {name}", role_of(number))


def _percent(share: float) -> str:
    """Return a share in percent, never rounded up to a whole that it is not."""
    return f"{min(share * 100, 99.9):.1f}"
