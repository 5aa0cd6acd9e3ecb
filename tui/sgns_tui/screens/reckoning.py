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

GoOn = Callable[[str], bool]
"""Told how far it is; False where it is no longer wanted."""
Give = Callable[[object], None]
"""Given each part of the result as soon as it is there."""
Work = Callable[[GoOn, Give], None]
"""Something long to do in the thread; it touches nothing that the screen changes."""


class ReckoningScreen(TheoryScreen, inherit_bindings=False):
    """A screen that has something reckoned while it stays alive.

    A screen of its own takes each part of the result in `take`.
    """

    class Progress(Message):
        """How far it is; only the newest counts."""

        def __init__(self, number: int, text: str) -> None:
            super().__init__()
            self.number = number
            self.text = text

        def can_replace(self, message: Message) -> bool:
            """Take the place of an older word on it."""
            return isinstance(message, ReckoningScreen.Progress)

    class Part(Message):
        """A part of the result."""

        def __init__(self, number: int, value: object) -> None:
            super().__init__()
            self.number = number
            self.value = value

    class Done(Message):
        """It has ended, with the error if there was one."""

        def __init__(self, number: int, error: Exception | None) -> None:
            super().__init__()
            self.number = number
            self.error = error

    def begin(self) -> None:
        """Begin with nothing reckoned."""
        super().begin()
        self._number = 0
        self._wanted: int | None = None
        self.progress = ""

    def take(self, value: object) -> None:
        """Take a part of the result."""
        raise NotImplementedError

    @property
    def is_reckoning(self) -> bool:
        """Whether something is being reckoned."""
        return self._wanted is not None

    def reckon(self, work: Work) -> None:
        """Have something done in a thread; what was under way is given up."""
        self._number += 1
        number = self._wanted = self._number
        self.progress = _("begins")
        last = time.monotonic()

        def go_on(text: str) -> bool:
            nonlocal last
            now = time.monotonic()
            if now - last >= _EVERY:
                last = now
                self.post_message(self.Progress(number, text))
            return self._wanted == number

        def give(value: object) -> None:
            self.post_message(self.Part(number, value))

        def run() -> None:
            error: Exception | None = None
            try:
                work(go_on, give)
            except Exception as raised:  # said or raised by the app, not lost in the thread
                error = raised
            self.post_message(self.Done(number, error))

        threading.Thread(target=run, name="reckoning", daemon=True).start()

    def give_up(self) -> bool:
        """Want no more of what is being reckoned; False where there is nothing."""
        was = self.is_reckoning
        self._wanted = None
        self.progress = ""
        return was

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
        if message.number == self._wanted:
            self.progress = message.text
            self.paint_soon()

    def on_reckoning_screen_part(self, message: Part) -> None:
        """Take a part of the result."""
        message.stop()
        if message.number == self._wanted:
            self.take(message.value)
            self.paint_soon()

    def on_reckoning_screen_done(self, message: Done) -> None:
        """Say what went wrong, if anything did."""
        message.stop()
        if message.number != self._wanted:
            return
        self.give_up()
        if isinstance(message.error, InvalidInput):
            self.say(explain(message.error), WARNING)
        elif message.error is not None:
            raise message.error
        self.paint_soon()

    def do_give_up(self) -> None:
        """Stop what is being reckoned."""
        if self.give_up():
            self.say(_("Stopped; what was done stays."))
