"""How often a moving picture may be drawn: a pure reckoning, with times handed in.

Drawing and training share one interpreter lock and often one core: what a picture costs, training
loses. So each picture is followed by a rest in proportion to what the one before it cost.
"""

from __future__ import annotations

from collections.abc import Mapping

SHARE = 0.10  # of the wall time that pictures may take; the rest up to 0.15 is lost in handing over
FPS = 30
FPS_OVER_SSH = 10
MAX_FPS = 60
_SMOOTHING = 0.3


class FramePace:
    """Says when the next picture is due. Times are in seconds, costs in seconds of computing."""

    def __init__(self, fps: float = FPS, share: float = SHARE) -> None:
        """Draw at most `fps` pictures a second and spend at most `share` of the time on them."""
        self._least = 1.0 / fps
        self._share = share
        self._cost: float | None = None
        self._due = float("-inf")

    @property
    def interval(self) -> float:
        """Return the seconds from one picture to the next."""
        cost = self._cost or 0.0
        return max(self._least, cost / self._share)

    def is_due(self, now: float) -> bool:
        """Tell whether a picture may be made now."""
        return now >= self._due

    @property
    def due(self) -> float:
        """Return when the next picture may be made."""
        return self._due

    def made(self, now: float) -> None:
        """Note that a picture is made now."""
        self._due = now + self.interval

    def cost(self, seconds: float) -> None:
        """Note what all of a picture has cost: making, drawing and sending it."""
        if self._cost is None:
            self._cost = seconds
        else:
            self._cost += (seconds - self._cost) * _SMOOTHING


def frames_a_second(asked: int | None, environment: Mapping[str, str]) -> int:
    """Return the most pictures a second: what was asked for, or by where the terminal is."""
    if asked is not None:
        return asked
    return FPS_OVER_SSH if environment.get("SSH_CONNECTION") else FPS
