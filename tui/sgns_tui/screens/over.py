"""Textual's lists and palette, safe in a terminal of any size and left once."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.command import CommandInput, CommandList, CommandPalette, SearchIcon
from textual.containers import Horizontal, Vertical
from textual.widgets import LoadingIndicator, OptionList
from textual.worker import Worker

from sgns_tui.panes.field import Field
from sgns_tui.screens.above import TypedAhead

T = TypeVar("T")


def has_room(options: OptionList) -> bool:
    """Tell whether a list has a line to show: one without any must not be asked to move a page."""
    return bool(options.scrollable_content_region)


class Choices(OptionList):
    """A list to choose from; it does not move where it has no room."""

    def _move_page(self, direction: Literal[-1, 1]) -> None:
        if has_room(self):
            super()._move_page(direction)


class Query(CommandInput, Field):
    """The palette's line."""


class Palette(CommandPalette, TypedAhead[None]):
    """Textual's palette; it looks for nothing and leaves nothing once it has been left."""

    def compose(self) -> ComposeResult:
        """Yield what Textual's yields, with a line of our own."""
        with Vertical(id="--container"):
            with Horizontal(id="--input"):
                yield SearchIcon()
                yield Query(placeholder=self._placeholder, select_on_focus=False)
            with Vertical(id="--results"):
                yield CommandList()
                yield LoadingIndicator()

    def _on_mount(self, event: events.Mount) -> None:
        if self not in self.app.screen_stack:
            event.prevent_default()  # it was left before it was there

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Go back, once."""
        if self.app.screen is self:
            return super().dismiss(result)
        return AwaitComplete()

    def _gather_commands(self, search_value: str) -> Worker[None] | None:  # type: ignore[override]
        if self.app.screen is self:
            return super()._gather_commands(search_value)
        return None  # typed ahead of leaving: the list to be filled is gone

    def run_worker(self, *args: Any, **options: Any) -> Worker[Any]:
        """Look for actions; where the palette has gone meanwhile, failing matters no more."""
        return super().run_worker(*args, **{**options, "exit_on_error": False})

    # A key may come before the list is there, and after it has gone.

    def _action_command_list(self, action: str) -> None:
        if any(has_room(options) for options in self.query(CommandList)):
            super()._action_command_list(action)

    def _action_cursor_down(self) -> None:
        if self.query(CommandList):
            super()._action_cursor_down()
