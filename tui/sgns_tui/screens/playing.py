"""Playing on a screen: a thread trains, pictures of it come when the line has room for them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from textual import events
from textual.message import Message

from sgns_core.errors import InvalidInput
from sgns_tui.i18n import _, explain
from sgns_tui.pacing import FramePace, frames_a_second
from sgns_tui.render.roles import WARNING
from sgns_tui.screens.pictures import PictureScreen
from sgns_tui.screens.running import RunScreen
from sgns_tui.session import Session
from sgns_tui.training import SPEEDS, Trainer
from sgns_tui.watching import TrainFrame

SLOW_PARTS = 0.8  # seconds between looks at what takes long
READABLE = 8  # updates a second that can be followed one by one


class PlayScreen(PictureScreen, RunScreen, inherit_bindings=False):
    """A screen on which the run plays by itself.

    Whatever touches the session while it plays does so in `attempt`, which has it alone. A screen
    of its own makes pictures in `picture`, which the thread calls as well.
    """

    class Ended(Message):
        """Playing or looking ended by itself: what came of it, or what is wrong."""

        def __init__(self, error: Exception | None, said: str | None = None) -> None:
            super().__init__()
            self.error = error
            self.said = said

    def begin(self) -> None:
        """Begin with a run that stands still."""
        super().begin()
        self.frame: TrainFrame | None = None
        """What is seen while it plays."""
        self.trainer = Trainer(
            lambda updates: self.session.forward(updates),
            self._take_picture,
            lambda error, said: self._tell(self.Ended(error, said)),
            FramePace(frames_a_second(None, os.environ)),
        )
        self._slow_at = float("-inf")
        self._resting = False
        self._goes_on = False
        self.is_searching = False
        """Whether the thread looks for something, which any key stops."""

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

    def on_unmount(self) -> None:
        """End the thread."""
        self.trainer.close()

    def on_screen_suspend(self) -> None:
        """Stand still while another screen is in front, which may move the session."""
        self._goes_on = self.trainer.playing and not self.is_searching
        self.pause()
        self._rested()

    def on_screen_resume(self) -> None:
        """Go on where help or a list stood in front."""
        super().on_screen_resume()
        if self._goes_on:
            self._goes_on = False
            self.play()

    def on_key(self, event: events.Key) -> None:
        """Let the thread rest until what a key does is on the screen; a key stops a search."""
        if self.is_searching:
            event.stop()
            event.prevent_default()
            self.pause()
        elif self.trainer.playing and not self._resting:
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

    def take_in(self, frame: object) -> None:
        """Keep what the thread has taken a picture of."""
        assert isinstance(frame, TrainFrame)
        self.frame = frame

    def picture_shown(self) -> None:
        """Let the thread take the next picture."""
        self.trainer.ready()

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
        self.is_searching = False
        self.forget_picture()
        self.trainer.ready()

    def search(self, job: Callable[[Callable[[], bool]], str | None]) -> None:
        """Do something long with the session in the thread, until any key; say what it returns.

        job: is given a function that tells whether to go on; returns None where the run stopped.
        """
        self.pause()
        self.session.playing = True
        self.is_searching = True
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

    def do_inspect(self) -> None:
        """Look at this update on the Step screen."""
        self.pause()
        self.sgns_app.inspect_from(self.NAME)


def speed_text(speed: float | None) -> str:
    """Return a speed in words."""
    if speed is None:
        return _("as fast as it goes")
    return _("{n} updates a second").format(n=f"{speed:g}")
