"""Text can be read in every theme and every depth of colour: at least 4.5 to 1 (WCAG 2, AA)."""

from __future__ import annotations

from itertools import product

import pytest
from textual.theme import Theme

from sgns_tui.panes.looks import STYLES, THEMES
from sgns_tui.terminal.choice import Depth
from sgns_tui.terminal.palette import ANSI_COLORS, RGB, VGA_COLORS, Triple, reduce_pair, triple_of

COLORED = [theme for theme in THEMES if theme.name != "terminal"]


def luminance(color: Triple) -> float:
    parts = [p / 255 for p in color]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Triple, other: Triple) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def seen(color: int, sixteen: tuple[Triple, ...]) -> Triple:
    return sixteen[color] if color < 16 else triple_of(color)


def hexed(color: str) -> int:
    return RGB | int(color.removeprefix("#"), 16)


def texts(theme: Theme) -> dict[str, str]:
    """Return the colour of each role's text, and of plain text."""
    named = {
        **theme.variables,
        "warning": theme.warning or "",
        "foreground": theme.foreground or "",
    }
    used = {
        word.removeprefix("$") for look in STYLES.values() for word in look.split() if "$" in word
    }
    assert used <= set(named)
    return named


@pytest.mark.parametrize("theme", COLORED, ids=lambda theme: theme.name)
@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.PALETTE, Depth.ANSI])
@pytest.mark.parametrize("sixteen", [ANSI_COLORS, VGA_COLORS], ids=["xterm", "vga"])
def test_text_can_be_read(theme: Theme, depth: Depth, sixteen: tuple[Triple, ...]) -> None:
    ground = hexed(theme.background or "")
    poor = {}
    for role, color in texts(theme).items():
        # Reverse is text on its own colour: the same two the other way round.
        text, below = reduce_pair(hexed(color), ground, depth)
        ratio = contrast(seen(text, sixteen), seen(below, sixteen))
        if ratio < 4.5:
            poor[role] = (color, text, round(ratio, 2))
    assert not poor


def test_the_measure_is_the_standard_s() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((0x77, 0x77, 0x77), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("depth", [Depth.PALETTE, Depth.ANSI])
def test_target_and_negatives_are_still_two_colors(depth: Depth) -> None:
    for theme, (one, other) in product(COLORED, [("target", "negative")]):
        ground = hexed(theme.background or "")
        colors = [reduce_pair(hexed(theme.variables[n]), ground, depth)[0] for n in (one, other)]
        assert colors[0] != colors[1], theme.name
