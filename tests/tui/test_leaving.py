"""How the process ends: at once where threads are still at work, and in order where none is."""

from __future__ import annotations

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
    return {status}

atexit.register(lambda: print("taken down"))
cli.asked = lambda: command
cli.main()
"""


@pytest.mark.parametrize("status", [0, 2])
@pytest.mark.parametrize("at_work", [True, False])
def test_python_is_not_taken_down_under_a_thread_at_work(at_work: bool, status: int) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(at_work=at_work, status=status)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == status
    assert ended.stdout == ("written\n" if at_work else "written\ntaken down\n")
    assert ended.stderr == "said\n"
