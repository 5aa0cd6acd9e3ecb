"""`sgns-tui watch` in a terminal, as a person runs it: play, pause, go back, leave."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from sgns_tui.opening import SourceOptions
from sgns_tui.session_file import load_session
from sgns_tui.session_opening import open_session
from tests.tui.terminal.harness import Terminal

WATCH = [sys.executable, "-m", "sgns_tui", "watch"]
MADE = re.compile(r"([0-9,]+) made")


def made(terminal: Terminal) -> int:
    found = MADE.search(terminal.screen_text())
    return int(found[1].replace(",", "")) if found else 0


@pytest.mark.parametrize("stepper", ["numpy", "compiled"])
def test_play_pause_go_back_save_and_leave(tmp_path: Path, stepper: str) -> None:
    if stepper == "compiled":
        pytest.importorskip("numba")
    file = tmp_path / "saved.json"
    with Terminal([*WATCH, "--stepper", stepper]) as terminal:
        terminal.wait_for("q quit")
        terminal.press("space")
        terminal.wait_for(lambda: made(terminal) > 1000)
        terminal.press("space")
        terminal.wait_for("space goes on")
        reached = made(terminal)
        terminal.press("g")
        terminal.wait_for("Go to which update?")
        terminal.press(*str(reached // 2 + 1), "enter")
        terminal.wait_for(f"update {reached // 2 + 1:,} |")
        assert made(terminal) == reached
        terminal.press("S")
        terminal.wait_for("which file?")
        terminal.press(*str(file), "enter")
        terminal.wait_for("Saved to")
        terminal.press("q")
        assert terminal.exit_status() == 0
        assert not terminal.modes_on
        assert terminal.is_canonical
    saved = load_session(str(file)).session
    straight = open_session(SourceOptions(example="groups", stepper=stepper))
    straight.timeline.seek(reached // 2)
    assert saved.timeline.position == reached // 2
    assert saved.timeline.E.tobytes() == straight.timeline.E.tobytes()
    assert saved.timeline.Ep.tobytes() == straight.timeline.Ep.tobytes()


def test_inspecting_and_coming_back() -> None:
    with Terminal(WATCH) as terminal:
        terminal.wait_for("q quit")
        terminal.press(">")
        terminal.wait_for("update 101 |")
        terminal.press("i")
        terminal.wait_for("[select]")
        assert "update 101 |" in terminal.screen_text()
        terminal.press("escape")
        terminal.wait_for("separation")
        terminal.press("q")
        assert terminal.exit_status() == 0


@pytest.mark.parametrize("keys", [("q",), ("ctrl+c", "ctrl+c")])
def test_leaving_at_full_speed_restores_the_terminal(keys: tuple[str, ...]) -> None:
    with Terminal(WATCH) as terminal:
        terminal.wait_for("q quit")
        terminal.press("space")
        terminal.wait_for(lambda: made(terminal) > 200)
        terminal.press(*keys)
        assert terminal.exit_status() == 0
        assert not terminal.modes_on
        assert terminal.is_canonical


def test_a_slow_line_still_answers_keys() -> None:
    with Terminal(WATCH, rate=10_000) as terminal:
        terminal.wait_for("q quit")
        terminal.press("space")
        terminal.wait_for(lambda: made(terminal) > 500)
        terminal.press("b")
        terminal.wait_for("drawn as block")
        terminal.press("space")
        terminal.wait_for("space goes on")
        terminal.press("q")
        assert terminal.exit_status() == 0


def test_no_colour_and_ascii_carry_the_meaning_in_marks() -> None:
    with Terminal([*WATCH, "--color", "none", "--glyphs", "ascii"]) as terminal:
        terminal.wait_for("q quit")
        text = terminal.screen_text()
        assert all(ord(sign) < 0x7F for sign in text if sign != "\n")
        assert "animals" in text
        terminal.press("q")
        assert terminal.exit_status() == 0
        assert b"\x1b[38" not in bytes(terminal.output)


def test_a_step_that_is_far_too_long_stops_and_says_where() -> None:
    with Terminal([*WATCH, "--lr", "1e160"]) as terminal:
        terminal.wait_for("q quit")
        terminal.press("space")
        terminal.wait_for("cannot be made")
        terminal.press("q")
        assert terminal.exit_status() == 0
