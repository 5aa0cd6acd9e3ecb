"""What the screens on theory share: panes by a plan, each made again only when it has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, TypeVar

from rich.text import Text

from sgns_core.errors import InvalidInput
from sgns_tui.help_theory import THEORY_PAGES
from sgns_tui.i18n import _, explain
from sgns_tui.keys import shown_text
from sgns_tui.panes.pane import Pane
from sgns_tui.render.roles import HEADING, QUIET, WARNING
from sgns_tui.render.train.status import train_status
from sgns_tui.screens.running import RunScreen
from sgns_tui.screens.theory_layout import HINT, Plan, plan_columns, plan_layout
from sgns_tui.text import wrapped, wrapped_parts

Made = TypeVar("Made")


class TheoryScreen(RunScreen, inherit_bindings=False):
    """A screen that shows what lies behind the updates of the session; the session stands still.

    A screen of its own sets `PLAN`, says in `state` what its panes depend on, and makes their lines
    in `lines_of`. The first heading among a pane's lines becomes its title.
    """

    PLAN: ClassVar[Plan]
    SIZED: ClassVar[Mapping[str, int]] = {}
    """Panes whose lines depend on how many there may be, and how many each would like."""
    SPARE = 2  # lines that a pane keeps though it needs fewer now: what jumps is hard to follow
    LISTED = 20  # lines of a list beyond those in view at first, and that scrolling to its end adds

    def begin(self) -> None:
        """Begin with panes side by side, and nothing kept."""
        super().begin()
        self._front: str | None = None
        self._alone: str | None = None
        self._kept: dict[object, tuple[object, object]] = {}
        self._listed: dict[str, int] = {}
        self._heights: dict[tuple[str, int], int] = {}

    # ---- what a screen of its own says

    def state(self, name: str) -> object:
        """Return what a pane's lines depend on; equal states show the same."""
        raise NotImplementedError

    def lines_of(self, name: str, cells: int, rows: int) -> Iterable[Text]:
        """Return what a pane shows in `cells`; rows: how many it has, for those of `SIZED`.

        Raises InvalidInput where there is nothing to show: then that is what the pane says.
        """
        raise NotImplementedError

    def about(self) -> Sequence[str]:
        """Return what this screen is about and what its keys do, a sentence or two in each part.

        Parts at the end are left out where there is no room for them.
        """
        raise NotImplementedError

    def note(self) -> str | None:
        """Return what the line at the top says besides the session."""
        return None

    # ---- keeping what was made

    def once(self, what: object, key: object, make: Callable[[], Made]) -> Made:
        """Return what `make` gives, or raise what it refuses, made anew only for another key."""
        kept = self._kept.get(what)
        if kept is None or kept[0] != key:
            found: object
            try:
                found = make()
            except InvalidInput as error:
                found = error
            kept = self._kept[what] = (key, found)
        if isinstance(kept[1], InvalidInput):
            raise kept[1]
        return kept[1]  # type: ignore[return-value]

    def run_state(self) -> tuple[object, ...]:
        """Return what makes two looks at the session alike."""
        session = self.session
        timeline = session.timeline
        return (session, session.update, timeline.position, timeline.edits)

    def reset(self) -> None:
        """Forget what was wished for the session before."""
        self._kept.clear()
        self._listed.clear()
        self._heights.clear()

    # ---- panes

    def make_panes(self) -> tuple[Pane, ...]:
        """Return the panes of the plan, in its order."""
        plan = self.PLAN
        return tuple(
            Pane(id=name, title="", kind=self.kind_of(name))
            for name, _least in (*plan.left, *plan.right, *plan.turns)
        )

    def kind_of(self, name: str) -> str:
        """Return whose arrow keys a pane listens to."""
        return "page"

    def on_descendant_focus(self) -> None:
        """Keep the pane that got the focus in sight."""
        focused = self.focused
        if isinstance(focused, Pane):
            self.bring_to_front(focused.name_of_pane)
        super().on_descendant_focus()

    def bring_to_front(self, name: str) -> None:
        """Show a pane that gets the focus."""
        if name != self.PLAN.head[0]:
            self._front = name
        if self._alone is not None:
            self._alone = name

    def show_pane(self, name: str) -> None:
        """Show a pane that a key has changed, wherever the focus is."""
        self._front = name
        if self._alone is not None:
            self._alone = name

    def draw(self, width: int, height: int) -> None:
        """Hand every pane its lines."""
        columns = plan_columns(self.PLAN, width, height, self._front, self._alone)
        cells = {name: size for _x, size, panes in columns for name, _least in panes}
        whole = {
            name: self._lines(name, size, 0)
            for name, size in cells.items()
            if name not in self.SIZED
        }
        want = {
            name: 1
            + (self._steady(name, size, len(whole[name][1])) if name in whole else self.SIZED[name])
            for name, size in cells.items()
        }
        regions = plan_layout(width, height, columns, want)
        self.keep_focus(regions)
        self.place(regions)
        for name, pane in self.panes.items():
            if name in regions:
                region = regions[name]
                title, lines = whole.get(name) or self._lines(name, region.width, region.height - 1)
                pane.show(lines, title)
        session = self.session
        settings = session.in_force
        self.edges["status"].show(
            train_status(
                session.source.name,
                session.update + 1,
                session.timeline.length,
                (settings.lr, settings.k, settings.policy, settings.seed),
                self.note(),
                width,
                self.ascii_only,
            )
        )
        parts = [shown_text(part, self.ascii_only) for part in self.about()]
        about = [Text(line, QUIET) for line in wrapped_parts(parts, width, HINT)]
        self.edges["hint"].show(*self.hint_lines(width, about, HINT))

    def _steady(self, name: str, cells: int, lines: int) -> int:
        """Return how many lines a pane would like: no fewer than before for a few fewer lines."""
        before = self._heights.get((name, cells), 0)
        if not lines <= before <= lines + self.SPARE:
            self._heights[name, cells] = before = lines
        return before

    def _lines(self, name: str, cells: int, rows: int) -> tuple[str, list[Text]]:
        """Return a pane's title and lines, made again only where something has changed."""
        key = (self.state(name), cells, rows, self._listed.get(name))
        return self.once(("lines", name), key, lambda: self._made(name, cells, rows))

    def _made(self, name: str, cells: int, rows: int) -> tuple[str, list[Text]]:
        try:
            lines = list(self.lines_of(name, cells, rows))
        except InvalidInput as error:
            return self.title_of(name), [
                Text(line, WARNING) for line in wrapped(explain(error), cells)
            ]
        if lines and lines[0].style == HEADING:
            return lines[0].plain, lines[1:]
        return self.title_of(name), lines

    def title_of(self, name: str) -> str:
        """Return what a pane is called where its lines have no heading."""
        return _(THEORY_PAGES[self.NAME][name].name)

    def listed(self, name: str, rows: int) -> int:
        """Return how many lines of a list to make: those in view, and more as it is scrolled."""
        return rows + self._listed.get(name, self.LISTED)

    # ---- keys

    def do_scroll_down(self) -> None:
        """Scroll the focused pane down; a list grows at its end."""
        super().do_scroll_down()
        focused = self.focused
        if isinstance(focused, Pane) and focused.name_of_pane in self.SIZED and focused.is_at_end:
            name = focused.name_of_pane
            self._listed[name] = self._listed.get(name, self.LISTED) + self.LISTED

    def do_presenter(self) -> None:
        """Show one pane alone, or all."""
        focused = self.focused
        if self._alone is not None:
            self._alone = None
        elif isinstance(focused, Pane):
            self._alone = focused.name_of_pane
        else:
            self._alone = self.PLAN.head[0]

    def do_guide(self) -> None:
        """Say when to use which objective."""
        from sgns_tui.guide_topics import TOPICS
        from sgns_tui.render.guide_text import guide_lines
        from sgns_tui.screens.page import PageScreen

        lines = list(guide_lines(list(TOPICS), min(90, self.size.width - 2)))
        self.pane_app.put_over(PageScreen(lines[0].plain, lines[1:]))
