import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from sgns_tui.terminal.choice import Glyphs
from sgns_tui.terminal.glyphs import agreed_width, clusters, is_plain, picture

CONTROLS = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))]
printable = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=12)
any_text = st.text(max_size=12)


def joined(text: str, glyphs: Glyphs) -> str:
    return "".join(cluster for cluster, _ in clusters(text, glyphs))


@given(any_text)
def test_ascii_is_ascii(text: str) -> None:
    sent = joined(text, Glyphs.ASCII)
    assert all(" " <= character <= "~" for character in sent)


@given(any_text)
def test_no_control_character_and_no_half_of_a_pair_is_left(text: str) -> None:
    sent = joined(text, Glyphs.UNICODE)
    assert not set(sent) & set(CONTROLS)
    sent.encode("utf-8")


@given(printable, st.sampled_from(Glyphs))
def test_widths_are_those_of_the_layout(text: str, glyphs: Glyphs) -> None:
    text = text.replace("\u200d", "")  # see the next test
    measured = clusters(text, glyphs)
    assert all(width in (0, 1, 2) for _, width in measured)
    assert sum(width for _, width in measured) == cell_len(text)


@pytest.mark.parametrize(
    "text", ["👩\u200d🚀", "❤\ufe0f", "x❤\ufe0fy", "e\u0301", "a👨\u200d👩\u200d👧b", "漢字"]
)
def test_joined_characters_are_as_wide_as_laid_out(text: str) -> None:
    for glyphs in Glyphs:
        assert sum(width for _, width in clusters(text, glyphs)) == cell_len(text)


@given(printable)
def test_plain_text_is_one_cell_each(text: str) -> None:
    if is_plain(text):
        assert cell_len(text) == len(text)
        assert joined(text, Glyphs.UNICODE) == text


def test_what_programs_draw_with_has_a_likeness() -> None:
    drawn = "┌─┬┐│├┼┤└┴┘╭╮╰╯║═╬█▓▒░▀▄▌▐→←↑↓●○◆✓✗…·⣿⠁⠂⠄"
    sent = joined(drawn, Glyphs.ASCII)
    assert "?" not in sent
    assert joined("╭──╮", Glyphs.ASCII) == "+--+"
    assert joined("│ ⣿⠁ │", Glyphs.ASCII) == "| #' |"
    assert joined("漢 слово", Glyphs.ASCII) == "?? ?????"


@pytest.mark.parametrize("control", CONTROLS)
def test_controls_become_pictures(control: str) -> None:
    shown = picture(control, Glyphs.UNICODE)
    assert cell_len(shown) == 1
    assert shown.isprintable()
    assert picture(control, Glyphs.ASCII) == "?"


def test_pictures_name_the_control() -> None:
    assert picture("\x1b", Glyphs.UNICODE) == "␛"
    assert picture("\x07", Glyphs.UNICODE) == "␇"
    assert picture("\x7f", Glyphs.UNICODE) == "␡"


def test_marks_that_turn_text_around_are_dropped() -> None:
    assert joined("a\u202eb\u2066c\u2028d", Glyphs.UNICODE) == "abcd"


def test_where_terminals_agree_on_width() -> None:
    assert all(map(agreed_width, ["a", "é", "e\u0301", "漢", "─", "⣿", "ж", "한"]))
    assert not any(map(agreed_width, ["👍", "❤\ufe0f", "👩\u200d🚀", "☕"]))
