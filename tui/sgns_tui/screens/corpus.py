"""A training run on a text of any size: the map of its most frequent words, and its loss."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

import numpy as np
from rich.text import Text
from textual.geometry import Region

from sgns_core.errors import InvalidInput
from sgns_core.neighbors import nearest, neighbors
from sgns_core.source import Source
from sgns_core.trace import Floats, Indices
from sgns_core.vocabulary import Vocabulary
from sgns_tui.grouping import Grouping
from sgns_tui.i18n import _
from sgns_tui.keys import Key
from sgns_tui.panes.map import MapPane
from sgns_tui.panes.pane import Pane
from sgns_tui.render.map.scene import CellKind, MapWords
from sgns_tui.render.plots import SMALLEST
from sgns_tui.render.roles import HEADING, QUIET
from sgns_tui.render.train.run import (
    RunView,
    loss_numbers,
    run_bar,
    run_plot,
    run_status,
    setting_lines,
)
from sgns_tui.render.train.word import WordView, word_lines
from sgns_tui.run_watch import RunFrame
from sgns_tui.screens.corpus_layout import HINT, corpus_layout
from sgns_tui.screens.mapping import MapScreen, MapWishes, shown_points
from sgns_tui.screens.pictures import PictureScreen
from sgns_tui.screens.slow_lines import SlowLines
from sgns_tui.text import wrapped

NEAR = 8
SECONDS_A_PLOT = 0.5
SECONDS_A_WORD = 0.8  # what changes with every picture cannot be read

State = Literal["training", "paused", "stopping", "writing", "done"]


class CorpusMap:
    """What the map's keys have to know of a picture: its places, and those of Ep if wanted."""

    only: Indices | None = None
    beside: CorpusMap | None = None

    def __init__(self, frame: RunFrame, outputs: bool) -> None:
        self.points: Floats = frame.points
        self.outputs = frame.projection.apply(frame.Ep) if outputs else None


