"""An app of five panes to try the driver on: `python -m tests.tui.terminal.demo --driver own`."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import warnings
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.drivers.linux_driver import LinuxDriver
from textual.message_pump import MessagePump
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import DataTable, Footer, Input, OptionList, Static

from sgns_tui.in_turn import in_turn
from sgns_tui.terminal.choice import choose_terminal
from sgns_tui.terminal.driver import GridDriver, driver_for
from sgns_tui.terminal.leaving import LeavingApp, install, run_app

DOTS = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])
COLORS = [Style(color=f"rgb({r},{g},{b})") for r, g, b in
          [(250, 120, 60), (90, 200, 120), (90, 140, 250), (230, 210, 90)]]  # fmt: skip


class Map(Widget):
    """Three hundred points in braille; `move` moves some of them a little."""

    def __init__(self) -> None:
        super().__init__()
        self.chance = np.random.default_rng(5)
        self.points = self.chance.random((300, 2))

    def move(self, count: int) -> None:
        chosen = self.chance.choice(len(self.points), count, replace=False)
        steps = self.chance.normal(0.0, 0.01, (count, 2))
        self.points[chosen] = np.clip(self.points[chosen] + steps, 0, 0.999)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        columns, rows = (self.points * (width * 2, height * 4)).astype(int).T
        here = rows // 4 == y
        cells = np.zeros(width, int)
        owner = np.zeros(width, int)
        np.bitwise_or.at(cells, columns[here] // 2, DOTS[rows[here] % 4, columns[here] % 2])
        owner[columns[here] // 2] = np.flatnonzero(here) % len(COLORS)
        ground = self.rich_style
        segments = [
            Segment(chr(0x2800 + cell), ground + COLORS[color])
            for cell, color in zip(cells, owner, strict=True)
        ]
        return Strip(Segment.simplify(segments), width)


class Question(ModalScreen[None]):
    """A screen that is pushed over the other."""

    DEFAULT_CSS = "Question { align: center middle; } Question Vertical { width: 40; height: 9; }"
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss", "Back")]

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static("Really leave?")
            field = Input("漢字 and more")
            field.cursor_blink = False
            yield field
            yield OptionList("yes", "no", "perhaps")


class Demo(LeavingApp):
    """Five panes: a line that keys change, a table, a field, a list, a map."""

    CSS = """
    #left { width: 44; } Static, DataTable, OptionList { border: round $primary; }
    #line { height: 5; } DataTable { height: 12; }
    Map { width: 1fr; height: 1fr; border: round $secondary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("right", "step", "Step"), ("a", "animate", "Animate"), ("m", "move", "Move"),
        ("s", "push_screen('question')", "Ask"), ("x", "fail", "Fail"), ("u", "hostile", "Words"),
        ("b", "block", "Block"), ("w", "scrawl", ""),
        ("ctrl+z", "suspend_process", "Stop"), ("q", "quit", "Leave"),
    ]  # fmt: skip
    SCREENS: ClassVar[dict[str, Any]] = {"question": Question}
    ENABLE_COMMAND_PALETTE = False

    steps = 0
    moves = 0
    timer: Any = None

    map_only = False
    count_keys = False
    keys_done = 0

    async def on_event(self, event: events.Event) -> None:
        """Write in the title, where that is wished, how many keys have had all their effect."""
        typed = self.count_keys and isinstance(event, events.Key) and not event.is_forwarded
        way = self.way() if typed else []
        await super().on_event(event)
        if typed:
            in_turn(way, self.settle)

    def way(self) -> list[MessagePump]:
        """Return all that a key may go through."""
        return list((self.focused or self.screen).ancestors_with_self)

    def settle(self, rounds: int = 3) -> None:
        """Wait for what a key has set going: a screen is put up, then mounted, then has a focus."""
        if rounds:
            then = partial(self.settle, rounds - 1)
            self.call_after_refresh(lambda: in_turn(self.way(), then))
        elif self._driver is not None:
            self.keys_done += 1
            self._driver.write(f"\x1b]2;{self.keys_done} keys\x07")

    def on_load(self) -> None:
        install(self)

    def compose(self) -> ComposeResult:
        if self.map_only:
            yield Map()
            return
        with Horizontal():
            with Vertical(id="left"):
                yield Static("steps 0", id="line")
                yield DataTable[Any]()
                yield Input(placeholder="a word", id="field")
                yield OptionList("king", "queen", "café", "👍 emoji", "漢字", id="list")
            yield Map()
        yield Footer()

    def on_mount(self) -> None:
        if self.map_only:
            return
        self.query_one(Input).cursor_blink = False  # so that two of these show the same
        table = self.query_one(DataTable[Any])
        table.add_columns("word", "score", "error")
        for row, word in enumerate(["king", "queen", "man", "woman", "слово", "漢字"]):
            table.add_row(word, f"{row / 7:.4f}", f"{-row / 9:+.4f}")
        self.query_one("#list").focus()

    def action_step(self) -> None:
        self.steps += 1
        self.query_one("#line", Static).update(
            Content(f"steps {self.steps}\nloss {0.7**self.steps:.6f}")
        )
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        # The keys in the footer depend on the stage, as they do in the app.
        return action != "block" or self.steps % 2 == 0

    def action_move(self) -> None:
        self.moves += 1
        self.query_one(Map).move(10)
        self.query_one(Map).border_subtitle = f"moves {self.moves}"

    def action_animate(self) -> None:
        self.timer = self.set_interval(1 / 20, self.animate_map)

    def animate_map(self) -> None:
        driver = self._driver
        if not isinstance(driver, GridDriver) or driver.line_is_free:
            self.query_one(Map).move(300)

    def action_scrawl(self) -> None:
        for descriptor in (1, 2):
            os.write(descriptor, b"written by a library \x1b[31m\n")
        print("printed", file=sys.__stderr__, flush=True)
        warnings.warn("of a library", stacklevel=1)
        self.action_step()

    def action_fail(self) -> None:
        raise ValueError("a fault\nin two lines")

    def action_hostile(self) -> None:
        words = "\x1b]0;stolen\x07 \x1b[?1000h \x1b[2J bell\x07 \x9b?1002h \x85 end"
        self.query_one("#line", Static).update(Content(words))

    def action_block(self) -> None:
        time.sleep(3600)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--driver", choices=["own", "textual"], default="own")
    parser.add_argument("--color", default="auto")
    parser.add_argument("--glyphs", default="auto")
    parser.add_argument("--log", type=Path, default=Path(tempfile.gettempdir()))
    parser.add_argument("--map-only", action="store_true")
    parser.add_argument("--count-keys", action="store_true")
    options = parser.parse_args()
    Demo.map_only, Demo.count_keys = options.map_only, options.count_keys
    choice = choose_terminal(os.environ, options.color, options.glyphs)
    driver = driver_for(choice) if options.driver == "own" else LinuxDriver
    return run_app(Demo(driver_class=driver), options.log)


if __name__ == "__main__":
    sys.exit(main())
