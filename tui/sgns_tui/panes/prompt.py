"""One line to type into, at the bottom of a screen, checked as it is typed."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.message import Message
from textual.widgets import Input

from sgns_tui.in_turn import in_turn, way_of_keys
from sgns_tui.panes.field import Field

Check = Callable[[str], str | None]
Complete = Callable[[str], str]


class Prompt(Field):
    """Asks for one value; Enter gives it, Esc takes the question back."""

    DEFAULT_CSS = """
    Prompt { position: absolute; height: 1; border: none; padding: 0; display: none;
             background: $background; color: $foreground; }
    Prompt:focus { border: none; background-tint: $background 0%; }
    """

    class Said(Message):
        """What was typed as it stands now; wrong: why it cannot be taken yet."""

        def __init__(self, wrong: str | None) -> None:
            super().__init__()
            self.wrong = wrong

    class Done(Message):
        """The question is over; whoever had the focus may have it back."""

    def __init__(self, *, id: str, pass_on: Callable[[events.Key], None]) -> None:  # noqa: A002
        """Make a closed line; pass_on: takes keys that come after it was closed."""
        super().__init__(id=id, compact=True, select_on_focus=False)
        self._check: Check = lambda text: None
        self._give: Callable[[str], None] = lambda text: None
        self._pass_on = pass_on
        self._complete: Complete | None = None
        self._typed_ahead: list[events.Event] = []
        self._takes = False  # keys: it runs
        self._own: events.Key | None = None
        # What was on its way elsewhere, until it is here; what came after it, until all of it is.
        self._taken: list[events.Event] = []
        self._held: list[events.Event] | None = None

    def ask(
        self,
        initial: str,
        check: Check,
        give: Callable[[str], None],
        complete: Complete | None = None,
    ) -> None:
        """Ask; `check` returns why a text cannot be taken, `give` takes one that can.

        complete: what Tab makes of a text, again and again where there are several ways.
        """
        self._check, self._give, self._complete = check, give, complete
        self.display = True
        self.value = initial
        self.cursor_position = len(initial)
        if self._takes:
            self._get_keys()

    def on_mount(self) -> None:
        """Take what was typed since it was asked: before this, keys given to it would be lost."""
        self._takes = True
        if self.display:
            self._get_keys()
            for event in self._typed_ahead:
                self._post(event)
            self._typed_ahead.clear()

    def _get_keys(self) -> None:
        """Get the focus at once, so that no key gets past; those on their way come first."""
        way = way_of_keys(self.app)
        self.screen.set_focus(self)
        if self not in way:
            self._held = []
            in_turn([*way, self], lambda: self.call_next(self._let_go))

    def _post(self, event: events.Event) -> None:
        self._taken.append(event)
        self.post_message(event)

    async def _let_go(self) -> None:
        held, self._held = self._held, None
        for event in held or ():
            await self.on_event(event)

    async def on_event(self, event: events.Event) -> None:
        """Hold keys back while older ones, typed before the focus came here, are on their way."""
        if isinstance(event, events.Key | events.Paste):
            if any(event is taken for taken in self._taken):
                self._taken = [taken for taken in self._taken if taken is not event]
            elif self._held is not None:
                self._held.append(event)
                return
        await super().on_event(event)

    def take(self, event: events.Event) -> None:
        """Take a key or a paste that was on its way elsewhere, or what has to come behind these.

        Its own keys it knows.
        """
        if event is self._own:
            return
        event.stop()
        if self._takes:
            self._post(event)
        else:
            self._typed_ahead.append(event)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say what is wrong while it is typed."""
        event.stop()
        if self.display:
            self.post_message(self.Said(self._check(self.value) if self.value else None))

    def _submit(self) -> None:
        """Give what was typed, unless it is wrong."""
        wrong = self._check(self.value)
        if wrong is not None:
            self.post_message(self.Said(wrong))
            return
        value = self.value
        self._end()
        self._give(value)

    def on_key(self, event: events.Key) -> None:
        """Take what was typed with Enter, and the question back with Esc.

        Both at once, so that keys typed ahead go to the screen; no other key gets past this line.
        """
        self._own = event
        if not self.display:  # typed right after Enter
            event.stop()
            event.prevent_default()
            self._pass_on(event)
            return
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self._submit()
            return
        if event.key == "escape":
            event.stop()
            event.prevent_default()
            self.take_back()
        elif event.key in ("tab", "shift+tab"):
            event.stop()
            event.prevent_default()
            if event.key == "tab" and self._complete is not None:
                self.value = self._complete(self.value)
                self.cursor_position = len(self.value)

    def take_back(self) -> None:
        """Close the question without an answer."""
        if self.display:
            self.post_message(self.Said(None))  # what was wrong with it matters no more
            self._end()

    def _end(self) -> None:
        self.display = False
        self.post_message(self.Done())
