"""The Train screen in a terminal of 120x36: training beside it, keys under load, bytes.

Run it with `python -m benchmarks.train_screen`. Training is compared with the same loop in a
process without a screen, and keys with the same keys while the run stands still; the two take
turns, and what is compared is the ratio of medians.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.step_screen import Figure
from tests.tui.terminal.harness import Terminal

SIZE = (120, 36)
PROGRAM = [str(Path(sys.executable).with_name("python")), "-m", "sgns_tui", "watch"]
SECONDS = 4.0
TURNS = 5
KEYS = 40
MADE = re.compile(r"([0-9,]+) made")

BARE = """
import sys, time
from sgns_tui.opening import SourceOptions
from sgns_tui.session_opening import open_session
session = open_session(SourceOptions(example="groups", stepper=sys.argv[1]))
session.forward(16)
size = 64 if sys.argv[1] == "numpy" else 4096
begin, start = time.monotonic(), session.update
while time.monotonic() - begin < float(sys.argv[2]):
    session.forward(size)
print((session.update - start) / (time.monotonic() - begin))
"""


def bare_rate(stepper: str) -> float:
    """Return updates a second of the same loop without a screen."""
    command = [sys.executable, "-c", BARE, stepper, str(SECONDS)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout)


def opened(*options: str) -> Terminal:
    """Open the Train screen and wait until it is quiet."""
    terminal = Terminal([*PROGRAM, *options], size=SIZE)
    terminal.wait_for("q quit")
    terminal.settle(0.8)
    return terminal


def made(terminal: Terminal) -> int:
    """Return how many updates the screen says were made."""
    found = MADE.search(terminal.screen_text())
    assert found is not None, terminal.screen_text()
    return int(found[1].replace(",", ""))


def screen_rate(stepper: str) -> tuple[float, int]:
    """Return updates a second while the screen draws, and the pictures it drew a second."""
    with opened("--stepper", stepper) as terminal:
        terminal.press("space")  # compiles, and warms up
        time.sleep(1.0)
        terminal.press("space")
        terminal.settle(0.6)
        before, chunks = made(terminal), len(terminal.chunks)
        begin = time.monotonic()
        terminal.press("space")
        time.sleep(SECONDS)
        terminal.press("space")
        passed = time.monotonic() - begin
        terminal.settle(0.6)
        return (made(terminal) - before) / passed, len(terminal.chunks) - chunks


def training(stepper: str) -> Figure:
    """Compare training with and without a screen, in turns."""
    ours, bare, pieces = [], [], []
    for _ in range(TURNS):
        rate, chunks = screen_rate(stepper)
        ours.append(rate)
        pieces.append(chunks / SECONDS)
        bare.append(bare_rate(stepper))
    first, second = statistics.median(ours), statistics.median(bare)
    more = f"{first:,.0f}/s of {second:,.0f}/s, {statistics.median(pieces):.0f} pieces/s"
    return Figure(f"training lost to the screen, {stepper}", 1 - first / second, 0.15, more)


def key_times(terminal: Terminal) -> list[float]:
    """Press the key of the glyphs; return the ms until each answer is on the screen."""
    times = []
    for number in range(KEYS):
        kind = ("block", "ascii", "braille")[number % 3]
        begin = time.monotonic()
        terminal.press("b")
        terminal.wait_for(f"drawn as {kind}")
        times.append((time.monotonic() - begin) * 1e3)
        time.sleep(0.11)  # people press keys at all moments of a picture's time
    return times


def keys(stepper: str) -> Figure:
    """Compare keys at full speed with keys while nothing trains."""
    with opened("--stepper", stepper) as paused, opened("--stepper", stepper) as playing:
        for terminal in (paused, playing):
            terminal.press("space")
            time.sleep(1.0)
        paused.press("space")
        paused.settle(0.6)
        still = key_times(paused)
        busy = key_times(playing)
    first, second = statistics.median(busy), statistics.median(still)
    more = f"{first:.1f} ms over {second:.1f} ms, most {max(busy):.0f} ms"
    return Figure(f"key at full speed, over paused, {stepper}", first / second, 3.0, more)


def map_bytes() -> list[Figure]:
    """Measure what a map costs on the line."""
    command = [sys.executable, "-m", "benchmarks.map_app"]
    sizes: dict[str, list[int]] = {"right": [], "f": []}
    with Terminal(command, size=SIZE) as terminal:
        terminal.wait_for("Map")
        terminal.settle(0.8)
        for key, count in (("right", 20), ("f", 10)):
            for _ in range(count):
                before = terminal.bytes_sent
                terminal.press(key)
                terminal.settle(0.25)
                sizes[key].append(terminal.bytes_sent - before)
    return [
        Figure("bytes: ten points by a cell, most", max(sizes["right"]), 400),
        Figure("bytes: full change of the map, most", max(sizes["f"]), 8000),
    ]


def main() -> int:
    """Print the figures; 1 where a target was missed."""
    figures = map_bytes()
    for stepper in ("numpy", "compiled"):
        figures += [training(stepper), keys(stepper)]
    print(f"{'120x36, groups':<44}{'value':>10}{'target':>10}")
    for figure in figures:
        print(figure)
    return int(any(figure.value > figure.target for figure in figures))


if __name__ == "__main__":
    sys.exit(main())
