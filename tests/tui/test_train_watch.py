"""`sgns-tui train --watch` in a terminal: the map of a run that trains, held back and stopped."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from sgns_core.formats.loading import load_vectors
from tests.tui.running import run_here, run_program
from tests.tui.terminal.harness import Terminal
from tests.tui.test_train_command import make_text

PROGRAM = [sys.executable, "-m", "sgns_tui", "train"]
OPTIONS = ["--engine", "numpy", "--dim", "8"]
FOR_LONG = ["--epochs", "100000"]


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "my.txt"
    path.write_text(make_text(30_000))
    return path


def watch(text: Path, out: Path, *options: str, size: tuple[int, int] = (120, 36)) -> Terminal:
    return Terminal([*PROGRAM, str(text), "--output", str(out), "--watch", *OPTIONS, *options],
                    size=size)  # fmt: skip


def share(terminal: Terminal) -> str:
    """Return the line that says how far it is."""
    return terminal.screen_text().splitlines()[1]


def left_in_order(terminal: Terminal) -> bool:
    return terminal.modes_on == set() and terminal.is_canonical


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
def test_a_run_is_watched_held_back_and_stopped(
    text: Path, tmp_path: Path, size: tuple[int, int]
) -> None:
    out = tmp_path / "v.npz"
    with watch(text, out, *FOR_LONG, size=size) as terminal:
        terminal.wait_for("50 of 50 words")
        terminal.wait_for("w0")
        terminal.press("space")
        terminal.wait_for("Paused")
        terminal.settle(1.5)  # the chunk that was being trained may still end
        before = share(terminal)
        terminal.press("m", "right", "L")
        terminal.wait_for("by cosine")
        assert share(terminal) == before
        terminal.press("space")
        terminal.wait_for(lambda: share(terminal) != before)
        terminal.press("q")
        terminal.wait_for("cannot be gone on with")
        terminal.press("n")
        terminal.wait_for("It trains")
        terminal.press("q")
        terminal.wait_for("cannot be gone on with")
        terminal.press("y")
        assert terminal.exit_status() == 128 + signal.SIGINT
        assert terminal.says("stopped at ")
        assert left_in_order(terminal)
    assert len(load_vectors(str(out)).vectors) == 50


def test_with_a_checkpoint_q_stops_at_once_even_a_run_that_is_held_back(
    text: Path, tmp_path: Path
) -> None:
    out, folder = tmp_path / "v.npz", tmp_path / "run"
    with watch(text, out, *FOR_LONG, "--checkpoint", str(folder)) as terminal:
        terminal.wait_for("50 of 50 words")
        terminal.press("space")
        terminal.wait_for("Paused")
        terminal.press("q")
        assert terminal.exit_status() == 130
        assert terminal.says("to go on: sgns-tui train")
        assert left_in_order(terminal)
    assert out.exists()
    assert (folder / "checkpoint.npz").exists()


def test_ctrl_c_says_how_to_leave_and_stops_the_second_time(text: Path, tmp_path: Path) -> None:
    out = tmp_path / "v.npz"
    with watch(text, out, *FOR_LONG) as terminal:
        terminal.wait_for("It trains")
        terminal.press("ctrl+c")
        terminal.wait_for("so does ctrl+c once more")
        terminal.press("ctrl+c")
        assert terminal.exit_status() == 130
        assert left_in_order(terminal)
    assert out.exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_saves_what_is_there(text: Path, tmp_path: Path, number: int) -> None:
    out = tmp_path / "v.npz"
    with watch(text, out, *FOR_LONG) as terminal:
        terminal.wait_for("50 of 50 words")
        terminal.signal(number)
        assert terminal.exit_status() == 128 + number
        assert left_in_order(terminal)
    assert len(load_vectors(str(out)).vectors) == 50


def test_a_line_that_is_lost_saves_what_is_there(text: Path, tmp_path: Path) -> None:
    out = tmp_path / "v.npz"
    with watch(text, out, *FOR_LONG) as terminal:
        terminal.wait_for("50 of 50 words")
        terminal.hang_up()
        assert terminal.exit_status() in (129, -signal.SIGHUP)
    assert len(load_vectors(str(out)).vectors) == 50


def test_the_end_stays_on_the_screen_until_it_is_left(text: Path, tmp_path: Path) -> None:
    watched, plain = tmp_path / "watched.npz", tmp_path / "plain.npz"
    with watch(text, watched, "--epochs", "3", "--watch-words", "20") as terminal:
        terminal.wait_for("q leaves")
        shown = terminal.screen_text()
        assert terminal.says("watched.npz is written")
        assert "20 of 50 words" in shown
        assert "100 %" in shown
        terminal.press("/", *"w40", "enter")
        terminal.wait_for("--watch-words")
        terminal.press("escape")
        terminal.wait_for("Done:")
        terminal.press("q")
        assert terminal.exit_status() == 0
        assert terminal.says("trained on 30,000 words x 3 epochs")
        assert left_in_order(terminal)
    run_program("train", text, "--output", plain, *OPTIONS, "--epochs", "3")
    one, other = (load_vectors(str(file)).vectors for file in (watched, plain))
    assert one.E.tobytes() == other.E.tobytes()
    assert one.Ep is not None
    assert other.Ep is not None
    assert one.Ep.tobytes() == other.Ep.tobytes()


def test_what_ends_a_run_is_one_line(text: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with watch(text, folder / "v.npz", *FOR_LONG) as terminal:
        terminal.wait_for("50 of 50 words")
        folder.rmdir()
        terminal.press("q")
        terminal.wait_for("cannot be gone on with")
        terminal.press("y")
        assert terminal.exit_status() == 2
        assert terminal.says("v.npz cannot be written")
        assert left_in_order(terminal)


def test_what_is_wrong_is_said_before_a_screen_opens(text: Path, tmp_path: Path) -> None:
    out = tmp_path / "v.npz"
    with watch(text, out, "--min-count", "100000") as terminal:
        assert terminal.exit_status() == 2
        assert b"\x1b[?1049h" not in terminal.output


def test_without_a_terminal_it_trains_all_the_same(text: Path, tmp_path: Path) -> None:
    out = tmp_path / "v.npz"
    done = run_here("train", *OPTIONS, text, "--output", out, "--watch")
    assert done.status == 0
    assert done.err == (
        "sgns-tui: no screen to watch on: standard input and standard output and standard error "
        "are not terminals; training all the same\n"
    )
    assert out.exists()


def test_words_to_watch_need_a_screen(text: Path, tmp_path: Path) -> None:
    done = run_here("train", text, "--output", tmp_path / "v.npz", "--watch-words", "5")
    assert (done.status, done.out) == (2, "")
    assert "add --watch" in done.err
