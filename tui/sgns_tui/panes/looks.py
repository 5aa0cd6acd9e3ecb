"""How each role of text looks on a screen, and the themes that say so."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style as RichStyle
from rich.text import Text
from textual.content import Content, Span
from textual.style import Style
from textual.theme import Theme

from sgns_tui.render import roles

# The colours of target and negatives are told apart by the colour-blind too (blue and orange).
STYLES = {
    roles.HEADING: "bold $heading",
    roles.CENTER: "bold $center",
    roles.TARGET: "bold $target",
    roles.NEGATIVE: "$negative",
    roles.QUIET: "$quiet",
    roles.NEW: "reverse",
    roles.CURSOR: "reverse",
    roles.CONTEXT: "underline",
    roles.WARNING: "bold $warning",
    **{role: f"${role}" for role in roles.GROUPS},
}


def _theme(
    name: str, dark: bool, background: str, foreground: str, groups: str, **colors: str
) -> Theme:
    colors |= zip(roles.GROUPS, groups.split(), strict=True)
    return Theme(
        name=name,
        dark=dark,
        background=background,
        surface=background,
        panel=background,
        foreground=foreground,
        primary=colors["target"],
        warning=colors["warning"],
        variables={key: value for key, value in colors.items() if key != "warning"},
    )


THEMES = (
    _theme(
        "dark", True, "#121212", "#d0d0d0",
        groups="#87afff #ffff00 #d75f5f #afffff #af5fff #ffafaf #afaf00 #0087af",
        heading="#ffffff", center="#ffffff", target="#5fafff", negative="#ffaf5f",
        quiet="#9e9e9e", rule="#8a8a8a", warning="#ffd75f",
    ),
    _theme(
        "light", False, "#ffffff", "#303030",
        groups="#5f00af #af5f00 #000000 #005fff #5f0000 #005f5f #875faf #00005f",
        heading="#000000", center="#000000", target="#005faf", negative="#875f00",
        quiet="#626262", rule="#626262", warning="#870000",
    ),
    _theme(
        "contrast", True, "#000000", "#ffffff",
        groups="#ffff87 #00af00 #af87ff #ffafaf #ff5faf #afd700 #00d7ff #afffff",
        heading="#ffffff", center="#ffffff", target="#87d7ff", negative="#ffd75f",
        quiet="#d0d0d0", rule="#ffffff", warning="#ffff00",
    ),
    _theme(
        "terminal", True, "ansi_default", "ansi_default",
        groups="ansi_cyan ansi_yellow ansi_magenta ansi_green ansi_red ansi_blue "
        "ansi_bright_blue ansi_bright_magenta",
        heading="ansi_default", center="ansi_default", target="ansi_cyan", negative="ansi_yellow",
        quiet="ansi_default", rule="ansi_default", warning="ansi_default",
    ),
)  # fmt: skip
"""`terminal` takes the terminal's own colours."""


def content(lines: list[Text]) -> Content:
    """Return lines as Textual draws them; nothing in them is read as markup."""
    text = Text("\n").join(lines)
    spans = [
        Span(span.start, span.end, STYLES[str(span.style)])
        for span in text.spans
        if str(span.style) in STYLES
    ]
    return Content(text.plain, spans=spans)


def roles_style(style: Style, roles: Sequence[str]) -> RichStyle:
    """Return how roles look on a widget of a style, one over the other, under the theme of now."""
    for role in roles:
        if role in STYLES:
            style += Style.parse(STYLES[role])
    return style.rich_style
