"""Every command explains itself, with an example that runs."""

import shlex
from pathlib import Path

import numpy as np
import pytest

from sgns_core.vectors import WordVectors
from sgns_tui.command_group import COMMANDS
from sgns_tui.session_file import save_session
from sgns_tui.vectors_file import save_vectors
from tests.tui.models import write_text
from tests.tui.plain_tools import line_mode
from tests.tui.running import run_here

EVERY = [[], *([name] for name in COMMANDS)]


def help_of(command: list[str]) -> str:
    outcome = run_here(*command, "--help")
    assert (outcome.status, outcome.err) == (0, "")
    return outcome.out


def write_vectors(folder: Path) -> None:
    """Write vectors and what they are compared with, under the names that examples use."""
    words = ["sea", "ship", "man", "king", "woman", "queen"]
    vectors = WordVectors(words=words, E=np.arange(24.0).reshape(6, 4) % 7)
    save_vectors(str(folder / "vectors.npz"), vectors)
    save_vectors(str(folder / "glove.txt"), vectors, "glove")
    save_vectors(str(folder / "other.vec"), vectors)
    write_text(folder / "groups.tsv", "sea\twater\nking\tpeople\nqueen\tpeople\n")
    write_text(folder / "simlex.tsv", "sea\tship\t5\nking\tman\t4\nking\tsea\t1\n")
    write_text(folder / "questions.txt", ": family\nman king woman queen\n")


@pytest.mark.parametrize("command", EVERY, ids=str)
def test_every_help_has_an_example_that_runs(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = help_of(command)
    assert text.startswith(" ".join(["Usage: sgns-tui", *command]))
    example = " ".join(text[text.index("Example: ") :].split()).removeprefix("Example: ")
    words = shlex.split(example)
    assert words[: 1 + len(command)] == ["sgns-tui", *command]
    text_of_two = "the ship sails the sea\nthe king rules the sea and the ship\n"
    write_text(tmp_path / "my.txt", text_of_two)
    save_session(line_mode(seed=5).session, tmp_path / "a.json")
    if command == ["train"]:  # it makes vectors itself, of words that occur often enough
        write_text(tmp_path / "my.txt", text_of_two.replace("\n", " ") * 1000)
    else:
        write_vectors(tmp_path)
    monkeypatch.chdir(tmp_path)
    outcome = run_here(*words[1:])
    assert outcome.status == 0
    assert outcome.out
    # Without a terminal what opens a screen says in one line why it prints.
    assert outcome.err.count("\n") == (command in ([], ["watch"], ["explore"]))


@pytest.mark.parametrize("command", EVERY, ids=str)
def test_help_fits_80_cells_and_short_help_is_the_same(command: list[str]) -> None:
    assert max(map(len, help_of(command).splitlines())) <= 80
    assert run_here(*command, "-h").out == help_of(command)


def test_the_overview_lists_every_command_as_it_calls_itself() -> None:
    listed = help_of([])
    for name, (_module, line) in COMMANDS.items():
        assert any(row.split()[:1] == [name] and line in row for row in listed.splitlines())


def test_the_version() -> None:
    outcome = run_here("--version")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == "sgns-tui 0.1.0\n"
