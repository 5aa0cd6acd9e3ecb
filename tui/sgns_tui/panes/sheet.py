"""Lines of text as a widget that draws again only those that have changed."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.content import Content
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.style import Style as VisualStyle
from textual.visual import Visual
from textual.widget import Widget

from sgns_tui.panes.looks import content, role_style

Runs = tuple[tuple[str, str], ...]
"""A line as pieces of text with their roles: many lines of these are drawn quicker than Text."""


class Sheet(Widget):
    """Shows the lines that `frame` returns, cut at its edges.

    A widget of Textual draws itself whole; a small stage changes a line or two of a pane, and this
    costs a fraction of that.
    """

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._drawn: Sequence[Text | Runs] = []
        self._looks: dict[str, Style] = {}
        self._looks_of: object = None
        self._drawn_size = Size(0, 0)

    def frame(self) -> Sequence[Text | Runs]:
        """Return the lines in view, as they should be now."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw what has changed since it was last drawn."""
        before, now = self._drawn, self.frame()
        if self._drawn_size != self.size:
            self._drawn_size = Size(0, 0)  # hidden, it may come back in the size it was drawn in
            self.refresh()
            return
        self._drawn = now
        longest = max(len(before), len(now))
        changed = [
            Region(0, y, self.size.width, 1)
            for y in range(min(longest, self.size.height))
            if y >= len(before) or y >= len(now) or before[y] != now[y]
        ]
        if changed:
            self.refresh(*changed)

    def render(self) -> Content:
        """Return all lines: what is copied where text is selected with a mouse."""
        lines = self.frame()
        return content([x if isinstance(x, Text) else Text.assemble(*x) for x in lines])

    def render_line(self, y: int) -> Strip:
        """Return one line."""
        if self.text_selection is not None:
            return super().render_line(y)
        if self._drawn_size != self.size:
            self._drawn, self._drawn_size = self.frame(), self.size
        style, width = self.visual_style, self.size.width
        line = self._drawn[y] if y < len(self._drawn) else None
        if isinstance(line, tuple):
            pieces = [Segment(text, self._look(role, style)) for text, role in line]
            return Strip(pieces).adjust_cell_length(width, style.rich_style)
        if line is not None:
            visual = content([line])
            strips = Visual.to_strips(self, visual, width, 1, style, apply_selection=False)
            if strips:
                return strips[0].adjust_cell_length(width, style.rich_style)
        return Strip.blank(width, style.rich_style)

    def _look(self, role: str, style: VisualStyle) -> Style:
        """Return how a role looks on a style of this widget, under the theme of now."""
        key = (self.app.theme, style)
        if key != self._looks_of:
            self._looks, self._looks_of = {}, key
        if role not in self._looks:
            self._looks[role] = role_style(style, role)
        return self._looks[role]
