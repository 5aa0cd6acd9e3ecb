"""Whole programs in a pseudo-terminal: what is shown, what is sent, how they leave."""

from __future__ import annotations

import random
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sgns_tui.terminal.choice import Depth
from tests.tui.terminal.emulator import Cell
from tests.tui.terminal.harness import Terminal

DEMO = [sys.executable, "-m", "tests.tui.terminal.demo"]
READY = "Leave"  # the last that start-up paints


def start(*options: str, **settings: object) -> Terminal:
    terminal = Terminal([*DEMO, *options], **settings)  # type: ignore[arg-type]
    terminal.wait_for(READY)
    terminal.wait_for("steps 0")
    return terminal


def assert_left(terminal: Terminal, status: int) -> None:
    assert terminal.exit_status() == status
    assert terminal.modes_on == set()
    assert terminal.is_canonical


def test_leaving_by_key() -> None:
    with start() as terminal:
        terminal.press("q")
        assert_left(terminal, 0)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT])
def test_leaving_by_signal(number: signal.Signals) -> None:
    with start() as terminal:
        terminal.signal(number)
        assert_left(terminal, 128 + number)


def test_a_second_signal_ends_a_program_that_is_busy() -> None:
    with start() as terminal:
        terminal.press("b")
        terminal.signal(signal.SIGINT)
        terminal.signal(signal.SIGTERM)
        assert_left(terminal, 128 + signal.SIGINT)


def test_a_fault_is_one_line_and_a_log(tmp_path: Path) -> None:
    with start("--log", str(tmp_path / "state")) as terminal:
        terminal.press("x")
        assert_left(terminal, 1)
        after = bytes(terminal.output).rpartition(b"\x1b[?1049l")[2]
        lines = re.sub(rb"\x1b\[[<?]?\d*[a-z]", b"", after).decode().strip().splitlines()
        assert lines == [
            "sgns-tui stopped by a fault: ValueError: a fault in two lines "
            f"(details in {tmp_path}/state/crash.log)"
        ]
        log = (tmp_path / "state" / "crash.log").read_text()
        assert "action_fail" in log
        assert "ValueError: a fault\nin two lines" in log


def test_a_closed_line_ends_the_program() -> None:
    with start() as terminal:
        terminal.hang_up()
        assert terminal.exit_status() == 128 + signal.SIGHUP


def test_a_line_that_stands_still_does_not_hold_the_end_up() -> None:
    with start() as terminal:
        terminal.press("a")
        terminal.wait_for(lambda: terminal.bytes_sent > 20_000)
        terminal.stall()
        terminal.signal(signal.SIGTERM)
        assert terminal.exit_status() == 128 + signal.SIGTERM


def stop_by_key(terminal: Terminal) -> None:
    terminal.press("ctrl+z")
    terminal.wait_until_stopped()
    terminal.wait_for(lambda: not terminal.modes_on)
    assert terminal.is_canonical


def stop_from_outside(terminal: Terminal) -> None:
    terminal.signal(signal.SIGSTOP)
    terminal.wait_until_stopped()


@pytest.mark.parametrize("stop", [stop_by_key, stop_from_outside])
def test_after_a_stop_the_screen_is_whole_again(stop: Callable[[Terminal], None]) -> None:
    with start() as terminal:
        terminal.press("right")
        terminal.wait_for("steps 1")
        terminal.wait_for(lambda: "Block" not in terminal.screen_text())
        before = terminal.cells()
        stop(terminal)
        terminal.scrawl("\x1b[1;1H\x1b[41mshell\r\nshell$ fg\r\n")
        assert terminal.cells() != before
        terminal.signal(signal.SIGCONT)
        terminal.wait_for(lambda: terminal.cells() == before)
        terminal.press("right")
        terminal.wait_for("steps 2")
        terminal.press("q")
        assert_left(terminal, 0)


def test_a_terminal_that_never_answers() -> None:
    with start(answers=False) as terminal:
        terminal.press("right")
        terminal.wait_for("steps 1")
        terminal.press("q")
        assert_left(terminal, 0)


def test_answers_that_nobody_waits_for_are_not_typed() -> None:
    with start() as terminal:
        terminal.press("shift+tab")
        terminal.wait_for(lambda: "Leave" not in terminal.screen_text())  # the field has the keys
        terminal.send(b"\x1b[?62;4c\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\\x1b[0n\x1bP>|term 1\x1b\\")
        terminal.press("k", "i", "n", "g")
        terminal.wait_for("▊  king  ")


