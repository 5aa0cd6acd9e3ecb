"""Text to tokens, by one of two rules."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, Literal

TokenRule = Literal["words", "whitespace"]

TOKEN_RULES: Final[dict[TokenRule, str]] = {
    "words": (
        "words: letters, marks and digits with inner apostrophes and hyphens, lower-cased, NFC"
    ),
    "whitespace": "words: whatever stands between white space, as it stands, NFC",
}

SENTENCE_END: Final = "\n"
"""The token that ends a sentence in `token_blocks`; no rule lets a word hold it."""

_JOINERS = "['\u2019\u2010\u2011-]"
_ASCII_WORDS = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*|\n")
_BETWEEN_WHITE_SPACE = re.compile(r"\S+|\n")
_WHITE_SPACE = re.compile(r"\s")
_BLOCK = 1 << 20  # characters; a block's tokens are str objects, some 60 bytes each


def composed(text: str) -> str:
    """Return the text in Unicode normalisation form C."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def tokenize(text: str, rule: TokenRule = "words") -> list[str]:
    """Return the tokens of a text in order; line ends are white space.

    `words`: the text is put in NFC and lower-cased; a token begins with a letter or decimal digit
    and goes on with letters, marks and digits; an apostrophe (' or U+2019) or hyphen (- or U+2010,
    U+2011) belongs to it only between two of them. `whitespace`: the text is put in NFC and
    split at Unicode white space.
    """
    return [token for block in token_blocks(text, rule) for token in block if token != SENTENCE_END]


def token_blocks(text: str, rule: TokenRule) -> Iterator[list[str]]:
    r"""Yield the tokens of a text in order, a block at a time, with "\n" kept as a token.

    Blocks end at white space, which no token crosses, so that a line of any length is read whole
    while only a part of its tokens is held as strings.
    """
    text = composed(text)
    if rule == "words":
        # Lower-casing can decompose: the capital I with dot becomes i and a combining dot.
        text = composed(text.lower())
        pattern = _ASCII_WORDS if text.isascii() else _words_pattern(text)
    else:
        pattern = _BETWEEN_WHITE_SPACE
    start = 0
    while start < len(text):
        gap = _WHITE_SPACE.search(text, start + _BLOCK)
        stop = gap.start() if gap else len(text)
        yield pattern.findall(text, start, stop)
        start = stop


def _words_pattern(text: str) -> re.Pattern[str]:
    """Return the `words` pattern for the characters of one text.

    `re` knows no categories. The classes are made from the characters that occur, so that nothing
    walks over all of Unicode.
    """
    kinds = [(character, _kind(character)) for character in sorted(set(text))]
    first = _character_class(kinds, {"letter"})
    then = _character_class(kinds, {"letter", "mark"})
    if not first:
        return re.compile(r"\n")
    part = f"[{first}][{then}]*"
    return re.compile(rf"{part}(?:{_JOINERS}{part})*|\n")


def _kind(character: str) -> str:
    """Return what a character can be in a token: "letter" (or decimal digit), "mark" or "other"."""
    category = unicodedata.category(character)
    if category[0] == "L" or category == "Nd":
        return "letter"
    return "mark" if category[0] == "M" else "other"


def _character_class(kinds: list[tuple[str, str]], wanted: set[str]) -> str:
    """Return the inside of a regex class that holds the wanted characters of a sorted list.

    A range may run over characters that do not occur in the text, which keeps the classes short.
    """
    ranges: list[tuple[str, str]] = []
    open_range = False
    for character, kind in kinds:
        if kind not in wanted:
            open_range = False
        elif open_range:
            ranges[-1] = (ranges[-1][0], character)
        else:
            ranges.append((character, character))
            open_range = True
    # Only letters, digits and marks get here: none of them needs escaping.
    return "".join(f"{low}-{high}" for low, high in ranges)
