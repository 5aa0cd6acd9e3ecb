"""`sgns-tui train` in a terminal: a line that moves, ctrl+c, and nothing of it in a pipe."""

from __future__ import annotations

import shlex
import signal
import sys
from pathlib import Path

import pytest

from sgns_core.formats.loading import load_vectors
from tests.tui.running import run_program
from tests.tui.terminal.harness import Terminal
from tests.tui.terminal.test_end_while_training import processes_of
from tests.tui.test_train_command import make_text

PROGRAM = [sys.executable, "-m", "sgns_tui"]
OPTIONS = ["--engine", "numpy", "--dim", "8"]


def test_a_line_moves_and_ctrl_c_keeps_what_is_there(tmp_path: Path) -> None:
    text, out, folder = tmp_path / "my.txt", tmp_path / "v.npz", tmp_path / "run"
    text.write_text(make_text(60_000))
    places = [str(text), "--output", str(out), "--checkpoint", str(folder)]
    command = [*PROGRAM, "train", *places, *OPTIONS, "--epochs", "1000"]
    with Terminal(command, size=(100, 24)) as terminal:
        terminal.wait_for("/1000")
        assert "words/s  lr 0.0" in terminal.screen_text()
        terminal.press("ctrl+c")
        assert terminal.exit_status() == 130
        assert terminal.says("stopped at ")
        assert terminal.says("to go on: sgns-tui train")
        assert "left" not in terminal.screen_text()  # the line that moved is gone
        assert terminal.modes_on == set()
        assert terminal.is_canonical
    assert len(load_vectors(str(out)).vectors) == 50
    assert (folder / "checkpoint.npz").exists()


def test_a_terminal_that_is_closed_stops_it_and_keeps_what_is_there(tmp_path: Path) -> None:
    text, out, folder = tmp_path / "my.txt", tmp_path / "v.npz", tmp_path / "run"
    text.write_text(make_text(60_000))
    places = [str(text), "--output", str(out), "--checkpoint", str(folder)]
    with Terminal([*PROGRAM, "train", *places, *OPTIONS, "--epochs", "1000"]) as terminal:
        terminal.wait_for("/1000")
        terminal.hang_up()
        assert terminal.exit_status() == 128 + signal.SIGHUP
    assert len(load_vectors(str(out)).vectors) == 50
    assert (folder / "checkpoint.npz").exists()


@pytest.mark.parametrize("watch", [[], ["--watch"]])
def test_a_shell_that_loses_its_terminal_tells_it_twice_and_nothing_is_lost(
    tmp_path: Path, watch: list[str]
) -> None:
    text, out = tmp_path / "my.txt", tmp_path / "v.npz"
    text.write_text(make_text(60_000))
    command = [*PROGRAM, "train", text, "--output", out, *OPTIONS, "--epochs", "1000", *watch]
    home = {"HOME": str(tmp_path)}
    with Terminal(["bash", "--norc", "-i"], environ=home, size=(200, 24)) as terminal:
        terminal.send((shlex.join(map(str, command)) + "\n").encode())
        terminal.wait_for("0/1000" if watch else "1/1000")
        (program,) = [pid for pid in processes_of(terminal.pid) if pid != terminal.pid]
        terminal.hang_up()
        terminal.wait_for(lambda: program not in processes_of(terminal.pid))
    assert len(load_vectors(str(out)).vectors) == 50


def test_a_pipe_gets_one_line_and_standard_error_nothing(tmp_path: Path) -> None:
    text, out = tmp_path / "my.txt", tmp_path / "v.txt"
    text.write_text(make_text(3000))
    done = run_program("train", text, "--output", out, *OPTIONS)
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.count(b"\n") == 1
    assert b"\x1b" not in done.stdout
    assert b"50 words x 8, trained on 3,000 words x 5 epochs" in done.stdout


def test_the_last_line_is_broken_between_words(tmp_path: Path) -> None:
    text, out = tmp_path / "my.txt", tmp_path / "v.txt"
    text.write_text(make_text(3000))
    with Terminal([*PROGRAM, "train", str(text), "--output", str(out), *OPTIONS]) as terminal:
        assert terminal.exit_status() == 0
        rows = [row for row in terminal.screen_text().splitlines() if row]
        words = " ".join(rows)
        assert "engine numpy, as asked" in words
        assert "trained on 3,000 words x 5 epochs" in words
        assert "epoch 1/5" not in words
