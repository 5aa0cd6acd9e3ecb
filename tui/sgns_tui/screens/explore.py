"""The Explore screen: any vectors on a map, with what is near and what words add up to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from sgns_core.errors import InvalidInput
from sgns_tui.explore_examples import examples
from sgns_tui.explore_listed import Beside
from sgns_tui.explore_map import ExploreMap
from sgns_tui.explored import LARGE_VALUES
from sgns_tui.i18n import _, explain
from sgns_tui.panes.map import MapPane
from sgns_tui.panes.pane import TITLE_FRAME, Pane
from sgns_tui.render.explore.listed import beside_lines, listed_lines, listed_title
from sgns_tui.render.explore.names import plane_name
from sgns_tui.render.explore.scene import explore_scene, map_legend
from sgns_tui.render.explore.status import explore_status, short_warnings, warnings
from sgns_tui.render.explore.word import word_lines
from sgns_tui.render.map.picture import MapPicture, draw_map
from sgns_tui.render.map.scene import CellKind
from sgns_tui.render.map.viewport import fitted
from sgns_tui.render.roles import QUIET, WARNING
from sgns_tui.screens.explore_draw_keys import DrawKeys
from sgns_tui.screens.explore_file_keys import FileKeys
from sgns_tui.screens.explore_layout import HINT, explore_layout
from sgns_tui.screens.explore_question_keys import QuestionKeys
from sgns_tui.screens.explore_view_keys import ViewKeys
from sgns_tui.screens.explore_word_keys import WordKeys
from sgns_tui.screens.mapping import MapWishes
from sgns_tui.text import shortened, wrapped

_FEW_GROUPS = 8  # whose names three lines hold


class ExploreScreen(WordKeys, DrawKeys, ViewKeys, QuestionKeys, FileKeys, inherit_bindings=False):
    """Vectors of a file, or the session's own, to look around in."""

    NAME = "explore"

    def begin(self) -> None:
        """Begin with a map as the terminal can draw it."""
        super().begin()
        kind = CellKind.ASCII if self.ascii_only else CellKind.BRAILLE
        self.map_wishes = MapWishes(kind=kind)
        self._sides: Mapping[int, int] = {}
        self._shown_key: object = None
        self.problem: str | None = None

    def on_mount(self) -> None:
        """Say what is odd in the groups file that was named."""
        super().on_mount()
        note = self.groups_note()
        if note is not None and self.message is None:
            self.say(note, WARNING)

    # ---- what it says for itself

    def make_panes(self) -> tuple[Pane, ...]:
        """Return the panes, the map first."""
        return (
            MapPane(id="map", title=_("Map")),
            Pane(id="word", title=_("Word"), kind="side"),
            Pane(id="list", title=_("Nearest words"), kind="list"),
            Pane(id="answer", title=_("Answer"), kind="side"),
        )

    def pane_order(self) -> list[str]:
        """Return the panes that the focus goes through; an answer once there is one."""
        return [name for name in self.panes if name != "answer" or self.answer is not None]

    def bring_to_front(self, name: str) -> None:
        """Show a pane that gets the focus."""
        if name in ("list", "answer"):
            self.front = name
        if self.alone is not None:
            self.alone = name

    def help_examples(self) -> Sequence[str]:
        """Return what is seen here of what a number says and does not say."""
        drawn = self.exploring.known_map
        focused = self.focused
        if drawn is None or not isinstance(focused, Pane):
            return ()
        return tuple(examples(self.exploring, drawn, focused.name_of_pane))

    # ---- painting

    def draw(self, width: int, height: int) -> None:
        """Hand every pane its lines."""
        exploring = self.exploring
        drawn = self.map_of_now()
        regions = explore_layout(width, height, self.front, self.alone, self.answer is not None)
        self.keep_focus(regions)
        self.place(regions)
        if "map" in regions:
            self._draw_map(drawn, regions["map"].width, regions["map"].height)
        if "word" in regions:
            word = regions["word"]
            lines = word_lines(exploring, drawn, word.width, word.height - 1, self.digits)
            self.panes["word"].show(lines)
        if "list" in regions:
            self._draw_list(regions["list"].width, regions["list"].height - 1)
        if "answer" in regions and self.answer is not None:
            title, lines_of = self.answer
            self.panes["answer"].show(lines_of(regions["answer"].width), title)
        self.edges["status"].show(explore_status(exploring, drawn, width))
        self.edges["hint"].show(*self.hint_lines(width, self._hint(drawn, width), HINT))

    def map_of_now(self) -> ExploreMap | None:
        """Return the map; None while it is being worked out beside the screen."""
        exploring = self.exploring
        drawn = exploring.known_map
        if drawn is None and exploring.drawn_count * exploring.explored.vectors.dim > LARGE_VALUES:
            looked = exploring.snapshot()
            self.work(
                "map",
                exploring.map_key,
                _("drawing {n} words").format(n=f"{exploring.drawn_count:,}"),
                looked.map_now,
                lambda made: exploring.adopt(looked),
            )
            return None
        if drawn is None:
            try:
                drawn = exploring.map_now()
            except InvalidInput as error:
                self.problem = explain(error)
                self.frame = None
                return None
        self.problem = None
        self.frame = drawn
        self.drawn_last = exploring.snapshot()
        if exploring.plane_key != self._shown_key:
            self._shown_key = exploring.plane_key
            self._sides = {}
            self.wish(viewport=None)
        return drawn

    def _draw_map(self, drawn: ExploreMap | None, width: int, height: int) -> None:
        """Draw the map in its pane, the legend below it."""
        pane = self.panes["map"]
        assert isinstance(pane, MapPane)
        if drawn is None:
            said = self.problem or self.work_said or ""
            lines = [Text(line, WARNING) for line in wrapped(said, width)]
            pane.show_map(MapPicture(width, (), 0, 0, {}), lines, _("Map"))
            return
        legend_rows = 3 if height >= 18 else 2 if height >= 12 else 0
        if len(drawn.words.names) > _FEW_GROUPS and legend_rows == 3:
            legend_rows = max(3, height // 4)
        room = (width, max(1, height - 1 - legend_rows))
        self.map_room = room
        wishes = self.map_wishes
        viewport = wishes.viewport or fitted(drawn.points, *room)
        if wishes.viewport is None:
            self.wish(viewport=viewport)
        scene = explore_scene(
            drawn,
            viewport,
            selected=self.exploring.word,
            marked=self.exploring.marked,
            kind=wishes.kind,
            grid=wishes.grid,
            labels=wishes.labels,
            ascii_only=self.ascii_only,
            label_sides=self._sides,
        )
        picture = draw_map(scene, *room)
        self._sides = picture.label_sides
        legend = map_legend(scene, picture, drawn, width, legend_rows)
        pane.show_map(picture, legend, plane_name(self.exploring, drawn, width - TITLE_FRAME))

    def _draw_list(self, cells: int, rows: int) -> None:
        pane, exploring = self.panes["list"], self.exploring
        listed = self.listed_now()
        cursor = self.cursor if isinstance(self.focused, Pane) and self.kind == "list" else None
        if self.listed_wrong is not None:
            lines = [Text(line, WARNING) for line in wrapped(self.listed_wrong, cells)]
            pane.show(lines, listed_title(exploring, None))
        elif isinstance(listed, Beside):
            word = shortened(self.shown(listed.word), 24, self.ascii_only)
            title = _("Nearest to {word} in both files").format(word=word)
            digits = min(self.digits, 6)
            pane.show(beside_lines(exploring, listed, cursor, cells, rows, digits), title)
        elif listed is None:
            text = self.work_said or _(
                "Select a word: what is near it stands here. i adds and subtracts words."
            )
            lines = [Text(line, QUIET) for line in wrapped(text, cells)]
            pane.show(lines, listed_title(exploring, None))
        else:
            lines = listed_lines(exploring, listed, cursor, cells, rows, self.digits)
            pane.show(lines, listed_title(exploring, listed, cells - TITLE_FRAME))

    def _hint(self, drawn: ExploreMap | None, width: int) -> list[Text]:
        """Return what is being done, what to beware of, or what can be done here."""
        said = self.work_said
        if said is not None:
            text = _("{work} ... Esc gives up.").format(work=said)
            return [Text(line, QUIET) for line in wrapped(text, width)][:HINT]
        lines: list[Text] = []
        if drawn is not None:
            long, short = list(warnings(drawn)), list(short_warnings(drawn))
            forms = (long, [" ".join(short)] if short else [], short)
            way = next((way for way in forms if _rows(way, width) <= HINT), short)
            lines = [Text(line, WARNING) for line in _whole(way, width)]
        ways = (
            _(
                "Arrows go from word to word, / finds one, g draws those that fit a search; space "
                "marks words for o, y and S."
            ),
            _("Arrows go from word to word, / finds one, g draws those that fit a search."),
            _("Arrows go from word to word, / finds one."),
        )
        room = HINT - len(lines)
        text = next((text for text in ways if _rows([text], width) <= room), "")
        lines += [Text(line, QUIET) for line in wrapped(text, width)]
        return lines


def _rows(sentences: Sequence[str], width: int) -> int:
    return sum(len(wrapped(said, width)) for said in sentences)


def _whole(sentences: Sequence[str], width: int, rows: int = HINT) -> list[str]:
    """Return the lines of those sentences that find room: none is cut in the middle."""
    lines: list[str] = []
    for said in sentences:
        more = wrapped(said, width)
        if len(lines) + len(more) <= rows:
            lines += more
    return lines
