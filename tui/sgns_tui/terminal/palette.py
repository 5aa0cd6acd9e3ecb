"""Colour depth: from any style to one that the chosen number of colours can show.

A colour is an int: DEFAULT (the terminal's own), 0..255 (the palette), or RGB | 0xrrggbb.
Distances are Euclidean in Oklab (https://bottosson.github.io/posts/oklab/), where equal distances
look about equally far apart.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache

from sgns_tui.terminal.choice import Depth

DEFAULT = -1
RGB = 1 << 24

Triple = tuple[int, int, int]

# xterm's own sixteen; other terminals differ a little, which is why the 256-colour reduction
# never picks them.
ANSI_COLORS: tuple[Triple, ...] = (
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0),
    (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
)  # fmt: skip
# The sixteen of the Linux console and of many others: its yellow is brown, its dark grey darker.
VGA_COLORS: tuple[Triple, ...] = (
    (0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0),
    (0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170),
    (85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85),
    (85, 85, 255), (255, 85, 255), (85, 255, 255), (255, 255, 255),
)  # fmt: skip
READABLE = 4.5
"""The least contrast of text (WCAG 2, level AA)."""
CUBE_LEVELS = (0, 95, 135, 175, 215, 255)


def triple_of(color: int) -> Triple:
    """Return the red, green and blue of a colour that is not DEFAULT."""
    if color & RGB:
        return color >> 16 & 255, color >> 8 & 255, color & 255
    if color < 16:
        return ANSI_COLORS[color]
    if color < 232:
        red, rest = divmod(color - 16, 36)
        green, blue = divmod(rest, 6)
        return CUBE_LEVELS[red], CUBE_LEVELS[green], CUBE_LEVELS[blue]
    grey = 8 + 10 * (color - 232)
    return grey, grey, grey


def reduce_pair(foreground: int, background: int, depth: Depth) -> tuple[int, int]:
    """Reduce text and background together: where they differed they still do."""
    if depth is Depth.NONE:
        return DEFAULT, DEFAULT
    if depth is Depth.TRUE:
        return foreground, background
    text, ground = reduce_color(foreground, depth), reduce_color(background, depth)
    if depth is Depth.ANSI and DEFAULT not in (text, ground):
        text = _readable(foreground, background, text, ground)
    if text == ground != DEFAULT and foreground != background:
        text = reduce_color(foreground, depth, but_not=ground)
    return text, ground


@lru_cache(maxsize=4096)
def _readable(foreground: int, background: int, text: int, ground: int) -> int:
    """Return the nearest of sixteen that can be read on a ground wherever the text itself could."""
    wanted = contrast(triple_of(foreground), triple_of(background)) >= READABLE
    if not wanted or _can_be_read(text, ground):
        return text
    here = oklab(triple_of(foreground))
    return min(
        (color for color in range(16) if _can_be_read(color, ground)),
        key=lambda color: _distance(here, oklab(triple_of(color))),
        default=text,
    )


def _can_be_read(text: int, ground: int) -> bool:
    return all(
        contrast(sixteen[text], sixteen[ground]) >= READABLE
        for sixteen in (ANSI_COLORS, VGA_COLORS)
    )


def contrast(one: Triple, other: Triple) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2, success criterion 1.4.3)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(color: Triple) -> float:
    red, green, blue = (_linear(part / 255) for part in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(maxsize=16384)
def reduce_color(color: int, depth: Depth, but_not: int | None = None) -> int:
    """Return the nearest colour that `depth` has, other than `but_not`."""
    if depth is Depth.ANSI:
        if 0 <= color < 16 and color != but_not:
            return color
        candidates: Iterable[int] = range(16)
    else:
        if not color & RGB and color != but_not:
            return color
        candidates = _palette_candidates(triple_of(color))
    if color == DEFAULT:
        return DEFAULT
    here = oklab(triple_of(color))
    return min(
        (candidate for candidate in candidates if candidate != but_not),
        key=lambda candidate: _distance(here, oklab(triple_of(candidate))),
    )


def _palette_candidates(color: Triple) -> set[int]:
    """The corners of the cube's cell around a colour, and the greys near its lightness."""
    sides = [
        {max(0, bisect_left(CUBE_LEVELS, part) - 1), bisect_left(CUBE_LEVELS, part)}
        for part in color
    ]
    corners = {16 + 36 * r + 6 * g + b for r in sides[0] for g in sides[1] for b in sides[2]}
    mean = sum(color) // 3
    grey = round((mean - 8) / 10)
    return corners | {232 + min(23, max(0, grey + step)) for step in (-1, 0, 1)}


@lru_cache(maxsize=16384)
def oklab(color: Triple) -> tuple[float, float, float]:
    """Convert sRGB, 0..255, to Oklab."""
    red, green, blue = (_linear(part / 255) for part in color)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _distance(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
