"""The Step screen: one update under the microscope."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.text import Text
from textual.geometry import Region
from textual.timer import Timer

from sgns_core.arguments import NonFiniteUpdate
from sgns_core.record import record
from sgns_tui.i18n import _, explain
from sgns_tui.panes.pane import Pane
from sgns_tui.render.roles import HEADING, WARNING
from sgns_tui.render.step import dot, gradient, header, loss, status, tables, update
from sgns_tui.render.step.page import StepPage
from sgns_tui.render.step.status import HINT
from sgns_tui.render.step.tables import Cursor
from sgns_tui.screens.layout import NARROW_TEXT, Columns, columns_of, step_layout
from sgns_tui.screens.running import RunScreen
from sgns_tui.screens.tables import TableScreen
from sgns_tui.session_view import softmax_of, step_view
from sgns_tui.stages import Kind, Progress, moment_of
from sgns_tui.text import wrapped

if TYPE_CHECKING:
    from sgns_core.differences import GradientCheck

SECONDS_A_STAGE = 0.7
CURVE_ROWS = 16
"""Lines of the curves where there is no room for larger ones."""

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


@record
class Wishes:
    """What a person asked to see on this screen; none of it belongs to the session."""

    softmax: bool = False
    differences: bool = False
    asked: tuple[str, ...] = ()
    alone: str | None = None
    front: str | None = None


class StepScreen(TableScreen, RunScreen, inherit_bindings=False):
    """One update, walked through in small stages."""

    NAME = "step"

    def begin(self) -> None:
        """Begin with nothing wished for."""
        super().begin()
        self.wishes = Wishes()
        self._welcome = not self.session.update and not self.session.at
        self._player: Timer | None = None
        self._check: tuple[object, GradientCheck] | None = None
        self._want: tuple[object, dict[str, int]] | None = None
        self._kept: dict[str, tuple[object, list[Text]]] = {}
        self._to_differences = False

    # ---- what it says for itself

    def make_panes(self) -> tuple[Pane, ...]:
        """Return the panes, the stage line first, so that right goes forward."""
        return (
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

    def reset(self) -> None:
        """Forget what was wished for the session before."""
        self.cursor = Cursor()
        self.wishes = replace(self.wishes, front=None, alone=None)
        self._welcome = not self.session.update and not self.session.at

    def act(self, action: str) -> None:
        """Do what the key table calls `action`; whoever pressed a key has read the welcome."""
        self._welcome = False
        super().act(action)

    def on_descendant_focus(self) -> None:
        """Keep the pane that got the focus in front."""
        focused = self.focused
        if isinstance(focused, Pane) and focused.kind != "stage":
            self.wishes = replace(self.wishes, front=focused.name_of_pane)

    def pane_order(self) -> list[str]:
        """Return the panes that the focus goes through: also those a narrow screen leaves out."""
        asked = self.wishes.asked
        return [name for name in self.panes if name not in ("code", "curve") or name in asked]

    def bring_to_front(self, name: str) -> None:
        """Show a pane that gets the focus."""
        alone = name if self.wishes.alone and name != "stage" else self.wishes.alone
        self.wishes = replace(self.wishes, front=None if name == "stage" else name, alone=alone)

    # ---- painting

    def draw(self, width: int, height: int) -> None:
        """Hand every pane its lines."""
        try:
            view = step_view(self.session, self.ascii_only)
        except NonFiniteUpdate as error:
            self._stopped(error)
            if not self.session.previous():  # the very first one: there is nothing to show
                self._paint_message(width, height)
                return
            view = step_view(self.session, self.ascii_only)
        page = StepPage(view, width, at=self.session.at, digits=self.digits)
        columns = columns_of(width, height, self._front(), self.wishes.asked, self.wishes.alone)
        narrow = ("text", NARROW_TEXT) in columns[0][2]
        lines = {
            name: self._kept_lines(name, _in_width(page, size), narrow)
            for _, size, panes in columns
            for name, _least in panes
        }
        regions = step_layout(width, height, columns, self._wanted(page, columns))
        self.keep_focus(regions)
        self.place(regions)
        for name, shown in lines.items():
            region = regions[name]
            if name == "tables":  # how many words are shown depends on the room
                shown = self._tables(_in_width(page, region.width), region.height - 1)
                self.panes[name].title = _("Tables, {read}").format(read=tables.title(page))
            if name == "curve" and region.height > CURVE_ROWS:
                shown = self._large_curves(_in_width(page, region.width), region.height - 1, shown)
            self.panes[name].show(shown, bare=name == "text" and narrow)
        if self._to_differences:
            self._to_differences = False
            self._scroll_to_differences(page, regions)
        self.edges["status"].show(
            status.status_line(page, self.session.playing, self.session.timeline.length)
        )
        self.panes["stage"].show([status.stage_line(page)], bare=True)
        self.edges["hint"].show(*self._hint(page))

    def _wanted(self, page: StepPage, columns: Columns) -> dict[str, int]:
        """Return the lines of each pane once all is known, so that none moves on the way."""
        key = (page.trace, tuple(columns), page.digits, self.wishes)
        if self._want is None or self._want[0] != key:
            whole = replace(page, at=None)
            narrow = ("text", NARROW_TEXT) in columns[0][2]
            want = {
                name: 1 + len(self._lines(name, _in_width(whole, size), narrow))
                for _, size, panes in columns
                for name, _least in panes
            }
            if narrow:  # no title, and room for the rest: what the pair reads is scrolled to
                pair = header.pair_lines(replace(whole, cells=whole.cells - 2))
                want["text"] = min(len(list(pair)), 3)
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
                    page = replace(page, cells=page.cells - 2)
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
                from sgns_tui.render.step import code  # not every start needs this and the next

                return list(code.code_lines(page))
            case _:
                from sgns_tui.render.step import curve

                return list(curve.curve_lines(page, CURVE_ROWS))

    def _tables(self, page: StepPage, height: int) -> list[Text]:
        cursor = self.cursor if self.panes["tables"].has_focus else None
        timeline = self.session.timeline
        place = (timeline.position, timeline.edits)
        key = (page.trace, place, cursor, page.cells, page.digits, height)
        kept = self._kept.get("rows")
        if kept is None or kept[0] != key:
            lines = list(tables.table_lines(page, (timeline.E, timeline.Ep), cursor, height))
            kept = self._kept["rows"] = (key, lines)
        return kept[1]

    def _large_curves(self, page: StepPage, height: int, small: list[Text]) -> list[Text]:
        """Return the curves as large as they may be in `height` lines."""
        key = (small, page.cells, height)
        kept = self._kept.get("large curves")
        if kept is None or kept[0] != key:
            from sgns_tui.render.step import curve

            lines = list(curve.curve_lines(page, height))
            if len(lines) > height:
                rows = max(CURVE_ROWS, 2 * height - len(lines))
                lines = list(curve.curve_lines(page, rows))
            kept = self._kept["large curves"] = (key, lines)
        return kept[1]

    def _hint(self, page: StepPage) -> list[Text]:
        """Return the lines under the stages: a question, a message, or what happens here."""
        return self.hint_lines(page.cells, list(status.hint_lines(page, self._welcome)), HINT)

    def _front(self) -> str:
        if self.wishes.front in ("dot", "loss", "gradient", "update", "check", "code", "curve"):
            return str(self.wishes.front)
        extra = [name for name in self.wishes.asked if name in ("code", "curve")]
        return extra[-1] if extra else _FRONT[self.session.stage.kind]

    def _paint_message(self, width: int, height: int) -> None:
        """Show a message and the keys, and no pane: there is no update to look at."""
        self.place(
            {
                "stage": Region(0, 0, width, 1),
                "hint": Region(0, 1, width, height - 2),
                "footer": Region(0, height - 1, width, 1),
            }
        )
        self.panes["stage"].focus()
        self.panes["stage"].show([Text(self.shown(self.session.source.name), HEADING)], bare=True)
        lines = wrapped(self.message.plain if self.message else "", width)
        self.edges["hint"].show(*(Text(line, WARNING) for line in lines))

    def _gradient_check(self, page: StepPage) -> GradientCheck:
        from sgns_core.differences import check_gradient

        if self._check is None or self._check[0] is not page.trace:
            self._check = (page.trace, check_gradient(page.trace))
        return self._check[1]

    def _scroll_to_differences(self, page: StepPage, regions: Mapping[str, Region]) -> None:
        """Bring what was just asked for into view: it stands below the gradient."""
        if "gradient" in regions:
            page = _in_width(page, regions["gradient"].width)
            self.panes["gradient"].show_from(len(list(gradient.gradient_lines(page))))

    def _stopped(self, error: NonFiniteUpdate) -> None:
        """Say why the update that is looked at cannot be made."""
        self.session.playing = False
        table, row = error.values.get("table"), error.values.get("row")
        message = explain(error)
        if isinstance(table, str) and isinstance(row, int):
            message = self.overflow(self.session.update + 1, row, table)
        self.message = Text(message, WARNING)

    # ---- walking

    def do_next_stage(self) -> None:
        """Go one small stage forward."""
        self.wishes = replace(self.wishes, front=None)
        if not self.session.next():
            self.say_stop()

    def do_previous_stage(self) -> None:
        """Go one small stage back."""
        self.wishes = replace(self.wishes, front=None)
        if not self.session.previous():
            self.say(_("This is the beginning."))

    def do_finish(self) -> None:
        """Go to the end of this update."""
        self.wishes = replace(self.wishes, front=None)
        if not self.session.finish():
            self.say_stop()

    def do_play(self) -> None:
        """Play stage by stage, or pause."""
        self.session.playing = not self.session.playing
        if self._player is None:
            self._player = self.set_interval(SECONDS_A_STAGE, self._play)

    def _play(self) -> None:
        if self.session.playing and self.is_current:
            self.act("next_stage")

    # ---- what is shown

    def do_softmax(self) -> None:
        """Show the softmax beside, or hide it."""
        self.wishes = replace(self.wishes, softmax=not self.wishes.softmax, front="loss")

    def do_differences(self) -> None:
        """Show finite differences beside, or hide them."""
        shown = not self.wishes.differences
        self.wishes = replace(self.wishes, differences=shown, front="gradient")
        self._to_differences = shown
        progress = Progress(self.session.trace, self.session.at)
        if shown and not progress.reached(Kind.GRADIENT):
            self.say(_("Finite differences stand below the gradient once it is known."))

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

    def do_presenter(self) -> None:
        """Show one pane alone, or all."""
        focused = self.focused
        alone = None
        if self.wishes.alone is None:
            alone = self._front()
            if isinstance(focused, Pane) and focused.kind != "stage":
                alone = focused.name_of_pane
        self.wishes = replace(self.wishes, alone=alone)

    def do_export(self) -> None:
        """Ask for a file and write this update to it."""
        self.ask(
            _("Write this update to which file? .json or .csv; .svg is the screen."),
            "",
            lambda text: None,
            self.sgns_app.export,
        )


def _in_width(page: StepPage, cells: int) -> StepPage:
    return replace(page, cells=cells, word_cells=14 if cells >= 76 else 10)
