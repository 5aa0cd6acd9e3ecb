"""Textual's lists, which raise where a page is turned before they have been laid out."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.widgets import OptionList
from textual.worker import Worker


class Options(OptionList, inherit_css=True):
    """A list of options in which turning a page is safe at any time and in any size."""

    def _move_page(self, direction: Any) -> None:
        with suppress(LookupError):  # it has no lines yet, or no room for one
            super()._move_page(direction)


class Palette(CommandPalette):
    """The command palette, its list as safe as `Options`; it goes away once."""

    _gone = False

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Go away; the second time nothing happens."""
        if self._gone:
            return AwaitComplete.nothing()  # type: ignore[no-any-return, no-untyped-call]
        self._gone = True
        return super().dismiss(result)

    def run_worker(self, *args: Any, **options: Any) -> Worker[Any]:
        """Look for actions; where the palette has gone meanwhile, nobody minds that it fails."""
        return super().run_worker(*args, **{**options, "exit_on_error": False})

    def _action_command_list(self, action: str) -> None:
        with suppress(LookupError):
            super()._action_command_list(action)
