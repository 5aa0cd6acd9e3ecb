"""What takes long on a screen on theory: a thread does it, says how far it is, can be stopped."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from textual.message import Message

from sgns_core.errors import InvalidInput
from sgns_tui.i18n import _, explain
from sgns_tui.render.roles import WARNING
from sgns_tui.screens.theory import TheoryScreen

_EVERY = 0.25  # seconds between two words on how far it is
# Python hands over from a busy thread every 5 ms alone, and a screen that opens waits for that
# hundreds of times: so the thread lets the app in after each millisecond of work.
_WORK, _REST = 0.001, 0.0001

GoOn = Callable[[str], bool]
"""Told how far it is; False where it is no longer wanted."""
Give = Callable[[object], None]
"""Given each part of the result as soon as it is there."""
Work = Callable[[GoOn, Give], None]
"""Something long to do in the thread; it touches nothing that the screen changes."""
ASKED = "asked"
"""The lane of what a key has asked for."""


class ReckoningScreen(TheoryScreen, inherit_bindings=False):
    """A screen that has something reckoned while it stays alive.

    A screen of its own takes each part of the result in `take`. Each lane holds one thing that is
    wanted, the newest; lanes know nothing of each other.
    """

    class Progress(Message):
        """How far it is; only the newest counts."""

        def __init__(self, lane: str, number: int, text: str) -> None:
            super().__init__()
            self.lane = lane
            self.number = number
            self.text = text

        def can_replace(self, message: Message) -> bool:
            """Take the place of an older word on it."""
            return isinstance(message, ReckoningScreen.Progress) and message.lane == self.lane

    class Part(Message):
        """A part of the result."""

        def __init__(self, lane: str, number: int, value: object) -> None:
            super().__init__()
            self.lane = lane
            self.number = number
            self.value = value

    class Done(Message):
        """It has ended, with the error if there was one."""

        def __init__(self, lane: str, number: int, error: Exception | None) -> None:
            super().__init__()
            self.lane = lane
            self.number = number
            self.error = error

    def begin(self) -> None:
        """Begin with nothing reckoned."""
        super().begin()
        self._number = 0
        self._wanted: dict[str, int] = {}
        self._progress: dict[str, str] = {}
        self._threads: dict[str, int] = {}

    def take(self, value: object) -> None:
        """Take a part of the result."""
        raise NotImplementedError

    @property
    def is_reckoning(self) -> bool:
        """Whether something that a key asked for is being reckoned."""
        return self.is_wanted(ASKED)

    @property
    def progress(self) -> str:
        """Return how far what a key asked for is."""
        return self.progress_of(ASKED)

    def is_wanted(self, lane: str) -> bool:
        """Tell whether something is being reckoned in a lane."""
        return lane in self._wanted

    def has_thread(self, lane: str) -> bool:
        """Tell whether a thread is at work in a lane, be its result wanted or not."""
        return lane in self._threads

    def progress_of(self, lane: str) -> str:
        """Return how far it is."""
        return self._progress.get(lane, "")

    def reckon(self, work: Work, lane: str = ASKED) -> None:
        """Have something done in a thread; what was under way in its lane is given up."""
        self._number += 1
        number = self._wanted[lane] = self._number
        self._threads[lane] = self._threads.get(lane, 0) + 1
        self._progress[lane] = _("begins")
        last = rested = time.monotonic()

        def go_on(text: str) -> bool:
            nonlocal last, rested
            now = time.monotonic()
            if now - rested >= _WORK:
                time.sleep(_REST)
                rested = time.monotonic()
            if now - last >= _EVERY:
                last = now
                self.post_message(self.Progress(lane, number, text))
            return self._wanted.get(lane) == number

        def give(value: object) -> None:
            self.post_message(self.Part(lane, number, value))

        def run() -> None:
            error: Exception | None = None
            try:
                work(go_on, give)
            except Exception as raised:  # said or raised by the app, not lost in the thread
                error = raised
            self.post_message(self.Done(lane, number, error))

        threading.Thread(target=run, name="reckoning", daemon=True).start()

    def give_up(self, *lanes: str) -> bool:
        """Want no more of what is being reckoned, in all lanes or these; False for nothing."""
        gone = [lane for lane in lanes or tuple(self._wanted) if lane in self._wanted]
        for lane in gone:
            del self._wanted[lane]
            self._progress.pop(lane, None)
        return bool(gone)

    def reset(self) -> None:
        """Forget what was wished for the session before."""
        super().reset()
        self.give_up()

    def on_unmount(self) -> None:
        """Let the thread end."""
        self.give_up()

    def on_reckoning_screen_progress(self, message: Progress) -> None:
        """Show how far it is."""
        message.stop()
        if message.number == self._wanted.get(message.lane):
            self._progress[message.lane] = message.text
            self.paint_soon()

    def on_reckoning_screen_part(self, message: Part) -> None:
        """Take a part of the result."""
        message.stop()
        if message.number == self._wanted.get(message.lane):
            self.take(message.value)
            self.paint_soon()

    def on_reckoning_screen_done(self, message: Done) -> None:
        """Say what went wrong, if anything did."""
        message.stop()
        self._threads[message.lane] -= 1
        if not self._threads[message.lane]:
            del self._threads[message.lane]
            self.paint_soon()  # a screen may have waited for the lane
        if message.number != self._wanted.get(message.lane):
            return
        self.give_up(message.lane)
        if isinstance(message.error, InvalidInput):
            self.say(explain(message.error), WARNING)
        elif message.error is not None:
            raise message.error
        self.paint_soon()

    def do_give_up(self) -> None:
        """Stop what is being reckoned."""
        if self.give_up():
            self.say(_("Stopped; what was done stays."))
