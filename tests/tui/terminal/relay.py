"""A slow line: bytes to and from a port on loopback, no faster than said, or not at all."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from types import TracebackType
from typing import Self

_SMALL = 4096  # bytes in the sockets' own buffers, so that the line is what holds bytes back


class Relay:
    """Hands each connection to `port` on to `goal`, `rate` bytes a second in each direction."""

    def __init__(self, goal: int, rate: float | None = None) -> None:
        self.rate = rate
        self.moving = threading.Event()
        self.moving.set()
        self.holds = threading.Event()
        """Whether it stood still with something to hand on."""
        self._goal = goal
        self._sockets: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._listener.close()
        self.cut()

    def stall(self) -> None:
        """Let nothing through any more, with the line open."""
        self.moving.clear()

    def cut(self) -> None:
        """Close the line."""
        self.moving.set()
        for end in self._sockets:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._sockets.clear()

    def _accept(self) -> None:
        while True:
            try:
                near, _address = self._listener.accept()
            except OSError:
                return
            far = socket.socket()
            for end in (near, far):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SMALL)
                end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _SMALL)
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            far.connect(("127.0.0.1", self._goal))
            self._sockets += [near, far]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._move, args=(source, sink), daemon=True).start()

    def _move(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                size = 65536 if self.rate is None else max(1, int(self.rate / 100))
                data = source.recv(size)
                if not data:
                    break
                if self.rate is not None:
                    time.sleep(len(data) / self.rate)
                if not self.moving.is_set():
                    self.holds.set()
                    self.moving.wait()
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
