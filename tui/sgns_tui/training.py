"""The thread that trains while a session plays, and who may touch the session when.

One side at a time: the thread between two of its short blocks, or whoever stands in `held()`. A
block takes a few milliseconds, so that nobody who asks waits longer than that.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sgns_tui.pacing import FramePace, Ledger

BLOCK_TIME = 0.003  # seconds
MOST_AT_ONCE = 4096  # updates in a block
_TICK = 1 / 60  # seconds between blocks where the speed is limited
_LATE = 0.25  # seconds that a limited speed may be behind before it lets go
_RATE_TIME = 0.5  # seconds over which the speed is measured
SPEEDS: tuple[float | None, ...] = (*(float(2**n) for n in range(15)), None)
"""Updates a second; None is as fast as it goes."""


Job = Callable[[Callable[[], bool]], str | None]
"""Something long to do in the thread; it asks now and then whether to go on."""


class Trainer:
    """Makes updates in a thread of its own while it plays, and pictures of them now and then.

    advance: makes at most so many updates and returns how many; 0 where the run stopped. show:
    takes a copy of what is to be seen and hands it on; it is called in the thread, between blocks,
    at most when `pace` says so, and only after `ready()` said that the one before is on the
    screen. ended: called in the thread when playing ended by itself, with the error if there was
    one, or what a job returned.
    """

    def __init__(
        self,
        advance: Callable[[int], int],
        show: Callable[[], None],
        ended: Callable[[Exception | None, str | None], None],
        pace: FramePace,
    ) -> None:
        self.speed: float | None = None
        self.rate = 0.0
        """Updates a second, as measured over the last half second."""
        self._advance = advance
        self._show = show
        self._ended = ended
        self.pace = pace
        self._turn = threading.Condition()
        self._playing = False
        self._closed = False
        self._job: Job | None = None
        self._holders = 0
        self._inside = False
        self._ready = True
        self._stale = False  # updates were made that no picture shows
        self._restart = True
        self._thread: threading.Thread | None = None

    # ---- the side of the screen

    @property
    def playing(self) -> bool:
        """Whether the thread makes updates, or will as soon as nobody holds it."""
        return self._playing

    def play(self, job: Job | None = None) -> None:
        """Begin to make updates, or to do a job instead: then `hold` and `pause` break it off."""
        with self._turn:
            if self._closed:
                return
            self._playing = True
            self._job = job
            self._restart = True
            self._turn.notify_all()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="training", daemon=True)
            self._thread.start()

    def pause(self) -> None:
        """Make no more updates; on return the last block has ended."""
        with self._turn:
            self._playing = False
            self._turn.notify_all()
            self._turn.wait_for(self._is_outside)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Have the session alone for a while; playing goes on afterwards."""
        self.hold()
        try:
            yield
        finally:
            self.release()

    def hold(self) -> None:
        """Take the session until `release`; what is held more than once is released as often."""
        with self._turn:
            self._holders += 1
            self._turn.wait_for(self._is_outside)

    def release(self) -> None:
        """Give the session back."""
        with self._turn:
            self._holders -= 1
            self._turn.notify_all()

    def ready(self) -> None:
        """Say that the last picture is on the screen and another one may come."""
        with self._turn:
            self._ready = True
            self._turn.notify_all()

    def set_speed(self, speed: float | None) -> None:
        """Make so many updates a second; None: as many as it can."""
        with self._turn:
            self.speed = speed
            self._restart = True
            self._turn.notify_all()

    def close(self) -> None:
        """End the thread."""
        with self._turn:
            self._closed = True
            self._playing = False
            self._turn.notify_all()
            self._turn.wait_for(self._is_outside)
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(1.0)

    def _is_outside(self) -> bool:
        return not self._inside or self._thread is threading.current_thread()

    # ---- the side of the thread

    def _run(self) -> None:
        size = 16
        meter = _Meter()
        ledger = Ledger()
        begin, made = 0.0, 0
        others = _time_of_others()
        ended = time.perf_counter()
        while True:
            with self._turn:
                wanted = 0
                while not self._closed:
                    if self._playing and not self._holders:
                        now = time.monotonic()
                        if self._restart:
                            self._restart = False
                            begin, made = now - 1 / (self.speed or 1), 0
                            others = _time_of_others()
                            meter.restart(now)
                        wanted = size
                        if self._job is not None:
                            break
                        if self.speed is not None:
                            wanted = int((now - begin) * self.speed - made)
                            if wanted > size + self.speed * _LATE:  # let go, not made up for
                                begin, made = now, 0
                        if wanted or self._may_show(now):
                            break
                    self._turn.wait(self._sleep(begin, made))
                    ended = time.perf_counter()
                if self._closed:
                    return
                self._inside = True
                alone = self._ready
            error: Exception | None = None
            said: str | None = None
            done = 0
            job, self._job = self._job, None
            started = time.perf_counter()
            try:
                wanted = min(wanted, size)
                if job is not None:
                    said = job(self._may_go_on)
                elif wanted:
                    done = self._advance(wanted)
            except Exception as fault:  # handed on to the screen, which says it
                error = fault
            took = time.perf_counter() - started
            ledger.note(started + took - ended, done, alone)
            ended = started + took
            made += done
            if wanted and done == wanted:
                size = _better_size(size, wanted, took)
            now = time.monotonic()
            self._stale = self._stale or done > 0
            meter.count(done, now)
            self.rate = meter.rate
            over = error is not None or done < wanted
            if not over and self._may_show(now):
                try:
                    others = self._make_picture(now, others, ledger)
                except Exception as fault:  # as above: nobody may wait for a thread that is gone
                    error, over = fault, True
            with self._turn:
                self._inside = False
                if over:
                    self._playing = False
                self._turn.notify_all()
            if over:
                self._stale = False
                self._ended(error, said)

    def _may_go_on(self) -> bool:
        return self._playing and not self._holders and not self._closed

    def _may_show(self, now: float) -> bool:
        return self._stale and self._ready and self.pace.is_due(now)

    def _make_picture(self, now: float, others: float, ledger: Ledger) -> float:
        """Make a picture; return the time that others had taken by now."""
        spent = _time_of_others()
        self._ready = False
        self._stale = False
        lost = ledger.close() if self.speed is None else 0.0
        started = time.thread_time()
        self._show()
        # What the picture before cost the screen and the sender, and what this one costs here; or
        # what the run has lost, where that is more.
        self.pace.cost(max(lost, spent - others + time.thread_time() - started))
        self.pace.made(now)
        return spent

    def _sleep(self, begin: float, made: int) -> float | None:
        """Return how long to sleep where there is nothing to do; None: until woken."""
        if not self._playing or self._holders:
            return None
        now = time.monotonic()
        waits = (
            [_TICK] if self.speed is None else [max(_TICK, begin + (made + 1) / self.speed - now)]
        )
        if self._stale and self._ready:
            waits.append(max(0.001, self.pace.due - now))
        return min(waits)


class _Meter:
    """Measures updates a second over the last stretch of time."""

    def __init__(self) -> None:
        self.rate = 0.0
        self._since = 0.0
        self._count = 0

    def restart(self, now: float) -> None:
        """Leave out the time in which nothing was to be made."""
        self._since, self._count = now, 0

    def count(self, updates: int, now: float) -> None:
        """Note updates that were made."""
        self._count += updates
        passed = now - self._since
        if passed >= _RATE_TIME and (self._count > 1 or passed >= 4 * _RATE_TIME):
            self.rate = self._count / passed
            self.restart(now)


def _better_size(size: int, wanted: int, took: float) -> int:
    """Return the size of a block that takes about as long as one should."""
    if took > 2 * BLOCK_TIME:
        return max(1, wanted // 2)
    if wanted == size and took < BLOCK_TIME / 2:
        return min(MOST_AT_ONCE, 2 * size)
    return size


def _time_of_others() -> float:
    """Return the processor time of all threads but this one: drawing, sending, reading keys."""
    return time.process_time() - time.thread_time()
