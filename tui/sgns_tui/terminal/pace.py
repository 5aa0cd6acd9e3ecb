"""How much may be under way on the line: a pure reckoning, with the time handed in.

After each piece the terminal is asked where its cursor is; its answer says that the piece has
arrived. What is under way may be what the line carries in one answer's time plus one piece, so that
the line is never idle, but never more than a quarter of a second of it. A terminal that does not
answer gets a low fixed rate.
"""

from __future__ import annotations

import math
from collections import deque

PIECE = 2048  # bytes
SMALLEST_PIECE = 256
MOST_UNDER_WAY = 65536
LINE_TIME = 0.25  # seconds of line that may be under way
FIRST_RATE = 8192.0  # bytes per second, assumed until answers tell
RATE_WITHOUT_ANSWERS = 16_000
BURST = 2 * PIECE  # bytes that a fixed rate lets go at once
DRIFT = 0.002  # per second, of the shortest answer that is remembered
SHORTEST_WAIT = 0.001  # seconds; less would be waiting busily
PATIENCE_AT_FIRST = 1.0  # seconds for the first answer
PATIENCE = 3.0  # seconds for later ones: a line may stall
GIVE_UP_AFTER = 3  # answers missing in a row


class Pace:
    """Reckons when the next piece may go and how large it may be. Times are in seconds."""

    def __init__(self, top_rate: int | None = None) -> None:
        self.asking = True
        self.leaving = False  # at the end nothing is held back
        self.ever_answered = False
        self.rate = FIRST_RATE  # bytes per second the line carries, smoothed
        self._top_rate = top_rate
        self._under_way: deque[tuple[int, float]] = deque()  # (bytes, when sent)
        self._missing = 0  # answers that were given up; they may still come
        self._missing_in_a_row = 0
        self._shortest = math.inf  # seconds of the shortest answer
        self._last_answer = -math.inf
        self._tokens = float(BURST)  # bytes that a fixed rate allows now
        self._tokens_at: float | None = None

    @property
    def bytes_under_way(self) -> int:
        """Bytes that were sent and not yet answered."""
        return sum(size for size, _ in self._under_way)

    @property
    def answers_due(self) -> int:
        """Answers that may still come."""
        return len(self._under_way) + self._missing

    @property
    def piece(self) -> int:
        """Bytes that the next piece should have at most."""
        return int(min(PIECE, max(SMALLEST_PIECE, self.rate * LINE_TIME)))

    @property
    def window(self) -> float:
        """Bytes from which on nothing more is sent until an answer comes."""
        answer_time = self._shortest if self.ever_answered else 0.0
        line = min(self.rate * LINE_TIME, self.rate * answer_time + PIECE)
        return min(MOST_UNDER_WAY, max(1.0, line))

    def wait(self, now: float) -> float:
        """Return the seconds until the next piece may go, or until asking again is worth it."""
        if self.leaving:
            return 0.0
        self._give_up(now)
        waits = [0.0]
        rate = self._fixed_rate
        if rate is None:
            self._tokens_at = None
        else:
            self._refill(rate, now)
            if self._tokens < 1.0:
                waits.append(max(SHORTEST_WAIT, (1.0 - self._tokens) / rate))
        if self.asking and self._under_way and self.bytes_under_way >= self.window - PIECE:
            waits.append(self._deadline() - now)
        return max(waits)

    def sent(self, size: int, now: float) -> None:
        """Note a piece that was sent, with the question behind it if `asking`."""
        if self._fixed_rate is not None:
            self._tokens -= size
        if self.asking:
            self._under_way.append((size, now))

    def answered(self, now: float) -> None:
        """Note an answer; one that nobody waits for changes little."""
        self.ever_answered = True
        self.asking = not self.leaving
        self._missing_in_a_row = 0
        if not self._under_way:
            self._missing = max(0, self._missing - 1)
            return
        size, sent_at = self._under_way.popleft()
        took = now - sent_at
        if sent_at >= self._last_answer and math.isfinite(self._shortest):
            carrying = took - self._shortest  # it was alone: the rest of the time is distance
        else:
            carrying = now - max(self._last_answer, sent_at)
        if size >= SMALLEST_PIECE:
            seen = size / max(carrying, 1e-6)
            # One odd answer (a burst, a hiccup) may not turn the reckoning over.
            self.rate += (min(2 * self.rate, max(self.rate / 2, seen)) - self.rate) / 2
        # Drifts upwards a little, so that a line which got longer is noticed in the end.
        since = min(now - self._last_answer, 60.0)
        self._shortest = min(self._shortest * (1 + DRIFT * since), took)
        self._last_answer = now

    def leave(self) -> None:
        """From now on no answer can be read, and what is sent is short."""
        self.asking = False
        self.leaving = True
        self._under_way.clear()
        self._missing = 0

    @property
    def _fixed_rate(self) -> int | None:
        return self._top_rate if self.asking else RATE_WITHOUT_ANSWERS

    def _deadline(self) -> float:
        patience = PATIENCE if self.ever_answered else PATIENCE_AT_FIRST
        return max(self._under_way[0][1], self._last_answer) + patience

    def _give_up(self, now: float) -> None:
        if not self._under_way or now < self._deadline():
            return
        self._missing += len(self._under_way)
        self._under_way.clear()
        self._missing_in_a_row += 1
        if not self.ever_answered or self._missing_in_a_row >= GIVE_UP_AFTER:
            self.asking = False

    def _refill(self, rate: int, now: float) -> None:
        if self._tokens_at is None:
            self._tokens = float(BURST)
        else:
            self._tokens = min(float(BURST), self._tokens + (now - self._tokens_at) * rate)
        self._tokens_at = now
