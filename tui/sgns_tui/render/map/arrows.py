"""One update as arrows: the pull of the target, the push of the negatives."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from sgns_core.trace import Flags, Floats, StepTrace
from sgns_tui.render.map.canvas import Canvas
from sgns_tui.render.map.marks import NUMBER
from sgns_tui.render.map.raster import BLANK, Dots, segments
from sgns_tui.render.map.scene import Arrow, CellKind
from sgns_tui.render.map.viewport import ROW, Viewport
from sgns_tui.render.roles import NEGATIVE, TARGET

_HEADS = {False: "→↗↑↖←↙↓↘", True: ">/^\\</v\\"}
"""By eighths of a turn, with letters and in ASCII."""


_LEAST = 1e-3  # of the longest: what is shorter has no direction to be seen


def update_arrows(
    trace: StepTrace, projected: Callable[[Floats], Floats], reach: float, outputs: bool
) -> tuple[Arrow, ...]:
    """Return the arrows of an update on a map.

    projected: rows (n, d) to the plane (n, 2), linear. At the center's point starts one arrow for
    each scored word that counts: what it adds to the center's row, -lr * error * v'_w. With
    `outputs`, when Ep is drawn, each scored row of Ep has one too: what the center adds to it,
    -lr * error * v_c. They are drawn at one scale, the longest `reach` world units long: true
    lengths are too small to see, and only how they compare can be read off.
    """
    counted = np.flatnonzero(~trace.skipped)
    weights = -trace.lr * trace.errors[counted, None]  # (m, 1)
    center = projected(trace.v_center[None])[0]
    starts = [np.tile(center, (len(counted), 1))]
    moves = [projected(weights * trace.vectors[counted])]
    pulls = [counted == 0]
    if outputs:
        starts.append(projected(trace.vectors[counted]))
        moves.append(projected(weights * trace.v_center))
        pulls.append(counted == 0)
    start, move, pull = np.concatenate(starts), np.concatenate(moves), np.concatenate(pulls)
    sizes = np.hypot(move[:, 0], move[:, 1])
    longest = float(sizes.max(initial=0.0))
    if not (longest > 0 and math.isfinite(longest)):
        return ()
    ends = start + move * (reach / longest)
    return tuple(
        Arrow((x, y), (to_x, to_y), bool(is_pull))
        for (x, y), (to_x, to_y), is_pull, size in zip(
            start.tolist(), ends.tolist(), pull, sizes, strict=True
        )
        if size > _LEAST * longest
    )


def draw_arrow(
    canvas: Canvas, arrow: Arrow, viewport: Viewport, kind: CellKind, taken: Flags
) -> None:
    """Draw a pull as a line and a push as a dotted one, each with a head at its end.

    Points (`taken`, (height, width)) stay in front of the line; the head's cell is taken too.
    """
    width, height = canvas.width, canvas.height
    ends = viewport.cells(np.array([arrow.start, arrow.end]), width, height)
    role = NUMBER[TARGET if arrow.pull else NEGATIVE]
    dots = Dots(width, height, kind)
    line = segments(ends[:1], ends[1:], dots)
    dots.put(dots.places(line if arrow.pull else line[::2])[0])
    codes = dots.codes()
    codes[taken] = BLANK
    canvas.put(codes, np.full(codes.shape, role, np.uint8))
    if not np.isfinite(ends).all():
        return
    (from_column, from_row), (column, row) = np.floor(ends).tolist()
    if (column, row) != (from_column, from_row) and 0 <= column < width and 0 <= row < height:
        turn = math.atan2((from_row - row) * ROW, column - from_column) / math.tau
        head = _HEADS[kind is CellKind.ASCII][round(turn * 8) % 8]
        cell = int(row) * width + int(column)
        canvas.mark(np.array([cell]), ord(head), role)
        taken.reshape(-1)[cell] = True
