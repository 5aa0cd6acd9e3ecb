"""The screens Noise, Batch, PMI and Cost in a terminal: bytes of their keys, and time to repaint.

Run it with `python -m benchmarks.theory_screens`. A key's bytes are all that comes until the
terminal is quiet; its time is until the screen differs, beside a bare Textual app's key, turn by
turn. Most keys here change nearly every number on the screen, as a small stage does not.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence

from benchmarks.step_screen import BARE, PROGRAM, Figure
from tests.tui.terminal.harness import Terminal

SIZES = ((80, 24), (120, 36))
SOURCE = "groups"
KEYS: dict[str, tuple[str, Sequence[str]]] = {
    "3 Noise": (
        "How are negatives drawn?",
        ["right", "left", "n", "p", "d", "right", "s", "."] * 2,
    ),
    "4 Batch": ("What if the other", ["o", "m", "x", "+", "right", "left", "n", "n", "p"] * 2),
    "5 PMI": ("What do the scores learn?", [".", ".", ",", ">", "<", "s", "s", "tab"] * 2),
    "6 Cost": ("What does the softmax", ["right", "right", "left", "x", "x", "b", "t"] * 2),
}
GROUPED = 3_000  # bytes that a key may cost where it changes every number


def pressed(terminal: Terminal, key: str) -> tuple[int, float]:
    """Press a key; return its bytes, and the ms until the first of them."""
    before, begin = terminal.bytes_sent, time.monotonic()
    terminal.press(key)
    while terminal.bytes_sent == before and time.monotonic() - begin < 2:
        time.sleep(0.0005)
    took = (time.monotonic() - begin) * 1e3
    terminal.settle(0.15)
    return terminal.bytes_sent - before, took


def figures(size: tuple[int, int]) -> list[Figure]:
    """Measure every screen in one size."""
    found = []
    shown = "{}x{}".format(*size)
    command = [*PROGRAM, "--example", SOURCE]
    with Terminal(command, size=size) as ours, Terminal(BARE, size=size) as bare:
        ours.wait_for("q quit")
        bare.wait_for("count 0")
        ours.settle(0.8)
        bare.settle(0.8)
        for name, (ready, keys) in KEYS.items():
            before = ours.bytes_sent
            ours.press(name[0])
            ours.wait_for(ready)
            ours.settle(0.4)
            found.append(Figure(f"{shown} {name}: opening", ours.bytes_sent - before, 10_000))
            sizes, times, beside = [], [], []
            for key in keys:
                count, took = pressed(ours, key)
                sizes.append(count)
                times.append(took)
                beside.append(pressed(bare, "right")[1])
            most = max(range(len(sizes)), key=sizes.__getitem__)
            first, second = statistics.median(times), statistics.median(beside)
            found += [
                Figure(f"{shown} {name}: a key, median", statistics.median(sizes), GROUPED),
                Figure(f"{shown} {name}: a key, most", sizes[most], 2 * GROUPED, keys[most]),
                Figure(
                    f"{shown} {name}: key to repaint, over bare",
                    first / second,
                    10,
                    f"{first:.1f} ms over {second:.1f} ms",
                ),
            ]
        before = ours.bytes_sent
        time.sleep(2)
        found.append(Figure(f"{shown} bytes while idle for 2 s", ours.bytes_sent - before, 0))
    return found


def main() -> int:
    """Print the figures; 1 where a target was missed."""
    found = [figure for size in SIZES for figure in figures(size)]
    print(f"{SOURCE:<44}{'value':>10}{'target':>10}")
    for figure in found:
        print(figure)
    return int(any(figure.value > figure.target for figure in found))


if __name__ == "__main__":
    sys.exit(main())
