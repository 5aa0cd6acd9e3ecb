"""How the process ends: at once where threads are still at work, and in order where none is."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys

import pytest

PROGRAM = """
import atexit, sys, threading, time
from sgns_tui import cli

def command(**_):
    if {at_work}:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    print("written")
    print("said", file=sys.stderr)
    {leaves}

atexit.register(lambda: print("taken down"))
cli.asked = lambda: command
cli.main()
"""


@pytest.mark.parametrize(
    ("leaves", "status"),
    [("return 0", 0), ("return 2", 2), ("sys.exit(143)", 143), ("sys.exit()", 0)],
)
@pytest.mark.parametrize("at_work", [True, False])
def test_python_is_not_taken_down_under_a_thread_at_work(
    at_work: bool, leaves: str, status: int
) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(at_work=at_work, leaves=leaves)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == status
    assert ended.stdout == ("written\n" if at_work else "written\ntaken down\n")
    assert ended.stderr == "said\n"


LOST = """
import sys
from sgns_tui import cli

def command(**_):
    sys.stdin.read()
    for stream in (sys.stdout, sys.stderr):
        try:
            print("nobody reads this", file=stream, flush=True)
        except OSError:
            pass
    return 129

cli.asked = lambda: command
cli.main()
"""


def test_the_status_is_that_of_the_program_also_where_nobody_can_be_told() -> None:
    line, side = pty.openpty()
    command = [sys.executable, "-c", LOST]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=side, stderr=side) as program:
        os.close(side)
        os.close(line)
        program.communicate(timeout=60)
        assert program.returncode == 129


SCREEN = """
import os, signal, sys, time
from sgns_tui.terminal import leaving

class Screen(leaving.LeavingApp):
    def on_load(self):
        leaving.install(self)

    def on_mount(self):
        for number in {numbers}:
            signal.raise_signal(number)
        if not {numbers}:
            self.exit(return_code=0)

    def on_unmount(self):
        time.sleep(0.2)
        os.write(1, b"what there was is saved\\n")

    def run(self, mouse):
        return super().run(headless=True, mouse=mouse)

leaving.PATIENCE = 3600
app = Screen()
status = leaving.run_app(app, None)
{after}
sys.exit(status)
"""


def screen(numbers: list[signal.Signals], after: str = "") -> subprocess.CompletedProcess[str]:
    """Run a screen that signals end, with what is to be done when it is over."""
    program = SCREEN.format(numbers=[int(number) for number in numbers], after=after)
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


PAIRS = [
    (signal.SIGHUP, signal.SIGHUP),
    (signal.SIGTERM, signal.SIGHUP),
    (signal.SIGHUP, signal.SIGTERM),
]


@pytest.mark.parametrize("pair", PAIRS)
def test_an_end_that_is_told_twice_saves_what_there_is(
    pair: tuple[signal.Signals, signal.Signals],
) -> None:
    """A shell whose line is lost tells its programs, and so does the system."""
    ended = screen(list(pair))
    assert ended.returncode == 128 + pair[0]
    assert ended.stdout == "what there was is saved\n"
    assert ended.stderr == ""


@pytest.mark.parametrize("second", [signal.SIGINT, signal.SIGQUIT])
def test_a_person_s_second_signal_ends_it_at_once(second: signal.Signals) -> None:
    ended = screen([signal.SIGTERM, second])
    assert ended.returncode == 128 + signal.SIGTERM
    assert ended.stdout == ""


def test_a_signal_behind_the_screen_breaks_nothing_off() -> None:
    """Its loop has ended then, and what it leaves is being saved."""
    after = "signal.raise_signal(signal.SIGHUP); print('and this is too')"
    ended = screen([], after)
    assert ended.returncode == 0
    assert ended.stdout == "what there was is saved\nand this is too\n"
    assert ended.stderr == ""
