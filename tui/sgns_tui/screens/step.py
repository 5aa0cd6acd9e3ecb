"""The Step screen: one update under the microscope."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.geometry import Region
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget

from sgns_core.arguments import NonFiniteUpdate
from sgns_core.differences import GradientCheck, check_gradient
from sgns_core.errors import InvalidInput
from sgns_core.policy import PRESETS
from sgns_tui.i18n import _, explain
from sgns_tui.keys import Key, actions_of, footer_keys
from sgns_tui.panes.pane import Line, Pane
from sgns_tui.panes.prompt import Prompt
from sgns_tui.render.footer import footer_line
from sgns_tui.render.number import ALL_DIGITS, setting
from sgns_tui.render.roles import HEADING, QUIET, WARNING
from sgns_tui.render.step import code, curve, dot, gradient, header, loss, status, tables, update
from sgns_tui.render.step.page import StepPage
from sgns_tui.render.step.status import HINT
from sgns_tui.render.step.tables import Cursor
from sgns_tui.screens.layout import NARROW_TEXT, SMALLEST, Columns, columns_of, step_layout
from sgns_tui.session import Session
from sgns_tui.session_view import softmax_of, step_view
from sgns_tui.stages import Kind, moment_of
from sgns_tui.text import visible, wrapped

if TYPE_CHECKING:
    from sgns_tui.app import SgnsApp

SECONDS_A_STAGE = 0.7

# The pane that a narrow screen shows at each kind of stage.
_FRONT = {
    Kind.SELECT: "dot",
    Kind.GATHER: "dot",
    Kind.DOT: "dot",
    Kind.SIGMOID: "loss",
    Kind.LOSS: "loss",
    Kind.GRADIENT: "gradient",
    Kind.UPDATE: "update",
    Kind.CHECK: "check",
}


@dataclass(frozen=True)
class Wishes:
    """What a person asked to see on this screen; none of it belongs to the session."""

    digits: int = 4
    softmax: bool = False
    differences: bool = False
    asked: tuple[str, ...] = ()
    alone: str | None = None
    front: str | None = None
    cursor: Cursor = field(default_factory=Cursor)


class StepScreen(Screen[None], inherit_bindings=False):
    """Panes around one session; keys call the session, and one paint shows what it says."""

    DEFAULT_CSS = "StepScreen { background: $background; layers: below above; }"

    def __init__(
        self,
        session: Session,
        keys: tuple[Key, ...],
        *,
        ascii_only: bool = False,
        digits: int | None = 4,
    ) -> None:
        """Look at a session; digits None shows all of them."""
        super().__init__(id="step")
        self.session = session
        self.wishes = Wishes(digits=ALL_DIGITS if digits is None else digits)
        self.keys = keys
        self._ascii_only = ascii_only
        self._welcome = not session.update and not session.at
        self._message: Text | None = None
        self._paint_waits = False
        self._player: Timer | None = None
        self._check: tuple[object, GradientCheck] | None = None
        self._before_prompt: Widget | None = None
        self._question = ""
        self._want: tuple[object, dict[str, int]] | None = None
        self._kept: dict[str, tuple[object, list[Text]]] = {}
        self.panes = {
            pane.name_of_pane: pane
            for pane in (
                Pane(id="stage", title="", kind="stage"),
                Pane(id="text", title=_("Text")),
                Pane(id="tables", title=_("Tables"), kind="tables"),
                Pane(id="dot", title=_("Dot product"), formula=dot.FORMULA),
                Pane(id="loss", title=_("Sigmoid and loss"), formula=loss.FORMULA),
                Pane(id="gradient", title=_("Gradient"), formula=gradient.FORMULA),
                Pane(id="update", title=_("Update"), formula=update.FORMULA),
                Pane(id="check", title=_("Check")),
                Pane(id="code", title=_("Code")),
                Pane(id="curve", title=_("Curves")),
            )
        }
        self._edges = {name: Line(id=name) for name in ("status", "hint", "footer")}
        self._prompt = Prompt(id="prompt")

    # ---- Textual's side

    def compose(self) -> ComposeResult:
        """Yield every pane; the layout says which are shown."""
        yield from self._edges.values()
        yield from self.panes.values()
        yield self._prompt

    def on_mount(self) -> None:
        """Begin on the stage line, so that right goes forward."""
        self.panes["stage"].focus()
        self.paint_soon()

    def on_resize(self) -> None:
        """Lay the panes out again."""
        self.paint_soon()

    def on_screen_resume(self) -> None:
        """Paint after another screen was in front."""
        self.paint_soon()

    def on_descendant_focus(self) -> None:
        """Show the keys of the pane that has the focus now."""
        focused = self.focused
        if isinstance(focused, Pane) and focused.kind != "stage":
            self.wishes = replace(self.wishes, front=focused.name_of_pane)
        self.paint_soon()

    def on_key(self, event: events.Key) -> None:
        """Call the action of a key: first what the focused pane makes of it, then the screen."""
        if self._prompt.display:
            return  # the line that asks has every key: Enter gives, Home is its beginning
        action = actions_of("step", self._kind, self.keys).get(event.key)
        if action is None:
            return
        event.stop()
        event.prevent_default()
        self.act(action)

    @property
    def _kind(self) -> str:
        """Return whose arrows work: the stage line's where no pane has the focus."""
        return self.focused.kind if isinstance(self.focused, Pane) else "stage"

    def act(self, action: str) -> None:
        """Do what the key table calls `action`; what goes wrong is said, and nothing is lost."""
        self._message = None
        self._welcome = False
        do: Callable[[], None] = getattr(self, f"do_{action}")
        self.attempt(do)

    def attempt(self, do: Callable[[], object]) -> None:
        """Do something; what it refuses is said in the line under the stages."""
        try:
            do()
        except InvalidInput as error:
            self.say(explain(error), WARNING)
        self.paint_soon()

    def look_at(self, session: Session) -> None:
        """Look at another session."""
        self.session.playing = False
        self.session = session
        self.wishes = replace(self.wishes, cursor=Cursor(), front=None, alone=None)
        self._message = None
        self._welcome = not session.update and not session.at
        self.paint_soon()

    def shown(self, text: str) -> str:
        """Return foreign text as it may be shown here."""
        return visible(text, self._ascii_only)

    def say(self, message: str, role: str = HEADING) -> None:
        """Show a message until the next key."""
        self._message = Text(message, role)
        self.paint_soon()

    def paint_soon(self) -> None:
        """Paint once after all keys that wait were taken: every press counts, paints collapse."""
        if not self._paint_waits:
            self._paint_waits = True
            self.call_later(self._paint)

    # ---- painting

    def _paint(self) -> None:
        self._paint_waits = False
        width, height = self.size
        if not width or not height or not self.is_current:
            return
        if width < SMALLEST[0] or height < SMALLEST[1]:
            self._paint_too_small(width, height)
            return
        try:
            view = step_view(self.session, self._ascii_only)
        except NonFiniteUpdate as error:
            self._stopped(error)
            if not self.session.previous():  # the very first one: there is nothing to show
                self._paint_message(width, height)
                return
            view = step_view(self.session, self._ascii_only)
        page = StepPage(view, width, at=self.session.at, digits=self.wishes.digits)
        columns = columns_of(width, height, self._front(), self.wishes.asked, self.wishes.alone)
        narrow = ("text", NARROW_TEXT) in columns[0][2]
        lines = {
            name: self._kept_lines(name, _in_width(page, size), narrow)
            for _, size, panes in columns
            for name, _least in panes
        }
        regions = step_layout(width, height, columns, self._wanted(page, columns))
        self._keep_focus(regions)
        self._place(regions)
        for name, shown in lines.items():
            region = regions[name]
            if name == "tables":  # how many words are shown depends on the room
                shown = self._tables(_in_width(page, region.width), region.height - 1)
                self.panes[name].title = _("Tables, {read}").format(read=tables.title(page))
            self.panes[name].show(shown, bare=name == "text" and narrow)
        self._edges["status"].show(
            status.status_line(page, self.session.playing, self.session.timeline.length)
        )
        self.panes["stage"].show([status.stage_line(page)], bare=True)
        self._edges["hint"].show(*self._hint(page))
        self._edges["footer"].show(footer_line(footer_keys("step", self._kind, self.keys), width))

    def _wanted(self, page: StepPage, columns: Columns) -> dict[str, int]:
        """Return the lines of each pane once all is known, so that none moves on the way."""
        key = (page.trace, tuple(columns), self.wishes)
        if self._want is None or self._want[0] != key:
            whole = replace(page, at=None)
            narrow = ("text", NARROW_TEXT) in columns[0][2]
            want = {
                name: 1 + len(self._lines(name, _in_width(whole, size), narrow))
                for _, size, panes in columns
                for name, _least in panes
            }
            if narrow:
                want["text"] = min(want["text"] - 1, 3)  # no title, and room for the rest
            self._want = (key, want)
        return self._want[1]

    def _kept_lines(self, name: str, page: StepPage, narrow: bool) -> list[Text]:
        """Return what a pane shows, made again only where something in it may have changed."""
        wishes = self.wishes
        moment = moment_of(name, page.progress)
        key = (
            page.trace,
            moment,
            page.cells,
            page.digits,
            narrow,
            wishes.softmax,
            wishes.differences,
        )
        kept = self._kept.get(name)
        if kept is None or kept[0] != key:
            kept = self._kept[name] = (key, self._lines(name, page, narrow))
        return kept[1]

    def _lines(self, name: str, page: StepPage, narrow: bool) -> list[Text]:
        """Return what a pane shows, in its width; a narrow screen has less beside the pair."""
        wishes = self.wishes
        match name:
            case "text":
                if narrow:  # the mark of the focus takes two cells
                    return list(header.pair_lines(replace(page, cells=page.cells - 2)))
                return [*header.pair_lines(page), *header.reading_lines(page)]
            case "tables":
                both = (self.session.timeline.E, self.session.timeline.Ep)
                return [Text()] * tables.wanted_lines(page, both)
            case "dot":
                return list(dot.expanded_lines(page))
            case "loss":
                shares = softmax_of(self.session) if wishes.softmax else None
                return list(loss.loss_lines(page, bars=True, softmax=shares))
            case "gradient":
                lines = list(gradient.gradient_lines(page))
                if wishes.differences and page.reached(Kind.GRADIENT):
                    lines += gradient.difference_lines(page, self._gradient_check(page))
                return lines
            case "update":
                return [*update.change_lines(page), Text(), *update.relation_lines(page)]
            case "check":
                return list(update.check_lines(page))
            case "code":
                return list(code.code_lines(page))
            case _:
                return list(curve.curve_lines(page, 16))

    def _tables(self, page: StepPage, height: int) -> list[Text]:
        cursor = self.wishes.cursor if self.panes["tables"].has_focus else None
        timeline = self.session.timeline
        place = (timeline.position, timeline.edits)
        key = (page.trace, place, cursor, page.cells, page.digits, height)
        kept = self._kept.get("rows")
        if kept is None or kept[0] != key:
            lines = list(tables.table_lines(page, (timeline.E, timeline.Ep), cursor, height))
            kept = self._kept["rows"] = (key, lines)
        return kept[1]

    def _hint(self, page: StepPage) -> list[Text]:
        """Return the lines under the stages: a question, a message, or what happens here."""
        if self._prompt.display:
            lines = list(page.wrapped(self._question, HEADING, ""))[: HINT - 1]
            lines += [self._message] if self._message else []
            lines = [*lines, Text(_("Enter takes it, Esc goes back"), QUIET)][:HINT]
        elif self._message is not None:
            lines = list(page.wrapped(self._message.plain, str(self._message.style), ""))
        else:
            lines = list(status.hint_lines(page, self._welcome))
        return _at_least(lines, HINT)

    def _front(self) -> str:
        if self.wishes.front in ("dot", "loss", "gradient", "update", "check", "code", "curve"):
            return str(self.wishes.front)
        extra = [name for name in self.wishes.asked if name in ("code", "curve")]
        return extra[-1] if extra else _FRONT[self.session.stage.kind]

    def _place(self, regions: dict[str, Region]) -> None:
        """Put each pane where the layout says, and hide the others."""
        for name, widget in (*self._edges.items(), *self.panes.items()):
            region = regions.get(name)
            widget.display = region is not None and region.height > 0 and region.width > 0
            if region is not None:
                widget.styles.offset = (region.x, region.y)
                widget.styles.width, widget.styles.height = region.width, region.height
        footer = regions["footer"]
        self._prompt.styles.offset, self._prompt.styles.width = (0, footer.y), footer.width
        if self._prompt.display:
            self._edges["footer"].display = False

    def _keep_focus(self, regions: dict[str, Region]) -> None:
        """Give the stage line the focus that nobody has, or a pane about to go out of sight."""
        focused = self.focused
        lost = focused is None and not self._prompt.display
        if lost or (isinstance(focused, Pane) and focused.name_of_pane not in regions):
            self.panes["stage"].display = True
            self.panes["stage"].focus()

    def _paint_too_small(self, width: int, height: int) -> None:
        """Say what is needed, and wait."""
        self._place({"status": Region(0, 0, width, height), "footer": Region(0, height, width, 0)})
        needs = _("Needs {columns}x{rows}; this is {width}x{height}").format(
            columns=SMALLEST[0], rows=SMALLEST[1], width=width, height=height
        )
        self._edges["status"].show(Text(needs))

    def _paint_message(self, width: int, height: int) -> None:
        """Show a message and the keys, and no pane: there is no update to look at."""
        self._place(
            {
                "stage": Region(0, 0, width, 1),
                "hint": Region(0, 1, width, height - 2),
                "footer": Region(0, height - 1, width, 1),
            }
        )
        self.panes["stage"].focus()
        self.panes["stage"].show([Text(self.shown(self.session.source.name), HEADING)], bare=True)
        lines = wrapped(self._message.plain if self._message else "", width)
        self._edges["hint"].show(*(Text(line, WARNING) for line in lines))
        self._edges["footer"].show(footer_line(footer_keys("step", "stage", self.keys), width))

    def _gradient_check(self, page: StepPage) -> GradientCheck:
        if self._check is None or self._check[0] is not page.trace:
            self._check = (page.trace, check_gradient(page.trace))
        return self._check[1]

    def _stopped(self, error: NonFiniteUpdate) -> None:
        """Say why the update that is looked at cannot be made."""
        self.session.playing = False
        table, row = error.values.get("table"), error.values.get("row")
        message = explain(error)
        if isinstance(table, str) and isinstance(row, int):
            message = self._overflow(self.session.update + 1, row, table)
        self._message = Text(message, WARNING)

    def _overflow(self, update: int, row: int, table: str) -> str:
        return _(
            "Update {n} cannot be made: with the row of {word} in {table} numbers would overflow. "
            "Lower lr (-), or take the last change back (z)."
        ).format(n=update, word=self.shown(self.session.words[row]), table=table)

    # ---- walking

    def do_next_stage(self) -> None:
        """Go one small stage forward."""
        self.wishes = replace(self.wishes, front=None)
        if not self.session.next():
            self._say_stop()

    def do_previous_stage(self) -> None:
        """Go one small stage back."""
        self.wishes = replace(self.wishes, front=None)
        if not self.session.previous():
            self.say(_("This is the beginning."))

    def do_finish(self) -> None:
        """Go to the end of this update."""
        self.wishes = replace(self.wishes, front=None)
        if not self.session.finish():
            self._say_stop()

    def do_next_update(self) -> None:
        """Go one update forward."""
        if not self.session.forward():
            self._say_stop()

    def do_previous_update(self) -> None:
        """Go one update back."""
        if not self.session.backward():
            self.say(_("This is the first update."))

    def do_first(self) -> None:
        """Go to the first update."""
        self.session.go_to(0)

    def do_newest(self) -> None:
        """Go to the newest update."""
        self.session.go_to(self.session.timeline.length)

    def do_go_to(self) -> None:
        """Ask for the number of an update."""
        self._ask(
            _("Go to which update? 1 is the first."),
            "",
            lambda text: _whole(text, 1, 10**9),
            lambda text: self._go_to(int(text) - 1),
        )

    def _go_to(self, update: int) -> None:
        if not self.session.go_to(update):
            self._say_stop()

    def do_play(self) -> None:
        """Play stage by stage, or pause."""
        self.session.playing = not self.session.playing
        if self._player is None:
            self._player = self.set_interval(SECONDS_A_STAGE, self._play)

    def _play(self) -> None:
        if self.session.playing and self.is_current:
            self.act("next_stage")

    def _say_stop(self) -> None:
        stop = self.session.timeline.stop
        self.session.playing = False
        if stop is None:
            return
        self.say(self._overflow(stop.at + 1, stop.row, stop.table), WARNING)

    # ---- changing

    def do_undo(self) -> None:
        """Take the last change back."""
        self.say(_("Taken back.") if self.session.undo() else _("There is nothing to take back."))

    def do_redo(self) -> None:
        """Make the change again."""
        done = self.session.redo()
        self.say(_("Made again.") if done else _("There is nothing to make again."))

    def do_faster(self) -> None:
        """Raise the learning rate."""
        self._scale_lr(up=True)

    def do_slower(self) -> None:
        """Lower the learning rate."""
        self._scale_lr(up=False)

    def _scale_lr(self, up: bool) -> None:
        """Go to the next of 1, 2, 5, 10 ... times a power of ten."""
        self.session.set_lr(_next_lr(self.session.timeline.config().lr, up))
        self.say(_("lr {lr}").format(lr=setting(self.session.timeline.config().lr)))

    def do_set_lr(self) -> None:
        """Ask for a learning rate."""
        self._ask(
            _("Which learning rate?"),
            setting(self.session.timeline.config().lr),
            _number,
            lambda text: self.session.set_lr(float(text)),
        )

    def do_set_k(self) -> None:
        """Ask for the number of negatives."""
        self._ask(
            _("How many negatives are drawn? (A chosen list stays as it is.)"),
            str(self.session.timeline.config().k),
            lambda text: _whole(text, 0, 1000),
            lambda text: self.session.set_k(int(text)),
        )

    def do_set_power(self) -> None:
        """Ask for the power of the noise."""
        self._ask(
            _("Which power of the counts? 0 is uniform, 0.75 the paper's, 1 the counts."),
            setting(self.session.timeline.config().policy.power),
            _number,
            lambda text: self.session.set_policy(power=float(text)),
        )

    def do_policy(self) -> None:
        """Follow the next preset."""
        names = list(PRESETS)
        now = names.index(self.session.timeline.config().policy.name)
        preset = PRESETS[names[(now + 1) % len(names)]]
        self.session.use_policy(preset)

    def do_release(self) -> None:
        """Go back to drawn pairs."""
        if self.session.timeline.config().choice is None:
            self.say(_("Pairs are drawn from the text already."))
        else:
            self.session.release()

    # ---- the tables' cursor

    def _move(self, rows: int = 0, columns: int = 0) -> None:
        cursor, dim = self.wishes.cursor, self.session.timeline.E.shape[1]
        flat = cursor.table * dim + cursor.column + columns
        flat = max(0, min(flat, 2 * dim - 1))
        row = max(0, min(cursor.row + rows, len(self.session.words) - 1))
        self.wishes = replace(self.wishes, cursor=Cursor(row, flat // dim, flat % dim))

    def do_cursor_up(self) -> None:
        """Move up."""
        self._move(rows=-1)

    def do_cursor_down(self) -> None:
        """Move down."""
        self._move(rows=1)

    def do_cursor_left(self) -> None:
        """Move left."""
        self._move(columns=-1)

    def do_cursor_right(self) -> None:
        """Move right."""
        self._move(columns=1)

    def do_page_up(self) -> None:
        """Move a page up."""
        self._move(rows=-max(1, self.panes["tables"].room.height - 2))

    def do_page_down(self) -> None:
        """Move a page down."""
        self._move(rows=max(1, self.panes["tables"].room.height - 2))

    def do_make_center(self) -> None:
        """Make the word under the cursor the center."""
        self.session.choose(center=self.wishes.cursor.row)

    def do_make_target(self) -> None:
        """Make the word under the cursor the target."""
        self.session.choose(target=self.wishes.cursor.row)

    def do_add_negative(self) -> None:
        """Score the word under the cursor as a negative once more."""
        negatives = tuple(self.session.trace.negatives.tolist())
        self.session.choose(negatives=(*negatives, self.wishes.cursor.row))

    def do_drop_negative(self) -> None:
        """Take one occurrence of the word out of the negatives."""
        negatives = list(self.session.trace.negatives.tolist())
        row = self.wishes.cursor.row
        if row not in negatives:
            self.say(_("This word is not among the negatives."))
            return
        negatives.reverse()
        negatives.remove(row)
        self.session.choose(negatives=tuple(reversed(negatives)))

    def do_edit_value(self) -> None:
        """Ask for another value of the number under the cursor."""
        cursor = self.wishes.cursor
        name = ("E", "Ep")[cursor.table]
        table = (self.session.timeline.E, self.session.timeline.Ep)[cursor.table]
        word = visible(self.session.words[cursor.row], self._ascii_only)
        self._ask(
            _("{table}, {word}, component {n}: which value?").format(
                table=name, word=word, n=cursor.column + 1
            ),
            repr(float(table[cursor.row, cursor.column])),
            lambda text: _number(text, least=None),
            lambda text: self.session.set_value(name, cursor.row, cursor.column, float(text)),
        )

    def do_find(self) -> None:
        """Ask for a word and move the cursor to it."""
        self._ask(_("Find which word?"), "", self._unknown, self._go_to_word)

    def _unknown(self, text: str) -> str | None:
        try:
            self.session.row_of(text)
        except InvalidInput as error:
            return explain(error)
        return None

    def _go_to_word(self, text: str) -> None:
        self.wishes = replace(
            self.wishes, cursor=replace(self.wishes.cursor, row=self.session.row_of(text))
        )
        self.panes["tables"].focus()

    # ---- what is shown

    def do_softmax(self) -> None:
        """Show the softmax beside, or hide it."""
        self.wishes = replace(self.wishes, softmax=not self.wishes.softmax, front="loss")

    def do_differences(self) -> None:
        """Show finite differences beside, or hide them."""
        self.wishes = replace(
            self.wishes, differences=not self.wishes.differences, front="gradient"
        )

    def do_curve(self) -> None:
        """Show the curves, or hide them."""
        self._toggle("curve")

    def do_code(self) -> None:
        """Show the code, or hide it."""
        self._toggle("code")

    def _toggle(self, name: str) -> None:
        asked = self.wishes.asked
        there = name in asked
        asked = tuple(n for n in asked if n != name) if there else (*asked, name)
        self.wishes = replace(self.wishes, asked=asked, front=None if there else name)

    def do_digits(self) -> None:
        """Show 4 decimals, or all."""
        digits = ALL_DIGITS if self.wishes.digits == 4 else 4
        self.wishes = replace(self.wishes, digits=digits)

    def do_presenter(self) -> None:
        """Show one pane alone, or all."""
        focused = self.focused
        alone = None
        if self.wishes.alone is None:
            alone = self._front()
            if isinstance(focused, Pane) and focused.kind != "stage":
                alone = focused.name_of_pane
        self.wishes = replace(self.wishes, alone=alone)

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
        names = ["stage", "text", "tables", "dot", "loss", "gradient", "update", "check"]
        names += [name for name in ("code", "curve") if name in self.wishes.asked]
        focused = self.focused
        now = focused.name_of_pane if isinstance(focused, Pane) else "stage"
        name = names[(names.index(now) + by) % len(names)] if now in names else "stage"
        alone = name if self.wishes.alone and name != "stage" else self.wishes.alone
        self.wishes = replace(self.wishes, front=None if name == "stage" else name, alone=alone)
        self.panes[name].display = True
        self.set_focus(self.panes[name])  # at once: a paint on the way would take it away again

    # ---- asking

    def _ask(
        self,
        question: str,
        initial: str,
        check: Callable[[str], str | None],
        give: Callable[[str], object],
    ) -> None:
        self.session.playing = False
        self._question = question
        self._before_prompt = self.focused
        self._prompt.ask(initial, check, lambda text: self._given(give, text))

    def _given(self, give: Callable[[str], object], text: str) -> None:
        self._message = None
        self.attempt(lambda: give(text))

    def on_prompt_said(self, event: Prompt.Said) -> None:
        """Say what is wrong with what is typed."""
        self._message = None if event.wrong is None else Text(event.wrong, WARNING)
        self.paint_soon()

    def on_prompt_done(self) -> None:
        """Give the focus back."""
        if self._before_prompt is not None and self.focused is self._prompt:
            self._before_prompt.focus()
        elif self.focused is None or self.focused is self._prompt:
            self.panes["stage"].focus()
        self.paint_soon()

    # ---- beyond this screen

    def do_help(self) -> None:
        """Explain the focused pane."""
        focused = self.focused
        if isinstance(focused, Pane):
            self._app.show_help(focused.name_of_pane, focused.kind)

    @property
    def _app(self) -> SgnsApp:
        return cast("SgnsApp", self.app)

    def do_palette(self) -> None:
        """Find an action by its name."""
        self.app.action_command_palette()

    def do_open(self) -> None:
        """Open another source."""
        self._app.open_source()

    def do_export(self) -> None:
        """Ask for a file and write this update to it."""
        self._ask(
            _("Write this update to which file? .json or .csv; .svg is the screen."),
            "",
            lambda text: None,
            self._app.export,
        )

    def do_save(self) -> None:
        """Ask for a file and save the session to it."""
        self._ask(
            _("Save this session to which file?"),
            self.session.file or "",
            lambda text: None,
            self._app.save,
        )

    def do_theme(self) -> None:
        """Take the next theme."""
        self._app.next_theme()

    def do_quit(self) -> None:
        """Leave."""
        self._app.leave()

    def do_interrupt(self) -> None:
        """Say how to leave; leave the second time."""
        self._app.action_interrupt()

    def take_back_question(self) -> None:
        """Close the line that asks, as Esc does."""
        self._prompt.take_back()


def _in_width(page: StepPage, cells: int) -> StepPage:
    return replace(page, cells=cells, word_cells=14 if cells >= 76 else 10)


def _at_least(lines: list[Text], count: int) -> list[Text]:
    return lines + [Text()] * (count - len(lines))


def _number(text: str, least: float | None = 0.0) -> str | None:
    try:
        value = float(text)
    except ValueError:
        return _("This is not a number.")
    if value != value or value in (float("inf"), float("-inf")):
        return _("The number must be finite.")
    if least is not None and value < least:
        return _("The number must be at least 0.")
    return None


def _whole(text: str, low: int, high: int) -> str | None:
    digits = text.lstrip("0")[:12]  # int refuses thousands of digits, and nobody needs them
    if not text.isdecimal() or not low <= int(digits or 0) <= high:
        return _("A whole number from {low} to {high}.").format(low=low, high=high)
    return None


def _next_lr(lr: float, up: bool) -> float:
    """Return the neighbour of lr among 1, 2 and 5 times powers of ten from 1e-6 to 1e6."""
    steps = [float(f"{digit}e{power}") for power in range(-6, 7) for digit in (1, 2, 5)]
    if up:
        return next((step for step in steps if step > lr * 1.0000001), lr)
    return next((step for step in reversed(steps) if step < lr * 0.9999999), lr)
