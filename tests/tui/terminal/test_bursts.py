"""Keys in one piece, as from a fast hand or over a slow line: all count, in their order."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.tui.terminal.harness import Terminal, key_bytes

PROGRAM = [sys.executable, "-m", "sgns_tui"]
PASTE = b"\x1b[200~%b\x1b[201~"


def start(folder: Path, *options: str) -> Terminal:
    terminal = Terminal([*PROGRAM, *options], environ={"HOME": str(folder)})
    terminal.wait_for("q quit")
    return terminal


def keys(*names: str) -> bytes:
    return b"".join(key_bytes(name) for name in names)


def test_ctrl_c_comes_after_what_was_typed_before_it(tmp_path: Path) -> None:
    """What the keys before it did is not lost: it is kept for the next start."""
    with start(tmp_path) as terminal:
        terminal.send(keys(*["."] * 30, "+", "right", "ctrl+c", "ctrl+c"))
        assert terminal.exit_status() == 0
        assert b"kept for the next start" in terminal.output
    with start(tmp_path) as terminal:
        terminal.wait_for("Left unfinished: worked, update 31, 1 change.")
        terminal.press("R")
        terminal.wait_for("lr 0.2")


@pytest.mark.parametrize("before", [("g", "4", "2"), ("O", "a", "b"), ("?", "down"), (":", "p")])
def test_ctrl_c_takes_down_what_the_keys_before_it_opened(
    tmp_path: Path, before: tuple[str, ...]
) -> None:
    with start(tmp_path) as terminal:
        terminal.send(keys(*before, "ctrl+c", "."))
        terminal.wait_for("update 2 ")
        assert "Go to which" not in terminal.screen_text()
        terminal.wait_for("q quit")
        terminal.press("q")
        assert terminal.exit_status() == 0


def test_an_answer_before_ctrl_c_is_taken(tmp_path: Path) -> None:
    with start(tmp_path, "watch") as terminal:
        terminal.send(keys(">", "g", "4", "2", "enter", "ctrl+c"))
        terminal.wait_for("q leaves")
        terminal.wait_for("update 42 |")


def test_what_is_typed_is_mended_in_its_order(tmp_path: Path) -> None:
    """Letters after a deletion, or after a move, do not overtake it."""
    with start(tmp_path, "watch") as terminal:
        terminal.send(keys(">", "g", "9", "9", "backspace", "backspace", "4", "2", "enter"))
        terminal.wait_for("update 42 |")
        terminal.send(keys("g", "1", "home", "2", "end", "enter"))
        terminal.wait_for("update 21 |")


@pytest.mark.parametrize("opening", ["O", "O" + "pa" + "\x7f\x7f"])
def test_what_is_typed_right_after_a_key_that_opens_is_for_what_it_opens(
    tmp_path: Path, opening: str
) -> None:
    with start(tmp_path) as terminal:
        terminal.send(opening.encode() + keys(*"repeat", "enter", "."))
        terminal.wait_for("repeat")
        terminal.wait_for("update 2 ")


def test_a_key_right_after_one_that_changes_the_screen_is_for_the_next_screen(
    tmp_path: Path,
) -> None:
    with start(tmp_path, "--example", "groups") as terminal:
        terminal.send(keys("2", ">", ">"))
        terminal.wait_for("update 201 |")


def test_a_question_and_its_answer_in_one_go(tmp_path: Path) -> None:
    with start(tmp_path) as terminal:
        terminal.send(keys("+", "q", "y"))
        assert terminal.exit_status() == 0


def test_a_paste_right_after_the_key_that_asks(tmp_path: Path) -> None:
    with start(tmp_path, "watch") as terminal:
        terminal.send(keys(">", "g") + PASTE % b"42\r\n" + keys("enter"))
        terminal.wait_for("update 42 |")
        terminal.send(keys("g", "9") + PASTE % b"921" + keys("home", "delete", "delete", "enter"))
        terminal.wait_for("update 21 |")


def test_a_paste_right_after_the_key_that_opens(tmp_path: Path) -> None:
    with start(tmp_path) as terminal:
        terminal.send(keys("O") + PASTE % b"one two\nthree\x07 two\n" + keys("enter"))
        terminal.wait_for("[one] >two< three two")
        terminal.wait_for("q quit")
