"""How soon a key shows, and how soon the program has left, while it trains on a slow line.

Run it with `python -m benchmarks.lines`: over a real sshd on loopback behind a relay that lets no
more through than the line would, or with `--pty` through a throttled pseudo-terminal. Training runs
at full speed with the map moving. The stepper is compiled where numba is installed, NumPy else.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.tui.terminal import ssh
from tests.tui.terminal.harness import Terminal
from tests.tui.terminal.relay import Relay

WATCH = [sys.executable, "-m", "sgns_tui", "watch"]
RATES = (50_000, 10_000)  # bytes a second
BOUNDS = {50_000: 0.5, 10_000: 1.5}  # seconds until a key shows
LEAVING = 2.0
# Each press of b says something else, so that no answer can be taken for another's.
SAID = ("drawn as block", "drawn as ascii", "drawn as braille")


@contextlib.contextmanager
def line(
    rate: int, pty: bool, stepper: str
) -> Iterator[tuple[Terminal, Relay | None, ssh.Sshd | None]]:
    """Start the program at the far end of a line."""
    program = [*WATCH, "--stepper", stepper]
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        environ = {"HOME": str(folder), "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
        if pty:
            yield stack.enter_context(Terminal(program, environ=environ, rate=rate)), None, None
            return
        server = stack.enter_context(ssh.Sshd(folder))
        relay = stack.enter_context(Relay(server.port, rate))
        far = environ | {"LANG": "C.UTF-8"}
        command = server.command(program, far, relay.port)
        yield stack.enter_context(Terminal(command)), relay, server


def playing(terminal: Terminal) -> None:
    """Let it train at full speed until its pictures come at their own pace."""
    terminal.wait_for("q quit")
    terminal.press("space")
    terminal.wait_for("playing")
    time.sleep(4)


def pressed(terminal: Terminal, count: int) -> list[float]:
    """Press a key so often; return the seconds until each had its effect on the screen."""
    times = []
    for number in range(count):
        before = time.monotonic()
        terminal.press("b")
        terminal.wait_for(SAID[number % 3])
        times.append(time.monotonic() - before)
        time.sleep(0.3 + 0.1 * (number % 5))
    return times


def seconds_to_leave(terminal: Terminal) -> float:
    """Press q and wait for the shell's side to have the terminal again."""
    before = time.monotonic()
    terminal.press("q")
    terminal.exit_status()
    return time.monotonic() - before


def seconds_to_end(pid: int) -> float:
    """Wait until a process is gone."""
    before = time.monotonic()
    with contextlib.suppress(ProcessLookupError):
        while time.monotonic() - before < 30:
            os.kill(pid, 0)
            time.sleep(0.02)
    return time.monotonic() - before


def measure(rate: int, pty: bool, stepper: str, count: int) -> bool:
    """Print the figures of a line; return whether they are within the bounds."""
    with line(rate, pty, stepper) as (terminal, _relay, _server):
        playing(terminal)
        sent, begun = terminal.bytes_sent, time.monotonic()
        times = sorted(pressed(terminal, count))
        carried = (terminal.bytes_sent - sent) / (time.monotonic() - begun)
        left = seconds_to_leave(terminal)
        whole = not terminal.modes_on and terminal.is_canonical
    how = "pty" if pty else "sshd"
    median, most = statistics.median(times), times[int(0.9 * (len(times) - 1))]
    good = times[-1] <= BOUNDS[rate] and left <= LEAVING and whole
    print(
        f"{how:<5}{rate // 1000:>4} kB/s {stepper:<9} key shown: median {median:.2f} s"
        f"  9 of 10 {most:.2f} s  slowest {times[-1]:.2f} s"
        f"  leaving {left:.2f} s  line carried {carried / 1000:.1f} kB/s"
        f"  {'as bounded' if good else 'OVER THE BOUND'}",
        flush=True,
    )
    return good


def standing_still(stepper: str) -> bool:
    """Print how soon the program ends on a line that does not move, and on one that breaks."""
    good = True
    for name, end in (("stands still, then TERM", signal.SIGTERM), ("breaks", None)):
        with line(50_000, False, stepper) as (terminal, relay, server):
            assert relay is not None
            assert server is not None
            playing(terminal)
            pid = server.pid()
            if end is None:
                relay.cut()
            else:
                relay.stall()
                time.sleep(1)
                os.kill(pid, end)
            took = seconds_to_end(pid)
            good = good and took < 10
            print(f"sshd, line {name}: the program has ended after {took:.2f} s", flush=True)
    return good


def main() -> int:
    """Measure every line; return 1 where a bound was passed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pty", action="store_true", help="a throttled pseudo-terminal, no sshd")
    options.add_argument("--count", type=int, default=20, help="presses of a key on each line")
    options.add_argument("--stepper", choices=["numpy", "compiled"], default="numpy")
    given = options.parse_args()
    reason = None if given.pty else ssh.why_not()
    if reason is not None:
        print(f"no sshd here: {reason}", file=sys.stderr)
        return 2
    good = True
    for rate in RATES:
        good = measure(rate, given.pty, given.stepper, given.count) and good
    if not given.pty:
        good = standing_still(given.stepper) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
