"""The Train screen at full speed, with and without pictures in turns: what they cost training.

Started by `benchmarks.train_screen` in a terminal: `python -m benchmarks.train_share_app STEPPER
FILE TURNS` writes a line for each turn: updates a second without pictures, and with them. Without
pictures the app sleeps, so that the loop is what it is without a screen.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from sgns_tui.app import SgnsApp
from sgns_tui.opening import SourceOptions
from sgns_tui.preferences import ScreenOptions
from sgns_tui.screens.train import TrainScreen
from sgns_tui.session_opening import open_session
from sgns_tui.terminal.choice import choose_terminal

SECONDS = 1.0


class ShareApp(SgnsApp, inherit_bindings=False):
    """Plays, and counts what is made in turns."""

    stepper = "numpy"
    file = Path("share.txt")
    turns = 10

    def on_mount(self) -> None:
        """Begin to play."""
        super().on_mount()
        self.rates: list[list[float]] = [[], []]
        self.set_timer(0.5, self.begin)

    def begin(self) -> None:
        """Warm up."""
        screen = self.front
        assert isinstance(screen, TrainScreen)
        self.train = screen
        self.ready = screen.trainer.ready
        self.drawing = True
        screen.act("play")
        self.set_timer(2.0, self.start_turn)

    def start_turn(self) -> None:
        """Give pictures, or none, for a while."""
        trainer = self.train.trainer
        self.drawing = not self.drawing
        if self.drawing:
            trainer.ready = self.ready  # type: ignore[method-assign]
            self.ready()
        else:
            trainer.ready = lambda: None  # type: ignore[method-assign]
            trainer._ready = False
        # Half a picture's time, so that what was begun is over.
        self.set_timer(0.3, self.count)

    def count(self) -> None:
        """Count from here."""
        with self.train.trainer.held():
            self.since = (self.session.update, time.perf_counter())
        self.set_timer(SECONDS, self.end_turn)

    def end_turn(self) -> None:
        """Note the rate; go on, or leave."""
        with self.train.trainer.held():
            update, begin = self.since
            passed = time.perf_counter() - begin
            self.rates[self.drawing].append((self.session.update - update) / passed)
        if len(self.rates[1]) < self.turns:
            self.start_turn()
            return
        lines = [f"{a} {b}" for a, b in zip(*self.rates, strict=True)]
        self.file.write_text("\n".join(lines))
        self.exit(return_code=0)


def main() -> None:
    """Run it."""
    stepper, file, turns = sys.argv[1:]
    options = SourceOptions(example="groups", stepper=stepper)
    ShareApp.file, ShareApp.turns = Path(file), int(turns)
    choice = choose_terminal(os.environ, "auto", "auto")
    screens = ScreenOptions(first="train")
    ShareApp(open_session(options), options, choice, screens=screens).run(mouse=False)


if __name__ == "__main__":
    main()
