"""Playing on a screen: a thread trains, pictures of it come when the line has room for them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.message import Message

from sgns_core.errors import InvalidInput
from sgns_tui.i18n import _, explain
from sgns_tui.keys import Key
from sgns_tui.pacing import FramePace, frames_a_second
from sgns_tui.render.roles import WARNING
from sgns_tui.screens.answers import whole_wrong
from sgns_tui.screens.running import RunScreen
from sgns_tui.session import Session
from sgns_tui.terminal.driver import GridDriver
from sgns_tui.training import SPEEDS, Trainer
from sgns_tui.watching import TrainFrame

SLOW_PARTS = 0.8  # seconds between looks at what takes long
READABLE = 8  # updates a second that can be followed one by one


class PlayScreen(RunScreen, inherit_bindings=False):
    """A screen on which the run plays by itself.

    Whatever touches the session while it plays does so in `attempt`, which has it alone. A screen
    of its own makes pictures in `picture`, which the thread calls as well.
    """

    MANY: ClassVar[int] = 100

    class Picture(Message):
        """What the thread has taken a picture of; only the newest counts."""

        def __init__(self, frame: TrainFrame) -> None:
            super().__init__()
            self.frame = frame

        def can_replace(self, message: Message) -> bool:
            """Take the place of an older picture that nobody has looked at."""
            return isinstance(message, PlayScreen.Picture)

    class Ended(Message):
        """Playing or looking ended by itself: what came of it, or what is wrong."""

        def __init__(self, error: Exception | None, said: str | None = None) -> None:
            super().__init__()
            self.error = error
            self.said = said

    def __init__(
        self,
        session: Session,
        keys: tuple[Key, ...],
        *,
        ascii_only: bool = False,
        digits: int | None = 4,
    ) -> None:
        super().__init__(session, keys, ascii_only=ascii_only, digits=digits)
        self.frame: TrainFrame | None = None
        """What is seen while it plays."""
        self.trainer = Trainer(
            lambda updates: self.session.forward(updates),
            self._take_picture,
            lambda error, said: self._tell(self.Ended(error, said)),
            FramePace(frames_a_second(None, os.environ)),
        )
        self._slow_at = float("-inf")
        self._picture_waits = False
        self._waits_for_line = False
        self._resting = False
        self._goes_on = False

    # ---- what a screen says for itself

    def picture(self, details: bool, slow: bool) -> TrainFrame:
        """Return a picture of the session.

        details: with what a person can only read if it does not change many times a second. slow:
        with what takes long to find out.
        """
        raise NotImplementedError

    def make_way(self) -> None:
        """Stand still: another screen may move the session from now on."""
        self.pause()

    # ---- the thread's side

    def _take_picture(self) -> None:
        now = time.monotonic()
        slow = now - self._slow_at >= SLOW_PARTS
        if slow:
            self._slow_at = now
        readable = self.trainer.speed is not None and self.trainer.speed <= READABLE
        self._tell(self.Picture(self.picture(slow or readable, slow)))

    def _tell(self, message: Message) -> None:
        self.post_message(message)

    # ---- Textual's side

    def on_mount(self) -> None:
        """Draw when the line has room."""
        driver = self.app._driver
        if isinstance(driver, GridDriver):
            driver.on_line_free = self._line_freed
        super().on_mount()

    def on_unmount(self) -> None:
        """End the thread."""
        self.trainer.close()

    def on_screen_suspend(self) -> None:
        """Stand still while another screen is in front, which may move the session."""
        self._goes_on = self.trainer.playing
        self.pause()
        self._rested()

    def on_screen_resume(self) -> None:
        """Go on where help or a list stood in front."""
        super().on_screen_resume()
        if self._goes_on:
            self._goes_on = False
            self.play()

    def on_key(self, event: events.Key) -> None:
        """Let the thread rest until what a key does is on the screen."""
        if self.trainer.playing and not self._resting:
            self._resting = True
            self.trainer.hold()
            super().on_key(event)
            self.call_later(self.call_after_refresh, self._rested)
        else:
            super().on_key(event)

    def _rested(self) -> None:
        if self._resting:
            self._resting = False
            self.trainer.release()

    def on_play_screen_picture(self, message: Picture) -> None:
        """Draw what the thread has taken a picture of."""
        message.stop()
        self.frame = message.frame
        self._picture_waits = True
        self.paint_soon()

    def on_play_screen_ended(self, message: Ended) -> None:
        """Say why the run stands still."""
        message.stop()
        self.pause()
        if isinstance(message.error, InvalidInput):
            self.say(explain(message.error), WARNING)
        elif message.error is not None:
            raise message.error
        elif message.said is not None:
            self.say(message.said)
        else:
            self.say_stop()
        self.paint_soon()

    def painted(self) -> None:
        """Ask for the next picture once this one has left for the terminal."""
        if self._picture_waits:
            self._picture_waits = False
            self.call_after_refresh(self._picture_is_shown)

    def _picture_is_shown(self) -> None:
        driver = self.app._driver
        if isinstance(driver, GridDriver) and not driver.line_is_free:
            self._waits_for_line = True
        else:
            self.trainer.ready()

    def _line_freed(self) -> None:
        if self._waits_for_line:
            self._waits_for_line = False
            self.trainer.ready()

    # ---- playing

    @property
    def is_playing(self) -> bool:
        """Whether the run plays."""
        return self.trainer.playing

    def play(self) -> None:
        """Let the run play."""
        self.session.playing = True
        self.trainer.play()

    def pause(self) -> None:
        """Let the run stand still; on return nobody else touches the session."""
        self.trainer.pause()
        self.session.playing = False
        self._picture_waits = False
        self.trainer.ready()

    def search(self, job: Callable[[Callable[[], bool]], str | None]) -> None:
        """Do something long with the session in the thread, until any key; say what it returns.

        job: is given a function that tells whether to go on; returns None where the run stopped.
        """
        self.pause()
        self.session.playing = True
        self.trainer.play(job)

    def look_at(self, session: Session) -> None:
        """Look at another session, which stands still."""
        self._goes_on = False
        self.pause()
        super().look_at(session)

    def attempt(self, do: Callable[[], object]) -> None:
        """Do something with the session, which nobody else touches meanwhile."""
        with self.trainer.held():
            super().attempt(do)

    def ask(
        self,
        question: str,
        initial: str,
        check: Callable[[str], str | None],
        give: Callable[[str], object],
        complete: Callable[[str], str] | None = None,
    ) -> None:
        """Ask; the run plays on meanwhile."""
        super().ask(question, initial, check, give, complete)
        self.session.playing = self.trainer.playing

    def do_play(self) -> None:
        """Play, or pause."""
        if self.trainer.playing:
            self.pause()
        else:
            self.play()

    def do_speed_up(self) -> None:
        """Play twice as fast."""
        self._change_speed(1)

    def do_speed_down(self) -> None:
        """Play half as fast."""
        self._change_speed(-1)

    def _change_speed(self, by: int) -> None:
        place = SPEEDS.index(self.trainer.speed) + by
        self.trainer.set_speed(SPEEDS[max(0, min(place, len(SPEEDS) - 1))])
        self.say(_("Speed: {speed}.").format(speed=speed_text(self.trainer.speed)))

    # ---- moving farther

    def do_many_forward(self) -> None:
        """Go a hundred updates forward."""
        if self.session.forward(self.MANY) < self.MANY:
            self.say_stop()

    def do_many_back(self) -> None:
        """Go a hundred updates back."""
        if not self.session.backward(self.MANY):
            self.say(_("This is the first update."))

    def do_seed(self) -> None:
        """Ask for a seed, the next one by default; the run of before is kept."""
        self.ask(
            _("Run with which seed? The run of now is kept: its seed brings it back."),
            str((self.session.settings.seed + 1) % 2**64),
            lambda text: whole_wrong(text, 0, 2**64 - 1),
            lambda text: self.sgns_app.use_seed(int(text)),
        )

    def do_inspect(self) -> None:
        """Look at this update on the Step screen."""
        self.pause()
        self.sgns_app.inspect_from(self.NAME)


def speed_text(speed: float | None) -> str:
    """Return a speed in words."""
    if speed is None:
        return _("as fast as it goes")
    return _("{n} updates a second").format(n=f"{speed:g}")
