"""A monkey at the keyboard: random keys, pastes and resizes over all screens, from a seed.

`python -m tests.tui.monkey 20000` presses so many keys and prints the seed, the keys pressed, and
how much memory the program takes on the way; a fault ends it with the last keys before it. It fails
too where a screen was never reached, or where memory grows by more than GROWTH after a warm-up.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
from collections import Counter, deque
from dataclasses import dataclass, field
from pathlib import Path

from textual import events

from sgns_tui.app import SCREENS
from sgns_tui.keys import KEYS, textual_names
from sgns_tui.preferences import ScreenOptions
from tests.tui.exploring_tools import exploring
from tests.tui.piloting import Hand, opened

TABLE = sorted({name for key in KEYS for typed in key.keys for name in textual_names(typed)})
OTHERS = [
    *"abcxyz0123456789.-=,", "space", "enter", "escape", "backspace", "delete", "tab", "up", "down",
    "left", "right", "home", "end", "pageup", "pagedown", "f1", "f12", "alt+q", "ctrl+z", "ctrl+d",
    "shift+tab", "ctrl+w", "ctrl+u", "漢", "é", "\u202e", "ctrl+@", "ctrl+underscore",
]  # fmt: skip
PASTES = [
    "", "a", "the cat sat on the mat\nthe dog", "[bold]x[/] $y [@click=app.quit]", "\x1b[31mred",
    "\u202eabc\u0301\ud83d", "漢字 e\u0301 👩‍🚀", "a\tb\x00c" * 200, "1e400",
    "-1", "nan", "99999999999",
]  # fmt: skip
SIZES = [(120, 36), (80, 24), (60, 20), (59, 19), (200, 60), (100, 30), (40, 10), (20, 5), (3, 2)]
TO_SCREENS = [key for action in SCREENS for key in
              next(entry.keys for entry in KEYS if entry.action == f"{action}_screen")]  # fmt: skip
WARM_UP = 0.4  # of all keys: sessions are opened, screens made, histories filled to their limits
GROWTH = 2.0  # MB per 1,000 keys after that
# What stops a monkey from leaving stays out of its reach; what it saves goes to an empty folder.


@dataclass
class Monkey:
    """What it does next follows from the seed and from what it did before."""

    seed: int
    chance: random.Random = field(init=False)
    last: deque[str] = field(init=False)
    seen: Counter[str] = field(init=False)
    """How many keys each screen was given."""

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.last = deque(maxlen=40)
        self.seen = Counter()

    async def act(self, hand: Hand) -> int:
        """Press a burst of keys, paste, or resize; return how many keys it was."""
        what = self.chance.random()
        if what < 0.04:
            width, height = self.chance.choice(SIZES)
            self.last.append(f"{width}x{height}")
            await hand.pilot.resize_terminal(width, height)
            return 0
        if what < 0.08:
            text = self.chance.choice(PASTES)
            self.last.append(f"paste {text[:20]!r}")
            hand.app.post_message(events.Paste(text))
            await hand.pilot.pause()
            return 1
        if what < 0.14:  # a number that leads to a screen, out of whatever asks or explains
            for key in ("escape", self.chance.choice(TO_SCREENS)):
                self.press(hand, key)
                await hand.pilot.pause()
            return 2
        burst = self.chance.choice((1, 1, 2, 5, 20))
        # Held keys are the same one many times.
        if self.chance.random() < 0.3:
            keys = [self.chance.choice(TABLE)] * burst
        else:
            keys = [self.chance.choice(TABLE if self.chance.random() < 0.6 else OTHERS)
                    for _ in range(burst)]  # fmt: skip
        for key in keys:
            self.press(hand, key)
        await hand.pilot.pause()
        return burst

    def press(self, hand: Hand, key: str) -> None:
        """Press a key as the terminal would hand it on."""
        if key in {"slash", "period"} and hand.app.front.is_asking:
            return  # no path out of its own folder
        self.last.append(key)
        self.seen[hand.app.front.NAME] += 1
        character = {"space": " ", "enter": "\r", "tab": "\t"}.get(key, key)
        character = _CHARACTERS.get(key, character)
        event = events.Key(key, character if len(character) == 1 else None)
        event.set_sender(hand.app)
        hand.app.post_message(event)


_CHARACTERS = {
    "full_stop": ".", "comma": ",", "plus": "+", "equals_sign": "=", "minus": "-",
    "question_mark": "?", "colon": ":", "less_than_sign": "<", "greater_than_sign": ">",
}  # fmt: skip


def memory() -> float:
    """Return the MB that this process takes now."""
    with Path("/proc/self/statm").open() as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6


def growth(sizes: list[float], keys: int) -> float:
    """Return by how many MB per 1,000 keys memory grew after the warm-up.

    sizes: the MB taken at as many equal distances. The slope is that of a straight line through
    them (least squares), so that one large source opened late does not decide.
    """
    rest = sizes[int(len(sizes) * WARM_UP) :]
    apart = keys / len(sizes) / 1000
    middle, mean = (len(rest) - 1) / 2, sum(rest) / len(rest)
    rise = sum((at - middle) * (size - mean) for at, size in enumerate(rest))
    return rise / sum((at - middle) ** 2 for at in range(len(rest))) / apart


async def play(seed: int, keys: int, report: int = 0) -> tuple[Monkey, list[float]]:
    """Let a monkey play; return it, and the MB taken every `report` keys."""
    monkey = Monkey(seed)
    first = monkey.chance.choice(tuple(SCREENS))
    example = monkey.chance.choice(("worked", "groups", "pair", "collision", "overshoot"))
    sizes: list[float] = []
    screens = ScreenOptions(first=first, bandwidth=seed % 2 == 0)
    vectors = exploring() if monkey.chance.random() < 0.5 else None
    async with opened(example, screens=screens, exploring=vectors) as hand:
        hand.app.exit = lambda *args, **kwargs: None  # type: ignore[method-assign]
        pressed = 0
        try:
            while pressed < keys:
                before = pressed
                pressed += await monkey.act(hand)
                if hand.app.fault is not None or hand.app._exception is not None:
                    raise AssertionError(hand.app.fault or hand.app._exception)
                if report and pressed // report > before // report:
                    sizes.append(memory())
                    print(f"{pressed:>6} keys  {sizes[-1]:6.1f} MB", flush=True)  # noqa: T201
        except BaseException:
            print(f"seed {seed}, after {pressed} keys: {' '.join(monkey.last)}", flush=True)  # noqa: T201
            raise
    return monkey, sizes


def main() -> None:
    """Play for as many keys as are named, from a seed if one is, in a folder of its own."""
    keys = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    print(f"seed {seed}, {keys} keys")  # noqa: T201
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        monkey, sizes = asyncio.run(play(seed, keys, max(1, keys // 40)))
    grown = growth(sizes, keys)
    print(f"keys by screen: {dict(monkey.seen)}; {grown:+.2f} MB per 1,000 keys")  # noqa: T201
    missed = [name for name in SCREENS if not monkey.seen[name]]
    if missed:
        sys.exit(f"never reached: {', '.join(missed)}")
    if grown > GROWTH:
        sys.exit(f"memory grew by more than {GROWTH} MB per 1,000 keys")


if __name__ == "__main__":
    main()
