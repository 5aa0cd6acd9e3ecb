"""Opening another source: an example, a file, or a sentence that is typed or pasted here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from sgns_core.examples import example_names
from sgns_tui.files import at_home
from sgns_tui.i18n import _
from sgns_tui.lessons import lesson
from sgns_tui.opening import SourceOptions
from sgns_tui.panes.field import Field
from sgns_tui.panes.pane import Line
from sgns_tui.render.roles import HEADING
from sgns_tui.screens.above import Above
from sgns_tui.screens.over import Choices
from sgns_tui.shelf import Kept
from sgns_tui.text import shortened, visible, width

_NAME_CELLS = 11


class Source(Field):
    """The line to type in; Enter opens at once, so that keys after it are for what was opened."""

    def __init__(self, give: Callable[[str], None], **options: Any) -> None:
        super().__init__(**options)
        self._give = give

    def on_key(self, event: events.Key) -> None:
        """Take Enter."""
        if event.key == "enter" and self.screen in self.app.screen_stack:
            event.stop()
            event.prevent_default()
            self._give(self.value)


class OpenScreen(Above[SourceOptions | Kept | None], inherit_bindings=False):
    """Gives what was chosen: a session of this run, or options to open; None where nothing was."""

    DEFAULT_CSS = """
    OpenScreen { background: $background; }
    OpenScreen Line { position: relative; }
    OpenScreen OptionList { background: $background; border: none; height: 1fr; padding: 0;
                            text-wrap: nowrap; text-overflow: ellipsis; }
    OpenScreen Input { border: none; height: 1; padding: 0; background: $background; }
    """

    def __init__(
        self, kept: Sequence[Kept], recent: Sequence[str] = (), ascii_only: bool = False
    ) -> None:
        super().__init__()
        self._title = Line(id="open-title")
        self._input = Source(
            self._take, id="open-input", compact=True, placeholder=_("a sentence or a file")
        )
        self._keys = Line(id="open-keys")
        self._ascii_only = ascii_only
        self._entries: list[tuple[str, str, SourceOptions | Kept]] = [
            (name, lesson(name) or "", SourceOptions(example=name)) for name in example_names()
        ]
        self._entries += [
            (one.name, _("opened before"), one)
            for one in kept
            if one.session.source.name not in example_names()
        ]
        here = {one.path for one in kept}
        self._entries += [
            (Path(path).name, self._folder(path), options_of_file(path))
            for path in recent
            if path not in here
        ]

    def compose(self) -> ComposeResult:
        """Yield the line to type in, and the list."""
        yield self._title
        yield self._input
        yield Choices(*map(self._option, self._entries), id="open-list", compact=True)
        yield self._keys

    def _option(self, entry: tuple[str, str, SourceOptions | Kept]) -> Option:
        name, about, what = entry
        cells = _NAME_CELLS if isinstance(what, SourceOptions) and what.example else 60
        shown = shortened(visible(name, self._ascii_only), cells, self._ascii_only)
        blanks = " " * max(0, _NAME_CELLS - width(shown))
        return Option(Content(f"{shown}{blanks}  {about}"))

    def _folder(self, path: str) -> str:
        folder = shortened(visible(str(Path(path).parent), self._ascii_only), 40, self._ascii_only)
        return _("opened lately, in {folder}").format(folder=folder)

    def on_mount(self) -> None:
        """Begin where one types."""
        self._title.show(
            Text(
                _("Open: type a sentence, or the name of a file, or choose with the arrows."),
                HEADING,
            )
        )
        self._keys.show(Text(_("Enter opens, up and down choose, Esc goes back"), HEADING))
        self._input.focus()

    def on_key(self, event: events.Key) -> None:
        """Go between the line and the list, and back."""
        if event.key == "escape":
            event.stop()
            self.dismiss(None)
        elif event.key in ("down", "tab") and self.focused is self._input:
            event.stop()
            event.prevent_default()
            self.query_one(OptionList).focus()
        elif event.key in ("tab", "shift+tab"):
            event.stop()
            event.prevent_default()
            self._input.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take a source from the list."""
        self.dismiss(self._entries[event.option_index][2])

    def _take(self, typed: str) -> None:
        """Take what was typed."""
        if typed.strip():
            self.dismiss(_options(typed.strip()))


def _options(typed: str) -> SourceOptions:
    """Return what a typed line means: an example, a file that is there, or a sentence."""
    if typed in example_names():
        return SourceOptions(example=typed)
    path = Path(at_home(typed))
    looks_like_a_file = " " not in typed or _exists(path)
    return options_of_file(str(path)) if looks_like_a_file else SourceOptions(sentence=typed)


def options_of_file(path: str) -> SourceOptions:
    """Return what opens a file: a model (.json, .npz), a saved session (.json), or a text."""
    if path.lower().endswith((".json", ".npz")):
        return SourceOptions(model=path)
    return SourceOptions(text=path)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
