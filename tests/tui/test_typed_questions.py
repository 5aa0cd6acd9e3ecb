"""Keys typed faster than a line that asks closes: Enter ends it at once, and the rest goes on."""

from __future__ import annotations

import sys

from tests.tui.terminal.harness import Terminal

PROGRAM = [sys.executable, "-m", "sgns_tui", "watch", "--example", "groups"]


def test_an_answer_and_the_next_key_in_one_go() -> None:
    with Terminal(PROGRAM) as terminal:
        terminal.wait_for("q quit")
        terminal.press("/")
        terminal.wait_for("Find which word?")
        terminal.send(b"cats\rK")
        terminal.wait_for("Colours:")
        terminal.wait_for("cats group")
        terminal.press("/")
        terminal.wait_for("Find which word?")
        terminal.send(b"snow\rK")
        terminal.wait_for("snow group")
        terminal.press("q")
        assert terminal.exit_status() == 0
