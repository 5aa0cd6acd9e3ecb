"""Pictures that a thread takes: each is drawn, and only when it has left is another asked for."""

from __future__ import annotations

import time

from textual.message import Message

from sgns_tui.screens.base import PaneScreen
from sgns_tui.terminal.driver import GridDriver


class PictureScreen(PaneScreen, inherit_bindings=False):
    """A screen that draws what a thread has taken a picture of.

    A screen of its own takes pictures in with `take_in`, calls `painted` when it has drawn, and is
    told by `picture_shown` that the line has room for another one.
    """

    class Picture(Message):
        """What a thread has taken a picture of; only the newest counts."""

        def __init__(self, frame: object) -> None:
            super().__init__()
            self.frame = frame

        def can_replace(self, message: Message) -> bool:
            """Take the place of an older picture that nobody has looked at."""
            return isinstance(message, PictureScreen.Picture)

    drawing = 0.0
    """Seconds of computing that the last picture took here, from its message to the terminal."""

    _picture_waits = False
    _waits_for_line = False
    _began = 0.0

    def take_in(self, frame: object) -> None:
        """Keep a picture as what is to be drawn."""
        raise NotImplementedError

    def picture_shown(self) -> None:
        """Know that the last picture is on the screen and another one may come."""

    def on_mount(self) -> None:
        """Draw when the line has room."""
        driver = self.app._driver
        if isinstance(driver, GridDriver):
            driver.on_line_free = self._line_freed
        super().on_mount()

    def on_picture_screen_picture(self, message: Picture) -> None:
        """Draw what the thread has taken a picture of."""
        message.stop()
        self._began = time.thread_time()
        self.take_in(message.frame)
        self._picture_waits = True
        self.paint_soon()

    def painted(self) -> None:
        """Ask for the next picture once this one has left for the terminal."""
        if self._picture_waits:
            self._picture_waits = False
            self.call_after_refresh(self._picture_is_shown)

    def forget_picture(self) -> None:
        """Ask for no other picture when the one that waits is drawn."""
        self._picture_waits = False

    def _picture_is_shown(self) -> None:
        self.drawing = time.thread_time() - self._began
        driver = self.app._driver
        if isinstance(driver, GridDriver) and not driver.line_is_free:
            self._waits_for_line = True
        else:
            self.picture_shown()

    def _line_freed(self) -> None:
        if self._waits_for_line:
            self._waits_for_line = False
            self.picture_shown()
