"""Moving from point to point with the arrow keys."""

from __future__ import annotations

import numpy as np

from sgns_core.trace import Flags, Floats

LEFT, RIGHT, UP, DOWN = (-1, 0), (1, 0), (0, 1), (0, -1)


def next_point(points: Floats, current: int | None, direction: tuple[int, int]) -> int | None:
    """Return the row of the nearest point in a direction, or `current` where there is none.

    points: (n, 2) in the plane, y upward; those that are not finite are passed over. direction:
    LEFT, RIGHT, UP or DOWN. What lies within 45 degrees of it comes before what does not, the
    nearest first, where the way to the side counts twice; of several on one place the first row is
    taken. Without a current point it is the one nearest to the middle of all.
    """
    usable: Flags = np.asarray(np.isfinite(points).all(axis=1))
    if not usable.any():
        return None
    if current is None or not (0 <= current < len(points) and usable[current]):
        with np.errstate(over="ignore", invalid="ignore"):
            apart = np.abs(points - np.median(points[usable], axis=0)).sum(axis=1)
        return int(np.where(usable, apart, np.inf).argmin())
    with np.errstate(over="ignore", invalid="ignore"):
        moves = points - points[current]
        ahead = moves[:, 0] * direction[0] + moves[:, 1] * direction[1]
        aside = np.abs(moves[:, 0] * direction[1]) + np.abs(moves[:, 1] * direction[0])
        scale = float(np.nanmax(np.where(usable, np.abs(ahead) + aside, 0.0))) or 1.0
        cost = ahead / scale + 2 * (aside / scale)
    possible = usable & (ahead > 0)
    if not possible.any():
        return current
    straight = possible & (aside <= ahead)
    among = straight if straight.any() else possible
    return int(np.where(among, cost, np.inf).argmin())
