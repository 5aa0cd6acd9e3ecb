"""A pane: a title in a rule, then lines that scroll where they do not fit."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.geometry import Size

from sgns_tui.i18n import _
from sgns_tui.panes.sheet import Runs, Sheet
from sgns_tui.render.roles import HEADING, NEW, QUIET
from sgns_tui.text import shortened, width

TITLE_FRAME = 6
"""Cells of a rule that are never its title's: the mark of the focus, and strokes."""
_HEAVY = 12  # strokes behind a title where the focus is: all of them would cost twice the bytes


class Pane(Sheet, can_focus=True, inherit_bindings=False):
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
        self._new: tuple[int, int] | None = None
        self._scrolled = False
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

        bare: without the rule above them. Where lines hold what is new they are kept in view; else
        the first line is, unless a person has scrolled.
        """
        title = self.title if title is None else title
        same = lines is self._lines or lines == self._lines
        if same and bare == self._bare and title == self.title:
            return
        self._lines, self._bare = lines, bare
        self.title = title
        new = [n for n, line in enumerate(lines) if any(span.style == NEW for span in line.spans)]
        self._new = (new[0], new[-1]) if new else None
        self._scrolled = self._scrolled and not new
        self.redraw()

    @property
    def is_at_end(self) -> bool:
        """Whether the last line is in view."""
        return self._top >= len(self._lines) - self.room.height

    def scroll_rows(self, rows: int) -> None:
        """Scroll so many rows down, as far as there are any."""
        top = max(0, min(self._top + rows, len(self._lines) - self.room.height))
        if top != self._top:
            self._top = top
            self._scrolled = True
            self.redraw()

    def _wanted_top(self) -> int:
        """Return the first line in view, the same on the way forward and on the way back."""
        if self._scrolled:
            return self._top
        if self._new is None:
            return 0
        first, last = self._new
        return min(first, max(0, last - self.room.height + 1))

    def frame(self) -> Sequence[Text | Runs]:
        """Return the rule with the title and the lines in view."""
        if self._bare:
            mark = Text("> " if self.has_focus else "  ", HEADING)
            return [mark + line for line in self._lines[: self.size.height]]
        height = self.room.height
        hidden = len(self._lines) - height
        self._top = max(0, min(self._wanted_top(), hidden))
        shown = self._lines[self._top : self._top + height]
        return [self._rule(hidden), *shown]

    def _rule(self, hidden: int) -> Text:
        """Return title and formula in a rule: heavy, and marked, where the focus is."""
        cells = self.size.width
        focus = self.has_focus
        stroke = "━" if focus else "─"
        more = ""
        if hidden > 0:
            below = hidden - self._top
            more = " " + (_("{n} more").format(n=below) if below else _("end")) + " "
        rule = Text()
        rule.append(stroke + ("> " if focus else " "), HEADING if focus else QUIET)
        room = cells - rule.cell_len - len(more) - 3  # without more: TITLE_FRAME, or one cell less
        rule.append(_fitting_title(self.title, max(0, room)), HEADING)
        rule.append(" ")
        tail = f" {self.formula} {more}" if self.formula else more
        if rule.cell_len + len(tail) + 1 > cells:
            tail = more
        between = max(0, cells - rule.cell_len - len(tail) - 1)
        heavy = min(between, _HEAVY) if focus else 0
        rule.append("━" * heavy, HEADING)
        rule.append("─" * (between - heavy) + tail + "─", QUIET)
        rule.truncate(max(0, cells))
        return rule

    def on_focus(self, event: events.Focus) -> None:
        """Take the focus; Textual's own way draws the whole pane again, and not the rule alone."""
        event.prevent_default()
        self.has_focus = True
        if self.parent is not None:
            self.parent.post_message(events.DescendantFocus(self))

    def on_blur(self, event: events.Blur) -> None:
        """Give the focus away."""
        event.prevent_default()
        self.has_focus = False
        if self.parent is not None:
            self.parent.post_message(events.DescendantBlur(self))

    def watch_has_focus(self, has_focus: bool) -> None:
        """Draw the rule heavy or light; no style depends on the focus, so none is reckoned."""
        self.redraw()


def _fitting_title(title: str, room: int) -> str:
    """Return a title without the explanation at its end where there is no room for that."""
    if width(title) <= room:
        return title
    for separator in ("  ", " | "):
        kept = title
        while separator in kept:
            kept = kept.rpartition(separator)[0]
            if width(kept) <= room:
                return kept
    return shortened(title, room, ascii_only=True)


class Line(Sheet):
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
            self.redraw()

    def frame(self) -> list[Text]:
        """Return the lines."""
        return self._lines
