"""Programs in a pseudo-terminal, started and looked at as a person does.

    with Terminal([sys.executable, "-m", "sgns_tui"], size=(120, 36)) as terminal:
        terminal.wait_for("Step")
        terminal.press("right", "right", "q")
        assert terminal.exit_status() == 0
        assert not terminal.modes_on

A thread follows the program's output and answers what it asks, so a program never waits for a test.
Waiting is for conditions, with limits so generous that only a program that hangs reaches them.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Self

from sgns_tui.terminal.choice import Depth
from tests.tui.terminal.emulator import Cell, Emulator

LIMIT = 30.0  # seconds after which a condition that does not come true is a failure

KEYS = {
    "right": "\x1b[C", "left": "\x1b[D", "up": "\x1b[A", "down": "\x1b[B", "enter": "\r",
    "space": " ", "escape": "\x1b", "tab": "\t", "shift+tab": "\x1b[Z", "backspace": "\x7f",
    "home": "\x1b[H", "end": "\x1b[F", "pageup": "\x1b[5~", "pagedown": "\x1b[6~",
    "delete": "\x1b[3~", "f1": "\x1bOP",
}  # fmt: skip


def key_bytes(key: str) -> bytes:
    """Return what a terminal sends for a key: a name of KEYS, ctrl+x, or a character."""
    if key.startswith("ctrl+"):
        return bytes([ord(key[-1].upper()) & 0x1F])
    return KEYS.get(key, key).encode()


class Terminal:
    """A terminal with a program in it.

    `rate`: bytes per second that the line carries; None: no limit. `answers`: whether the terminal
    says where its cursor is when asked. `environ` is added to a plain environment in UTF-8.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        size: tuple[int, int] = (120, 36),
        term: str = "xterm-256color",
        environ: Mapping[str, str] | None = None,
        rate: int | None = None,
        answers: bool = True,
    ) -> None:
        self.output = bytearray()
        self.chunks: list[tuple[float, int]] = []  # (when it was read, bytes)
        self.started = time.monotonic()
        self.first_output: float | None = None  # seconds after the start
        self._rate = rate
        self._answers = answers
        self._emulator = Emulator(*size)
        self._changed = threading.Condition()
        self._sending = threading.RLock()
        self._status: int | None = None
        self._closed = False
        self._stalled = False
        inherited = ("PATH", "HOME", "PYTHONPATH", "PYTHONHASHSEED", "COVERAGE_PROCESS_START")
        environment = {name: os.environ[name] for name in inherited if name in os.environ}
        environment |= {"TERM": term, "LANG": "C.UTF-8", **(environ or {})}
        self.pid, self._descriptor = pty.fork()
        if self.pid == 0:
            _become(command, environment, size)
        self._set_size(size)
        self._reader = threading.Thread(target=self._follow, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def press(self, *keys: str) -> None:
        """Press keys one after another, without waiting."""
        self.send(b"".join(key_bytes(key) for key in keys))

    def send(self, data: bytes) -> None:
        """Send bytes as if typed, or as if the terminal said them."""
        with self._sending:
            while data:
                data = data[os.write(self._descriptor, data) :]

    def send_apart(self, *parts: bytes, pause: float) -> None:
        """Send one thing in parts, with a time between; what the terminal answers waits for it."""
        with self._sending:
            for number, part in enumerate(parts):
                if number:
                    time.sleep(pause)
                self.send(part)

    def resize(self, columns: int, rows: int) -> None:
        """Change the terminal's size."""
        with self._changed:
            self._emulator.resize(columns, rows)
        self._set_size((columns, rows))

    def signal(self, number: int) -> None:
        """Send the program a signal."""
        os.kill(self.pid, number)

    def stall(self) -> None:
        """Read nothing more: the line stands still, with its buffers soon full."""
        self._stalled = True

    def scrawl(self, text: str) -> None:
        """Let something else write on the screen, as a shell does while the program is stopped."""
        with self._changed:
            self._emulator.feed(text.encode())

    def wait_until_stopped(self, seconds: float = LIMIT) -> None:
        """Wait until the program was stopped by a signal."""
        end = time.monotonic() + seconds
        while not os.waitpid(self.pid, os.WNOHANG | os.WUNTRACED)[0]:
            if time.monotonic() > end:
                raise TimeoutError(f"not stopped:\n{self.screen_text()}")
            time.sleep(0.005)

    def hang_up(self) -> None:
        """Close the line."""
        self._closed = True
        self._reader.join(LIMIT)
        os.close(self._descriptor)
        self._descriptor = -1

    def wait_for(self, what: str | Callable[[], bool], seconds: float = LIMIT) -> None:
        """Wait until a text is on the screen or a condition holds, or raise a TimeoutError."""
        end = time.monotonic() + seconds
        with self._changed:
            while not (what() if callable(what) else what in self._emulator.text()):
                if time.monotonic() > end:
                    raise TimeoutError(f"{what!r} did not come true on:\n{self._emulator.text()}")
                self._changed.wait(0.1)  # the condition may also depend on something else

    def settle(self, quiet: float = 0.3) -> None:
        """Wait until nothing has come for a time: for measurements; tests wait for conditions."""
        with self._changed:
            seen = -1
            while seen != len(self.output):
                seen = len(self.output)
                self._changed.wait_for(lambda: len(self.output) != seen, quiet)  # noqa: B023

    def screen_text(self) -> str:
        """Return what is on the screen, rows without blank ends."""
        with self._changed:
            return self._emulator.text()

    def says(self, text: str) -> bool:
        """Whether a text is on the screen, wherever the terminal breaks its lines: in words too."""
        return "".join(text.split()) in "".join(self.screen_text().split())

    def cells(self, depth: Depth = Depth.TRUE) -> list[list[Cell]]:
        """Return the cells as a person sees them, in a depth of colour."""
        with self._changed:
            return self._emulator.seen(depth)

    @property
    def title(self) -> str:
        """The window's title, as the program has set it."""
        with self._changed:
            return self._emulator.title

    @property
    def bytes_sent(self) -> int:
        """Bytes the program has sent so far."""
        return len(self.output)

    @property
    def modes_on(self) -> set[str]:
        """Private modes the program has changed and not changed back."""
        with self._changed:
            return self._emulator.modes_on

    @property
    def is_canonical(self) -> bool:
        """Whether the line is as a shell leaves it: with echo, line by line."""
        flags = int(termios.tcgetattr(self._descriptor)[3])
        wanted = termios.ICANON | termios.ECHO | termios.ISIG
        return flags & wanted == wanted

    def exit_status(self, seconds: float = LIMIT) -> int:
        """Wait for the end and return the exit status; minus n if signal n killed the program."""
        end = time.monotonic() + seconds
        while self._status is None:
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                self._status = os.waitstatus_to_exitcode(status)
            elif time.monotonic() > end:
                raise TimeoutError(f"still running:\n{self.screen_text()}")
            else:
                time.sleep(0.005)
        if not self._stalled:
            self._reader.join(LIMIT)  # so that the last bytes are there too
        return self._status

    def close(self) -> None:
        """Kill what still runs and close the line."""
        if self._status is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGCONT)
                os.kill(self.pid, signal.SIGKILL)
            self._closed = True
            self.exit_status()
        self._closed = True
        self._reader.join(LIMIT)
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _set_size(self, size: tuple[int, int]) -> None:
        fcntl.ioctl(self._descriptor, termios.TIOCSWINSZ, _packed(size))

    def _follow(self) -> None:
        chunk = 65536 if self._rate is None else max(1, self._rate // 100)
        while not self._closed:
            if self._stalled or not select.select([self._descriptor], [], [], 0.05)[0]:
                time.sleep(0.05 if self._stalled else 0)
                continue
            try:
                data = os.read(self._descriptor, chunk)
            except OSError:  # the program has closed its side
                break
            if not data:
                break
            self.chunks.append((time.monotonic(), len(data)))
            if self._rate is not None:
                time.sleep(len(data) / self._rate)
            with self._changed:
                if self.first_output is None:
                    self.first_output = time.monotonic() - self.started
                self.output += data
                self._emulator.feed(data)
                answers = self._emulator.take_answers()
                self._changed.notify_all()
            if self._answers and answers:
                with contextlib.suppress(OSError):
                    self.send(b"".join(answers))
        with self._changed:
            self._changed.notify_all()


def _packed(size: tuple[int, int]) -> bytes:
    columns, rows = size
    return struct.pack("HHHH", rows, columns, 0, 0)


def _become(command: Sequence[str], environment: dict[str, str], size: tuple[int, int]) -> None:
    """Turn this forked process into the program, in a terminal that already has its size."""
    try:
        fcntl.ioctl(0, termios.TIOCSWINSZ, _packed(size))
        os.execvpe(command[0], list(command), environment)
    finally:
        os._exit(127)
