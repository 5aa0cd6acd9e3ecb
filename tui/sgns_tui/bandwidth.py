"""What the line carries, as `--bandwidth` shows it: reckoned from what the driver has counted."""

from __future__ import annotations

SECONDS = 1.0
"""Between two looks."""
CELLS = 22
"""What the line takes in the corner."""


class Bandwidth:
    """Bytes a second since the look before, and of the last frame.

    Showing other figures is a frame too. Where that was all that was sent, nothing moved, and the
    figures come to rest at 0 bytes a second.
    """

    def __init__(self) -> None:
        self.rate = 0.0
        self.frame = 0
        self._at: float | None = None
        self._bytes = 0
        self._frames = 0
        self._own = 0  # frames that showing figures made since the look before

    def look(self, now: float, bytes_total: int, frames: int, last_frame: int) -> str:
        """Return the line; `now` is in seconds of any clock."""
        before = self.line()
        if self._at is None or frames - self._frames > self._own:
            since = 0.0 if self._at is None else now - self._at
            self.rate = (bytes_total - self._bytes) / since if since > 0 else 0.0
            self.frame = last_frame
        elif bytes_total == self._bytes or self._own:
            self.rate = 0.0
        self._at, self._bytes, self._frames = now, bytes_total, frames
        line = self.line()
        self._own = int(line != before)
        return line

    def line(self) -> str:
        """Return the figures of now in CELLS cells."""
        return f"{size(self.rate)}/s {size(self.frame)}/frame".rjust(CELLS)


def size(value: float) -> str:
    """Return bytes in at most six cells: 999 B, 9.9 kB, 999 kB, 9.9 MB."""
    if value < 999.5:
        return f"{value:.0f} B"
    for unit in ("kB", "MB", "GB"):
        value /= 1000
        if value < 9.95:
            return f"{value:.1f} {unit}"
        if value < 999.5:
            return f"{value:.0f} {unit}"
    return "lots"
