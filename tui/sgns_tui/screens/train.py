"""The Train screen: a map that moves while it trains, and what stands behind it."""

from __future__ import annotations

from dataclasses import replace

from rich.text import Text
from textual.geometry import Region

from sgns_tui.comparing import ComparedSession
from sgns_tui.grouping import Basis, Grouping
from sgns_tui.groups_note import groups_note
from sgns_tui.i18n import _
from sgns_tui.pacing import FramePace
from sgns_tui.panes.map import MapPane
from sgns_tui.panes.pane import Pane
from sgns_tui.render.map.arrows import update_arrows
from sgns_tui.render.map.scene import Arrow, CellKind
from sgns_tui.render.roles import QUIET, WARNING
from sgns_tui.render.train.bar import timeline_lines
from sgns_tui.render.train.loss import LossView
from sgns_tui.render.train.status import train_status
from sgns_tui.screens.mapping import MapScreen, MapWishes, shown_points
from sgns_tui.screens.searching import SearchScreen
from sgns_tui.screens.side_lines import SideLines
from sgns_tui.screens.train_layout import HINT, train_layout
from sgns_tui.text import wrapped
from sgns_tui.watching import MANY_NEAR, NEAR, TrainFrame, Wants, Watch

ARROW_SHARE = 0.15  # of the map's width that the longest arrow takes


class TrainScreen(MapScreen, SearchScreen, inherit_bindings=False):
    """Many updates at once, on a map; any of them can be reached again."""

    NAME = "train"
    frame: TrainFrame | None = None

    def begin(self) -> None:
        """Begin with a map as the terminal can draw it."""
        super().begin()
        kind = CellKind.ASCII if self.ascii_only else CellKind.BRAILLE
        self.map_wishes = MapWishes(kind=kind)
        self._front = "loss"
        self._watches: list[Watch] = []
        self._taken: tuple[object, TrainFrame] | None = None
        self._loss: LossView | None = None
        self._side = self._new_side()

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
        grouping = self._watched()[0].grouping
        note = groups_note(grouping.given, grouping.file, self.ascii_only, self.message_cells)
        if note is not None and self.message is None:
            self.say(note, WARNING)

    def reset(self) -> None:
        """Forget what was wished for the session before."""
        super().reset()
        self._watches = []
        self._taken = self._loss = self.frame = None
        self._side = self._new_side()

    def _new_side(self) -> SideLines:
        return SideLines(lambda seconds: self.set_timer(seconds, self.paint_soon), self.ascii_only)

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
        if self.alone is not None and name != "bar":
            self.alone = name

    # ---- pictures

    def picture(self, details: bool, slow: bool) -> TrainFrame:
        """Return a picture of the session, and of the one beside it."""
        watches = self._watched()
        wishes = self.map_wishes
        large = "updates" in self._regions_of()
        wants = Wants(
            selected=wishes.selected,
            outputs=wishes.outputs,
            trails=wishes.trails,
            arrows=wishes.arrows,
            near=MANY_NEAR if large else NEAR,
            updates=large,
            ascii_only=self.ascii_only,
        )
        rate = self.trainer.rate if self.trainer.playing else None
        frame = watches[0].take(wants, details=details, slow=slow, rate=rate)
        if isinstance(self.session, ComparedSession):
            beside = watches[1].take(replace(wants, word=False), details=False, slow=slow)
            labels = self.session.labels
            if slow or self._loss is None:
                self._loss = replace(frame.loss, beside=beside.loss, labels=labels)
            beside = replace(beside, name=labels[1])
            frame = replace(frame, beside=beside, loss=self._loss, name=labels[0])
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
                room = (region.width, region.height - 1)
                self.panes[name].show(self._side.lines(name, frame, room, self.digits))
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
        return train_layout(width, height, self._front, self.alone, maps, selected)

    def _draw_map(self, name: str, frame: TrainFrame, width: int, height: int) -> None:
        """Draw a map in a pane, the legend below it."""
        room = self.room_of_map(width, height)
        if name == "map":
            self.follow(shown_points(frame), room)
        scene = self.scene(name, frame.words, frame.points)
        arrows: tuple[Arrow, ...] = ()
        if frame.last is not None:
            reach = ARROW_SHARE * room[0] * scene.viewport.unit
            arrows = update_arrows(
                frame.last, frame.projection.apply, reach, frame.outputs is not None
            )
        scene = replace(
            scene,
            outputs=frame.outputs,
            output_rows=frame.output_rows,
            only=frame.only,
            trail=frame.trail,
            arrows=arrows,
        )
        self.show_scene(name, scene, width, height, self._title(frame))

    def _title(self, frame: TrainFrame) -> str:
        """Return what a map shows, and how much of the variance; the end may lack room."""
        parts = [_("Map") if frame.name is None else frame.name]
        dim = frame.projection.axes.shape[1]
        if dim > 2:
            held = round(100 * frame.projection.held)
            parts.append(_("{n}% of the variance").format(n=held))
            parts.append(_("{d} components").format(d=dim))
        if frame.outputs is not None:
            parts.append(_("E and Ep"))
        return self.shown(", ".join(parts))

    def _playing_text(self) -> str | None:
        """Return in words that the run plays, and how fast."""
        if not self.is_playing:
            return None
        if self.is_searching:
            return _("looking")
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
        given = grouping.given if grouping.basis is Basis.GIVEN else None
        note = groups_note(given, grouping.file, self.ascii_only, self.message_cells)
        self.say(_("Colours: {basis}.").format(basis=note or self._frame_now().words.basis))
