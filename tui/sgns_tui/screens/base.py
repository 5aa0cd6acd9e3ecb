"""What every screen is made of: panes, a line of keys, a line that asks; and one session."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

from sgns_core.errors import InvalidInput
from sgns_tui.bandwidth import CELLS
from sgns_tui.i18n import _, explain
from sgns_tui.keys import Key, actions_of, footer_keys, shown_text
from sgns_tui.panes.pane import Line, Pane
from sgns_tui.render.footer import footer_line
from sgns_tui.render.number import ALL_DIGITS
from sgns_tui.render.roles import HEADING, QUIET, WARNING
from sgns_tui.screens.layout import SMALLEST
from sgns_tui.session import Session
from sgns_tui.text import shortened, visible, wrapped

if TYPE_CHECKING:
    from sgns_tui.app import SgnsApp
    from sgns_tui.pane_app import PaneApp
    from sgns_tui.panes.prompt import Prompt


class PaneScreen(Screen[None], inherit_bindings=False):
    """Keys call what is looked at; one paint, however many keys waited, shows what it says.

    A screen of its own sets `NAME`, what the key table calls it, makes its panes in `make_panes`
    and draws in `draw`. Each action of the key table is a method: `do_` and the action's name.
    """

    NAME: ClassVar[str]
    # Textual's own draws the whole screen again for another focus; panes draw their own rules.
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    DEFAULT_CSS = "PaneScreen { background: $background; layers: below above; }"

    def __init__(
        self, keys: tuple[Key, ...], *, ascii_only: bool = False, digits: int | None = 4
    ) -> None:
        """Make the panes; digits None shows all of them."""
        super().__init__(id=self.NAME)
        self.keys = keys
        self.ascii_only = ascii_only
        self.digits = ALL_DIGITS if digits is None else digits
        panes = self.make_panes()
        self.panes = {pane.name_of_pane: pane for pane in panes}
        self.edges = {name: Line(id=name) for name in ("status", "hint", "footer")}
        self.message: Text | None = None
        self._first_pane = panes[0]
        self._paint_waits = False
        self._painted_size = Size(0, 0)
        self._was_away = False
        self._prompt: Prompt | None = None
        self._before_prompt: Widget | None = None
        self._question = ""
        self._footer: tuple[object, Text] | None = None
        self._placed: dict[str, Region] = {}
        self._wrong: Text | None = None  # what was said of the answer that is typed

    # ---- what a screen says for itself

    def make_panes(self) -> Sequence[Pane]:
        """Return the panes, the one that has the focus at the start first."""
        raise NotImplementedError

    def draw(self, width: int, height: int) -> None:
        """Hand every pane its lines; the screen has at least the smallest size."""
        raise NotImplementedError

    def reset(self) -> None:
        """Forget what was wished for what was looked at before."""

    def stand_still(self) -> None:
        """Stop what moves by itself: something is about to be asked."""

    def row_of(self, word: str) -> int:
        """Return the row of a word as a person types it; InvalidInput says what is known."""
        raise NotImplementedError

    def pane_order(self) -> list[str]:
        """Return the panes that the focus goes through."""
        return list(self.panes)

    def bring_to_front(self, name: str) -> None:
        """Show a pane that gets the focus, where the layout leaves it out."""

    def help_examples(self) -> Sequence[str]:
        """Return what the help can show in what is open here."""
        return ()

    # ---- Textual's side

    def compose(self) -> ComposeResult:
        """Yield every pane; the layout says which are shown."""
        if self.pane_app.bandwidth is not None:
            self.edges["bandwidth"] = Line(id="bandwidth")
        yield from self.edges.values()
        yield from self.panes.values()

    def on_mount(self) -> None:
        """Begin on the first pane; paint at once, so that nothing empty is drawn before."""
        self._first_pane.focus()
        self._paint()

    def on_resize(self) -> None:
        """Lay the panes out again, unless they were laid out for this size."""
        if self._painted_size != self.app.size:
            self.paint_soon()

    def on_screen_suspend(self) -> None:
        """Take note that another screen is in front: what is shown here may change meanwhile."""
        self._was_away = True

    def on_screen_resume(self) -> None:
        """Paint after another screen was in front; the first time `on_mount` has painted."""
        if self._was_away or self._painted_size != self.app.size:
            self.paint_soon()

    def on_descendant_focus(self) -> None:
        """Show the keys of the pane that has the focus now."""
        self.paint_soon()

    def on_key(self, event: events.Key) -> None:
        """Call the action of a key: first what the focused pane makes of it, then the screen."""
        if self.asking is not None:
            self.asking.take(event)
            return  # the line that asks has every key: Enter gives, Home is its beginning
        if self.app.screen is not self:  # typed right after a key that opened another one
            event.stop()
            self.app.post_message(events.Key(event.key, event.character))
            return
        action = actions_of(self.NAME, self.kind, self.keys).get(event.key)
        if action is None:
            return
        event.stop()
        event.prevent_default()
        self.act(action)

    def on_paste(self, event: events.Paste) -> None:
        """Hand on what was pasted right after a key that asked for it; it means nothing here."""
        event.stop()
        if self.asking is not None:
            self.asking.take(event)
        elif self.app.screen is not self:
            self.app.post_message(events.Paste(event.text))

    @property
    def kind(self) -> str:
        """Return whose arrows work: the first pane's where none has the focus."""
        return (self.focused if isinstance(self.focused, Pane) else self._first_pane).kind

    @property
    def pane_app(self) -> PaneApp:
        """Return the app, by what it is."""
        return cast("PaneApp", self.app)

    def act(self, action: str) -> None:
        """Do what the key table calls `action`; what goes wrong is said, and nothing is lost."""
        self.message = None
        do: Callable[[], None] = getattr(self, f"do_{action}")
        self.attempt(do)

    def attempt(self, do: Callable[[], object]) -> None:
        """Do something; what it refuses is said in the line under the stages."""
        try:
            do()
        except InvalidInput as error:
            self.say(explain(error), WARNING)
        self.paint_soon()

    def do_digits(self) -> None:
        """Show 4 decimals, or all."""
        self.digits = ALL_DIGITS if self.digits == 4 else 4

    def shown(self, text: str) -> str:
        """Return foreign text as it may be shown here."""
        return visible(text, self.ascii_only)

    @property
    def message_cells(self) -> int:
        """How long a message may be, so that two lines hold it wherever words break."""
        return 2 * self.app.size.width - 16

    def say(self, message: str, role: str = HEADING) -> None:
        """Show a message until the next key."""
        self.message = Text(shown_text(message, self.ascii_only), role)
        self.paint_soon()

    # ---- painting

    def paint_soon(self) -> None:
        """Paint once after all keys that wait were taken: every press counts, paints collapse."""
        if not self._paint_waits:
            self._paint_waits = True
            self.call_later(self._paint)

    def _paint(self) -> None:
        self._paint_waits = False
        width, height = self.app.size
        if not width or not height or not self.is_current:
            return
        self._painted_size = self.app.size
        if width < SMALLEST[0] or height < SMALLEST[1]:
            self._paint_too_small(width, height)
            return
        self.draw(width, height)
        cells = width
        if "bandwidth" in self.edges:
            cells -= CELLS + 1
            self.show_bandwidth()
        self.edges["footer"].show(self._footer_line(cells))

    def _footer_line(self, cells: int) -> Text:
        """Return the line of keys, made again for another kind of pane or another width."""
        what = (self.kind, cells)
        if self._footer is None or self._footer[0] != what:
            keys = footer_keys(self.NAME, self.kind, self.keys)
            self._footer = (what, footer_line(keys, cells, self.ascii_only))
        return self._footer[1]

    def _paint_too_small(self, width: int, height: int) -> None:
        """Say what is needed, and wait."""
        self.place({"status": Region(0, 0, width, height), "footer": Region(0, height, width, 0)})
        needs = _("Needs {columns}x{rows}; this is {width}x{height}").format(
            columns=SMALLEST[0], rows=SMALLEST[1], width=width, height=height
        )
        self.edges["status"].show(Text(needs))

    def show_bandwidth(self) -> None:
        """Show in the corner what the line carries."""
        bandwidth = self.pane_app.bandwidth
        if bandwidth is not None:
            self.edges["bandwidth"].show(Text(bandwidth.line(), QUIET))

    def hint_lines(self, width: int, lines: Sequence[Text], height: int) -> list[Text]:
        """Return the lines under the first: a question, a message, or else `lines`."""
        if self.is_asking:
            wrong = [] if self.message is None else self._in_rows(self.message, width, height)
            asked = self._in_rows(Text(self._question, HEADING), width, height - len(wrong))
            lines = [*asked, *wrong, Text(_("Enter takes it, Esc goes back"), QUIET)][:height]
        elif self.message is not None:
            lines = self._in_rows(self.message, width, height)
        return [*lines, *[Text()] * (height - len(lines))]

    def _in_rows(self, text: Text, width: int, rows: int) -> list[Text]:
        """Return a text in at most so many lines, with an ellipsis where there is more of it."""
        lines = wrapped(text.plain, width)
        if 0 < rows < len(lines):
            lines[rows - 1] = shortened(" ".join(lines[rows - 1 :]), width, self.ascii_only)
        return [Text(line, str(text.style)) for line in lines[: max(rows, 0)]]

    def place(self, regions: Mapping[str, Region]) -> None:
        """Put each pane where the layout says, and hide the others."""
        if "bandwidth" in self.edges and regions["footer"].height:
            keys, corner = regions["footer"].split_vertical(-CELLS)
            regions = {**regions, "footer": keys, "bandwidth": corner}
        for name, widget in (*self.edges.items(), *self.panes.items()):
            region = regions.get(name)
            widget.display = region is not None and region.height > 0 and region.width > 0
            if region is not None and self._placed.get(name) != region:  # taking styles is slow
                self._placed[name] = region
                widget.styles.offset = (region.x, region.y)
                widget.styles.width, widget.styles.height = region.width, region.height
        if self._prompt is not None and self.is_asking:
            footer = regions["footer"]
            self._prompt.styles.offset, self._prompt.styles.width = (0, footer.y), footer.width
            self.edges["footer"].display = False

    def keep_focus(self, regions: Mapping[str, Region]) -> None:
        """Give the first pane the focus that nobody has, or a pane about to go out of sight."""
        focused = self.focused
        lost = focused is None and not self.is_asking
        if lost or (isinstance(focused, Pane) and focused.name_of_pane not in regions):
            self._first_pane.display = True
            self._first_pane.focus()

    # ---- asking

    @property
    def is_asking(self) -> bool:
        """Tell whether the line that asks is open."""
        return self.asking is not None

    @property
    def asking(self) -> Prompt | None:
        """Return the line that asks, where it is open."""
        return self._prompt if self._prompt is not None and self._prompt.display else None

    def ask(
        self,
        question: str,
        initial: str,
        check: Callable[[str], str | None],
        give: Callable[[str], object],
        complete: Callable[[str], str] | None = None,
    ) -> None:
        """Ask for a line; `check` returns why it cannot be taken, `give` takes one that can.

        complete: what Tab makes of what is typed.
        """
        self.stand_still()
        self._question = question
        self._before_prompt = self.focused
        if self._prompt is None:  # what few sessions need does not make each start slower
            from sgns_tui.panes.prompt import Prompt

            self._prompt = Prompt(id="prompt", pass_on=self.on_key)
            self.mount(self._prompt)
        self._prompt.ask(initial, check, lambda text: self._given(give, text), complete)

    def _given(self, give: Callable[[str], object], text: str) -> None:
        self.message = None
        self.attempt(lambda: give(text))

    def on_prompt_said(self, event: Prompt.Said) -> None:
        """Say what is wrong with what is typed."""
        if event.wrong is not None:
            self.message = self._wrong = Text(event.wrong, WARNING)
        elif self.message is self._wrong:  # what was said meanwhile stays
            self.message = None
        self.paint_soon()

    def on_prompt_done(self) -> None:
        """Give the focus back."""
        if self._before_prompt is not None and self.focused is self._prompt:
            self._before_prompt.focus()
        elif self.focused is None or self.focused is self._prompt:
            self._first_pane.focus()
        self.paint_soon()

    def unknown_word(self, text: str) -> str | None:
        """Return why a text is no word that is known here, None where it is one."""
        try:
            self.row_of(text)
        except InvalidInput as error:
            return explain(error)
        return None

    def take_back_question(self) -> None:
        """Close the line that asks, as Esc does."""
        if self._prompt is not None:
            self._prompt.take_back()

    # ---- the focus

    def do_scroll_up(self) -> None:
        """Scroll the focused pane up."""
        if isinstance(self.focused, Pane):
            self.focused.scroll_rows(-1)

    def do_scroll_down(self) -> None:
        """Scroll the focused pane down."""
        if isinstance(self.focused, Pane):
            self.focused.scroll_rows(1)

    def do_focus_next(self) -> None:
        """Move the focus on."""
        self._focus_by(1)

    def do_focus_previous(self) -> None:
        """Move the focus back."""
        self._focus_by(-1)

    def _focus_by(self, by: int) -> None:
        """Move among all panes; one that a narrow screen does not show comes to the front."""
        names = self.pane_order()
        focused = self.focused
        now = focused.name_of_pane if isinstance(focused, Pane) else names[0]
        name = names[(names.index(now) + by) % len(names)] if now in names else names[0]
        self.bring_to_front(name)
        self.panes[name].display = True
        self.set_focus(self.panes[name])  # at once: a paint on the way would take it away again

    # ---- beyond this screen

    def do_help(self) -> None:
        """Explain the focused pane; the first where none has the focus, as in a tiny terminal."""
        pane = self.focused if isinstance(self.focused, Pane) else self._first_pane
        self.pane_app.show_help(pane.name_of_pane, pane.kind, self.help_examples())

    def do_palette(self) -> None:
        """Find an action by its name."""
        self.app.action_command_palette()

    def do_theme(self) -> None:
        """Take the next theme."""
        self.pane_app.next_theme()

    def do_quit(self) -> None:
        """Leave."""
        self.pane_app.leave()

    def do_interrupt(self) -> None:
        """Say how to leave; leave the second time."""
        self.pane_app.interrupt()

    def do_to_shell(self) -> None:
        """Give the terminal back to the shell for a while."""
        self.pane_app.to_shell()


