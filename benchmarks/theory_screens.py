"""The screens Noise, Batch, PMI and Cost in a terminal: bytes of their keys, and time to repaint.

Run it with `python -m benchmarks.theory_screens`. A key's bytes are all that comes until the
terminal is quiet; its time is until the screen differs, beside a bare Textual app's key, turn by
turn. Keys are of two kinds, each held to the bars of a screen: one that moves the focus or shows
one more thing, as a small stage of Step does; and one after which nearly every number is another,
as after a full change of the picture of Train. On a small screen Tab is of the second kind: it
brings another pane into view. `3 4` behind it measures these screens alone.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.step_screen import BARE, PROGRAM, Figure
from tests.tui.terminal.harness import Terminal

SIZES = ((80, 24), (120, 36))
SOURCE = "groups"


@dataclass(frozen=True)
class Kind:
    """A kind of key: its bytes in the median and at most, and its time in that of a bare app."""

    name: str
    median: int
    most: int
    times: float


SMALL = Kind("small", 250, 800, 1.5)
FULL = Kind("all numbers", 8_000, 8_000, 3.0)
TURNS = 2
WIDE = 110  # columns from which panes stand side by side
# On Noise s goes on until the power is that of the start, so that each key changes something.
KEYS: dict[str, tuple[str, dict[Kind, list[str]]]] = {
    "3 Noise": (
        "How are negatives drawn?",
        {
            SMALL: ["n", "n", "p", "tab", "n", "shift+tab"],
            FULL: ["right", "left", "d", "s", "s", "s", "s"],
        },
    ),
    "4 Batch": (
        "What if the other",
        {
            SMALL: ["tab", "shift+tab"],
            FULL: ["o", "m", "x", "+", "right", "left", ".", "n", "p"],
        },
    ),
    "5 PMI": (
        "What do the scores learn?",
        {SMALL: ["tab", "tab", "shift+tab", "shift+tab"], FULL: [".", ",", ">", "<", "s"]},
    ),
    "6 Cost": (
        "What does the softmax",
        {SMALL: ["x", "x", "tab", "shift+tab"], FULL: ["right", "left", "b", "t"]},
    ),
}


def pressed(terminal: Terminal, key: str) -> tuple[int, float]:
    """Press a key; return its bytes, and the ms until the first of them."""
    before, begin = terminal.bytes_sent, time.monotonic()
    terminal.press(key)
    while terminal.bytes_sent == before and time.monotonic() - begin < 2:
        time.sleep(0.0005)
    took = (time.monotonic() - begin) * 1e3
    terminal.settle(0.15)
    return terminal.bytes_sent - before, took


def _of_size(keys: dict[Kind, list[str]], size: tuple[int, int]) -> dict[Kind, list[str]]:
    """Return the keys by kind, as they are in this size."""
    if size[0] >= WIDE:
        return keys
    small, full = keys[SMALL], keys[FULL]
    moving = [key for key in small if "tab" in key]
    kept = [key for key in small if key not in moving]
    return {kind: found for kind, found in ((SMALL, kept), (FULL, full + moving)) if found}


def of_kind(ours: Terminal, bare: Terminal, name: str, kind: Kind, keys: list[str]) -> list[Figure]:
    """Press the keys in turns with the bare app's."""
    sizes, times, beside = [], [], []
    for key in keys:  # what is made once is made before
        pressed(ours, key)
    for key in keys * TURNS:
        count, took = pressed(ours, key)
        sizes.append(count)
        if count:  # what is out of sight on a small screen changes nothing, and has no time
            times.append(took)
        beside.append(pressed(bare, "right")[1])
    most = max(range(len(sizes)), key=sizes.__getitem__)
    first, second = statistics.median(times), statistics.median(beside)
    return [
        Figure(f"{name}: median", statistics.median(sizes), kind.median),
        Figure(f"{name}: most", sizes[most], kind.most, (keys * TURNS)[most]),
        Figure(
            f"{name}: over bare", first / second, kind.times, f"{first:.1f} ms over {second:.1f} ms"
        ),
    ]


def figures(size: tuple[int, int], chosen: Sequence[str]) -> list[Figure]:
    """Measure every screen, or those whose keys are given, in one size."""
    found = []
    shown = "{}x{}".format(*size)
    command = [*PROGRAM, "--example", SOURCE]
    with Terminal(command, size=size) as ours, Terminal(BARE, size=size) as bare:
        ours.wait_for("q quit")
        bare.wait_for("count 0")
        ours.settle(0.8)
        bare.settle(0.8)
        for name, (ready, keys) in KEYS.items():
            if chosen and name[0] not in chosen:
                continue
            before = ours.bytes_sent
            ours.press(name[0])
            ours.wait_for(ready)
            ours.settle(0.4)
            found.append(Figure(f"{shown} {name}: opening", ours.bytes_sent - before, 10_000))
            for kind, pressing in _of_size(keys, size).items():
                found += of_kind(ours, bare, f"{shown} {name}, {kind.name}", kind, pressing)
        before = ours.bytes_sent
        time.sleep(2)
        found.append(Figure(f"{shown} bytes while idle for 2 s", ours.bytes_sent - before, 0))
    return found


def main() -> int:
    """Print the figures; 1 where a target was missed."""
    found = [figure for size in SIZES for figure in figures(size, sys.argv[1:])]
    print(f"{SOURCE:<44}{'value':>10}{'target':>10}")
    for figure in found:
        print(figure)
    return int(any(figure.value > figure.target for figure in found))


if __name__ == "__main__":
    sys.exit(main())
