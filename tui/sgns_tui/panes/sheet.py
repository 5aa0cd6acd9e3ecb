"""Lines of text as a widget that draws again only those that have changed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.content import Content
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.style import Style as VisualStyle
from textual.widget import Widget

from sgns_tui.panes.looks import content, roles_style

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
        self._looks: dict[tuple[str, ...], Style] = {}
        self._looks_of: object = None
        self._drawn_size = Size(0, 0)
        self._strips: dict[int, tuple[Text | Runs | None, Strip]] = {}
        self._state: tuple[bool, VisualStyle] | None = None

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

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return lines; what they all depend on, slow to ask Textual for, is asked once."""
        self._state = self._asked()
        try:
            return super().render_lines(crop)
        finally:
            self._state = None

    def _asked(self) -> tuple[bool, VisualStyle]:
        """Return whether text is selected, and the style; draw all where size or looks changed."""
        if self._drawn_size != self.size:
            self._drawn, self._drawn_size = self.frame(), self.size
        style = self.visual_style
        looks_of = (self.app.theme, style, self.size)
        if looks_of != self._looks_of:
            self._looks, self._strips, self._looks_of = {}, {}, looks_of
        return self.text_selection is not None, style

    def render_line(self, y: int) -> Strip:
        """Return one line."""
        selected, style = self._state or self._asked()
        if selected:
            return super().render_line(y)
        line = self._drawn[y] if y < len(self._drawn) else None
        kept = self._strips.get(y)
        if kept is None or kept[0] is not line:
            kept = self._strips[y] = (line, self._strip(y, line, style))
        return kept[1]

    def _strip(self, y: int, line: Text | Runs | None, style: VisualStyle) -> Strip:
        width = self.size.width
        if line is None:
            return Strip.blank(width, style.rich_style)
        if isinstance(line, tuple):
            drawn = [Segment(text, self._look((role,), style)) for text, role in line]
            return Strip(drawn).adjust_cell_length(width, style.rich_style)
        drawn = [Segment(text, self._look(roles, style)) for text, roles in pieces_of(line)]
        strip = Strip(drawn)
        if getattr(self.app, "takes_mouse", True):
            strip = strip.apply_offsets(0, y)  # by which the mouse selects
        return strip.adjust_cell_length(width, style.rich_style)

    def _look(self, roles: tuple[str, ...], style: VisualStyle) -> Style:
        """Return how roles look, one over the other, under the theme of now."""
        if roles not in self._looks:
            self._looks[roles] = roles_style(style, roles)
        return self._looks[roles]


def pieces_of(line: Text) -> list[tuple[str, tuple[str, ...]]]:
    """Return a line as pieces with the roles that lie on each, the lowest first.

    Textual's own way from a text to a strip takes many times as long.
    """
    plain, base = line.plain, (str(line.style),) if line.style else ()
    cuts = {0, len(plain)}
    for span in line.spans:
        cuts |= {min(span.start, len(plain)), min(span.end, len(plain))}
    return [
        (
            plain[start:end],
            base + tuple(str(span.style) for span in line.spans if span.start <= start < span.end),
        )
        for start, end in pairwise(sorted(cuts))
    ]
