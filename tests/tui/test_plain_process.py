"""Line mode as a program: streams that are closed, terminals, signals."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from sgns_tui.plain.front import Interrupts

from .plain_tools import program

START = [sys.executable, "-m", "sgns_tui"]


def test_the_end_of_the_input_ends_it_well() -> None:
    for script in (b"", b"next", b"next\n", b"next\r\n"):
        ran = program(["--plain"], script)
        assert ran.returncode == 0
        assert ran.stderr == b""
        assert ran.stdout.startswith(b"1: line mode: ")
        assert (b"> next\n6: gather E sat: " in ran.stdout) == bool(script)


def test_quit_ends_it_before_the_rest() -> None:
    ran = program(["--plain"], b"quit\nnext\n")
    assert ran.returncode == 0
    assert ran.stdout.endswith(b"> quit\n6: bye\n")


@pytest.mark.parametrize(
    ("redirection", "status", "said"),
    [
        ("<&-", 0, b""),
        ("2>&-", 0, b""),
        (">&-", 0, b""),
        ("<&- >&- 2>&-", 0, b""),
    ],
)
def test_streams_that_are_closed_are_no_fault(redirection: str, status: int, said: bytes) -> None:
    line = f'printf "next\\nquit\\n" | {{ "$0" -m sgns_tui --plain {redirection}; }}'
    ran = subprocess.run(
        ["sh", "-c", line, sys.executable], capture_output=True, timeout=60, check=False
    )
    assert ran.returncode == status
    assert ran.stderr == said


def test_a_reader_who_leaves_ends_it() -> None:
    line = '{ "$0" -m sgns_tui --plain; echo "status $?" >&2; } | head -n 1'
    ran = subprocess.run(
        ["sh", "-c", line, sys.executable],
        input=b"next 1000\n" * 200,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert ran.stdout.startswith(b"1: ")
    assert ran.stderr == b"status 141\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_output_that_cannot_be_written_is_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [*START, "--plain"],
            input=b"next\n",
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert ran.returncode == 1
    assert ran.stderr == b"sgns-tui: standard output cannot be written: No space left on device\n"


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--example", "wurked"], b"there is no example 'wurked'; try worked"),
        (["--text", "nowhere.txt"], b"nowhere.txt does not exist"),
        (["--model", "/"], b"/ is a folder"),
        (["--text", "-"], b"--plain reads commands from standard input; give --text a file"),
        (["--center", "dog"], b"'dog' is not among the 5 words"),
        (["--lr", "-1"], b"lr must be a finite number of at least 0"),
        (["--example", "collision", "--policy", "fasttext"], b"would have drawn it again"),
        (["--dim", "100000", "--text", "many.txt"], b"give a smaller --dim"),
    ],
)
def test_a_source_that_cannot_be_opened_is_one_line(
    tmp_path: Path, arguments: list[str], part: bytes
) -> None:
    (tmp_path / "many.txt").write_text(" ".join(f"w{i}" for i in range(3000)))
    ran = program(["--plain", *arguments], b"next\n", tmp_path)
    assert ran.returncode == 2
    assert ran.stdout == b""
    assert part in ran.stderr
    assert ran.stderr.count(b"\n") == 1


def test_bytes_that_are_no_text_are_answered() -> None:
    ran = program(["--plain"], b"n\xff\xfext\n\x00\nnext\n")
    assert ran.returncode == 0
    assert b"there is no command n\\udcff\\udcfext" in ran.stdout
    assert b"gather E sat" in ran.stdout


def test_another_encoding_gets_ascii(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("\u043c\u043e\u0440\u0435 \u0456 \u043d\u0435\u0431\u043e")
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}
    ran = program(["--plain", "--text", "t.txt"], b"show tables\n", tmp_path, environment)
    assert ran.returncode == 0
    assert ran.stdout.isascii()
    assert b"\\u043c\\u043e\\u0440\\u0435" in ran.stdout


def test_without_a_terminal_the_bare_command_prints_the_first_step() -> None:
    bare, step = program([]), program(["step"])
    assert bare.returncode == 0
    assert bare.stdout == step.stdout
    # One line: why, and what reads commands.
    assert re.fullmatch(
        rb"sgns-tui: standard input .*not.* terminals?, so the first step is printed; "
        rb"--plain reads commands\n",
        bare.stderr,
    )
    bare = program(["--text", "-", "--seed", "4"], b"a b c\n")
    assert bare.stdout == program(["step", "--text", "-", "--seed", "4"], b"a b c\n").stdout
    assert b"the text comes from standard input" in bare.stderr


def test_options_before_a_command_are_refused() -> None:
    ran = program(["--seed", "4", "step"])
    assert ran.returncode == 2
    assert b"--seed belongs after the command: sgns-tui step ... --seed ..." in ran.stderr


class Terminal:
    """The program in a pseudo-terminal."""

    def __init__(self, *arguments: str, term: str | None) -> None:
        environment = {name: value for name, value in os.environ.items() if name != "TERM"}
        environment["INPUTRC"] = os.devnull
        if term is not None:
            environment["TERM"] = term
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [*START, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # ctrl+c then is a signal
        )
        os.close(slave)
        self.seen = b""

    def press_until(self, key: bytes, part: bytes) -> None:
        """Press a key until it is answered: a signal between two commands may find nobody."""
        for _ in range(30):
            self.type(key)
            while select.select([self.master], [], [], 2)[0]:
                self.seen += os.read(self.master, 65536)
                if part in self.seen:
                    self.read_until(part)
                    return
        raise AssertionError(self.seen)

    def read_until(self, part: bytes) -> bytes:
        """Return what was written up to a part that must come."""
        while part not in self.seen:
            ready, _, _ = select.select([self.master], [], [], 60)
            assert ready, self.seen
            try:
                more = os.read(self.master, 65536)
            except OSError:  # the program has left
                more = b""
            assert more, self.seen
            self.seen += more
        end = self.seen.index(part) + len(part)
        before, self.seen = self.seen[:end], self.seen[end:]
        return before

    def type(self, text: bytes) -> None:
        os.write(self.master, text)

    def wait(self) -> int:
        """Return the exit status, reading what is still written."""
        while True:
            try:
                if not os.read(self.master, 65536):
                    break
            except OSError:
                break
        status = self.process.wait(60)
        os.close(self.master)
        return status


@pytest.mark.parametrize(("arguments", "term"), [((), "dumb"), (("--plain",), "xterm-256color")])
def test_a_terminal_is_read_line_by_line(arguments: tuple[str, ...], term: str) -> None:
    terminal = Terminal(*arguments, term=term)
    seen = terminal.read_until(b"\n> ")
    assert b"1: line mode: " in seen
    terminal.type(b"next\n")
    seen += terminal.read_until(b"\n> ")
    assert b"6: gather E sat: 0.3300" in seen
    assert seen.count(b"next") == 1 + seen.count(b"next [N]")  # the terminal's own echo, no other
    # What readline writes while a line is edited is its own; a dumb terminal gets no codes at all.
    terminal.type(b"show stp\x7fep\n" if term == "dumb" else b"show step\n")
    seen += terminal.read_until(b"5 Check") + terminal.read_until(b"\n> ")
    terminal.type(b"quit\n")
    seen += terminal.read_until(b": bye")
    assert terminal.wait() == 0
    shown = re.sub(rb"\x08[ \x08]*", b"", seen)  # how a terminal takes a letter back
    assert not re.search(rb"[\x00-\x06\x0b\x0c\x0e-\x1f\x7f]", shown)


def test_the_end_of_typed_input_ends_it_well() -> None:
    terminal = Terminal(term="dumb")
    terminal.read_until(b"\n> ")
    terminal.type(b"\x04")
    assert terminal.wait() == 0


def test_ctrl_c_says_how_to_leave_and_cancels_a_run() -> None:
    terminal = Terminal(term="dumb")
    terminal.read_until(b"\n> ")
    terminal.press_until(b"\x03", b"quit leaves")
    terminal.read_until(b"> ")
    answer = b""
    while b"cancelled" not in answer:  # a signal at the very end of a line drops the line
        terminal.type(b"play 1000000\n")
        terminal.read_until(b"1000000\r\n")
        os.kill(terminal.process.pid, signal.SIGINT)
        answer = terminal.read_until(b"quit leaves")
        terminal.read_until(b"> ")
    terminal.type(b"step 1\n")
    terminal.read_until(b"step: 1 updates made")
    terminal.type(b"quit\n")
    assert terminal.wait() == 0


def test_a_signal_between_two_lines_cancels_what_comes_next_and_ends_nothing() -> None:
    interrupts = Interrupts()
    with interrupts.caught():
        signal.raise_signal(signal.SIGINT)
        assert not interrupts.go_on()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        with interrupts.reading():
            assert interrupts.go_on()
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
        assert interrupts.go_on()


def test_a_person_is_asked_before_a_file_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_bytes(b"mine")
    terminal = Terminal("--plain", term="dumb")
    for answer, kept in ((b"n\n", True), (b"\x03", True), (b"y\n", False)):
        terminal.read_until(b"\n> ")
        terminal.type(f"save {path}\n".encode())
        terminal.read_until(b"write over it? y or n: ")
        said = b"exists and is left" if kept else b"save: "
        if answer == b"\x03":
            terminal.press_until(answer, said)
        else:
            terminal.type(answer)
            terminal.read_until(said)
        assert (path.read_bytes() == b"mine") is kept
    terminal.type(b"quit\n")
    assert terminal.wait() == 0


def test_without_a_kind_of_terminal_the_step_is_printed() -> None:
    terminal = Terminal(term=None)
    terminal.read_until(b"5 Check")
    terminal.read_until(b"TERM is not set, so the first step is printed")
    assert terminal.wait() == 0
