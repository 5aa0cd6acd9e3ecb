"""Leaving: by signal, by a fault, by a closed line, always with the terminal as it was before."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from gettext import gettext as _
from pathlib import Path
from types import FrameType
from typing import Any, TextIO

from textual.app import App

from sgns_tui.terminal.choice import Glyphs
from sgns_tui.terminal.driver import GridDriver
from sgns_tui.terminal.glyphs import picture
from sgns_tui.terminal.repeated import is_told_again

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)
PATIENCE = 5.0  # seconds for an orderly end after a signal
FAILED = 1
LOG_NAME = "crash.log"


class LeavingApp(App[Any]):
    """An app that keeps the fault that ended it instead of printing pages of it."""

    fault: BaseException | None = None
    takes_mouse = True
    """Whether the mouse is the program's, and text can be selected by it."""

    def _handle_exception(self, error: Exception) -> None:
        if self.fault is None:
            self.fault = error
        super()._handle_exception(error)
        self._exit_renderables.clear()


def install(app: App[Any], stop: Callable[[int], object] | None = None) -> None:
    """Make signals end the app in order; to be called in `on_load` (later is too late).

    A second signal that tells of another end, or an app that has not ended PATIENCE seconds after
    the first, ends the process at once. stop: ends it instead, given the signal, and takes the time
    that it needs to save what there is.
    """
    if threading.current_thread() is not threading.main_thread():
        return  # Python allows handlers in the main thread only
    loop = asyncio.get_running_loop()
    seen: list[tuple[int, float]] = []

    def leave(number: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        if seen:
            first, when = seen[0]
            if is_told_again(first, number, now - when):
                return
            _leave_now(app, first)
        seen.append((number, now))
        if stop is not None:
            call(partial(stop, number))
            return
        watchdog = threading.Timer(PATIENCE, _leave_now, (app, number))
        watchdog.daemon = True
        watchdog.start()
        call(lambda: app.exit(return_code=128 + number))

    def call(end: Callable[[], object]) -> None:
        # A loop that has ended has left already, and what it leaves is being saved.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(end)

    # Not loop.add_signal_handler: that waits for the loop, which may be busy.
    for number in SIGNALS:
        signal.signal(number, leave)


def run_app(
    app: LeavingApp, log_folder: Path, errors: TextIO | None = None, *, mouse: bool = False
) -> int:
    """Run the app and return the exit status: its own, 128 + n after a signal, 1 after a fault.

    A fault is one line on `errors` (standard error by default) and a traceback in LOG_NAME in
    `log_folder`.
    """
    app.takes_mouse = mouse
    try:
        app.run(mouse=mouse)
    except Exception as error:
        app.fault = app.fault or error
    except BaseException:
        _restore(app)
        raise
    _say_what_was_kept(app, errors or sys.stderr)
    if app.fault is None:
        return app.return_code or 0
    _restore(app)
    print(fault_line(app.fault, _log(app.fault, log_folder)), file=errors or sys.stderr)
    return FAILED


def _say_what_was_kept(app: App[Any], errors: TextIO) -> None:
    """Say what libraries wrote while the screen was there."""
    driver = app._driver
    if isinstance(driver, GridDriver):
        driver.quiet.end()
        for line in driver.quiet.said().splitlines():
            print(_shown(line), file=errors)


def fault_line(fault: BaseException, log: Path | None) -> str:
    """Return one line that says what happened and where more is written."""
    message = " ".join(str(fault).split())
    shown = _shown(f"{type(fault).__name__}: {message}".rstrip(": "))
    if log is None:
        return _("sgns-tui stopped by a fault: {fault}").format(fault=shown)
    return _("sgns-tui stopped by a fault: {fault} (details in {log})").format(fault=shown, log=log)


def _shown(text: str) -> str:
    return "".join(c if c.isprintable() else picture(c, Glyphs.UNICODE) for c in text)


def _log(fault: BaseException, folder: Path) -> Path | None:
    """Append the traceback to the log; None where that cannot be done."""
    path = folder / LOG_NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(time.strftime("--- %Y-%m-%d %H:%M:%S\n"))
            file.writelines(traceback.format_exception(fault))
    except OSError:
        return None
    return path


def _restore(app: App[Any]) -> None:
    driver = app._driver
    if isinstance(driver, GridDriver) and driver.is_open:
        driver.restore_now()


def _leave_now(app: App[Any], number: int) -> None:
    _restore(app)
    os._exit(128 + number)
