"""The Train screen: a map that moves while it trains, and what stands behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from rich.text import Text
from textual.geometry import Region

from sgns_core.errors import InvalidInput
from sgns_core.source import Source
from sgns_tui.comparing import ComparedSession
from sgns_tui.grouping import Grouping
from sgns_tui.i18n import _, explain
from sgns_tui.keys import Key
from sgns_tui.pacing import FramePace
from sgns_tui.panes.map import MapPane
from sgns_tui.panes.pane import Pane
from sgns_tui.plain import arguments
from sgns_tui.render.map.arrows import update_arrows
from sgns_tui.render.map.legend import legend_lines
from sgns_tui.render.map.picture import draw_map
from sgns_tui.render.map.scene import Arrow, CellKind, Scene
from sgns_tui.render.map.viewport import fitted, followed
from sgns_tui.render.roles import QUIET, WARNING
from sgns_tui.render.step.page import StepPage
from sgns_tui.render.train.bar import timeline_lines
from sgns_tui.render.train.loss import LossView, loss_lines
from sgns_tui.render.train.now import now_lines
from sgns_tui.render.train.status import train_status
from sgns_tui.render.train.updates import update_lines
from sgns_tui.render.train.word import word_lines
from sgns_tui.screens.mapping import MapScreen, MapWishes, shown_points
from sgns_tui.screens.playing import PlayScreen
from sgns_tui.screens.train_layout import HINT, train_layout
from sgns_tui.session import Session
from sgns_tui.text import wrapped
from sgns_tui.watching import MANY_NEAR, NEAR, TrainFrame, Wants, Watch

FOLLOWING_ROOM = 1.4  # times what the points take, where the axes follow them
ARROW_SHARE = 0.15  # of the map's width that the longest arrow takes


class TrainScreen(MapScreen, PlayScreen, inherit_bindings=False):
    """Many updates at once, on a map; any of them can be reached again."""

    NAME = "train"
    frame: TrainFrame | None = None

    def __init__(
        self,
        session: Session,
        keys: tuple[Key, ...],
        *,
        ascii_only: bool = False,
        digits: int | None = 4,
    ) -> None:
        super().__init__(session, keys, ascii_only=ascii_only, digits=digits)
        kind = CellKind.ASCII if ascii_only else CellKind.BRAILLE
        self.map_wishes = MapWishes(kind=kind)
        self._front = "loss"
        self._alone: str | None = None
        self._watches: list[Watch] = []
        self._taken: tuple[object, TrainFrame] | None = None
        self._loss: LossView | None = None
        self._label_sides: dict[str, Mapping[int, int]] = {}
        self._kept: dict[str, tuple[object, tuple[int, int, int], list[Text]]] = {}

    # ---- what it says for itself

    def make_panes(self) -> tuple[Pane, ...]:
        """Return the panes, the map first."""
        return (
            MapPane(id="map", title=_("Map")),
            MapPane(id="beside", title=_("Map")),
            Pane(id="bar", title="", kind="bar"),
            Pane(id="now", title=_("Now"), kind="side"),
            Pane(id="word", title=_("Word"), kind="side"),
            Pane(id="loss", title=_("Loss"), kind="side"),
            Pane(id="updates", title=_("Last updates"), kind="side"),
        )

    def on_mount(self) -> None:
        """Take what the command line says of pictures."""
        fps = self.sgns_app.screens.fps
        if fps is not None:
            self.trainer.pace = FramePace(fps)
        super().on_mount()

    def reset(self) -> None:
        """Forget what was wished for the session before."""
        super().reset()
        self._watches = []
        self._taken = self._loss = self.frame = None
        self._label_sides = {}

    def pane_order(self) -> list[str]:
        """Return the panes that the focus goes through; a large screen alone has the last one."""
        hidden = set() if self._regions_of().get("updates") else {"updates"}
        if not isinstance(self.session, ComparedSession):
            hidden.add("beside")
        return [name for name in self.panes if name not in hidden]

    def bring_to_front(self, name: str) -> None:
        """Show a pane that gets the focus."""
        if name in ("word", "loss"):
            self._front = name
        if self._alone is not None and name != "bar":
            self._alone = name

    # ---- pictures

    def picture(self, details: bool, slow: bool) -> TrainFrame:
        """Return a picture of the session, and of the one beside it."""
        watches = self._watched()
        wishes = self.map_wishes
        wants = Wants(
            selected=wishes.selected,
            outputs=wishes.outputs,
            trails=wishes.trails,
            arrows=wishes.arrows,
            near=MANY_NEAR if "updates" in self._regions_of() else NEAR,
            ascii_only=self.ascii_only,
        )
        rate = self.trainer.rate if self.trainer.playing else None
        frame = watches[0].take(wants, details=details, slow=slow, rate=rate)
        if len(watches) > 1:
            beside = watches[1].take(replace(wants, word=False), details=False, slow=slow)
            labels = self.session.labels if isinstance(self.session, ComparedSession) else ("", "")
            if slow or self._loss is None:
                self._loss = replace(frame.loss, beside=beside.loss, labels=labels)
            frame = replace(frame, beside=beside, loss=self._loss)
        return frame

    def _watched(self) -> list[Watch]:
        if not self._watches:
            app = self.sgns_app
            file = app.screens.groups if self.session.source is app.first_source else None
            grouping = Grouping(self.session.source, file, self.ascii_only)
            self._watches = [Watch(self.session, grouping)]
            if isinstance(self.session, ComparedSession):
                self._watches.append(Watch(self.session.other, grouping))
        return self._watches

    def _frame_now(self) -> TrainFrame:
        """Return what is to be seen: while it plays the thread's picture, else a fresh one."""
        if self.is_playing and self.frame is not None:
            return self.frame
        with self.trainer.held():
            session, timeline = self.session, self.session.timeline
            wishes = self.map_wishes
            key = (
                (session.update, session.at, timeline.position, timeline.length, timeline.edits),
                (timeline.stop, timeline.branches, self._watched()[0].grouping.basis),
                (wishes.selected, wishes.outputs, wishes.trails, wishes.arrows, self.size),
            )
            if self._taken is None or self._taken[0] != key:
                self._taken = (key, self.picture(details=True, slow=True))
            self.frame = self._taken[1]
        return self.frame

    # ---- painting

    def draw(self, width: int, height: int) -> None:
        """Hand every pane its lines."""
        frame = self._frame_now()
        regions = self._regions_of()
        self.keep_focus(regions)
        self.place(regions)
        if "map" in regions:
            self._draw_map("map", frame, regions["map"].width, regions["map"].height)
        if "beside" in regions and frame.beside is not None:
            beside = regions["beside"]
            self._draw_map("beside", frame.beside, beside.width, beside.height)
        for name in ("now", "word", "loss", "updates"):
            if name in regions:
                region = regions[name]
                self.panes[name].show(self._side(name, frame, region.width, region.height - 1))
        bar = timeline_lines(frame.timeline, width - 2, regions["bar"].height)
        self.panes["bar"].show(bar, bare=True)
        loss = frame.loss
        self.edges["status"].show(
            train_status(
                self.session.source.name,
                frame.update + 1,
                frame.length,
                (loss.lr, loss.k, loss.policy, loss.seed),
                self._playing_text(),
                width,
                self.ascii_only,
            )
        )
        self.edges["hint"].show(*self.hint_lines(width, self._hint(frame, width), HINT))
        self.painted()

    def _regions_of(self) -> dict[str, Region]:
        width, height = self.size
        maps = 2 if isinstance(self.session, ComparedSession) else 1
        selected = self.map_wishes.selected is not None
        return train_layout(width, height, self._front, self._alone, maps, selected)

    def _draw_map(self, name: str, frame: TrainFrame, width: int, height: int) -> None:
        """Draw a map in a pane, the legend below it."""
        legend_rows = 2 if height >= 12 else 0
        room = (width, max(1, height - 1 - legend_rows))
        wishes = self.map_wishes
        if name == "map":
            self.map_room = room
            points = shown_points(frame)
            if wishes.viewport is None:
                wishes = replace(wishes, viewport=fitted(points, *room))
            elif wishes.follows and followed(wishes.viewport, points, *room) != wishes.viewport:
                # With room to move in, so that the axes stand still for a while.
                roomy = fitted(points, *room).zoomed(1 / FOLLOWING_ROOM)
                wishes = replace(wishes, viewport=roomy)
            self.map_wishes = wishes
        assert wishes.viewport is not None
        arrows: tuple[Arrow, ...] = ()
        if frame.last is not None:
            reach = ARROW_SHARE * room[0] * wishes.viewport.unit
            arrows = update_arrows(
                frame.last, frame.projection.apply, reach, frame.outputs is not None
            )
        scene = Scene(
            words=frame.words,
            points=frame.points,
            viewport=wishes.viewport,
            outputs=frame.outputs,
            output_rows=frame.output_rows,
            only=frame.only,
            selected=wishes.selected,
            kind=wishes.kind,
            grid=wishes.grid,
            labels=400 if wishes.labels else 0,
            trail=frame.trail,
            arrows=arrows,
            ascii_only=self.ascii_only,
            label_sides=self._label_sides.get(name, {}),
        )
        picture = draw_map(scene, *room)
        self._label_sides[name] = picture.label_sides
        legend = legend_lines(scene, picture, width)[:legend_rows]
        pane = self.panes[name]
        assert isinstance(pane, MapPane)
        pane.show_map(picture, legend, self._title(name, frame))

    def _title(self, name: str, frame: TrainFrame) -> str:
        """Return what a map shows, and how much of the variance."""
        parts = [_("Map")]
        if isinstance(self.session, ComparedSession):
            parts = [self.session.labels[name == "beside"]]
        if frame.outputs is not None:
            parts.append(_("E and Ep"))
        dim = self.session.timeline.E.shape[1]
        if dim > 2:
            parts.append(
                _("{d} components, {n}% of the variance").format(
                    d=dim, n=round(100 * frame.projection.held)
                )
            )
        return self.shown(", ".join(parts))

    def _side(self, name: str, frame: TrainFrame, cells: int, rows: int) -> list[Text]:
        """Return what a pane beside the map shows, made again only where it may have changed."""
        of_what = {
            "now": frame.step or frame.problem,
            "word": frame.word,
            "loss": frame.loss,
            "updates": frame.updates,
        }[name]
        how = (cells, rows, self.digits)
        kept = self._kept.get(name)
        if kept is None or kept[0] is not of_what or kept[1] != how:
            lines = self._side_lines(name, frame, cells, rows)
            kept = self._kept[name] = (of_what, how, lines)
        return kept[2]

    def _side_lines(self, name: str, frame: TrainFrame, cells: int, rows: int) -> list[Text]:
        match name:
            case "now":
                if frame.step is None:
                    return [Text(line, WARNING) for line in wrapped(frame.problem or "", cells)]
                return now_lines(StepPage(frame.step, cells, digits=self.digits), rows)
            case "word":
                return word_lines(frame.word, cells, rows)
            case "updates":
                shown = frame.updates[: max(1, rows - 2)]
                return update_lines(shown, frame.words.words, cells, self.ascii_only)
            case _:
                return loss_lines(frame.loss, cells, rows)

    def _playing_text(self) -> str | None:
        """Return in words that the run plays, and how fast."""
        if not self.is_playing:
            return None
        if self.trainer.speed is None:
            return _("playing")
        return _("playing, {n}/s").format(n=f"{self.trainer.speed:g}")

    def _hint(self, frame: TrainFrame, width: int) -> list[Text]:
        """Return what can be done here, in plain words."""
        if self.is_playing:
            text = _("It trains. space pauses; , and . then go one update, < and > a hundred.")
        elif not frame.length:
            text = _(
                "space trains; each point is a word's row of E. Words that stand in the same "
                "contexts come together."
            )
        else:
            text = _("space goes on; , . one update, < > a hundred, g any; i shows this one whole.")
        return [Text(line, QUIET) for line in wrapped(text, width)][:HINT]

    # ---- keys

    def do_colors(self) -> None:
        """Colour the words by the next basis: given groups, bands of frequency, k-means."""
        grouping = self._watched()[0].grouping
        grouping.next_basis()
        self._taken = None
        self.say(_("Colours: {basis}.").format(basis=self._frame_now().words.basis))

    def do_presenter(self) -> None:
        """Show one pane alone, or all."""
        focused = self.focused
        if self._alone is not None:
            self._alone = None
        elif isinstance(focused, Pane) and focused.name_of_pane != "bar":
            self._alone = "map" if focused.name_of_pane == "beside" else focused.name_of_pane
        else:
            self._alone = "map"

    def do_until(self) -> None:
        """Ask for an event and run until it."""
        self._ask_event(_("Run until what? loss > 2, word W, neighbor W, collision, 500 ..."))

    def do_back_until(self) -> None:
        """Ask for an event and run back until it."""
        self._ask_event(_("Run back until what? loss > 2, word W, neighbor W, collision ..."), True)

    def _ask_event(self, question: str, back: bool = False) -> None:
        source = self.session.source
        self.ask(
            question,
            "",
            lambda text: _event_wrong(text, source),
            lambda text: self._until(text, back),
        )

    def _until(self, text: str, back: bool) -> None:
        """Go to an update by its number, or look for an event in the thread."""
        event = arguments.event(arguments.split(text), self.session.source)
        if isinstance(event, int):
            self._go_to(event - 1)
            return
        shown = self.shown(text.strip())
        self.say(_("Looking for {event}; any key stops it.").format(event=shown))
        session = self.session

        def search(go_on: Callable[[], bool]) -> str | None:
            begin = session.update
            go = session.back_until if back else session.until
            if go(event, go_on=go_on):
                return _("{event}: update {n}, {far} updates from {begin}.").format(
                    event=shown,
                    n=session.update + 1,
                    far=abs(session.update - begin),
                    begin=begin + 1,
                )
            if session.timeline.stop is not None:
                return None
            if not go_on():
                return _("Stopped at update {n}.").format(n=session.update + 1)
            where = _("before this one") if back else _("in the next 100,000 updates")
            return _("{event}: not {where}.").format(event=shown, where=where)

        self.search(search)


def _event_wrong(text: str, source: Source) -> str | None:
    """Return why a text names no event of a source, None where it does."""
    try:
        arguments.event(arguments.split(text), source)
    except InvalidInput as error:
        return explain(error)
    return None
