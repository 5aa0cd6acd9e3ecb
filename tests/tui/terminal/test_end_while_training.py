"""A run that plays at full speed and is ended from outside; and a program at rest, that rests."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests.tui.terminal.harness import Terminal
from tests.tui.terminal.test_train_program import WATCH, made

SIGNALS = [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT]
RESTING = 0.25  # seconds of processor time in a second; what spins takes a whole one


def playing(folder: Path) -> Terminal:
    """Start a run that plays; files of its own go to a folder."""
    terminal = Terminal(WATCH, environ={"HOME": str(folder)})
    terminal.wait_for("q quit")
    terminal.press("space")
    terminal.wait_for(lambda: made(terminal) > 300)
    return terminal


def stat(pid: int) -> list[str]:
    """Return what the system says of a process, from its state on (proc(5), fields 3 and on)."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()


def processes_of(session: int) -> list[int]:
    """Return the processes that were started in a terminal, by the session they belong to."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and int(stat(int(entry.name))[3]) == session:
                found.append(int(entry.name))
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended meanwhile
    return found


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process has taken, all its threads together."""
    user, system = stat(pid)[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def rests(pid: int) -> bool:
    """Tell whether a second comes in which a process does next to nothing."""
    for _second in range(30):
        before = processor_seconds(pid)
        time.sleep(1)
        if processor_seconds(pid) - before < RESTING:
            return True
    return False


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_while_training(tmp_path: Path, number: signal.Signals) -> None:
    with playing(tmp_path) as terminal:
        assert processes_of(terminal.pid) == [terminal.pid]
        terminal.signal(number)
        assert terminal.exit_status() == 128 + number
        assert terminal.modes_on == set()
        assert terminal.is_canonical
        assert processes_of(terminal.pid) == []
    assert len(list(tmp_path.rglob("unfinished/*.json"))) == 1


def test_a_line_that_is_lost_while_training(tmp_path: Path) -> None:
    with playing(tmp_path) as terminal:
        terminal.hang_up()
        assert terminal.exit_status() == 128 + signal.SIGHUP
        assert processes_of(terminal.pid) == []
    assert len(list(tmp_path.rglob("unfinished/*.json"))) == 1


def test_a_lost_line_of_which_no_signal_tells(tmp_path: Path) -> None:
    """In a session of its own nobody says that the line is gone: reading and writing fail."""
    command = ["setsid", "--wait", *WATCH]
    with Terminal(command, environ={"HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("q quit")
        terminal.press("space")
        terminal.wait_for(lambda: made(terminal) > 300)
        children = Path(f"/proc/{terminal.pid}/task/{terminal.pid}/children")
        (program,) = map(int, children.read_text().split())
        try:
            terminal.hang_up()
            terminal.wait_for(lambda: not processes_of(program))
        finally:
            if processes_of(program):
                os.kill(program, signal.SIGKILL)


def test_paused_it_rests_also_on_a_line_that_stands_still(tmp_path: Path) -> None:
    with playing(tmp_path) as terminal:
        terminal.press("space")
        terminal.wait_for("space goes on")
        assert rests(terminal.pid)
        terminal.stall()
        terminal.press("b", "b", "2", "1")
        assert rests(terminal.pid)
