"""A real sshd on loopback, with keys and a configuration of its own, and the way to log in."""

from __future__ import annotations

import os
import shlex
import shutil
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

_CONFIG = """
ListenAddress 127.0.0.1:{port}
HostKey {folder}/host
PidFile none
AuthorizedKeysFile {folder}/user.pub
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin yes
"""


def why_not() -> str | None:
    """Return why no sshd can be started here; None where one can."""
    for program in ("sshd", "ssh", "ssh-keygen"):
        if _path(program) is None:
            return f"{program} is not installed"
    if os.geteuid() == 0:
        try:
            Path("/run/sshd").mkdir(exist_ok=True)  # without it root's sshd does not start
        except OSError as error:
            return f"/run/sshd: {error}"
    return None


class Sshd:
    """A server that runs as who started it; only the key in its folder opens it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for name in ("host", "user"):
            command = [_program("ssh-keygen"), "-q", "-t", "ed25519", "-N", ""]
            subprocess.run([*command, "-f", str(folder / name)], check=True)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        config = folder / "config"
        config.write_text(_CONFIG.format(port=self.port, folder=folder))
        self._log = (folder / "log").open("wb")
        self._process = subprocess.Popen(
            [_program("sshd"), "-D", "-e", "-f", config], stderr=self._log
        )

    def __enter__(self) -> Self:
        end = time.monotonic() + 10
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                if time.monotonic() > end or self._process.poll() is not None:
                    self.__exit__(None, None, None)
                    raise RuntimeError((self._folder / "log").read_text()) from None
                time.sleep(0.02)
            else:
                return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.terminate()
        self._process.wait()
        self._log.close()

    def command(
        self, program: Sequence[str], environ: Mapping[str, str], port: int | None = None
    ) -> list[str]:
        """Return the command that runs a program over there, in a terminal.

        port: of a line to the server. The process id of the program goes to the file `pid`.
        """
        variables = [f"{name}={value}" for name, value in environ.items()]
        there = (
            f"cd {shlex.quote(str(Path.cwd()))} && exec env {shlex.join([*variables, *program])}"
        )
        return [
            _program("ssh"), "-tt", "-F", "none", "-p", str(port or self.port),
            "-i", str(self._folder / "user"), "-o", "IdentitiesOnly=yes", "-o", "LogLevel=ERROR",
            "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
            "127.0.0.1", f"echo $$ > {shlex.quote(str(self._folder / 'pid'))}; {there}",
        ]  # fmt: skip

    def pid(self) -> int:
        """Return the process id of the program that runs over there."""
        return int((self._folder / "pid").read_text())


def _path(program: str) -> str | None:
    return shutil.which(program) or shutil.which(program, path="/usr/sbin:/usr/local/sbin")


def _program(name: str) -> str:
    path = _path(name)
    assert path is not None
    return path  # sshd insists on an absolute one
