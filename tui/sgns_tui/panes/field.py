"""A line to type into: whatever comes in one go is taken in order, and shown as it is."""

from __future__ import annotations

from typing import Any

from rich.text import Text
from textual import events
from textual.app import App
from textual.binding import Binding
from textual.widgets import Input

from sgns_tui.keys import textual_names
from sgns_tui.text import pictures

# Typed once too often these leave what is open; they may not go on to leave the screen below.
_LEAVING = {"escape", "enter", *(name for key in ("q", "?", "h") for name in textual_names(key))}


# What Textual's line does on keys; those that scroll are for what it stands in.
_EDITING = {
    key.strip(): binding.action
    for binding in Input.BINDINGS
    if isinstance(binding, Binding)
    for key in binding.key.split(",")
}


def hand_on(app: App[Any], event: events.Key) -> None:
    """Give a key that comes too late for what was left to what is there now."""
    if event.key not in _LEAVING:
        app.post_message(events.Key(event.key, event.character))


class Field(Input):
    """Textual's line, safe for keys in bursts and for what a file's name may hold.

    By itself it inserts letters at once, but moves and deletes only when a key has gone all the way
    up to the app: letters typed meanwhile overtake.
    """

    async def _on_key(self, event: events.Key) -> None:
        if self.screen not in self.app.screen_stack:
            event.stop()
            event.prevent_default()
            hand_on(self.app, event)
        elif event.key in _EDITING:
            event.stop()
            event.prevent_default()
            self._restart_blink()
            await self.run_action(_EDITING[event.key])

    def _on_paste(self, event: events.Paste) -> None:
        """Take a paste whole; the app has made one line of it."""
        event.stop()
        event.prevent_default()
        self.replace(event.text, *self.selection)

    @property
    def _value(self) -> Text:
        """Return what is shown: a picture for a control character, as many as there are."""
        return Text(pictures(self.value), no_wrap=True, overflow="ignore", end="")
