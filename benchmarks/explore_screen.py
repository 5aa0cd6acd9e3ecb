"""The Explore screen in a terminal of 120x36, at 1,000, 100,000 and 1,000,000 words.

Run it with `python -m benchmarks.explore_screen [WORDS ...]`. The vectors are made by chance around
50 centers, 100 components, saved as .npz. A key is timed until its answer is on the screen, first
while rows are measured beside the screen, which the first word that is looked at begins.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.step_screen import Figure
from sgns_core.vectors import WordVectors
from sgns_tui.vectors_file import save_vectors
from tests.tui.terminal.harness import Terminal

SIZES = (1_000, 100_000, 1_000_000)
DIM = 100
KEYS = 12
TURNS = 5


def write_vectors(path: Path, words: int) -> None:
    """Write vectors of so many words around 50 centers."""
    rng = np.random.default_rng(1)
    centers = rng.standard_normal((50, DIM), np.float32)
    E = np.empty((words, DIM), np.float32)
    for start in range(0, words, 50_000):
        part = E[start : start + 50_000]
        part[:] = centers[rng.integers(0, 50, len(part))]
        part += rng.standard_normal(part.shape, np.float32)
    counts = (1e9 / (np.arange(words) + 10)).astype(np.int64) + 1
    vectors = WordVectors(words=[f"w{n:x}" for n in range(words)], E=E, counts=counts)
    save_vectors(str(path), vectors)


def timed(terminal: Terminal, keys: tuple[str, ...], until: str | Callable[[], bool]) -> float:
    """Press keys; return the ms until what they ask for is on the screen."""
    begin = time.monotonic()
    terminal.press(*keys)
    terminal.wait_for(until, 60.0)
    return (time.monotonic() - begin) * 1e3


def glyph_keys(terminal: Terminal) -> list[float]:
    """Return the ms of keys that draw all points anew."""
    times = []
    for number in range(KEYS):
        kind = ("block", "ascii", "braille")[number % 3]
        times.append(timed(terminal, ("b",), f"drawn as {kind}"))
        time.sleep(0.05)
    return times


def measured(words: int) -> list[Figure]:
    """Return the figures for so many words."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vectors.npz"
        write_vectors(path, words)
        begin = time.monotonic()
        with Terminal(
            [sys.executable, "-m", "sgns_tui", "explore", str(path)], size=(120, 36)
        ) as t:
            t.wait_for("q quit", 60.0)
            opening = time.monotonic() - begin
            t.settle(0.5)
            begin = time.monotonic()
            t.press("right")
            busy = glyph_keys(t)
            t.wait_for("Nearest to ", 60.0)
            measuring = time.monotonic() - begin
            still = glyph_keys(t)
            arrows, sizes = [], []
            for key in ("right", "down", "left", "up") * 3:
                before = t.screen_text().split("Nearest to ")[1][:12]
                sent = t.bytes_sent
                arrows.append(timed(t, (key,), partial(_other, t, before)))
                t.settle(0.2)
                sizes.append(t.bytes_sent - sent)
            searches, redraws, full = [], [], []
            for turn in range(TURNS):
                part = f"*{turn + 3}e*"
                t.press("g")
                t.wait_for("Draw which words?")
                t.press(*part)
                t.settle(0.2)
                searches.append(timed(t, ("enter",), f"fit {part}"))
                t.settle(0.3)
                t.press("n")
                t.wait_for("Draw how many")
                t.press(*"300")
                t.settle(0.2)
                sent = t.bytes_sent
                redraws.append(timed(t, ("enter",), "words: most frequent"))
                t.settle(0.3)
                full.append(t.bytes_sent - sent)
            t.press("q")
            t.exit_status(10.0)
    name = f"{words:,} words"
    return [
        Figure(f"{name}: opened, s", opening, 1.5 + words / 2e5),
        Figure(f"{name}: first list, rows measured, s", measuring, 2.0 + words / 1e5),
        Figure(f"{name}: key meanwhile, median ms", statistics.median(busy), 100),
        Figure(f"{name}: key, median ms", statistics.median(still), 50),
        Figure(f"{name}: next word with its list, median ms", statistics.median(arrows), 250),
        Figure(f"{name}: next word, most bytes", max(sizes), 4000),
        Figure(f"{name}: search drawn, median ms", statistics.median(searches), 400),
        Figure(f"{name}: 300 others drawn, median ms", statistics.median(redraws), 300),
        Figure(f"{name}: and their bytes, most", max(full), 8000),
    ]


def _other(terminal: Terminal, before: str) -> bool:
    text = terminal.screen_text()
    return "Nearest to " in text and text.split("Nearest to ")[1][:12] != before


def main() -> int:
    """Print the figures; 1 where a target was missed."""
    sizes = tuple(map(int, sys.argv[1:])) or SIZES
    figures = [figure for words in sizes for figure in measured(words)]
    print(f"{f'120x36, {DIM} components':<52}{'value':>10}{'target':>10}")
    for figure in figures:
        print(figure)
    return int(any(figure.value > figure.target for figure in figures))


if __name__ == "__main__":
    sys.exit(main())
