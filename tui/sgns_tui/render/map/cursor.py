"""Moving from point to point with the arrow keys."""

from __future__ import annotations


from sgns_core.trace import Floats

LEFT, RIGHT, UP, DOWN = (-1, 0), (1, 0), (0, 1), (0, -1)


def next_point(points: Floats, current: int | None, direction: tuple[int, int]) -> int | None:
    """Return the row of the nearest point in a direction, or `current` where there is none.

    points: (n, 2) in the plane, y upward; direction: LEFT, RIGHT, UP or DOWN. What lies within 45
    degrees of the direction comes first, the nearest first; a point to the side counts as twice as
    far as it is out of the way. Points at the very place of the current one are reached in the
    order of their rows. Without a current point it is the one nearest to the middle of all.
    """
    raise NotImplementedError
