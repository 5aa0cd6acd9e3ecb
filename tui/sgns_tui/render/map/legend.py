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

_NAME = 20  # cells of a group's name at most


def legend_lines(scene: Scene, picture: MapPicture, cells: int, held: float = 1.0) -> list[Text]:
    """Return marks and names of the groups, what they are, and what the map leaves out.

    held: the share of the variance that the plane holds; said where it is not all.
    """
    ascii_marks = scene.ascii_only or scene.kind is CellKind.ASCII
    words = scene.words
    pieces: list[Text] = []
    if words.basis:
        pieces.append(Text(words.basis + ":", QUIET))
    for group, given in enumerate(words.names):
        name = shortened(visible(given, scene.ascii_only), _NAME, scene.ascii_only)
        pieces.append(_marked(group, ascii_marks, name))
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
    if held < 1:
        pieces.append(Text(_("plane holds {n}% of variance").format(n=_percent(held)), QUIET))
    if picture.outside:
        pieces.append(Text(_("{n} outside").format(n=picture.outside), QUIET))
    if picture.left_out:
        pieces.append(Text(_("{n} not finite, left out").format(n=picture.left_out), WARNING))
    return filled(pieces, cells) if pieces and cells > 0 else []


def _marked(group: int, ascii_marks: bool, name: str) -> Text:
    number = look(group)
    return Text(f"{mark_of(number, False, ascii_marks)} {name}", role_of(number))


def _percent(share: float) -> str:
    """Return a share in percent, never rounded up to a whole that it is not."""
    return f"{min(share * 100, 99.9):.1f}"
