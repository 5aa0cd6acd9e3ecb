"""The shortest way from the row that is shown to the row that is wanted.

Pure functions of rows, a place and a style. Several ways to write a row are tried where they may
differ, and the shortest is taken: cell by cell; the same with a blank end erased (EL); the same
with every stretch of blanks erased (ECH); erasing all from the first difference on and writing what
is not blank; and where looks change often, the same with all cells of one look before those of the
next, since a jump takes fewer bytes than a colour. EL fills with the background in force only on
terminals that are known for it (`erases_in_color`); elsewhere it is used for the default background
alone, and ECH not at all.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from sgns_tui.terminal.glyphs import agreed_width, is_plain
from sgns_tui.terminal.styles import PLAIN, Styles


class Row(NamedTuple):
    """One text and one style number per cell; in `looks` of a wanted row, blanks are plain."""

    texts: list[str]
    looks: list[int]


class Pen(NamedTuple):
    """Where the terminal's cursor is and which style is in force; None: not known."""

    x: int | None = None
    y: int | None = None
    style: int | None = None


_LONGEST_GAP = 8  # cells; over more than that, a jump is always shorter
_NEVER_JUMPED = 3  # cells; no jump takes fewer bytes
_WORTH_A_TRY = 8  # cells that become blank, from which on erasing may pay
_OFTEN = 6  # changes of look in a row, from which on one look after another may pay
_STRETCH = 9  # cells from which on erasing them and jumping over them is shorter than blanks


def look_of(texts: list[str], styles: list[int], table: Styles) -> Row:
    """Return a row in which every blank has the style of what is seen of it: its background."""
    blank = table.blank
    looks = [
        blank[style] if text == " " else style for text, style in zip(texts, styles, strict=True)
    ]
    return Row(texts, looks)


def differences(shown: Row, wanted: Row) -> list[int]:
    """Return the columns in which two rows look different."""
    return [
        column
        for column, (old, new, look, new_look) in enumerate(
            zip(shown.texts, wanted.texts, shown.looks, wanted.looks, strict=True)
        )
        if old != new or look != new_look
    ]


def row_update(
    y: int,
    shown: Row,
    wanted: Row,
    pen: Pen,
    styles: Styles,
    erases_in_color: bool,
    changed: list[int] | None = None,
) -> tuple[str, Pen]:
    """Return what turns the shown row y into the wanted one, and where that leaves the pen.

    changed: the columns in which they differ, where that is known already.
    """
    if changed is None:
        changed = differences(shown, wanted)
    if not changed:
        return "", pen
    writer = _RowWriter(y, wanted, styles, erases_in_color)
    doubtful = _first_doubtful(shown, wanted)
    if doubtful is not None:
        return writer.afresh_from(min(doubtful, changed[0]), shown, pen)
    ways: list[tuple[str, Pen] | None] = [writer.cells(changed, pen)]
    if sum(wanted.texts[column] == " " for column in changed) >= _WORTH_A_TRY:
        ways.append(writer.with_blank_end(changed, pen))
        ways.append(writer.with_erased_stretches(changed, pen))
        ways.append(writer.erased_first(changed[0], pen))
    elif changed[-1] >= writer.end_of_text:
        ways.append(writer.with_blank_end(changed, pen))
    if writer.looks_change_often(changed):
        ways.append(writer.look_by_look(changed, pen))
        ways.append(writer.erased_first(changed[0], pen, look_by_look=True))
    return min((way for way in ways if way is not None), key=lambda way: len(way[0].encode()))


