"""The thread that writes to the terminal: one piece at a time, always from the newest state.

Nothing is queued. When the line has room the thread asks for the next piece, which is made from
what is wanted at that moment; what was wanted in between is never sent.
"""

from __future__ import annotations

import os
import select
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from sgns_tui.terminal.pace import Pace

ASK = b"\x1b[6n"  # where is the cursor?
_LOOK_UP = 0.1  # seconds between looks at whether a line that does not move was given up


@dataclass
class Traffic:
    """What has gone out. A frame is all that led from one complete picture to the next."""

    bytes_total: int = 0
    pieces: int = 0
    frames: int = 0
    last_frame_bytes: int = 0


class Sender(threading.Thread):
    """Sends what `next_piece(limit)` gives to a file descriptor, at the pace the line has.

    `on_free` is called, in this thread, each time all was sent and the line has room; `on_lost`
    once, when the line is closed. A descriptor that does not block keeps leaving quick.
    """

    def __init__(
        self,
        descriptor: int,
        next_piece: Callable[[int], bytes],
        *,
        pace: Pace,
        on_free: Callable[[], None] = lambda: None,
        on_lost: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(name="terminal-output", daemon=True)
        self.traffic = Traffic()
        self.line_free = threading.Event()
        self.line_free.set()
        self._descriptor = descriptor
        self._next_piece = next_piece
        self._pace = pace
        self._on_free = on_free
        self._on_lost = on_lost
        # Reentrant: a signal handler may call while its thread is in here.
        self._changed = threading.Condition(threading.RLock())
        self._more = False
        self._stopping = False
        self._given_up = threading.Event()
        self._frame_bytes = 0

    @property
    def bytes_per_second(self) -> float:
        """What the line was found to carry."""
        return self._pace.rate

    @property
    def answers_due(self) -> int:
        """Answers of the terminal that may still come."""
        return self._pace.answers_due

    def wake(self) -> None:
        """Say that there is something to send."""
        with self._changed:
            self._more = True
            self.line_free.clear()
            self._changed.notify_all()

    def answered(self) -> None:
        """Say that the terminal has answered a question."""
        with self._changed:
            self._pace.answered(time.monotonic())
            self._changed.notify_all()

    def leave(self) -> None:
        """Ask no more, since nobody will read the answers, and hold nothing back."""
        with self._changed:
            self._pace.leave()
            self._changed.notify_all()

    def drain(self, seconds: float) -> bool:
        """Wait until all is sent and answered; return whether it was, in that time."""
        with self._changed:
            return self._changed.wait_for(
                lambda: not self.is_alive() or (self.line_free.is_set() and not self.answers_due),
                seconds,
            )

    def stop(self, seconds: float) -> None:
        """Send what there is, within a time, and end the thread; the rest is dropped."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        if self.is_alive() and threading.current_thread() is not self:
            self.join(seconds)
            self._given_up.set()
            self.join(_LOOK_UP * 2)

    def run(self) -> None:
        """Send until stopped or the line is lost."""
        try:
            while self._wait_for_turn():
                self._send_piece()
        except OSError:
            self._on_lost()
        with self._changed:
            self.line_free.set()
            self._changed.notify_all()

    def _wait_for_turn(self) -> bool:
        """Wait until there is something to send and room for it; False: it is time to end."""
        with self._changed:
            while not self._given_up.is_set():
                wait = None
                if self._more:
                    wait = self._pace.wait(time.monotonic())
                    if wait <= 0 or self._stopping:
                        self._more = False
                        return True
                elif self._stopping:
                    return False
                self._changed.wait(wait)
            return False

    def _send_piece(self) -> None:
        piece = self._next_piece(self._pace.piece)
        if not piece:
            self._all_sent()
            return
        with self._changed:
            asked = self._pace.asking
            data = piece + ASK if asked else piece
            # Before writing: the answer may be here before this thread is again.
            self._pace.sent(len(data), time.monotonic())
            self._more = True  # perhaps; the next call tells
        self._write(data)
        self._frame_bytes += len(data)
        self.traffic.bytes_total += len(data)
        self.traffic.pieces += 1

    def _all_sent(self) -> None:
        if self._frame_bytes:
            self.traffic.frames += 1
            self.traffic.last_frame_bytes = self._frame_bytes
            self._frame_bytes = 0
        with self._changed:
            if self._more:
                return
            self.line_free.set()
            self._changed.notify_all()
        self._on_free()

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        while view and not self._given_up.is_set():
            try:
                view = view[os.write(self._descriptor, view) :]
            except BlockingIOError:
                select.select([], [self._descriptor], [], _LOOK_UP)