class CorpusScreen(PictureScreen, MapScreen, inherit_bindings=False):
    """Draws pictures of a run; keys move the map, hold the run back and let it go on.

    hold: holds the run back, or lets it go on. shown: is told when a picture is on the screen, and
    what it took.
    """

    NAME = "corpus"

    def __init__(
        self,
        view: RunView,
        vocabulary: Vocabulary,
        keys: tuple[Key, ...],
        *,
        hold: Callable[[bool], None],
        shown: Callable[[float], None],
    ) -> None:
        """Show the first `view.shown` words of a vocabulary, which is in the order of counts."""
        super().__init__(keys, ascii_only=view.ascii_only)
        self.view = view
        self.state: State = "training"
        self.notes: list[str] = []
        """What has to be said at the end of the run, and stays."""
        self._hold = hold
        self._shown = shown
        self._vocabulary = vocabulary
        many = view.shown
        words = Vocabulary(vocabulary.words[:many], vocabulary.counts[:many])
        source = Source(name=view.output, vocabulary=words)
        self._grouping = Grouping(source, ascii_only=view.ascii_only)
        kind = CellKind.ASCII if view.ascii_only else CellKind.BRAILLE
        self.map_wishes = MapWishes(kind=kind)
        self._picture: RunFrame | None = None
        self._grouped: RunFrame | None = None
        self._grouped_at = float("-inf")
        self._plot = SlowLines(self._paint_in, SECONDS_A_PLOT)
        self._word = SlowLines(self._paint_in, SECONDS_A_WORD)

    def _paint_in(self, seconds: float) -> None:
        self.set_timer(seconds, self.paint_soon)

    # ---- what it says for itself

    def make_panes(self) -> tuple[Pane, ...]:
        """Return the panes, the map first."""
        return (
            MapPane(id="map", title=_("Map")),
            Pane(id="loss", title=_("Loss"), kind="side"),
            Pane(id="word", title=_("Word"), kind="side"),
            Pane(id="bar", title="", kind="bar"),
        )

    def pane_order(self) -> list[str]:
        """Return the panes that the focus goes through; the line of progress has no keys."""
        return ["map", "loss", "word"]

    def bring_to_front(self, name: str) -> None:
        """Show a pane that gets the focus."""
        if self.alone is not None:
            self.alone = name

    def row_of(self, word: str) -> int:
        """Return the row of a word on the map."""
        row = self._vocabulary.index(word)
        if row >= self.view.shown:
            raise InvalidInput(
                "{word} is number {row} by count, and the map shows {many}; --watch-words {row} "
                "shows it",
                word=word,
                row=row + 1,
                many=self.view.shown,
            )
        return row

    # ---- pictures

    def take_in(self, frame: object) -> None:
        """Keep a picture of the run."""
        assert isinstance(frame, RunFrame)
        self._picture = frame

    def picture_shown(self) -> None:
        """Let another picture come."""
        self._shown(self.drawing)

    def enter(self, state: State) -> None:
        """Know what the run does now."""
        self.state = state
        self.message = None
        self.paint_soon()

    # ---- painting

    def draw(self, width: int, height: int) -> None:
        """Hand every pane its lines."""
        regions = corpus_layout(width, height, self.alone, self.map_wishes.selected is not None)
        self.keep_focus(regions)
        self.place(regions)
        self.edges["status"].show(run_status(self.view, self._state_text(), width))
        self.edges["hint"].show(*self.hint_lines(width, self._hint(width), HINT))
        frame = self._picture
        if frame is None:
            return
        bar = run_bar(frame.progress, width, self.ascii_only)
        self.panes["bar"].show([bar], bare=True)
        if "map" in regions:
            self._draw_map(frame, regions["map"])
        if "loss" in regions:
            self._draw_loss(frame, regions["loss"])
        if "word" in regions:
            self._draw_word(frame, regions["word"])
        self.painted()

    def _draw_map(self, frame: RunFrame, region: Region) -> None:
        self.frame = CorpusMap(frame, self.map_wishes.outputs)
        width, height = region.width, region.height
        self.follow(shown_points(self.frame), self.room_of_map(width, height))
        scene = self.scene("map", self._words(frame), frame.points)
        if self.frame.outputs is not None:
            rows = np.arange(len(frame.Ep))
            scene = replace(scene, outputs=self.frame.outputs, output_rows=rows)
        title = _("{n} of {size} words").format(
            n=f"{self.view.shown:,}", size=f"{self.view.size:,}"
        )
        if self.view.settings.dim > 2:
            held = round(100 * frame.projection.held)
            title += ", " + _("{n}% of variance").format(n=held)
        self.show_scene("map", scene, width, height, title)

    def _words(self, frame: RunFrame) -> MapWords:
        """Return the words with their groups, which follow the rows now and then."""
        now = time.monotonic()
        still = self.state != "training" and frame is not self._grouped
        fresh = still or now - self._grouped_at >= SECONDS_A_WORD
        if fresh:
            self._grouped, self._grouped_at = frame, now
        return self._grouping.words(frame.E, fresh)

    def _draw_loss(self, frame: RunFrame, region: Region) -> None:
        width, rows = region.width, region.height - 1
        numbers = loss_numbers(self.view, frame.progress, width)
        settings = setting_lines(self.view, frame.progress, width)
        if rows - len(numbers) - len(settings) >= SMALLEST[1]:
            numbers += settings  # where there is room for them under a plot
        room = (width, rows - len(numbers))
        plot = self._plot.lines(
            (room, self.state),
            lambda: run_plot(frame.curve, frame.check, *room, self.ascii_only),
        )
        self.panes["loss"].show([*plot, *numbers])

    def _draw_word(self, frame: RunFrame, region: Region) -> None:
        room = (region.width, region.height - 1)
        selected = self.map_wishes.selected
        lines = self._word.lines(
            (room, selected, self._grouping.basis, self.state),
            lambda: word_lines(self._word_view(frame), region.width),
        )
        title = _("Word") if selected is None else _("Word, beside the others of the map")
        self.panes["word"].show(lines, title)

    def _word_view(self, frame: RunFrame) -> WordView | None:
        row = self.map_wishes.selected
        if row is None:
            return None
        words = self._words(frame)
        group = int(words.groups[row])
        return WordView(
            words=words.words,
            row=row,
            count=int(words.counts[row]),
            group=None if group < 0 else words.names[group],
            norm=float(np.linalg.norm(frame.E[row])),
            by_cosine=neighbors(frame.E, row, NEAR),
            by_distance=nearest(frame.E, row, NEAR),
            updates=None,
            ascii_only=self.ascii_only,
        )

    def _state_text(self) -> str:
        return {
            "training": _("training"),
            "paused": _("paused"),
            "stopping": _("stopping"),
            "writing": _("writing"),
            "done": _("done"),
        }[self.state]

    def _hint(self, width: int) -> list[Text]:
        """Return what can be done here, in plain words."""
        role = QUIET
        match self.state:
            case "training":
                text = _("It trains. space pauses; q stops and writes what is there.")
            case "paused":
                text = _("Paused. space goes on; q stops and writes what is there.")
            case "stopping":
                text = _("Stopping after this piece of the text; what is there is written.")
            case "writing":
                text = _("Trained; the vectors are being written.")
            case _:
                text = " ".join(self.notes)
                role = HEADING
        return [Text(line, role) for line in wrapped(text, width)][:HINT]

    # ---- keys

    def do_play(self) -> None:
        """Pause the run, or let it go on."""
        if self.state in ("training", "paused"):
            paused = self.state == "training"
            self._hold(paused)
            self.enter("paused" if paused else "training")
        else:
            self.say(_("The run is over; q leaves."))

    def do_colors(self) -> None:
        """Colour the words by the next basis: bands of frequency, or k-means."""
        self._grouping.next_basis()
        if self._picture is not None:
            self.say(_("Colours: {basis}.").format(basis=self._words(self._picture).basis))
