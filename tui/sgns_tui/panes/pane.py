"""A pane: a title in a rule, then lines that scroll where they do not fit."""

from __future__ import annotations

from rich.text import Text
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from sgns_tui.i18n import _
from sgns_tui.panes.looks import content
from sgns_tui.render.roles import HEADING, NEW, QUIET


class Pane(Widget, can_focus=True, inherit_bindings=False):
    """Shows lines that a render function made; it computes nothing and keeps no state but scroll.

    kind: whose arrow keys it listens to: "page" scrolls, other kinds have keys of their own.
    """

    DEFAULT_CSS = """
    Pane { position: absolute; background: $background; color: $foreground;
           text-wrap: nowrap; text-overflow: clip; }
    """

    def __init__(self, *, id: str, title: str, formula: str = "", kind: str = "page") -> None:  # noqa: A002
        super().__init__(id=id)
        self.title = title
        self.formula = formula
        self.kind = kind
        self._lines: list[Text] = []
        self._top = 0
        self._bare = False

    @property
    def name_of_pane(self) -> str:
        """Return the pane's id, which help and keys know it by."""
        return self.id or ""

    @property
    def room(self) -> Size:
        """Return the cells that lines may take."""
        return Size(self.size.width, max(0, self.size.height - 1))

    def show(self, lines: list[Text], title: str | None = None, *, bare: bool = False) -> None:
        """Show other lines; what is the same is not drawn again.

        bare: without the rule above them. Where a line holds what is new it is kept in view.
        """
        same = lines == self._lines and bare == self._bare and title in (None, self.title)
        if same:
            return
        self._lines, self._bare = lines, bare
        self.title = self.title if title is None else title
        new = [n for n, line in enumerate(lines) if any(span.style == NEW for span in line.spans)]
        if new:
            self.keep_in_view(new[-1])
            self.keep_in_view(new[0])
        self.refresh()

    def scroll_rows(self, rows: int) -> None:
        """Scroll so many rows down, as far as there are any."""
        top = max(0, min(self._top + rows, len(self._lines) - self.room.height))
        if top != self._top:
            self._top = top
            self.refresh()

    def keep_in_view(self, row: int) -> None:
        """Scroll so that a line can be seen."""
        height = self.room.height
        if row < self._top or row >= self._top + height:
            self.scroll_rows(max(0, row - height + 1) - self._top)

    def render(self) -> Content:
        """Return the rule with the title and the lines in view."""
        if self._bare:
            mark = Text("> " if self.has_focus else "  ", HEADING)
            return content([mark + line for line in self._lines[: self.size.height]])
        height = self.room.height
        hidden = len(self._lines) - height
        self._top = max(0, min(self._top, hidden))
        shown = self._lines[self._top : self._top + height]
        return content([self._rule(hidden), *shown])

    def _rule(self, hidden: int) -> Text:
        """Return title and formula in a rule: heavy, and marked, where the focus is."""
        width = self.size.width
        focus = self.has_focus
        stroke = "━" if focus else "─"
        rule = Text()
        rule.append(stroke + ("> " if focus else " "), HEADING if focus else QUIET)
        rule.append(self.title, HEADING)
        rule.append(" ")
        tail = f" {self.formula} " if self.formula else ""
        if hidden > 0:
            below = hidden - self._top
            tail += " " + (_("{n} more").format(n=below) if below else _("end")) + " "
        if rule.cell_len + len(tail) + 1 > width:
            tail = tail[-(width - rule.cell_len - 1) :] if hidden > 0 else ""
        rule.append(
            stroke * max(0, width - rule.cell_len - len(tail) - 1), HEADING if focus else QUIET
        )
        rule.append(tail, QUIET)
        rule.append(stroke, HEADING if focus else QUIET)
        rule.truncate(max(0, width))
        return rule

    def on_focus(self) -> None:
        """Draw the heavy rule."""
        self.refresh()

    def on_blur(self) -> None:
        """Draw the light rule."""
        self.refresh()


class Line(Widget):
    """Lines at the edge of a screen: no title, no focus."""

    DEFAULT_CSS = """
    Line { position: absolute; background: $background; color: $foreground; height: 1;
           text-wrap: nowrap; text-overflow: clip; }
    """

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._lines: list[Text] = []

    def show(self, *lines: Text) -> None:
        """Show other lines; what is the same is not drawn again."""
        if list(lines) != self._lines:
            self._lines = list(lines)
            self.refresh()

    def render(self) -> Content:
        """Return the lines."""
        return content(self._lines)
