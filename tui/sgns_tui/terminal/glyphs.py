"""The gate for characters: clusters and their widths, ASCII substitutes, no control characters.

Widths are those by which Textual lays out (`rich.cells`); a substitute is as wide as what it stands
for. Turning other letters into \\uXXXX changes widths, so that is done before layout, elsewhere;
what is left here becomes `?`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from rich.cells import cell_len

from sgns_tui.terminal.choice import Glyphs

# Text in which every character is one cell and stands for itself. A superset would be wrong, a
# subset is only slower. U+00AD (soft hyphen) and U+2800 (blank braille) are left out on purpose.
_PLAIN = re.compile(
    r"[\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f\u2500-\u25fc\u2801-\u28ff]*"
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
# Sent as they are, these would reorder or break what stands around them; they are no cell wide.
_REORDERING = re.compile(r"[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_JOINER = "\u200d"

Cluster = tuple[str, int]
"""Characters that share one place, and how many cells it has."""


def is_plain(text: str) -> bool:
    """Whether every character is one cell and needs no substitute where Unicode may be sent."""
    return _PLAIN.fullmatch(text) is not None


def picture(control: str, glyphs: Glyphs) -> str:
    """Return one visible character that stands for a C0 or C1 control character."""
    if glyphs is Glyphs.ASCII or ord(control) >= 0x80:
        return "?"
    return "\u2421" if control == "\x7f" else chr(0x2400 + ord(control))


@lru_cache(maxsize=4096)
def clusters(text: str, glyphs: Glyphs) -> tuple[Cluster, ...]:
    """Cut text into clusters that may be sent; their widths sum to what Textual reckoned.

    A leading cluster of width 0 belongs to whatever stands before the text. Control characters,
    which Textual reckons as nothing, become pictures one cell wide.
    """
    text = _REORDERING.sub("", text).replace("\u2800", " ")
    found: list[str] = []
    joining = False
    for character in text:
        if _CONTROL.match(character):
            found.append(picture(character, glyphs))
            joining = False
        elif found and (joining or character == _JOINER or cell_len(character) == 0):
            found[-1] += character
            joining = character == _JOINER
        else:
            found.append(character)
            joining = character == _JOINER
    measured = ((cluster, min(2, cell_len(cluster))) for cluster in found)
    sendable = ((_sendable(cluster), width) for cluster, width in measured)
    if glyphs is Glyphs.UNICODE:
        return tuple(sendable)
    return tuple(part for cluster, width in sendable for part in _as_ascii(cluster, width))


def agreed_width(cluster: str) -> bool:
    """Whether terminals agree on how wide a cell's text is, so that what follows needs no care."""
    if len(cluster) == 1:
        if cluster.isascii() or is_plain(cluster):
            return True
        # Letters, ideographs and their punctuation are as wide everywhere; symbols and emoji
        # depend on the terminal's age and font.
        wide = ord(cluster) >= 0x3000 and unicodedata.east_asian_width(cluster) in "WF"
        return ord(cluster) < 0x1F000 and (wide or unicodedata.category(cluster)[0] in "LN")
    base, marks = cluster[0], cluster[1:]
    return agreed_width(base) and all(
        unicodedata.category(mark) == "Mn" and mark != "\ufe0f" for mark in marks
    )


def _sendable(cluster: str) -> str:
    """Replace halves of surrogate pairs, which cannot be encoded."""
    return re.sub(r"[\ud800-\udfff]", "?", cluster)


def _as_ascii(cluster: str, width: int) -> list[Cluster]:
    if cluster.isascii():
        return [(cluster, width)]
    known = _SUBSTITUTES.get(cluster[0])
    if known is None:
        # An accented letter decomposes to a letter and marks, which have no width.
        base = unicodedata.normalize("NFKD", cluster[0])[0]
        known = base if base.isascii() and base.isprintable() and not base.isalnum() else "?"
    return [(known, 1)] * width


def _table() -> dict[str, str]:
    """Substitutes for what programs draw with; each is one character for one cell."""
    table = {
        " ": "─━┄┅┈┉╌╍═╴╶╸╺╼╾▬", "|": "│┃┆┇┊┋╎╏║╵╷╹╻╽╿▏▎▍▌▐▕▋▊▉⎸⎹❘",
    }  # fmt: skip
    table["-"] = table.pop(" ")
    table.update({
        "/": "╱", "\\": "╲", "X": "╳", "#": "█▓▆▇■▣▩◼▮", "=": "▒▅▄▀▰≡", ":": "░▃⋮",
        "_": "▁▂⎽", "'": "▔▘▝’‘′‚", '"': "“”„″", ".": "▖▗·•∙⋅․", ">": "→▶►▸❯›»⟩⇒➜➤⏵",
        "<": "←◀◄◂❮‹«⟨⇐⏴", "^": "↑▲▴⇧⌃⏶", "v": "↓▼▾⇩⌄⏷", "*": "●◆★✱∗×✶⬤⭘◉", "o": "○◯◇◦☆□▢◻",
        "x": "✗✘✕✖☓", "~": "≈∼～", "+": "┼╋✚±",
    })  # fmt: skip
    substitutes = {old: new for new, olds in table.items() for old in olds}
    for code in range(0x2500, 0x2580):  # corners, tees and crosses, light and heavy and double
        substitutes.setdefault(chr(code), "+")
    for code in range(0x2580, 0x25A0):
        substitutes.setdefault(chr(code), "#")
    for code in range(0x2801, 0x2900):
        substitutes[chr(code)] = _braille(code - 0x2800)
    substitutes.update({"–": "-", "—": "-", "‐": "-", "−": "-", "…": ".", "✓": "v", "✔": "v"})
    substitutes.update({chr(0xA0): " ", "↔": "-", "↕": "|", "⇅": "|", "⏎": "<", "↵": "<"})
    substitutes.update({"⣿": "#", "␛": "?"})
    return substitutes


def _braille(dots: int) -> str:
    """One character about as dark, and about as high in its cell, as a braille pattern."""
    upper, lower = dots & 0b00011011, dots & 0b11100100
    count = dots.bit_count()
    if count <= 2:
        return ":" if upper and lower else ("'" if upper else ".")
    return "*" if count <= 4 else "#"


_SUBSTITUTES = _table()
