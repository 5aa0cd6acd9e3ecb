"""Where points have been: lines through their last places."""

from __future__ import annotations

import numpy as np

from sgns_core.trace import Indices
from sgns_tui.render.map.raster import Dots, segments
from sgns_tui.render.map.scene import Trail
from sgns_tui.render.map.viewport import Viewport


def trail_dots(trail: Trail, viewport: Viewport, dots: Dots) -> Indices:
    """Return the numbers of the dots on the trails: straight from place to place."""
    places = viewport.cells(trail.places, dots.width, dots.height)  # (t, m, 2)
    starts, ends = places[:-1].reshape(-1, 2), places[1:].reshape(-1, 2)
    known = (np.isfinite(starts) & np.isfinite(ends)).all(axis=1)
    return dots.places(segments(starts[known], ends[known], dots))[0]
