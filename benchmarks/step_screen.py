"""The Step screen in a terminal of 120x36: bytes, and time beside a bare Textual app.

Run it with `python -m benchmarks.step_screen`; see `bare_app` for the peer. The two take turns, so
that a busy machine slows both; what is compared is the ratio of medians.
"""

from __future__ import annotations

import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tests.tui.terminal.emulator import Emulator
from tests.tui.terminal.harness import Terminal

SIZE = (120, 36)
PROGRAM = [str(Path(sys.executable).with_name("sgns-tui"))]
BARE = [sys.executable, "-m", "benchmarks.bare_app"]
STAGES = 25  # of the worked example
STARTS = 15
KEYS = 75


@dataclass(frozen=True)
class Figure:
    """A measured value with its target."""

    name: str
    value: float
    target: float
    more: str = ""

    def __str__(self) -> str:
        """Return one line of the table."""
        met = "" if self.value <= self.target else "  MISSED"
        return f"{self.name:<44}{self.value:>10.4g}{self.target:>10.4g}  {self.more}{met}"


def started(command: list[str], ready: str) -> Terminal:
    """Start a program; return it once `ready` is on the screen."""
    terminal = Terminal(command, size=SIZE)
    terminal.wait_for(ready)
    return terminal


def arrival(terminal: Terminal, ready: str) -> float:
    """Return the ms from the start until what shows `ready` was read from the program.

    Looked up afterwards in what was read: the emulator's own time, which depends on where on the
    screen a text stands, is not the program's.
    """
    emulator, read = Emulator(*SIZE), 0
    for when, size in terminal.chunks:
        emulator.feed(bytes(terminal.output[read : read + size]))
        read += size
        if ready in emulator.text():
            return (when - terminal.started) * 1e3
    raise ValueError(f"{ready!r} never came")


def starts() -> list[Figure]:
    """Measure the start to the first paint, in turns."""
    ours: list[float] = []
    bare: list[float] = []
    sizes: list[int] = []
    for _ in range(STARTS):
        for times, command, ready in ((ours, PROGRAM, "q quit"), (bare, BARE, "count 0")):
            with started(command, ready) as terminal:
                times.append(arrival(terminal, ready))
                if command is PROGRAM:
                    sizes.append(terminal.bytes_sent)
                terminal.press("q")
                terminal.exit_status()
    first, second = statistics.median(ours), statistics.median(bare)
    return [
        Figure("start to first paint, over bare", first / second, 1.6, _of(first, second)),
        Figure("bytes to first paint", max(sizes), 10_000),
    ]


def keys() -> list[Figure]:
    """Measure bytes and time of small stages, the bare app's key after each."""
    sizes, ours, bare = [], [], []
    with started(PROGRAM, "q quit") as step, started(BARE, "count 0") as peer:
        step.settle(0.8)
        peer.settle(0.8)
        for number in range(1, KEYS + 1):
            size, took = pressed(step, f" {number % STAGES + 1}/{STAGES}")
            sizes.append(size)
            ours.append(took)
            bare.append(pressed(peer, f"count {number}")[1])
        before = step.bytes_sent
        time.sleep(3)
        idle = step.bytes_sent - before
    first, second = statistics.median(ours), statistics.median(bare)
    return [
        Figure("bytes of a small stage, median", statistics.median(sizes), 250),
        Figure("bytes of a small stage, most", max(sizes), 800, _worst(sizes)),
        Figure("key to repaint, over bare", first / second, 1.5, _of(first, second)),
        Figure("bytes while idle for 3 s", idle, 0),
    ]


def pressed(terminal: Terminal, ready: str) -> tuple[int, float]:
    """Press right; return the bytes that came, and the ms until `ready` was on the screen."""
    before, begin = terminal.bytes_sent, time.monotonic()
    terminal.press("right")
    terminal.wait_for(ready)
    took = (time.monotonic() - begin) * 1e3
    terminal.settle(0.1)
    return terminal.bytes_sent - before, took


def _worst(sizes: list[int]) -> str:
    stages = sorted(range(len(sizes)), key=sizes.__getitem__)[-3:]
    return ", ".join(f"{sizes[n]} at stage {(n + 1) % STAGES + 1}" for n in reversed(stages))


def _of(ours: float, bare: float) -> str:
    return f"{ours:.1f} ms over {bare:.1f} ms"


def main() -> int:
    """Print the figures; 1 where a target was missed."""
    figures = [*keys(), *starts()]
    print(f"{'120x36, worked':<44}{'value':>10}{'target':>10}")
    for figure in figures:
        print(figure)
    return int(any(figure.value > figure.target for figure in figures))


if __name__ == "__main__":
    sys.exit(main())
