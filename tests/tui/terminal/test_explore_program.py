"""`sgns-tui explore` in a terminal, as a person runs it: open, move, search, leave."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sgns_tui.vectors_file import save_vectors
from tests.tui.exploring_tools import many_vectors, write_some
from tests.tui.terminal.harness import Terminal

EXPLORE = [sys.executable, "-m", "sgns_tui", "explore"]


def test_open_move_search_ask_and_leave(tmp_path: Path) -> None:
    with Terminal([*EXPLORE, write_some(tmp_path)]) as terminal:
        terminal.wait_for("q quit")
        terminal.press("right")
        terminal.wait_for("Nearest to ")
        terminal.press("/")
        terminal.wait_for("Find which word?")
        terminal.press(*"king", "enter")
        terminal.wait_for("Nearest to king")
        terminal.press("g")
        terminal.wait_for("Draw which words?")
        terminal.press(*"*man", "enter")
        terminal.wait_for("3 of 10 words: that fit *man")
        terminal.press("q")
        assert terminal.exit_status() == 0
        assert not terminal.modes_on
        assert terminal.is_canonical


@pytest.mark.parametrize("keys", [("q",), ("ctrl+c", "ctrl+c")])
def test_leaving_while_rows_are_measured(tmp_path: Path, keys: tuple[str, ...]) -> None:
    path = str(tmp_path / "many.npz")
    save_vectors(path, many_vectors(100_000, 100))
    with Terminal([*EXPLORE, path]) as terminal:
        terminal.wait_for("q quit")
        terminal.press("right", *keys)
        assert terminal.exit_status() == 0
        assert not terminal.modes_on
        assert terminal.is_canonical


def test_no_colour_and_ascii(tmp_path: Path) -> None:
    options = ["--color", "none", "--glyphs", "ascii"]
    with Terminal([*EXPLORE, write_some(tmp_path), *options]) as terminal:
        terminal.wait_for("q quit")
        text = terminal.screen_text()
        assert all(ord(sign) < 0x7F for sign in text if sign != "\n")
        assert "queen" in text
        terminal.press("q")
        assert terminal.exit_status() == 0
        assert b"\x1b[38" not in bytes(terminal.output)


def test_a_bad_file_opens_no_screen(tmp_path: Path) -> None:
    path = tmp_path / "bad.vec"
    path.write_text("2 2\na 1 2\n")
    with Terminal([*EXPLORE, str(path)]) as terminal:
        assert terminal.exit_status() == 2
        assert not terminal.modes_on
        assert b"\x1b[?1049h" not in bytes(terminal.output)
