"""The Train screen in a terminal of 120x36: training beside it, keys under load, bytes.

Run it with `python -m benchmarks.train_screen`. Training is compared with the same loop without
pictures, in turns in one run, and keys with the same keys while the run stands still.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.step_screen import Figure
from tests.tui.terminal.harness import Terminal

SIZE = (120, 36)
PROGRAM = [str(Path(sys.executable).with_name("python")), "-m", "sgns_tui", "watch"]
TURNS = 10
KEYS = 40


def opened(*options: str) -> Terminal:
    """Open the Train screen and wait until it is quiet."""
    terminal = Terminal([*PROGRAM, *options], size=SIZE)
    terminal.wait_for("q quit")
    terminal.settle(0.8)
    return terminal


def training(stepper: str) -> Figure:
    """Compare training with pictures and without them, in turns in one run."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rates"
        command = [sys.executable, "-m", "benchmarks.train_share_app", stepper, str(file)]
        with Terminal([*command, str(TURNS)], size=SIZE) as terminal:
            terminal.exit_status(30.0 + 4 * TURNS)
            pieces = len(terminal.chunks)
        turns = [tuple(map(float, line.split())) for line in file.read_text().splitlines()]
    lost = statistics.median(1 - ours / bare for bare, ours in turns)
    bare, ours = (statistics.median(rates) for rates in zip(*turns, strict=True))
    more = f"{ours:,.0f}/s of {bare:,.0f}/s, {pieces} pieces"
    return Figure(f"training lost to the screen, {stepper}", lost, 0.15, more)


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
