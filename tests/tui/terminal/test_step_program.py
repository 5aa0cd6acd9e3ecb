"""The installed program in a pseudo-terminal: what a person sees, what is sent, how it leaves."""

from __future__ import annotations

import re
import signal
import sys
from pathlib import Path

import pytest

from tests.tui.terminal.emulator import Cell
from tests.tui.terminal.harness import Terminal

PROGRAM = str(Path(sys.executable).with_name("sgns-tui"))
READY = "Press"


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment in which no settings file and no log of one's own is found."""
    return {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}


def start(home: dict[str, str], *options: str, **settings: object) -> Terminal:
    environ = home | dict(settings.pop("environ", {}))  # type: ignore[call-overload]
    terminal = Terminal([PROGRAM, *options], environ=environ, **settings)  # type: ignore[arg-type]
    terminal.wait_for(READY)
    terminal.wait_for("q quit")
    return terminal


def assert_left(terminal: Terminal, status: int = 0) -> str:
    """Check that all is as it was, and return what the program said last."""
    assert terminal.exit_status() == status
    assert terminal.modes_on == set()
    assert terminal.is_canonical
    after = bytes(terminal.output).rpartition(b"\x1b[?1049l")[2]
    return re.sub(rb"\x1b\[[<?>=]?[\d;]*[a-z]", b"", after).decode().strip()


def test_the_worked_example_and_back_to_the_first_cell(home: dict[str, str]) -> None:
    with start(home) as terminal:
        terminal.press("right", "left")
        terminal.wait_for("A pair:")
        first: list[list[Cell]] = terminal.cells()
        terminal.press(*["right"] * 24)
        for number in ("25/25", "1.9512", "0.5641", "1.9229", "1.8626"):
            terminal.wait_for(number)
        assert "after the whole update      1.8626" in terminal.screen_text()
        terminal.press(*["left"] * 24)
        terminal.wait_for(lambda: terminal.cells()[1:] == first[1:])
        terminal.press("q")
        assert assert_left(terminal) == "to come back: sgns-tui"


def test_held_keys_all_count(home: dict[str, str]) -> None:
    with start(home) as terminal:
        terminal.press(*["right"] * 200)
        terminal.wait_for("update 9 ")
        terminal.wait_for("dot")
        terminal.wait_for(" 1/25")  # 8 updates of 25 stages
        terminal.press("q")
        assert assert_left(terminal) == "to come back: sgns-tui --update 9"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_leaving_by_signal(home: dict[str, str], number: signal.Signals) -> None:
    with start(home, size=(80, 24)) as terminal:
        terminal.signal(number)
        assert_left(terminal, 128 + number)


def test_ctrl_c_twice(home: dict[str, str]) -> None:
    with start(home, size=(80, 24)) as terminal:
        terminal.press("ctrl+c", "ctrl+c")
        assert assert_left(terminal) == "to come back: sgns-tui"


def test_a_settings_file_that_is_wrong_is_one_line(home: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "config" / "sgns-tui"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text('theme = "pink"\n')
    with Terminal([PROGRAM], environ=home) as terminal:
        assert terminal.exit_status() == 2
        said = bytes(terminal.output).decode().strip().splitlines()
        assert len(said) == 1
        assert "theme must be one of" in said[0]


def walk(terminal: Terminal) -> bytes:
    """Walk an update, look at what can be asked for, leave, and return all that was sent."""
    terminal.press(*["right"] * 24, "v", "s", "tab", "tab", "down", "?")
    terminal.wait_for("Read it")
    terminal.press("escape")
    terminal.wait_for("25/25")
    terminal.press("q")
    assert terminal.exit_status() == 0
    assert terminal.modes_on == set()
    return bytes(terminal.output)


def colors(output: bytes) -> set[int]:
    found = re.findall(rb"\x1b\[([0-9;]*)m", output)
    return {int(code or 0) for inner in found for code in inner.split(b";")}


def test_no_color_means_not_one_color_code(home: dict[str, str]) -> None:
    with start(home, environ={"NO_COLOR": "1"}) as terminal:
        assert max(colors(walk(terminal))) < 30


def test_ascii_means_ascii(home: dict[str, str]) -> None:
    options = ("--glyphs", "ascii", "--sentence", "кіт 漢字 e\u0301 a b c")
    with start(home, *options, size=(80, 24)) as terminal:
        terminal.press("right", "enter", "v", "O")
        terminal.wait_for("Open:")
        terminal.press("escape")
        terminal.wait_for("Curves")
        terminal.press("q")
        terminal.exit_status()
        screen = bytes(terminal.output).rpartition(b"\x1b[?1049l")[0]
        assert max(screen) < 0x80


@pytest.mark.parametrize("term", ["vt100", "linux", "screen"])
def test_other_terminals(home: dict[str, str], term: str) -> None:
    with start(home, size=(80, 24), term=term) as terminal:
        output = walk(terminal)
        if term == "vt100":
            assert max(colors(output)) < 30
        assert 38 not in colors(output) or term == "screen"  # 16 colours at most


def test_a_dumb_terminal_reads_commands(home: dict[str, str]) -> None:
    with Terminal([PROGRAM], environ=home, term="dumb") as terminal:
        terminal.wait_for("worked")
        terminal.send(b"quit\n")
        assert terminal.exit_status() == 0
        assert b"\x1b" not in bytes(terminal.output)
        assert not terminal.modes_on
