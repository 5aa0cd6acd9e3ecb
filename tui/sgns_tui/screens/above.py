"""A screen above another one, that goes away once however many keys say so."""

from __future__ import annotations

from typing import Generic, TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, Screen

from sgns_tui.panes.field import hand_on

T = TypeVar("T")


class TypedAhead(Screen[T], Generic[T]):
    """Keys and pastes that come before anything here has the focus are for what then has it."""

    _early: tuple[events.Event, ...] = ()

    def _forward_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key | events.Paste):
            self._early += (event,)
        super()._forward_event(event)

    async def on_event(self, event: events.Event) -> None:
        """Hand on what was typed ahead."""
        if any(event is early for early in self._early):
            self._early = tuple(early for early in self._early if early is not event)
            if self.focused is not None:
                self.focused.post_message(event)
                return
        await super().on_event(event)


class Above(ModalScreen[T], TypedAhead[T], Generic[T], inherit_bindings=False):
    """Keys that were on their way when it went are the screen's below: held keys all count.

    Not those that leave, which a person may press twice to be sure.
    """

    @property
    def _gone(self) -> bool:
        """Whether it was left, by itself or by what takes down all that stands above a screen."""
        return self not in self.app.screen_stack

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Go away with a result; the second time nothing happens."""
        if self._gone:
            return AwaitComplete.nothing()  # type: ignore[no-any-return, no-untyped-call]
        return super().dismiss(result)

    async def on_event(self, event: events.Event) -> None:
        """Hand keys on that come too late."""
        if isinstance(event, events.Key) and self._gone:
            hand_on(self.app, event)
            return
        await super().on_event(event)
