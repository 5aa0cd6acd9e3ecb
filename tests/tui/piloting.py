"""The app without a terminal: opened in a size, driven by keys, read as lines of text."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, ParamSpec

from textual.pilot import Pilot

from sgns_tui.app import SgnsApp
from sgns_tui.exploring import Exploring
from sgns_tui.keys import textual_names
from sgns_tui.opening import SourceOptions
from sgns_tui.panes.prompt import Prompt
from sgns_tui.preferences import Preferences, ScreenOptions
from sgns_tui.recent import RecentFiles
from sgns_tui.screens.explore import ExploreScreen
from sgns_tui.screens.step import StepScreen
from sgns_tui.screens.train import TrainScreen
from sgns_tui.session import Session
from sgns_tui.session_opening import open_session
from sgns_tui.terminal.choice import choose_terminal
from sgns_tui.unfinished import Unfinished

P = ParamSpec("P")


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Let pytest and hypothesis run an async test."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


@dataclass
class Hand:
    """A person at the keyboard of an app that runs."""

    app: SgnsApp
    pilot: Pilot[Any]

    @property
    def step(self) -> StepScreen:
        front = self.app.front
        assert isinstance(front, StepScreen)
        return front

    @property
    def train(self) -> TrainScreen:
        front = self.app.front
        assert isinstance(front, TrainScreen)
        return front

    @property
    def explore(self) -> ExploreScreen:
        front = self.app.front
        assert isinstance(front, ExploreScreen)
        return front

    @property
    def prompt(self) -> Prompt:
        prompt = self.app.front._prompt
        assert prompt is not None
        return prompt

    @property
    def session(self) -> Session:
        return self.app.front.session

    async def press(self, *keys: str) -> None:
        """Press keys as the key table writes them, all of them, then let the app paint."""
        for key in keys:
            await self.pilot.press(textual_names(key)[0])
        await self.pilot.pause()

    async def answer(self, text: str) -> None:
        """Replace what stands in the line that asks, as by pasting, and give it."""
        self.prompt.value = text
        await self.pilot.press("enter")
        await self.pilot.pause()

    async def resize(self, width: int, height: int) -> None:
        await self.pilot.resize_terminal(width, height)
        await self.pilot.pause()

    def lines(self) -> list[str]:
        """Return what is on the screen, without blank ends."""
        strips = self.app.screen._compositor.render_strips()
        return [strip.text.rstrip() for strip in strips]

    def text(self) -> str:
        return "\n".join(self.lines())

    def pane(self, name: str) -> list[str]:
        """Return what is seen in a pane, its title first."""
        region = self.app.front.panes[name].region
        strips = self.app.screen._compositor.render_strips()[region.y : region.bottom]
        return [strip.crop(region.x, region.right).text.rstrip() for strip in strips]

    def flat(self, name: str) -> str:
        """Return what is seen in a pane as one line, each run of blanks as one."""
        return " ".join(" ".join(self.pane(name)).split())

    def told(self) -> str:
        """Return what a screen on theory says of itself, the lines under the first, as one."""
        return " ".join(" ".join(self.lines()[1:3]).split())

    async def until(self, condition: Callable[[], bool]) -> None:
        """Let the app and its threads go on until something is so."""
        for _ in range(3000):
            await self.pilot.pause()
            if condition():
                return
            await asyncio.sleep(0.01)
        raise AssertionError(self.text())

    def hint(self) -> str:
        """Return the lines under the stages as one."""
        return " ".join(line.strip() for line in self.lines()[2:5]).strip()


@asynccontextmanager
async def opened(
    options: SourceOptions | str | Session = "worked",
    size: tuple[int, int] = (120, 36),
    *,
    preferences: Preferences | None = None,
    screens: ScreenOptions | None = None,
    glyphs: str = "unicode",
    recent: RecentFiles | None = None,
    unfinished: Unfinished | None = None,
    exploring: Exploring | None = None,
) -> AsyncIterator[Hand]:
    """Open the app on a session, a source or a built-in source of this name."""
    if isinstance(options, str):
        options = SourceOptions(example=options)
    session = options if isinstance(options, Session) else open_session(options)
    source = options if isinstance(options, SourceOptions) else SourceOptions()
    choice = choose_terminal({"TERM": "xterm-256color"}, "auto", glyphs)
    app = SgnsApp(session, source, choice, preferences, recent, screens, unfinished, exploring)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Hand(app, pilot)
