"""Where output goes: pipes that close, disks that are full, terminals with colour and without."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tui.models import write_model, write_text
from tests.tui.running import PROGRAM, environment_with, run_here, run_program, shell

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def on_a_terminal(*arguments: str | Path, **environment: str) -> str:
    """Return what the program writes to a terminal."""
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=environment_with({"TERM": "xterm-256color", **environment}),
    ) as program:
        os.close(follower)
        written = b""
        while True:
            try:
                chunk = os.read(leader, 65536)
            except OSError:  # the program has left
                break
            if not chunk:
                break
            written += chunk
    os.close(leader)
    assert program.returncode == 0
    return written.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("command", [["step", "--check"], ["noise", "--draws", "10"]])
def test_a_terminal_gets_colour_and_the_same_words(command: list[str]) -> None:
    shown = on_a_terminal(*command)
    assert COLOUR.search(shown)
    assert COLOUR.sub("", shown) == run_here(*command).out


def test_no_color_is_obeyed() -> None:
    shown = on_a_terminal("step", NO_COLOR="1")
    codes = {code for found in COLOUR.findall(shown) for code in found[2:-1].split(";")}
    assert codes <= {"", "0", "1", "2", "4"}  # bold, dim and underline are no colours
    assert COLOUR.sub("", shown) == run_here("step").out
    assert "36" in "".join(COLOUR.findall(on_a_terminal("step", NO_COLOR="")))


def test_a_dumb_terminal_gets_no_control_at_all() -> None:
    assert on_a_terminal("step", TERM="dumb") == run_here("step").out


def test_long_words_and_lines_reach_a_narrow_terminal_whole(tmp_path: Path) -> None:
    text = write_text(tmp_path / "t.txt", "x" * 200 + " sea")
    shown = COLOUR.sub("", on_a_terminal("pairs", text, COLUMNS="20"))
    assert f"({'x' * 200}, sea)" in shown


def test_hostile_words_change_nothing_on_a_terminal(tmp_path: Path) -> None:
    words = ["\x1b]0;x\x07", "[red]b[/red]", ":smile:", "http://x.y"]
    model = write_model(tmp_path / "m.json", words)
    shown = on_a_terminal("step", "--model", model)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", COLOUR.sub("", shown))
    assert "[red]b[/red]" in shown
    assert ":smile:" in shown


def test_a_pipe_gets_no_colour() -> None:
    done = run_program("step", "--check", environment={"TERM": "xterm-256color"})
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout


@pytest.mark.parametrize("command", [["step"], ["step", "--format", "json"], ["noise"]])
def test_a_reader_that_leaves_is_left_in_silence(command: list[str]) -> None:
    done = shell('("$@"; echo "status $?" >&2) | true', *command)
    assert done.stderr in (b"status 141\n", b"status 0\n")


def test_a_reader_that_leaves_in_the_middle_ends_the_program(tmp_path: Path) -> None:
    text = write_text(tmp_path / "t.txt", "a b c d e f g h\n" * 20_000)
    done = shell('("$@"; echo "status $?" >&2) | head -n 1', "pairs", "--all", text)
    assert done.stdout.decode().startswith(str(text)[:40])
    assert done.stderr == b"status 141\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write to")
@pytest.mark.parametrize(
    "command",
    [
        ["step"],
        ["step", "--code"],
        ["step", "--format", "json"],
        ["noise"],
        ["--help"],
        ["--version"],
    ],
)
def test_a_full_disk_is_said_in_one_line(command: list[str]) -> None:
    done = shell('"$@" >/dev/full', *command)
    assert done.stderr == b"sgns-tui: standard output cannot be written: No space left on device\n"
    assert done.returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write to")
def test_a_disk_that_fills_up_in_the_middle_is_said_once(tmp_path: Path) -> None:
    text = write_text(tmp_path / "t.txt", "a b c d e f g h\n" * 5000)
    done = shell('"$@" >/dev/full', "pairs", "--all", text)
    assert done.stderr.count(b"\n") == 1
    assert done.returncode == 1


@pytest.mark.parametrize("command", [["step"], ["--help"]])
def test_a_closed_standard_output_is_said_in_one_line(command: list[str]) -> None:
    done = shell('"$@" >&-', *command)
    assert done.stderr == b"sgns-tui: standard output is closed: there is nowhere to print\n"
    assert done.returncode == 1


def test_a_closed_standard_error_keeps_the_status() -> None:
    assert shell('"$@" 2>&-', "step", "--lr", "nan").returncode == 2
    assert shell('"$@" 2>&-', "step").returncode == 0


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
)
def test_what_an_encoding_cannot_carry_is_written_by_number(
    environment: dict[str, str], tmp_path: Path
) -> None:
    text = write_text(tmp_path / "t.txt", "море é 海")
    for command in (["step", "--text"], ["pairs"]):
        done = run_program(*command, text, environment=environment)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.isascii()
        assert b"\\u043c\\u043e\\u0440\\u0435" in done.stdout
        assert b"\\u00e9" in done.stdout


def test_the_c_locale_alone_stops_nothing(tmp_path: Path) -> None:
    text = write_text(tmp_path / "море.txt", "море é 海")
    done = run_program("step", "--text", text, environment={"LC_ALL": "C", "PYTHONUTF8": ""})
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_interrupt_leaves_by_its_number(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    script = (
        "import os, signal, sys, threading\n"
        f"threading.Thread(target=lambda: (open({str(fifo)!r}, 'w'),"
        " os.kill(os.getpid(), signal.SIGINT))).start()\n"
        "from sgns_tui.cli import main\n"
        f"sys.argv = ['sgns-tui', 'pairs', {str(fifo)!r}]\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 130
    assert b"Traceback" not in done.stderr
