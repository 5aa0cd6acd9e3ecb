"""What takes long runs beside a screen: with progress, given up when nobody wants it any more."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from textual.message import Message

from sgns_core.errors import InvalidInput
from sgns_core.neighbors import GivenUp, GoOn
from sgns_tui.i18n import explain
from sgns_tui.render.roles import WARNING
from sgns_tui.screens.base import SessionScreen

T = TypeVar("T")

_SAID_EVERY = 0.2  # seconds between two messages on how far it is


_NO_ROOM = InvalidInput("this does not fit into the memory there is")


@dataclass(eq=False)
class _Job:
    """Work that runs, what it is called, and how far it is."""

    key: object
    said: str
    share: float = 0.0
    wanted: bool = True


class WorkScreen(SessionScreen, inherit_bindings=False):
    """A screen that has work done in threads, of each name one at a time, the newest only."""

    class Progressed(Message):
        """Some work is further than before."""

        def can_replace(self, message: Message) -> bool:
            """Let the newest stand for all."""
            return isinstance(message, WorkScreen.Progressed)

    class Finished(Message):
        """Some work is done, or cannot be."""

        def __init__(self, name: str, job: _Job, do: Callable[[], object]) -> None:
            super().__init__()
            self.name = name
            self.job = job
            self.do = do

    def begin(self) -> None:
        """Begin with no work."""
        super().begin()
        self._jobs: dict[str, _Job] = {}

    @property
    def work_said(self) -> str | None:
        """Return what is being done and how far it is, None where nothing is."""
        for job in self._jobs.values():
            if job.wanted:
                return f"{job.said} {int(100 * job.share)}%" if job.share else job.said
        return None

    def is_working(self, name: str, key: object) -> bool:
        """Tell whether this very work is being done."""
        job = self._jobs.get(name)
        return job is not None and job.wanted and job.key == key

    def work(
        self,
        name: str,
        key: object,
        said: str,
        do: Callable[[GoOn], T],
        done: Callable[[T], object],
    ) -> None:
        """Do something beside the screen, then `done` with its result on the screen's side.

        key: what the work is for; the same work is not begun twice. said: what is shown meanwhile.
        """
        if self.is_working(name, key):
            return
        self.give_up(name)
        job = self._jobs[name] = _Job(key, said)
        threading.Thread(target=self._run, args=(name, job, do, done), daemon=True).start()

    def _run(
        self, name: str, job: _Job, do: Callable[[GoOn], T], done: Callable[[T], object]
    ) -> None:
        """Run in a thread: nothing of the screen is touched but by messages."""
        told = time.monotonic()

        def go_on(share: float) -> bool:
            nonlocal told
            job.share = share
            now = time.monotonic()
            if now - told > _SAID_EVERY:
                told = now
                self.post_message(self.Progressed())
            return job.wanted

        try:
            result = do(go_on)
        except GivenUp:
            return
        except InvalidInput as error:
            message = explain(error)
            finish: Callable[[], object] = lambda: self.say(message, WARNING)  # noqa: E731
        except MemoryError:
            finish = lambda: self.say(explain(InvalidInput(_NO_ROOM.template)), WARNING)  # noqa: E731
        else:
            finish = lambda: done(result)  # noqa: E731
        self.post_message(self.Finished(name, job, finish))

    def give_up(self, *names: str) -> bool:
        """Let work of these names, or all of it, come to nothing; tell whether there was any."""
        found = False
        for name in names or tuple(self._jobs):
            job = self._jobs.pop(name, None)
            if job is not None and job.wanted:
                job.wanted = False
                found = True
        return found

    def on_unmount(self) -> None:
        """Let the threads end."""
        self.give_up()

    def on_work_screen_progressed(self) -> None:
        """Say how far it is."""
        self.paint_soon()

    def on_work_screen_finished(self, event: Finished) -> None:
        """Take the result, unless nobody wants it any more."""
        if self._jobs.get(event.name) is event.job:
            del self._jobs[event.name]
            self.attempt(event.do)
