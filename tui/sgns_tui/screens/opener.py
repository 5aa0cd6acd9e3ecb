"""Opening another source: an example, a file, or a sentence that is typed or pasted here."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from sgns_core.examples import example_names
from sgns_tui.i18n import _
from sgns_tui.lessons import lesson
from sgns_tui.opening import SourceOptions
from sgns_tui.panes.pane import Line
from sgns_tui.render.roles import HEADING
from sgns_tui.text import visible


class OpenScreen(ModalScreen[SourceOptions | None], inherit_bindings=False):
    """Gives the options of the source that was chosen, None where none was."""

    DEFAULT_CSS = """
    OpenScreen { background: $background; }
    OpenScreen Line { position: relative; }
    OpenScreen OptionList { background: $background; border: none; height: 1fr; padding: 0; }
    OpenScreen Input { border: none; height: 1; padding: 0; background: $background; }
    """

    def __init__(self, opened: tuple[str, ...]) -> None:
        super().__init__()
        self._opened = opened
        self._title = Line(id="open-title")
        self._input = Input(id="open-input", compact=True)
        self._keys = Line(id="open-keys")
        self._names = [*example_names(), *(name for name in opened if name not in example_names())]

    def compose(self) -> ComposeResult:
        """Yield the line to type in, and the list."""
        yield self._title
        yield self._input
        options = []
        for name in self._names:
            about = lesson(name) if name in example_names() else _("opened before")
            options.append(Option(Content(f"{visible(name):<12} {about}")))
        yield OptionList(*options, id="open-list", compact=True)
        yield self._keys

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
        if event.key in ("escape", "ctrl+c"):
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
        self.dismiss(_options(self._names[event.option_index]))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what was typed."""
        if event.value.strip():
            self.dismiss(_options(event.value.strip()))


def _options(typed: str) -> SourceOptions:
    """Return what a typed line means: an example, a file that is there, or a sentence."""
    if typed in example_names():
        return SourceOptions(example=typed)
    path = Path(typed).expanduser() if typed.startswith("~") else Path(typed)
    looks_like_a_file = " " not in typed or _exists(path)
    if looks_like_a_file and typed.lower().endswith(".json"):
        return SourceOptions(model=str(path))
    return SourceOptions(text=str(path)) if looks_like_a_file else SourceOptions(sentence=typed)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