def test_what_a_library_writes_is_said_after_the_end() -> None:
    with start() as terminal:
        below = terminal.screen_text().splitlines()[5:]
        terminal.press("w")
        terminal.wait_for("steps 1")
        terminal.wait_for(lambda: terminal.screen_text().splitlines()[5:] == below)
        assert "library" not in terminal.screen_text()
        terminal.press("q")
        assert_left(terminal, 0)
        after = bytes(terminal.output).rpartition(b"\x1b[?1049l")[2].decode()
        assert after.count("written by a library \u241b[31m\r\n") == 2
        assert "printed" in after


def test_the_size_is_the_line_s_own() -> None:
    with start(environ={"COLUMNS": "40", "LINES": "10"}, size=(100, 30)) as terminal:
        terminal.resize(110, 32)
        terminal.wait_for(lambda: len(terminal.screen_text().splitlines()) == 32)
        terminal.press("q")
        assert_left(terminal, 0)


def test_held_keys_all_count() -> None:
    with start() as terminal:
        terminal.press(*["right"] * 200)
        terminal.wait_for("steps 200")


def test_words_cannot_steer_the_terminal() -> None:
    with start() as terminal:
        terminal.press("u")
        terminal.wait_for("bell")
        terminal.press("q")
        terminal.exit_status()
        output = bytes(terminal.output).decode()
        assert "\x1b]0;stolen" not in output
        assert "\x07 \x9b" not in output
        assert not re.search("[\x80-\x9f]", output)
        assert "\x1b[?1002h" not in output


def test_ascii_means_ascii() -> None:
    with start("--glyphs", "ascii") as terminal:
        terminal.press("right", "m")
        terminal.wait_for("moves 1")
        terminal.press("u")
        terminal.wait_for("bell")
        terminal.press("q")
        terminal.exit_status()
        assert max(terminal.output) < 0x80


def test_no_color_means_not_one_color_code() -> None:
    with start(environ={"NO_COLOR": "1"}) as terminal:
        terminal.press("right", "m")
        terminal.wait_for("moves 1")
        terminal.press("q")
        terminal.exit_status()
        codes = {
            int(code or 0)
            for inner in re.findall(rb"\x1b\[([0-9;]*)m", bytes(terminal.output))
            for code in inner.split(b";")
        }
        assert codes
        assert max(codes) < 30


COLOR_OPTIONS = [(Depth.TRUE, "truecolor"), (Depth.PALETTE, "256"), (Depth.ANSI, "16")]


@pytest.mark.parametrize(("depth", "option"), COLOR_OPTIONS)
def test_random_keys_show_what_the_own_driver_of_textual_shows(depth: Depth, option: str) -> None:
    chance = random.Random(option)
    keys = ["right", "tab", "shift+tab", "down", "up", "m", "s", "escape", "漢", "backspace"]
    sizes = iter([(80, 24), (100, 30), (60, 20)])
    with (
        start("--count-keys", "--driver", "own", "--color", option) as ours,
        start("--count-keys", "--driver", "textual", environ={"COLORTERM": "truecolor"}) as plain,
    ):

        def equal() -> bool:
            return ours.cells() == plain.cells(depth)

        ours.wait_for(equal)
        for count, key in enumerate(["s", "down", "escape", *chance.choices(keys, k=18)], start=1):
            # One at a time: what a burst does depends on when the focus moves.
            for terminal in (ours, plain):
                terminal.press(key)
                terminal.wait_for(lambda: terminal.title == f"{count} keys")  # noqa: B023
            ours.wait_for(equal)
            if count % 7 == 0:
                size = next(sizes)
                for terminal in (ours, plain):
                    terminal.resize(*size)
                ours.wait_for(equal)
        assert any(cell != Cell() for row in ours.cells() for cell in row)


@pytest.mark.parametrize("size", [(100, 30), (61, 17)])
def test_resizing_while_keys_are_worked_off(size: tuple[int, int]) -> None:
    with start() as ours, start("--driver", "textual", environ={"COLORTERM": "truecolor"}) as plain:
        for terminal in (ours, plain):
            terminal.press(*["right"] * 20, *["m"] * 5)
            terminal.resize(*size)
            terminal.press(*["right"] * 20, *["m"] * 5)
        ours.wait_for("steps 40")
        plain.wait_for("steps 40")
        ours.wait_for(lambda: ours.cells() == plain.cells(Depth.PALETTE))
