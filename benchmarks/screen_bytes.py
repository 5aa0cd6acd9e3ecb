"""Bytes of every screen by size and depth of colour: `python -m benchmarks.screen_bytes`.

What start-up sends until the screen rests, what a key that changes numbers sends (a median),
and what a change of screen to it sends. Bytes depend on the machine hardly at all.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile

from tests.tui.terminal.harness import Terminal

SCREENS = {"Step": ("1", "right"), "Train": ("2", ".")}
SIZES = ((80, 24), (120, 36), (200, 60))
DEPTHS = ("256", "16", "none")
KEYS = 15


def sent(terminal: Terminal, *keys: str) -> int:
    """Press keys and return the bytes that came of it."""
    before = terminal.bytes_sent
    terminal.press(*keys)
    terminal.settle(0.25)
    return terminal.bytes_sent - before


def measure(screen: str, size: tuple[int, int], depth: str) -> str:
    """Return a row of the table."""
    key, moves = SCREENS[screen]
    other = next(one[0] for name, one in SCREENS.items() if name != screen)
    command = [sys.executable, "-m", "sgns_tui"]
    command += ["watch"] if screen == "Train" else ["--example", "groups"]
    with tempfile.TemporaryDirectory() as home:
        environ = {"HOME": home, "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
        with Terminal([*command, "--color", depth], size=size, environ=environ) as terminal:
            terminal.wait_for("q quit")
            terminal.settle(0.5)
            start = terminal.bytes_sent
            each = [sent(terminal, moves) for _ in range(KEYS)]
            sent(terminal, other)
            change = sent(terminal, key)
    columns, rows = size
    return (
        f"| {screen:<5} | {columns}x{rows} | {depth:>4} | {start:>6,} |"
        f" {statistics.median(each):>5,.0f} | {max(each):>5,} | {change:>6,} |"
    )


def main() -> None:
    """Print the table."""
    print("| screen | size | colours | start | a key | largest | change of screen |")
    print("|---|---|---|---|---|---|---|")
    for screen in SCREENS:
        for size in SIZES:
            for depth in DEPTHS:
                print(measure(screen, size, depth), flush=True)


if __name__ == "__main__":
    main()
