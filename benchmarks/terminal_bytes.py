"""Bytes and latency of the output driver, beside Textual's own: `-m benchmarks.terminal_bytes`.

Run it with `python -m benchmarks.terminal_bytes`. The app is the demo of five panes from the
tests, in 120x36 and 256 colours. Times depend on the machine and on what else runs; bytes hardly.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

from tests.tui.terminal.harness import Terminal

DRIVERS = ("own", "textual")
ENVIRON = {"own": {}, "textual": {"TEXTUAL_COLOR_SYSTEM": "256"}}
KEYS = 60


def started(
    driver: str, *options: str, size: tuple[int, int] = (120, 36), rate: int | None = None
) -> Terminal:
    """Start the demo and wait until it is quiet."""
    command = [sys.executable, "-m", "tests.tui.terminal.demo", "--driver", driver, *options]
    terminal = Terminal(command, size=size, environ=ENVIRON[driver], rate=rate)
    terminal.wait_for("─╮")
    terminal.settle(0.6)
    return terminal


def pressed(terminal: Terminal, key: str, count: int) -> tuple[list[int], list[float], list[float]]:
    """Press a key so often; return bytes, and ms to the first and to the last of them."""
    sizes, firsts, lasts = [], [], []
    for _ in range(count):
        seen = len(terminal.chunks)
        before = time.monotonic()
        terminal.press(key)
        terminal.wait_for(has_more(terminal, seen))
        terminal.settle(0.12)
        chunks = terminal.chunks[seen:]
        sizes.append(sum(size for _, size in chunks))
        firsts.append((chunks[0][0] - before) * 1e3)
        lasts.append((chunks[-1][0] - before) * 1e3)
    return sizes, firsts, lasts


def has_more(terminal: Terminal, chunks: int) -> Callable[[], bool]:
    """Return a condition: more output than so many chunks."""
    return lambda: len(terminal.chunks) > chunks


def report(what: str, driver: str, values: list[float] | list[int], unit: str) -> None:
    """Print median and range."""
    print(f"{what:<42}{driver:>8}  median {statistics.median(values):>9.1f} {unit:<6}"
          f" min {min(values):>9.1f}  max {max(values):>9.1f}")  # fmt: skip


def panes(driver: str) -> None:
    """Start-up, idling, and a key that changes one line and the footer."""
    with started(driver) as terminal:
        report("start-up, five panes", driver, [terminal.bytes_sent], "bytes")
        before = terminal.bytes_sent
        time.sleep(2)
        report("idle for 2 s", driver, [terminal.bytes_sent - before], "bytes")
        sizes, firsts, lasts = pressed(terminal, "right", KEYS)
        report("a key: one line and the footer", driver, sizes, "bytes")
        report("  key to first byte", driver, firsts, "ms")
        report("  key to last byte", driver, lasts, "ms")


def points(driver: str) -> None:
    """Ten moved points of a map of 110x32 cells."""
    with started(driver, "--map-only", size=(112, 34)) as terminal:
        sizes, firsts, _ = pressed(terminal, "m", 20)
        report("10 moved points of 300, 110x32", driver, sizes, "bytes")
        report("  key to first byte", driver, firsts, "ms")


def throttled(driver: str, rate: int) -> None:
    """How long until a key shows while the whole map moves twenty times a second."""
    with started(driver, rate=rate) as terminal:
        terminal.press("a")
        time.sleep(2)
        times = []
        for number in range(1, 16 if driver == "own" else 3):
            before = time.monotonic()
            terminal.press("right")
            terminal.wait_for(f"steps {number} ", 120)
            times.append((time.monotonic() - before) * 1e3)
            time.sleep(0.15)
        report(f"key shown, map moving, {rate // 1000} kB/s", driver, times, "ms")
        before = time.monotonic()
        terminal.press("q")
        terminal.exit_status()
        report("  leaving", driver, [(time.monotonic() - before) * 1e3], "ms")


def main() -> None:
    """Measure all, each for both drivers."""
    measures: list[Callable[[str], None]] = [
        panes,
        points,
        lambda driver: throttled(driver, 50_000),
        lambda driver: throttled(driver, 10_000),
    ]
    for measure in measures:
        for driver in DRIVERS:
            measure(driver)


if __name__ == "__main__":
    main()
