"""A screen above another one, that goes away once however many keys say so."""

from __future__ import annotations

from typing import Generic, TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen

from sgns_tui.keys import textual_names

T = TypeVar("T")


# Typed once too often these leave what is open; they may not go on to leave the screen below.
_LEAVING = {"escape", "enter", *(name for key in ("q", "?", "h") for name in textual_names(key))}


class Above(ModalScreen[T], Generic[T], inherit_bindings=False):
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
            if event.key not in _LEAVING:
                self.app.post_message(events.Key(event.key, event.character))
            return
        await super().on_event(event)
