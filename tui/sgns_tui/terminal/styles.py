"""Styles as small ints: parsing SGR, the look of a blank, the shortest way from one to another."""

from __future__ import annotations

from typing import NamedTuple

from sgns_tui.terminal.choice import Depth
from sgns_tui.terminal.palette import DEFAULT, RGB, reduce_pair


class Style(NamedTuple):
    """SGR attributes (bit n for code n) and the two colours (see palette.py)."""

    attributes: int = 0
    foreground: int = DEFAULT
    background: int = DEFAULT


PLAIN = 0  # the number of the style with nothing set

# Code that turns attributes off -> the attributes it turns off (codes of ECMA-48).
_OFF = {22: (1, 2), 23: (3,), 24: (4, 21), 25: (5, 6), 27: (7,), 28: (8,), 29: (9,), 55: (53,)}
_ON = tuple(code for codes in _OFF.values() for code in codes)
_OFF_OF = {code: off for off, codes in _OFF.items() for code in codes}
_OFF_MASKS = {off: sum(1 << code for code in codes) for off, codes in _OFF.items()}
# What can be seen on a blank: underline, reverse, strike, double underline, overline.
_SEEN_ON_BLANK = sum(1 << code for code in (4, 7, 9, 21, 53))


class Styles:
    """A table of styles, each known by its number; colours beyond `depth` never leave it."""

    def __init__(self, depth: Depth) -> None:
        self.depth = depth
        self._styles: list[Style] = []
        self._numbers: dict[Style, int] = {}
        self.reduced: list[int] = []  # number -> number of what may be sent for it
        self.blank: list[int] = []  # number -> number of the style a blank in it looks like
        self._applied: dict[tuple[int, str], int] = {}
        self._changes: dict[tuple[int, int], str] = {}
        self._for_blanks: dict[tuple[int, int], int] = {}
        self.number(Style())

    def __getitem__(self, number: int) -> Style:
        return self._styles[number]

    def number(self, style: Style) -> int:
        """Return the number of a style, a new one if it was never seen."""
        known = self._numbers.get(style)
        if known is not None:
            return known
        new = self._numbers[style] = len(self._styles)
        self._styles.append(style)
        self.reduced.append(new)
        self.blank.append(new)
        foreground, background = reduce_pair(style.foreground, style.background, self.depth)
        self.reduced[new] = self.number(Style(style.attributes, foreground, background))
        if not style.attributes & _SEEN_ON_BLANK:
            self.blank[new] = self.number(Style(0, DEFAULT, style.background))
        return new

    def is_blank_ground(self, number: int) -> bool:
        """Whether erasing with this style's background gives blanks of this style."""
        attributes, foreground, _background = self._styles[number]
        return attributes == 0 and foreground == DEFAULT

    def has_own_ground(self, number: int) -> bool:
        """Whether the background is not the terminal's own."""
        return self._styles[number].background != DEFAULT

    def apply(self, number: int, parameters: str) -> int:
        """Return the style after `CSI parameters m`; what is not known changes nothing."""
        key = (number, parameters)
        known = self._applied.get(key)
        if known is None:
            known = self._applied[key] = self.number(_after(self._styles[number], parameters))
        return known

    def for_blank(self, current: int, wanted: int) -> int:
        """Return the style nearest to `current` in which a blank looks as in `wanted`.

        `wanted` is the style of a blank, as `blank` gives it.
        """
        if self.blank[current] == wanted:
            return current
        key = (current, wanted)
        known = self._for_blanks.get(key)
        if known is None:
            known = wanted
            if self.is_blank_ground(wanted):
                now, ground = self._styles[current], self._styles[wanted].background
                near = self.number(Style(now.attributes & ~_SEEN_ON_BLANK, now.foreground, ground))
                if self.blank[near] == wanted:
                    known = near
            self._for_blanks[key] = known
        return known

    def change(self, current: int, wanted: int) -> str:
        """Return the shortest SGR sequence from one style to another, empty if they are one."""
        if current == wanted:
            return ""
        key = (current, wanted)
        known = self._changes.get(key)
        if known is None:
            known = self._changes[key] = _change(self._styles[current], self._styles[wanted])
        return known


def _after(style: Style, parameters: str) -> Style:
    attributes, foreground, background = style
    codes = [int(code) if code.isdecimal() else (0 if not code else -1)
             for code in parameters.split(";")]  # fmt: skip
    position = 0
    while position < len(codes):
        code = codes[position]
        position += 1
        if code == 0:
            attributes, foreground, background = Style()
        elif code in _OFF:
            attributes &= ~_OFF_MASKS[code]
        elif code in _OFF_OF:
            attributes |= 1 << code
        elif 30 <= code <= 37:
            foreground = code - 30
        elif 40 <= code <= 47:
            background = code - 40
        elif 90 <= code <= 97:
            foreground = code - 82
        elif 100 <= code <= 107:
            background = code - 92
        elif code == 39:
            foreground = DEFAULT
        elif code == 49:
            background = DEFAULT
        elif code in (38, 48):
            color, used = _extended_color(codes[position:])
            position += used
            if color is not None and code == 38:
                foreground = color
            elif color is not None:
                background = color
    return Style(attributes, foreground, background)


def _extended_color(codes: list[int]) -> tuple[int | None, int]:
    """Read what follows 38 or 48: the colour (None if it is none) and how many codes it took."""
    if codes[:1] == [5]:
        number = codes[1] if len(codes) > 1 else -1
        return (number if 0 <= number <= 255 else None), 2
    if codes[:1] == [2]:
        parts = codes[1:4]
        if len(parts) == 3 and all(0 <= part <= 255 for part in parts):
            return RGB | parts[0] << 16 | parts[1] << 8 | parts[2], 4
        return None, 4
    return None, 1


def _change(current: Style, wanted: Style) -> str:
    afresh = [0, *_attribute_codes(wanted.attributes)]
    colors_afresh = _color_codes(Style(0), wanted)
    lost = current.attributes & ~wanted.attributes
    off = [code for code, mask in _OFF_MASKS.items() if lost & mask]
    kept = current.attributes
    for code in off:
        kept &= ~_OFF_MASKS[code]
    onward = [*off, *_attribute_codes(wanted.attributes & ~kept)]
    ways = (
        _sgr(afresh, colors_afresh),
        _sgr(onward, _color_codes(current, wanted)),
    )
    return min(ways, key=len)


def _sgr(codes: list[int], colors: list[str]) -> str:
    inner = ";".join([*map(str, codes), *colors])
    return f"\x1b[{'' if inner == '0' else inner}m"


def _attribute_codes(attributes: int) -> list[int]:
    return [code for code in _ON if attributes >> code & 1]


def _color_codes(current: Style, wanted: Style) -> list[str]:
    codes = []
    if wanted.foreground != current.foreground:
        codes.append(_color_code(wanted.foreground, 30))
    if wanted.background != current.background:
        codes.append(_color_code(wanted.background, 40))
    return codes


def _color_code(color: int, base: int) -> str:
    if color == DEFAULT:
        return str(base + 9)
    if color & RGB:
        return f"{base + 8};2;{color >> 16 & 255};{color >> 8 & 255};{color & 255}"
    if color < 8:
        return str(base + color)
    if color < 16:
        return str(base + 52 + color)
    return f"{base + 8};5;{color}"
