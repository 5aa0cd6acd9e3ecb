"""Textual's output driver of our own: cells in, the fewest bytes out, at the pace of the line.

`App(driver_class=driver_for(choice))`. Textual's own Linux driver keeps doing what it does with
modes, keys and signals; only where its writes go, how input is read and how it leaves is ours.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import select
import signal
import termios
import threading
import time
from collections.abc import Callable
from typing import Any, ClassVar

from rich.color import ColorSystem
from textual import events
from textual.app import App
from textual.constants import ESCAPE_DELAY
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size
from textual.message import Message

from sgns_tui.terminal.choice import TerminalChoice
from sgns_tui.terminal.key_parser import KeyParser
from sgns_tui.terminal.pace import Pace
from sgns_tui.terminal.quiet import Quiet
from sgns_tui.terminal.replies import is_report
from sgns_tui.terminal.screen import ScreenState
from sgns_tui.terminal.sender import Sender, Traffic
from sgns_tui.terminal.sequences import Sequences

LEAVING_TIME = 1.0  # seconds for outstanding answers, and again for the last bytes
CLOSED_LINE = 129  # exit status, as for SIGHUP
_TICK = min(0.1, max(0.02, ESCAPE_DELAY))  # seconds; a lone Escape is told by it

# All that may be on when the program leaves, turned off; then the cursor and the wrapping on.
RESTORE = (
    "\x1b[m\x1b[?2026l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1004l\x1b[?1006l\x1b[?1015l"
    "\x1b[?1016l\x1b[?2004l\x1b[?2048l\x1b[<u\x1b[?1049l\x1b[?7h\x1b[?25h"
)
_QUIET = "\x1b[m\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l\x1b[?1004l\x1b[?2004l"


class GridDriver(LinuxDriver):
    """Sends the differences between what is shown and what Textual has written."""

    choice: ClassVar[TerminalChoice] = TerminalChoice()

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        # Textual reduces colours by what the environment says, to equal ones at times; the gate
        # here does it once and better, so it has to see the colours as they were meant.
        app.console._color_system = ColorSystem.TRUECOLOR
        self.on_line_free: Callable[[], None] | None = None
        """Called on the event loop each time all was sent and the line has room for more."""
        self._screen = ScreenState(*self._get_terminal_size(), self.choice)
        self._sender: Sender | None = None
        self._traffic = Traffic()
        self._descriptor: int | None = None
        self._lost = False
        self.quiet = Quiet()

    @property
    def line_is_free(self) -> bool:
        """Whether all was sent and the line has room: the time to draw."""
        return self._sender is None or self._sender.line_free.is_set()

    @property
    def is_open(self) -> bool:
        """Whether the terminal is in the app's hands."""
        return self._sender is not None

    @property
    def traffic(self) -> Traffic:
        """Bytes, pieces and frames since the start."""
        return self._traffic

    @property
    def bytes_per_second(self) -> float | None:
        """What the line was found to carry; None before it is open."""
        return None if self._sender is None else self._sender.bytes_per_second

    def write(self, data: str) -> None:
        """Take one write of Textual's."""
        self._screen.write(data)
        if self._sender is not None:
            self._sender.wake()

    def flush(self) -> None:
        """Do nothing: the sender takes what there is as soon as the line has room."""

    def start_application_mode(self) -> None:
        """Open the line and start Textual's modes; the first piece brings the whole screen."""
        if self._sender is None:
            self._descriptor = _own_descriptor(self._file.fileno() if self._file else 2)
            self._sender = Sender(
                self._descriptor,
                self._screen.next_piece,
                pace=Pace(self.choice.top_rate),
                on_free=self._tell_free,
                on_lost=self._line_lost,
            )
            self._sender.traffic = self._traffic
            self._sender.start()
            self.quiet.begin()
        self._screen.resize(*self._get_terminal_size())
        # No cell goes out before the alternate screen is there. The short first piece, of modes
        # alone, also tells how long an answer takes.
        self._screen.show_cells(False)
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._screen.show_cells(True)
        self._wake()
        if threading.current_thread() is threading.main_thread():
            # Textual's handler reads the size and posts it; one that runs inside another one then
            # posts the newer size first, and the older stays.
            signal.signal(signal.SIGWINCH, lambda *_: self._call_on_loop(self._post_size))
        if self._writer_thread is not None:  # Textual's own has nothing to do here
            self._writer_thread.stop()
            self._writer_thread = None

    def disable_input(self) -> None:
        """Stop reading, once the terminal has said all that it was going to say.

        What it still answers after that would be typed into the shell.
        """
        reading = self._key_thread is not None and self._key_thread.is_alive()
        if reading and self._sender is not None:
            self._screen.show_cells(False)
            self.write(_QUIET)
            self._sender.drain(LEAVING_TIME)
            self._sender.leave()
        super().disable_input()

    def stop_application_mode(self) -> None:
        """Turn all modes off, show the cursor, leave the alternate screen."""
        self._screen.show_cells(False)
        super().stop_application_mode()
        if self._sender is not None:
            self._sender.drain(LEAVING_TIME)

    def close(self) -> None:
        """End the sender and close the line."""
        sender, self._sender = self._sender, None
        if sender is not None:
            sender.stop(0.0 if self._lost else LEAVING_TIME / 2)
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)
        self.quiet.end()
        super().close()

    def restore_now(self) -> None:
        """Restore the terminal at once, whatever the rest of the program is doing; never waits."""
        self.quiet.end()
        try:
            descriptor = _own_descriptor(self._file.fileno() if self._file else 2)
            os.write(descriptor, RESTORE.encode())
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
        except (OSError, termios.error):
            pass  # then there is no terminal any more

    def process_message(self, message: Message) -> None:
        """Take note of sizes."""
        if isinstance(message, events.Resize):
            self._screen.resize(*message.size)
            self._wake()
        super().process_message(message)

    def run_input_thread(self) -> None:
        """Read keys until told to stop; a closed line ends the program."""
        keys = KeyParser(self._debug)
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        sequences = Sequences()
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], _TICK)[0]:
                try:
                    data = os.read(self.fileno, 4096)
                except OSError:
                    data = b""
                if not data:
                    self._line_lost()
                    return
                pieces = sequences.feed(decode(data), time.monotonic())
            else:
                pieces = sequences.idle(time.monotonic())
            for piece in pieces:
                if is_report(piece):
                    self._take_report()
                else:
                    for message in keys.feed(piece):
                        self.process_message(message)

    def _take_report(self) -> None:
        sender = self._sender
        if sender is not None and sender.answers_due > 0:
            sender.answered()

    def _get_terminal_size(self) -> tuple[int, int]:
        # It asks the environment first, which knows nothing of a new size, then standard output.
        try:
            width, height = os.get_terminal_size(self.fileno)
        except OSError:
            width, height = super()._get_terminal_size()
        size = width or 80, height or 24  # a line may say nothing of its size
        screen: ScreenState | None = getattr(self, "_screen", None)
        if screen is not None and self._sender is not None and size != screen.size:
            screen.resize(*size)
            self._wake()
        return size

    def _post_size(self) -> None:
        if not self._in_band_window_resize:
            size = Size(*self._get_terminal_size())
            self._app.post_message(events.Resize(size, size))

    def _sigcont_application(self, *_: object) -> None:
        if self._auto_restart and self._sender is not None:
            # Stopped from outside, without a word: the shell has had the terminal meanwhile.
            self.suspend_application_mode()
        super()._sigcont_application()

    def _wake(self) -> None:
        if self._sender is not None:
            self._sender.wake()

    def _tell_free(self) -> None:
        if self.on_line_free is not None:
            self._call_on_loop(self._call_line_free)

    def _call_line_free(self) -> None:
        if self.on_line_free is not None:
            self.on_line_free()

    def _line_lost(self) -> None:
        """End the program when the terminal is gone: there is nobody to ask."""
        if not self._lost:
            self._lost = True
            self._call_on_loop(self._exit_lost)

    def _exit_lost(self) -> None:
        self._app.exit(return_code=CLOSED_LINE)

    def _call_on_loop(self, callback: Callable[[], None]) -> None:
        # A loop that has ended has nobody left who wants to know.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(callback)


def driver_for(choice: TerminalChoice) -> type[GridDriver]:
    """Return a driver class for `App(driver_class=...)` that goes by a choice."""
    return type("ChosenGridDriver", (GridDriver,), {"choice": choice})


def _own_descriptor(descriptor: int) -> int:
    """Open the terminal once more, without blocking.

    Making the inherited descriptor not block would do so for the shell too, which shares it.
    """
    try:
        name = os.ttyname(descriptor)
        return os.open(name, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return os.dup(descriptor)
