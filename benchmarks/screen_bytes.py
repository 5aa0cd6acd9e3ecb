"""Bytes of every screen by size and depth of colour: `python -m benchmarks.screen_bytes`.

What start-up sends until the screen rests, what a key that changes numbers sends (a median, and
the largest), and what a change of screen to it sends; then which bounds were missed. Bytes depend
on the machine hardly at all. Names of screens behind it measure these alone.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from tests.tui.terminal.harness import Terminal

PROGRAM = [sys.executable, "-m", "sgns_tui"]
KEYS = 15
SIZES = ((80, 24), (120, 36), (200, 60))
DEPTHS = ("256", "16", "none")


@dataclass(frozen=True)
class Screen:
    """A screen: its number, the keys that are measured in turn, and how many bytes may be taken."""

    number: str
    keys: tuple[str, ...]
    command: tuple[str, ...] | None = None
    """What starts the program on it, where something does."""
    median: int = 8_000
    most: int = 8_000
    whole: int = 10_000


SCREENS = {
    "Step": Screen("1", ("right",), ("--example", "groups"), median=250, most=800),
    "Train": Screen("2", (".",), ("watch",)),
    "Noise": Screen("3", ("right", "left")),
    "Batch": Screen("4", ("right",)),
    "PMI": Screen("5", (".",)),
    "Cost": Screen("6", ("right",)),
    "Explore": Screen("7", ("right", "left")),
}


@dataclass(frozen=True)
class Row:
    """Bytes of one screen in one size and depth; start: None where nothing starts on it."""

    name: str
    size: tuple[int, int]
    depth: str
    start: int | None
    keys: list[int]
    change: int

    def __str__(self) -> str:
        """Return a row of the table."""
        columns, rows = self.size
        start = "-" if self.start is None else f"{self.start:,}"
        median = statistics.median(self.keys)
        return (
            f"| {self.name:<7} | {columns}x{rows} | {self.depth:>4} | {start:>6} |"
            f" {median:>5,.0f} | {max(self.keys):>6,} | {self.change:>6,} |"
        )

    def missed(self) -> Iterator[str]:
        """Yield every bound that was missed, with what it is."""
        bounds = SCREENS[self.name]
        for what, value, bound in (
            ("start", self.start or 0, bounds.whole),
            ("a key", statistics.median(self.keys), bounds.median),
            ("largest", max(self.keys), bounds.most),
            ("change of screen", self.change, bounds.whole),
        ):
            if value > bound:
                columns, rows = self.size
                yield f"{self.name} {columns}x{rows} {self.depth}, {what}: {value:,} over {bound:,}"


def sent(terminal: Terminal, *keys: str) -> int:
    """Press keys and return the bytes that came of it."""
    before = terminal.bytes_sent
    terminal.press(*keys)
    terminal.settle(0.25)
    return terminal.bytes_sent - before


def measure(names: Sequence[str], size: tuple[int, int], depth: str) -> Iterator[Row]:
    """Measure screens in one size and depth: each by a program that starts on it, or on Step."""
    for name in names:
        screen = SCREENS[name]
        away = "2" if screen.number == "1" else "1"
        command = [*PROGRAM, *(screen.command or ("--example", "groups")), "--color", depth]
        with tempfile.TemporaryDirectory() as home:
            environ = {"HOME": home, "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
            with Terminal(command, size=size, environ=environ) as terminal:
                terminal.wait_for("q quit")
                terminal.settle(0.5)
                start = terminal.bytes_sent if screen.command else None
                sent(terminal, screen.number)
                keys = [sent(terminal, key) for key in islice(cycle(screen.keys), KEYS)]
                sent(terminal, away)
                yield Row(name, size, depth, start, keys, sent(terminal, screen.number))


def main() -> int:
    """Print the table, and below it what was missed; 1 where something was."""
    names = sys.argv[1:] or list(SCREENS)
    print("| screen | size | colours | start | a key | largest | change of screen |")
    print("|---|---|---|---|---|---|---|")
    missed: list[str] = []
    for size in SIZES:
        for depth in DEPTHS:
            for row in measure(names, size, depth):
                print(row, flush=True)
                missed += row.missed()
    print("\n".join(["", *(missed or ["no bound missed"])]))
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
