"""The one door for foreign text: a terminal obeys nothing of it, and what differs looks so."""

import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from sgns_tui.text import harmless, one_line, pictures, shortened, visible, width, wrapped

EVERY_CHARACTER = [chr(code) for code in range(sys.maxunicode + 1)]
ALIKE = {"Cn", "Co", "Cs", "Lo"}  # most of a million characters, each like the next
JOINER = "\u200d"
SELECTORS = {chr(code) for code in range(0xFE00, 0xFE10)}
# Shapeless although their category says letter, mark or symbol (Default_Ignorable_Code_Point, and
# the blank braille cell).
BLANK = set("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
BLANK |= {chr(code) for code in range(0xE0100, 0xE01F0)}

hostile = st.sampled_from(
    [
        *"\0\a\b\t\n\r\x1b\x7f\x85\x9b\xa0\xad",
        *"\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2028\u2029\u2066\u2069\ufeff\ufe0f",
        *"\u0301\u0488\u3000\ud800\udcff\ue000\U000e0041\U0010ffff",
        *"␀␇␛␡◌\\uU0123456789abcdefx[]m ",
        *"aé漢ж❤👩🇺🇸",
        "\\u200b",
        "\\U0001f600",
        "e\u0301",
        "क\u094d",
    ]
)
# All of Unicode, half surrogates too, and what is known to be difficult more often.
texts = st.lists(st.one_of(hostile, st.characters(exclude_categories=())), max_size=12).map("".join)


def obeyed(text: str) -> list[str]:
    """Return the characters that a terminal obeys, or that cannot be seen, where they stand."""
    found = []
    for before, character, after in zip(" " + text, text, text[1:] + " ", strict=False):
        kind = unicodedata.category(character)
        if character == JOINER:
            # Between two parts of one emoji or one Indic syllable it has a shape.
            around = unicodedata.category(before)[0] + unicodedata.category(after)[0]
            if around not in ("SS", "MS", "ML", "MM"):
                found.append(character)
        elif (
            kind[0] == "C"
            or kind in ("Zl", "Zp")
            or (kind == "Zs" and character != " ")
            or unicodedata.bidirectional(character) in BIDI
            or character in BLANK
        ):
            found.append(character)
    return found


BIDI = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@pytest.mark.parametrize("before", ["", "a", "❤", "\u094d", " "], ids=ascii)
def test_no_character_of_unicode_gets_through_that_a_terminal_obeys(before: str) -> None:
    characters = [c for c in EVERY_CHARACTER if unicodedata.category(c) not in ALIKE or c in BLANK]
    shown = visible("x".join(before + character for character in characters))
    assert obeyed(shown) == []


def test_a_lone_character_is_shown_as_safely_as_one_in_a_word() -> None:
    shown = [visible(c) for c in EVERY_CHARACTER if unicodedata.category(c) not in ("Cn", "Co")]
    shown += [visible(c) for c in EVERY_CHARACTER[::101]]
    assert all(shown)
    assert obeyed("x".join(set("".join(shown)))) == []


@given(texts)
def test_no_text_gets_through_that_a_terminal_obeys(text: str) -> None:
    assert obeyed(visible(text)) == []


@given(texts, st.booleans())
@example("␛\x1b\u0301◌\u0301\\u200b\u200b", False)
@example("\ufe0f\u200d\ufe0f", False)
@example("a\ufe0f\u200d❤\ufe0f\u200d🔥", False)
def test_what_was_made_harmless_stays_as_it_is(text: str, ascii_only: bool) -> None:
    for once in (harmless(text, ascii_only), visible(text, ascii_only)):
        assert harmless(once, ascii_only) == once
    assert obeyed(harmless(text)) == []


@given(texts)
def test_ascii_is_printable_ascii_and_nothing_else(text: str) -> None:
    shown = visible(text, ascii_only=True)
    assert shown.isascii()
    assert shown == "" or shown.isprintable()


@given(texts, texts, st.booleans())
@example("\x1b", "␛", False)
@example("\x7f", "␡", False)
@example("\u200b", "\\u200b", False)
@example("\u200b", "\\u200b", True)
@example("\\\u200b", "\\\\u200b", True)
@example("\\u005cu200b", "\\u200b", False)
@example("\u0301", "◌\u0301", False)
@example("\U0001f600", "\\U0001f600", True)
def test_what_differs_looks_different(one: str, other: str, ascii_only: bool) -> None:
    if one != other:
        assert visible(one, ascii_only) != visible(other, ascii_only)


@given(texts)
def test_an_emoji_s_invisible_parts_stand_only_between_or_after_visible_ones(text: str) -> None:
    shown = visible(text)
    assert not shown.endswith(JOINER)
    for before, character in zip(" " + shown, shown, strict=False):
        if character in SELECTORS:
            assert before not in SELECTORS
            assert unicodedata.category(before)[0] in "SM"


@pytest.mark.parametrize(
    "word",
    [
        "sea",
        "naïve",
        "море",
        "海",
        "Straße",
        "नमस्ते",
        "שלום",
        "❤\ufe0f",
        "👩\u200d👩\u200d👧",
        "a b",
        "\\n",
        "C:\\x",
    ],
)
def test_words_of_every_script_stay_as_they_are(word: str) -> None:
    assert visible(word) == word


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("one\r\ntwo\tthree", "one␍␊two␉three"),
        ("\x7f", "␡"),
        ("\x9b31m", "\\u009b31m"),
        ("a\u202egnp.exe", "a\\u202egnp.exe"),
        ("a\u200bb", "a\\u200bb"),
        ("\udcff", "\\udcff"),
        ("\U000e0041", "\\U000e0041"),
        ("\u00a0", "\\u00a0"),
        ("\u0301a", "◌\u0301a"),
        ("◌\u0301a", "\\u25cc◌\u0301a"),
        ("\u3164\u0301", "\\u3164◌\u0301"),
        ("␛\ufe0f", "\\u241b\\ufe0f"),
        ("[bold]x[/bold]", "[bold]x[/bold]"),
    ],
    ids=ascii,
)
def test_what_has_no_shape_gets_one(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_ascii_writes_the_numbers_of_letters() -> None:
    assert visible("más 😀\n", ascii_only=True) == "m\\u00e1s \\U0001f600\\u000a"


@given(texts, st.booleans())
def test_width_is_that_of_the_line_that_is_printed(text: str, ascii_only: bool) -> None:
    shown = visible(text, ascii_only)
    assert width(shown) == cell_len(shown) == Text(shown).cell_len
    if shown.isascii():
        assert width(shown) == len(shown)


@pytest.mark.parametrize(("text", "cells"), [("sea", 3), ("海", 2), ("e\u0301", 1), ("море", 4)])
def test_width_counts_cells(text: str, cells: int) -> None:
    assert width(text) == cells


@given(texts, st.integers(-2, 20), st.booleans())
@example("👩\u200d👩\u200d👧\u200d👦", 3, False)
@example("👩\u200d👩x", 3, False)
@example("海海海", 4, False)
def test_shortened_never_takes_more_cells(text: str, cells: int, ascii_only: bool) -> None:
    whole = visible(text, ascii_only)
    cut = shortened(whole, cells, ascii_only)
    assert width(cut) <= max(cells, 0)
    if width(whole) <= cells:
        assert cut == whole
    else:
        end = "..." if ascii_only else "…"
        assert cut.endswith(end[: max(cells, 0)])
        assert whole.startswith(cut.removesuffix(end[: max(cells, 0)]))
        assert obeyed(cut) == []


@given(st.text(alphabet="ab \u65e5\u0301\U0001f600", max_size=20), st.integers(-3, 6))
def test_wrapped_keeps_every_character_in_any_room(text: str, cells: int) -> None:
    lines = wrapped(text, cells)
    assert "".join(lines).replace(" ", "") == "".join(text.split())
    assert all(lines)
    assert all(width(line) <= max(1, cells) or len(line) == 1 for line in lines)


@given(texts)
@example("\n a\r\nb\x1b[0mc\x85 ")
def test_one_line_loses_controls_alone(text: str) -> None:
    line = one_line(text)
    assert not any(unicodedata.category(c) in ("Cc", "Zl", "Zp") for c in line)
    assert one_line(line) == line
    kept = [c for c in text if c != " " and unicodedata.category(c) not in ("Cc", "Zl", "Zp")]
    assert [c for c in line if c != " "] == kept


@given(texts)
@example("a\nb\x7f\x9b\u2028")
def test_pictures_stand_one_for_one(text: str) -> None:
    shown = pictures(text)
    assert len(shown) == len(text)
    for written, picture in zip(text, shown, strict=True):
        control = unicodedata.category(written) in ("Cc", "Zl", "Zp")
        assert (picture != written) == control
        assert not control or cell_len(picture) == 1