def move(pen: Pen, x: int, y: int) -> str:
    """Return the shortest way of the cursor to a cell."""
    if pen.x == x and pen.y == y:
        return ""
    ways = [f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H" if y else "\x1b[H"]
    if pen.x is not None and pen.y is not None:
        down = y - pen.y
        rows = "" if not down else _step(down, "B") if down > 0 else _step(-down, "A")
        across = x - pen.x
        columns = "" if not across else _step(across, "C") if across > 0 else _step(-across, "D")
        ways.append(rows + columns)
        if across < 0:
            ways.append(rows + "\b" * -across)
            ways.append(rows + "\r" + (_step(x, "C") if x else ""))
    return min(ways, key=len)


def _step(count: int, final: str) -> str:
    return f"\x1b[{count}{final}" if count > 1 else f"\x1b[{final}"


def _first_doubtful(shown: Row, wanted: Row) -> int | None:
    """Return the first column whose text terminals measure differently, if there is one."""
    places = []
    for texts in (shown.texts, wanted.texts):
        joined = "".join(texts)
        if is_plain(joined) and len(joined) == len(texts):
            continue
        places += [column for column, text in enumerate(texts) if text and not agreed_width(text)]
    return min(places, default=None)


class _RowWriter:
    """Writes one wanted row in one of several ways."""

    def __init__(self, y: int, wanted: Row, styles: Styles, erases_in_color: bool) -> None:
        self.y = y
        self.texts, self.looks = wanted
        self.styles = styles
        self.erases_in_color = erases_in_color
        self.width = len(self.texts)
        self.end_of_text = self._end_of_text()
        self.some_doubtful = not is_plain("".join(self.texts))

    def cells(self, changed: list[int], pen: Pen) -> tuple[str, Pen]:
        """Write the changed cells, and short gaps between them where a jump would be longer."""
        out: list[str] = []
        before: int | None = None
        for start, end in self._joined(_runs(changed)):
            jump = move(pen, start, self.y)
            here = pen.x if pen.y == self.y else None
            if here is not None and here == before and start - here <= _LONGEST_GAP:
                filler = self._filler(here, start, pen.style)
                if filler is not None and len(filler.encode()) <= len(jump):
                    text, filled = self._written(here, start, pen)
                    if filled.x == start:
                        jump, pen = text, filled
            out.append(jump)
            text, pen = self._written(start, end, Pen(start, self.y, pen.style))
            out.append(text)
            before = end
        return "".join(out), pen

    def _joined(self, runs: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Join runs between which are so few blanks, of the look before, that no jump is shorter.

        Between words that is the rule, and looking at jumps takes longer than all else.
        """
        texts, looks, blank = self.texts, self.looks, self.styles.blank
        joined: list[tuple[int, int]] = []
        for start, end in runs:
            if joined:
                begin, before = joined[-1]
                gap = start - before
                ground = [blank[looks[before - 1]]] * gap
                if (
                    gap <= _NEVER_JUMPED
                    and texts[before:start] == [" "] * gap
                    and looks[before:start] == ground
                ):
                    joined[-1] = (begin, end)
                    continue
            joined.append((start, end))
        return joined

    def _filler(self, start: int, end: int, style: int | None) -> str | None:
        """Return the text of a gap, or None where writing it would take changes of style.

        The change to what follows the gap has to be made anyway, so it may be made in the gap.
        """
        if style is None:
            return None
        blank, following = self.styles.blank, self.looks[end]
        for text, look in zip(self.texts[start:end], self.looks[start:end], strict=True):
            if look not in (style, following) and not (
                text == " " and look in (blank[style], blank[following])
            ):
                return None
        return "".join(self.texts[start:end])

    def with_blank_end(self, changed: list[int], pen: Pen) -> tuple[str, Pen] | None:
        """Write up to the last text and erase the rest; None where the rest cannot be erased."""
        end = self.end_of_text
        later = [column for column in changed if column >= end]
        if not later or not self._may_erase(self.looks[-1]):
            return None
        text, pen = self.cells([column for column in changed if column < end], pen)
        place = later[0]
        if pen.y == self.y and pen.x is not None and end <= pen.x <= place:
            place = pen.x
        erasing, pen = self._erased_from(place, self.looks[-1], pen)
        return text + erasing, pen

    def with_erased_stretches(self, changed: list[int], pen: Pen) -> tuple[str, Pen] | None:
        """Write what is not blank and erase what is, stretch by stretch; None without any."""
        stretches = self._stretches(changed) if self.erases_in_color else []
        if not stretches:
            return None
        out: list[str] = []
        rest = changed
        for start, end in stretches:
            before = [column for column in rest if column < start]
            rest = [column for column in rest if column >= end]
            text, pen = self.cells(before, pen)
            erasing, pen = self._erased_from(start, self.looks[start], pen, end)
            out += [text, erasing]
        text, pen = self.cells(rest, pen)
        return "".join([*out, text]), pen

    def _stretches(self, changed: list[int]) -> list[tuple[int, int]]:
        """Return (start, end) of long stretches that become blanks of one look.

        Cells in them that are such blanks already may be erased as well.
        """
        stretches: list[tuple[int, int]] = []
        start = last = -1
        for column in changed:
            if self.texts[column] != " " or not self._may_erase(self.looks[column]):
                continue
            if start < 0 or not self._is_blank(last, column):
                start = column
                stretches.append((start, start + 1))
            last = column
            stretches[-1] = (start, column + 1)
        return [
            (start, self.width if self._is_blank(start, self.width - 1) else end)
            for start, end in stretches
            if end - start >= _STRETCH
        ]

    def _is_blank(self, start: int, end: int) -> bool:
        """Tell whether all cells from start to end, both included, are blanks of one look."""
        count = end + 1 - start
        return (
            self.texts[start : end + 1] == [" "] * count
            and self.looks[start : end + 1] == [self.looks[start]] * count
        )

    def looks_change_often(self, changed: list[int]) -> bool:
        """Tell whether another look is needed often from one changed text to the next."""
        looks = [self.looks[column] for column in changed if self.texts[column] != " "]
        return sum(one != other for one, other in pairwise(looks)) >= _OFTEN

    def look_by_look(self, columns: list[int], pen: Pen) -> tuple[str, Pen]:
        """Write cells, all of one look before those of the next; the look in force comes first."""
        of_look: dict[int, list[int]] = {}
        for column in columns:
            of_look.setdefault(self.looks[column], []).append(column)
        out: list[str] = []
        for look in sorted(of_look, key=lambda look: look != pen.style):
            text, pen = self.cells(of_look[look], pen)
            out.append(text)
        return "".join(out), pen

    def erased_first(
        self, start: int, pen: Pen, look_by_look: bool = False
    ) -> tuple[str, Pen] | None:
        """Erase from a column on and write what is not blank then."""
        grounds = Counter(
            look
            for text, look in zip(self.texts[start:], self.looks[start:], strict=True)
            if text == " " and self._may_erase(look)
        )
        if not grounds:
            return None
        (ground, _count), *_ = grounds.most_common(1)
        erasing, pen = self._erased_from(start, ground, pen)
        write = self.look_by_look if look_by_look else self.cells
        text, pen = write(self._left_after(start, ground), pen)
        return erasing + text, pen

    def afresh_from(self, start: int, shown: Row, pen: Pen) -> tuple[str, Pen]:
        """Write the whole rest of a row that holds text of doubtful width, in shown or wanted.

        The terminal may have put such text over more or fewer cells than reckoned, so nothing that
        was shown behind it counts, and the cursor is placed anew after each.
        """
        changed = [column for column in differences(shown, Row(self.texts, self.looks))
                   if column < start]  # fmt: skip
        before, pen = self.cells(changed, pen) if changed else ("", pen)
        out = [before]
        while start < self.width:
            erasing, pen = self._erased_from(start, PLAIN, pen)
            end = self._after_doubtful(start)
            text, pen = self.cells(self._left_after(start, PLAIN, end), pen)
            out += [erasing, text]
            start = end
        return "".join(out), pen

    def _after_doubtful(self, start: int) -> int:
        """Return the column after the next doubtful text, or the width if there is none."""
        for column in range(start, self.width):
            text = self.texts[column]
            if text and not agreed_width(text):
                wide = column + 1 < self.width and self.texts[column + 1] == ""
                return column + 2 if wide else column + 1
        return self.width

    def _left_after(self, start: int, ground: int, end: int | None = None) -> list[int]:
        """Return the columns from `start` up to `end` that are not blanks of this ground."""
        return [
            column
            for column in range(start, self.width if end is None else end)
            if self.texts[column] != " " or self.looks[column] != ground
        ]

    def _erased_from(
        self, column: int, ground: int, pen: Pen, end: int | None = None
    ) -> tuple[str, Pen]:
        """Erase from a column up to `end`, or to the end of the row."""
        current = PLAIN if pen.style is None else pen.style
        style = self.styles.for_blank(current, ground)
        erasing = "\x1b[K" if end in (None, self.width) else f"\x1b[{(end or 0) - column}X"
        text = move(pen, column, self.y) + self.styles.change(current, style) + erasing
        if pen.style is None:
            text = "\x1b[m" + text
        return text, Pen(column, self.y, style)

    def _written(self, start: int, end: int, pen: Pen) -> tuple[str, Pen]:
        """Write cells; the pen is taken to be there already."""
        styles, texts, looks = self.styles, self.texts, self.looks
        blank = styles.blank
        out: list[str] = []
        style = pen.style
        if style is None:
            style = PLAIN
            out.append("\x1b[m")
        x: int | None = start
        for column in range(start, end):
            text, look = texts[column], looks[column]
            if x is None and text:  # behind text of doubtful width
                out.append(move(Pen(), column, self.y))
                x = column
            if look != style:
                if text == " ":
                    if blank[style] != look:
                        new = styles.for_blank(style, look)
                        out.append(styles.change(style, new))
                        style = new
                elif text:
                    out.append(styles.change(style, look))
                    style = look
            out.append(text)
            if x is not None:
                x = column + 1
            if self.some_doubtful and text and not agreed_width(text):
                x = None
        # A wide character's second cell may be as it was; the cursor is behind it all the same.
        while x is not None and x < self.width and texts[x] == "":
            x += 1
        # After the last column a terminal may hold the cursor back or wrap: nobody knows where
        # it is, and erasing there would take the last cell away.
        if x is not None and x >= self.width:
            x = None
        return "".join(out), Pen(x, self.y if x is not None else None, style)

    def _may_erase(self, look: int) -> bool:
        if not self.styles.is_blank_ground(look):
            return False
        return self.erases_in_color or not self.styles.has_own_ground(look)

    def _end_of_text(self) -> int:
        """Return the column from which on all cells are blanks of one look."""
        end = self.width
        while end and self.texts[end - 1] == " " and self.looks[end - 1] == self.looks[-1]:
            end -= 1
        return end


def _runs(columns: list[int]) -> list[tuple[int, int]]:
    """Join columns that follow each other to (start, end) pairs."""
    runs: list[tuple[int, int]] = []
    for column in columns:
        if runs and runs[-1][1] == column:
            runs[-1] = (runs[-1][0], column + 1)
        else:
            runs.append((column, column + 1))
    return runs
