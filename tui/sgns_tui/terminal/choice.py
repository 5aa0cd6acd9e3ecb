"""What this terminal is given: how many colours, which characters, what may be relied on."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from sgns_core.record import record


class Depth(StrEnum):
    """How many colours go out; with NONE not one colour code does."""

    NONE = "none"
    ANSI = "16"
    PALETTE = "256"
    TRUE = "truecolor"


class Glyphs(StrEnum):
    """Which characters go out: everything, or nothing above 0x7e."""

    UNICODE = "unicode"
    ASCII = "ascii"


@record(kw_only=True)
class TerminalChoice:
    """What the output driver sends and relies on.

    `erases_in_color`: erasing fills with the background in force (terminfo's `bce`), and cells
    in the midst of a row can be erased too (`ech`).
    `top_rate`: at most so many bytes per second of moving picture, for a multiplexer that answers
    by itself, so that the line behind it cannot be seen; None where the answers tell.
    """

    depth: Depth = Depth.PALETTE
    glyphs: Glyphs = Glyphs.UNICODE
    erases_in_color: bool = True
    top_rate: int | None = None


MULTIPLEXER_RATE = 20_000  # bytes per second; kept keys at 0.2 s on a line of 50 kB/s

# Families are matched against TERM up to its first dash or dot.
_WITHOUT_COLOR = {"", "dumb", "unknown", "network", "vt52", "vt100", "vt102", "vt220", "vt320"}
_WITHOUT_UTF8 = _WITHOUT_COLOR
_WITH_PALETTE = {"kitty", "alacritty", "foot", "ghostty", "wezterm", "contour", "iterm", "iterm2"}
_ERASES_IN_COLOR = _WITH_PALETTE | {"xterm", "linux", "rxvt", "konsole", "vte", "gnome", "st"}


def choose_terminal(
    environ: Mapping[str, str], color_option: str = "auto", glyphs_option: str = "auto"
) -> TerminalChoice:
    """Choose from the environment and the options `--color` and `--glyphs`.

    An option that is not `auto` always wins, also over NO_COLOR; a ValueError names a bad one.
    """
    term = environ.get("TERM", "").lower()
    family = term.replace(".", "-").partition("-")[0]
    multiplexed = family in {"screen", "tmux"} or bool(environ.get("TMUX") or environ.get("STY"))
    return TerminalChoice(
        depth=_depth(environ, term, family) if color_option == "auto" else Depth(color_option),
        glyphs=_glyphs(environ, family) if glyphs_option == "auto" else Glyphs(glyphs_option),
        # GNU screen erases to the default background; so may anything that is not known.
        erases_in_color=family in _ERASES_IN_COLOR and not environ.get("STY"),
        top_rate=MULTIPLEXER_RATE if multiplexed else None,
    )


def _depth(environ: Mapping[str, str], term: str, family: str) -> Depth:
    if environ.get("NO_COLOR") or family in _WITHOUT_COLOR or term.endswith(("-m", "-mono")):
        return Depth.NONE
    # Truecolour is never chosen unasked: a colour then takes up to 17 bytes where the palette
    # takes up to 9, and over a slow line bytes are what a person waits for.
    if "256" in term or "direct" in term or family in _WITH_PALETTE or environ.get("COLORTERM"):
        return Depth.PALETTE
    return Depth.ANSI


def _glyphs(environ: Mapping[str, str], family: str) -> Glyphs:
    if family in _WITHOUT_UTF8:
        return Glyphs.ASCII
    everything = environ.get("LC_ALL", "")
    characters = environ.get("LC_CTYPE", "")
    language = environ.get("LANG", "")
    # Python itself puts LC_CTYPE=C.UTF-8 into the environment of a program started in the C
    # locale (PEP 538), so this pair says nothing about the terminal.
    if characters == "C.UTF-8" and language in {"", "C", "POSIX"}:
        characters = ""
    locale = (everything or characters or language).lower()
    return Glyphs.UNICODE if "utf-8" in locale or "utf8" in locale else Glyphs.ASCII