class SessionScreen(PaneScreen, inherit_bindings=False):
    """A screen that looks at a session, and from which one goes to the others that do."""

    def __init__(
        self,
        session: Session,
        keys: tuple[Key, ...],
        *,
        ascii_only: bool = False,
        digits: int | None = 4,
    ) -> None:
        """Look at a session; digits None shows all of them."""
        self.session = session
        super().__init__(keys, ascii_only=ascii_only, digits=digits)
        self.begin()

    def begin(self) -> None:
        """Set what a screen of its own keeps, once its panes are there."""

    @property
    def sgns_app(self) -> SgnsApp:
        """Return the app, by what it is."""
        return cast("SgnsApp", self.app)

    def look_at(self, session: Session) -> None:
        """Look at another session."""
        self.session.playing = False
        self.session = session
        self.message = None
        self.reset()
        self.paint_soon()

    def make_way(self) -> None:
        """Leave the session to another screen, which is about to stand in front."""

    def stand_still(self) -> None:
        """Let the session stand still."""
        self.session.playing = False

    def row_of(self, word: str) -> int:
        """Return the row of a word of the session."""
        return self.session.row_of(word)

    # ---- beyond this screen

    def do_step_screen(self) -> None:
        """Go to the Step screen."""
        self.sgns_app.go_to_screen("step")

    def do_train_screen(self) -> None:
        """Go to the Train screen."""
        self.sgns_app.go_to_screen("train")

    def do_noise_screen(self) -> None:
        """Go to the Noise screen."""
        self.sgns_app.go_to_screen("noise")

    def do_batch_screen(self) -> None:
        """Go to the Batch screen."""
        self.sgns_app.go_to_screen("batch")

    def do_pmi_screen(self) -> None:
        """Go to the PMI screen."""
        self.sgns_app.go_to_screen("pmi")

    def do_cost_screen(self) -> None:
        """Go to the Cost screen."""
        self.sgns_app.go_to_screen("cost")

    def do_explore_screen(self) -> None:
        """Go to the Explore screen."""
        self.sgns_app.go_to_screen("explore")

    def do_come_back(self) -> None:
        """Go back to the screen from which this update was looked at."""
        self.sgns_app.come_back()

    def do_open(self) -> None:
        """Open another source."""
        self.sgns_app.open_source()

    def do_save(self) -> None:
        """Ask for a file and save the session to it."""
        self.ask(
            _("Save this session to which file?"),
            self.session.file or "",
            lambda text: None,
            self.sgns_app.save,
        )

    def do_go_on(self) -> None:
        """Go on with a run that ended without being left."""
        self.sgns_app.go_on_unfinished()
