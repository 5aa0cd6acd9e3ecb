"""The program in real terminals: tmux, screen, over a real sshd. Skipped where they are missing."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.terminal import ssh
from tests.tui.terminal.harness import LIMIT, Terminal
from tests.tui.terminal.relay import Relay

PROGRAM = [sys.executable, "-m", "sgns_tui", "--example", "groups"]
WATCH = [sys.executable, "-m", "sgns_tui", "watch"]


def need(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")


def walk(terminal: Terminal) -> None:
    """Walk an update, draw a map, look at help, leave."""
    terminal.wait_for("q quit")
    terminal.press(*["right"] * 24)
    terminal.wait_for("25/")
    terminal.press("2")
    terminal.wait_for("animals")
    terminal.press("space")
    terminal.wait_for("playing")
    terminal.press("space")
    terminal.wait_for("space goes on")
    terminal.press("?")
    terminal.wait_for("Esc goes back")
    terminal.press("escape")  # and alone: Esc and q in one piece are alt+q
    terminal.wait_for(lambda: "Esc goes back" not in terminal.screen_text())
    terminal.press("q")


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path), "PYTHONPATH": os.environ.get("PYTHONPATH", "")}


@pytest.mark.parametrize("term", ["tmux-256color", "screen-256color"])
def test_in_tmux(home: dict[str, str], tmp_path: Path, term: str) -> None:
    need("tmux")
    config = tmp_path / "tmux.conf"
    config.write_text(f"set -g default-terminal {term}\nset -sg escape-time 0\n")
    tmux = ["tmux", "-u", "-S", str(tmp_path / "s"), "-f", str(config)]
    with Terminal([*tmux, "new-session", *PROGRAM], environ=home, size=(120, 37)) as terminal:
        walk(terminal)
        terminal.wait_for("[exited]")
        assert terminal.exit_status() == 0


def test_in_screen(home: dict[str, str], tmp_path: Path) -> None:
    need("screen")
    sockets = tmp_path / "sockets"
    sockets.mkdir(mode=0o700)
    config = tmp_path / "screenrc"
    config.write_text("startup_message off\ndefutf8 on\nterm screen-256color\n")
    command = ["screen", "-U", "-c", str(config), *PROGRAM]
    environ = home | {"SCREENDIR": str(sockets)}
    with Terminal(command, environ=environ, size=(120, 36)) as terminal:
        walk(terminal)
        terminal.wait_for("[screen is terminating]")
        assert terminal.exit_status() == 0


TERMS = ["linux", "vt100", "xterm", "xterm-256color", "screen-256color", "tmux-256color"]


@pytest.mark.parametrize("term", TERMS)
def test_by_the_name_of_the_terminal(home: dict[str, str], term: str) -> None:
    with Terminal(PROGRAM, environ=home, term=term, size=(120, 36)) as terminal:
        walk(terminal)
        assert terminal.exit_status() == 0
        assert not terminal.modes_on
        assert terminal.is_canonical


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ssh.Sshd]:
    reason = ssh.why_not()
    if reason:
        pytest.skip(reason)
    with ssh.Sshd(tmp_path) as server:
        yield server


def ended(pid: int, seconds: float = LIMIT) -> bool:
    """Tell whether a process comes to its end in a time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_over_ssh(home: dict[str, str], server: ssh.Sshd) -> None:
    environ = home | {"LANG": "C.UTF-8"}
    with Terminal(server.command(PROGRAM, environ), size=(120, 36)) as terminal:
        walk(terminal)
        assert terminal.exit_status() == 0
        assert not terminal.modes_on
        assert terminal.is_canonical
        assert ended(server.pid())


def test_a_line_that_breaks_ends_the_program_and_loses_nothing(
    home: dict[str, str], server: ssh.Sshd, tmp_path: Path
) -> None:
    environ = home | {"LANG": "C.UTF-8"}
    with (
        Relay(server.port, 200_000) as line,
        Terminal(server.command(WATCH, environ, line.port)) as terminal,
    ):
        terminal.wait_for("q quit")
        terminal.press("space")
        terminal.wait_for("playing")
        line.cut()
        assert ended(server.pid())
        assert len(list(tmp_path.rglob("unfinished/*.json"))) == 1


def test_a_line_that_stands_still_does_not_keep_the_program(
    home: dict[str, str], server: ssh.Sshd
) -> None:
    environ = home | {"LANG": "C.UTF-8"}
    with (
        Relay(server.port, 50_000) as line,
        Terminal(server.command(WATCH, environ, line.port)) as terminal,
    ):
        terminal.wait_for("q quit")
        terminal.press("space")
        terminal.wait_for("playing")
        line.stall()
        assert line.holds.wait(LIMIT)
        os.kill(server.pid(), signal.SIGTERM)
        assert ended(server.pid())
