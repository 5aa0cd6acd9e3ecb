"""How often a moving picture may be drawn: a pure reckoning, with times handed in.

Drawing and training share one interpreter lock and often one core: what a picture costs, training
loses. So each picture is followed by a rest in proportion to what the one before it cost.
"""

from __future__ import annotations

from collections.abc import Mapping

SHARE = 0.09  # of the wall time that pictures may cost, so that it stays below 0.15
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


class Ledger:
    """What pictures cost a training run, found from its own speed.

    Between a picture and the moment it is on the screen the run shares its time; after that it has
    it alone. What it makes less while it shares is what the picture cost, whatever the reason:
    processor, interpreter lock, or a machine that others use as well.
    """

    def __init__(self) -> None:
        self._shared = [0.0, 0.0]  # seconds, updates
        self._alone = [0.0, 0.0]
        self._rate: float | None = None

    def note(self, seconds: float, updates: int, alone: bool) -> None:
        """Note a block of updates."""
        account = self._alone if alone else self._shared
        account[0] += seconds
        account[1] += updates

    def close(self) -> float:
        """Return the seconds that the picture since the last call cost, and begin anew."""
        seconds, updates = self._alone
        if updates:
            rate = updates / seconds
            self._rate = rate if self._rate is None else self._rate + (rate - self._rate) / 2
        shared, made = self._shared
        self._alone, self._shared = [0.0, 0.0], [0.0, 0.0]
        if self._rate is None:
            return 0.0
        return max(0.0, shared - made / self._rate)


def frames_a_second(asked: int | None, environment: Mapping[str, str]) -> int:
    """Return the most pictures a second: what was asked for, or by where the terminal is."""
    if asked is not None:
        return asked
    return FPS_OVER_SSH if environment.get("SSH_CONNECTION") else FPS
