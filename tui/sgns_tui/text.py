"""The one door for foreign text: words, file names and messages are shown literally, or as signs.

Nothing that passes through can move the cursor, change a colour or turn the line's direction, and
two words that differ look different.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from rich.cells import cell_len

# Characters without a shape of their own. Format characters (Cf) hide or reorder what follows.
_SHAPELESS_KINDS = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_SHAPELESS = frozenset(
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}
    | set(range(0x180B, 0x1810))
    | set(range(0xE0100, 0xE01F0))
)
_EMOJI_SELECTORS = range(0xFE00, 0xFE10)
_ZERO_WIDTH_JOINER = 0x200D
_DOTTED_CIRCLE = "\u25cc"
# What `harmless` writes for others: a picture, a number, a circle under a mark.
_SIGNS = re.compile(r"[\u2400-\u2421]|\\(?=u[0-9a-f]{4}|U[0-9a-f]{8})|\u25cc(?=.)", re.DOTALL)

_BREAKS = re.compile("[\t-\r\x85\u2028\u2029]+")
_OTHER_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f]+")
_PICTURES = {code: 0x2400 + code for code in range(0x20)} | {0x7F: 0x2421}
_PICTURES |= dict.fromkeys((*range(0x80, 0xA0), 0x2028, 0x2029), 0xFFFD)


@lru_cache(maxsize=65536)
def visible(text: str, ascii_only: bool = False) -> str:
    r"""Return the text with nothing in it that a terminal would obey.

    C0 controls become their pictures (U+2400 and on); characters without a shape, half surrogates
    and blanks other than a space become \uXXXX; a mark with no letter to stand on gets a dotted
    circle. With `ascii_only` everything beyond printable ASCII becomes \uXXXX. What a text holds
    of these signs itself is written as a number too, so that no two texts look the same.
    """
    return harmless(_SIGNS.sub(_sign_by_number, text), ascii_only)


def _sign_by_number(sign: re.Match[str]) -> str:
    number = _number_of(ord(sign[0]))
    if sign[0] != _DOTTED_CIRCLE:
        return number
    marked = unicodedata.category(sign.string[sign.end()])[0] == "M"
    return number + _DOTTED_CIRCLE if marked else _DOTTED_CIRCLE


def harmless(text: str, ascii_only: bool = False) -> str:
    r"""Return a message with nothing in it that a terminal would obey.

    As `visible`, but the signs in the text stay as they are: what has passed `visible` or this
    passes unchanged.
    """
    if text.isascii() and text.isprintable():
        return text
    if not ascii_only and text.isalnum() and _SHAPELESS.isdisjoint(map(ord, text)):
        return text  # letters and digits: most words of every script, and quickly
    if ascii_only:
        return "".join(c if " " <= c <= "~" else _number_of(ord(c)) for c in text)
    around = f" {text} "
    out: list[str] = []
    last = " "
    for character, before, after in zip(text, around, around[2:], strict=False):
        out.append(_shown(character, before, after, last))
        last = out[-1][-1]
    return "".join(out)


def _shown(character: str, before: str, after: str, last: str) -> str:
    """Return how a character is shown between two others; last: what is shown before it."""
    code, kind = ord(character), unicodedata.category(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    # Parts of an emoji, and the joiner of Indic letters; elsewhere they cannot be seen.
    left = _shape(before)
    if code in _EMOJI_SELECTORS and left == "S":
        return character
    if code == _ZERO_WIDTH_JOINER and _joins(last, after):
        return character
    if not _shape(character) or code in _EMOJI_SELECTORS or (kind == "Zs" and character != " "):
        return _number_of(code)
    if kind[0] == "M" and left in ("", "Z"):
        return _DOTTED_CIRCLE + character
    return character


def _joins(left: str, right: str) -> bool:
    """Tell whether a joiner between these makes one emoji, or one Indic letter, of them."""
    shape = "" if ord(right) in _EMOJI_SELECTORS else _shape(right)
    if ord(left) in _EMOJI_SELECTORS:
        return shape == "S"
    return _shape(left) + shape in ("SS", "MS", "ML", "MM")


def _shape(character: str) -> str:
    """Return the first letter of the category, or "" for what has no shape of its own."""
    code, kind = ord(character), unicodedata.category(character)
    return "" if kind in _SHAPELESS_KINDS or code in _SHAPELESS else kind[0]


def _number_of(code: int) -> str:
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def one_line(text: str) -> str:
    """Return what was pasted as one line: line breaks and tabs as blanks, no other control."""
    lines = (_OTHER_CONTROLS.sub("", line) for line in _BREAKS.split(text))
    return " ".join(line for line in lines if line)


def pictures(text: str) -> str:
    """Return a text with a picture for each control character, so that each takes its place."""
    return text.translate(_PICTURES)


def width(text: str) -> int:
    """Return how many cells a text takes that has passed `visible`."""
    return cell_len(text)


def shortened(text: str, cells: int, ascii_only: bool = False) -> str:
    """Return a visible text in at most `cells` cells, with an ellipsis where it was cut."""
    if width(text) <= cells:
        return text
    end = ("..." if ascii_only else "\u2026")[: max(cells, 0)]
    cut = _fitting(text, cells - width(end))
    return text[:cut].removesuffix(chr(_ZERO_WIDTH_JOINER)) + end


def _fitting(text: str, cells: int) -> int:
    """Return how many characters from the start of a text fit in so many cells."""
    cut = 0
    for place in range(1, len(text) + 1):
        if width(text[:place]) > cells:
            break
        cut = place
    return cut


def wrapped(text: str, cells: int) -> list[str]:
    """Return a visible text in lines of at most `cells` cells, broken at blanks where it can.

    Every line holds a character, also where there is no room for one.
    """
    cells = max(1, cells)
    lines: list[str] = []
    line, room = "", cells
    for word in text.split():
        size = width(word)
        if line and size + 1 <= room:
            line, room = f"{line} {word}", room - size - 1
            continue
        if line:
            lines.append(line)
        while word and size > cells:  # a word longer than a line goes on in the next
            cut = max(1, _fitting(word, cells))
            lines.append(word[:cut])
            word = word[cut:]
            size = width(word)
        line, room = word, cells - size
    return [*lines, line] if line else lines


def wrapped_parts(parts: Sequence[str], cells: int, most: int) -> list[str]:
    """Return parts one after another, `wrapped`, in at most `most` lines.

    Of parts that do not fit those at the end are left out whole; the first is there in any case.
    """
    for end in range(len(parts), 1, -1):
        lines = wrapped(" ".join(parts[:end]), cells)
        if len(lines) <= most:
            return lines
    return wrapped(" ".join(parts[:1]), cells)[:most]
