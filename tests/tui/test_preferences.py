"""The settings file: what it may say, what it changes, and what it is told when it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from sgns_core.errors import InvalidInput
from sgns_tui.keys import KEYS, actions_of, footer_keys
from sgns_tui.preferences import Preferences, preferences_path, read_preferences, with_own_keys
from sgns_tui.render.number import ALL_DIGITS
from tests.tui.piloting import in_loop, opened


def written(folder: Path, text: str) -> Path:
    file = folder / "settings.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_without_a_file_all_is_as_it_comes(tmp_path: Path) -> None:
    assert read_preferences(tmp_path / "none.toml") == Preferences()
    assert preferences_path().name == "settings.toml"


def test_everything_that_may_be_said(tmp_path: Path) -> None:
    text = """
    theme = "light"
    digits = "all"
    color = "16"
    glyphs = "ascii"
    autosave = false
    [keys]
    next_update = ["j", "."]
    help = "f1"
    """
    assert read_preferences(written(tmp_path, text)) == Preferences(
        "light", "all", "16", "ascii", False, {"next_update": ("j", "."), "help": ("f1",)}
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("theme = ", "is not TOML"),
        ('theme = "pink"', "theme must be one of dark, light, contrast, terminal, got 'pink'"),
        ("digits = 5", "digits must be one of 4, all, got 5"),
        ("digits = 4.0", "digits must be one of 4, all, got 4.0"),
        ("them = 1", "them is no setting; there are theme, digits, color, glyphs, autosave, keys"),
        ("keys = 1", "keys must be a table of actions"),
        ('[keys]\nfly = "j"', "fly is no action"),
        ("[keys]\nhelp = 1", "help must be a key or a list of keys"),
        ("[keys]\nhelp = []", "help must be a key or a list of keys"),
        ('[keys]\nhelp = ""', "help must be a key or a list of keys"),
        ('[keys]\nhelp = "q"', "q would call both help and quit"),
        ('[keys]\nhelp = "c"', "c would call both speed_down and help"),
        ('[keys]\nundo = "right"', "right would call both undo and next_stage"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line_with_the_name_of_the_file(
    tmp_path: Path, text: str, says: str
) -> None:
    file = written(tmp_path, text)
    with pytest.raises(InvalidInput) as caught:
        read_preferences(file)
    message = str(caught.value)
    assert says in message
    assert message.startswith(str(file))
    assert "\n" not in message


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_bytes(b"\xff\xfe")
    for path in (tmp_path, tmp_path / "settings.toml"):
        with pytest.raises(InvalidInput, match="cannot be read"):
            read_preferences(path)


def test_own_keys_take_the_place_of_the_table_s_and_arrows_stay() -> None:
    table = with_own_keys(KEYS, {"next_stage": ("j",), "make_center": ("m",)})
    stage = actions_of("step", "stage", table)
    assert stage["j"] == stage["right"] == "next_stage"
    assert "n" not in stage
    tables = actions_of("step", "tables", table)
    assert tables["m"] == "make_center"
    assert "c" not in tables
    assert footer_keys("step", "tables", table)[0].shown == "m"


@in_loop
async def test_the_screen_obeys_them() -> None:
    own = Preferences(theme="light", digits="all", keys={"next_stage": ("j",)})
    async with opened(preferences=own) as hand:
        assert hand.app.theme == "light"
        await hand.press("j")
        assert hand.session.at == 1
        await hand.press("n")
        assert hand.session.at == 1
        assert hand.step.digits == ALL_DIGITS
