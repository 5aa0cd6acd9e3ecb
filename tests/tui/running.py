"""The command line in this process and as a program of its own, with what it wrote."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from sgns_tui.cli import run
from sgns_tui.command_group import cli


@dataclass(frozen=True)
class Outcome:
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def run_here(*arguments: str | Path, stdin: bytes = b"", encoding: str = "utf-8") -> Outcome:
    """Run the command line in this process; its output goes to a pipe, as far as it can tell."""
    out, err = _stream(encoding), _stream(encoding)
    with redirect_stdout(out), redirect_stderr(err), _standard_input(stdin):
        status = run(cli, [str(argument) for argument in arguments])
    return Outcome(status, _written(out), _written(err))


def run_program(
    *arguments: str | bytes | Path,
    stdin: bytes | None = b"",
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run the program as a person's shell does; without `stdin` it has none at all."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        input=stdin,
        stdin=None if stdin is not None else subprocess.DEVNULL,
        capture_output=True,
        env=environment_with(environment),
        check=False,
        timeout=60,
    )


def shell(script: str, *arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    """Run a line of sh in which "$@" is the program with these arguments."""
    return subprocess.run(
        ["/bin/sh", "-c", script, "sh", *PROGRAM, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment_with(None),
        check=False,
        timeout=60,
    )


PROGRAM = (sys.executable, "-m", "sgns_tui")

# What would change colours, encodings or warnings behind a test's back.
_UNSET = {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "PYTHONIOENCODING", "PYTHONWARNINGS", "LC_ALL"}


def environment_with(extra: Mapping[str, str] | None) -> dict[str, str]:
    """Return this environment without what changes output, and with `extra`."""
    kept = {name: value for name, value in os.environ.items() if name not in _UNSET}
    return {**kept, "PYTHONUTF8": "1", **(extra or {})}


def _stream(encoding: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(
        io.BytesIO(), encoding=encoding, errors="backslashreplace", newline="\n"
    )


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


@contextmanager
def _standard_input(data: bytes) -> Iterator[None]:
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    try:
        yield
    finally:
        sys.stdin = before
