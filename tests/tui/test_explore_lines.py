"""Vectors looked around in by lines, and `explore` where no screen can open."""

from __future__ import annotations

from pathlib import Path

import pytest

from sgns_tui.explored import Explored
from sgns_tui.exploring import Exploring
from sgns_tui.plain.exploring.helping import TRYING
from sgns_tui.plain.exploring.mode import ExploringMode
from sgns_tui.plain.exploring.table import COMMANDS
from tests.tui.exploring_tools import exploring, other_vectors, write_some
from tests.tui.plain_tools import program
from tests.tui.running import run_here


def told(mode: ExploringMode, *lines: str) -> list[str]:
    return [answer for line in lines for answer in mode.answer(line)]


@pytest.fixture
def mode() -> ExploringMode:
    return ExploringMode(exploring(beside=other_vectors()))


def test_neighbours_sums_and_analogies(mode: ExploringMode) -> None:
    assert told(mode, "neighbors king 2") == [
        "near king: 1 man cosine 0.7831",
        "near king: 2 море cosine 0.1090",
    ]
    first = told(mode, "sum king - man + woman")[0]
    assert first.startswith("near king - man + woman: 1 queen cosine 0.9")
    assert told(mode, "analogy man king woman")[0] == first
    assert told(mode, "use dot", "near ship 1")[-1] == "near ship: 1 sea dot product 2.9300"


def test_several_words(mode: ExploringMode) -> None:
    assert told(mode, "odd sea ship море king")[0] == "odd: king fits least"
    assert told(mode, "table sea ship king") == [
        "table: sea: ship 0.9692, king 0.0968",
        "table: ship: sea 0.9692, king -0.0114",
        "table: king: sea 0.0968, ship -0.0114",
    ]
    assert told(mode, "beside king 3") == [
        "king in some.npz: man 0.7831, море 0.1090, sea 0.0968",
        "king in other.vec: man 0.7831, ship 0.7831, море 0.1090",
        "king: 2 in both: man море",
    ]
    assert told(mode, "beside queen 3")[-1] == "queen: 0 in both"


def test_the_map_in_lines(mode: ExploringMode) -> None:
    assert told(mode, "plane components 3 4", "use E")[0].startswith("plane: components 3 and 4, ")
    lines = told(mode, "map 2")
    assert lines[0].startswith("map: 8 of 10 words: most frequent; components 3 and 4, ")
    assert lines[1].startswith("beware: Not drawn: 1 rows of zeros, 1 not finite")
    assert lines[2:] == [
        "map: man at 0.0000, 0.2000, group 70-90",
        "map: woman at 0.0000, 0.2000, group 70-90",
        "map: 6 more words; map 8 lists all",
    ]
    assert told(mode, "find *man")[0] == "draw: 2 of 10 words: that fit *man"
    assert told(mode, "draw list sea qqq")[0] == "draw: 1 not known: qqq"
    assert told(mode, "apart") == ["rows of zeros: 1 nil", "rows that are not finite: 1 bad"]


def test_groups_in_lines(mode: ExploringMode) -> None:
    lines = told(mode, "groups kmeans 2")
    assert lines[0].startswith("groups: k-means of what is drawn, k = 2; separation 0.")
    assert lines[1:] == [
        "group 1: 6 words: man woman king queen ship [b]",
        "group 2: 2 words: sea море",
    ]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("foo", "there is no command foo"),
        ("near", "it takes a word, and how many; for example: neighbors sea 5"),
        ("near qqq", "'qqq' is not among the 10 words"),
        ("near sea x", "x is no whole number"),
        ("near nil", "holds zeros alone"),
        ("sum king -", "a sign stands at the end"),
        ("odd sea king", "3 words or more, got 2"),
        ("plane axes man:woman", "it takes pca, axes A:B ; C:D, or components 1 2"),
        ("plane components 1 9", "9 is not in 1 to 4"),
        ("groups file none.tsv", "none.tsv"),
        ("draw list qqq", "none of these 1 words is known"),
        ("out map x.pdf", "x.pdf is neither picture nor numbers"),
        ("help qqq", "there is no help about qqq"),
        ("use qqq", "it takes E, Ep, sum"),
    ],
)
def test_what_cannot_be_answered_is_one_line(mode: ExploringMode, line: str, wrong: str) -> None:
    lines = told(mode, line)
    assert len(lines) == 1
    assert lines[0].startswith("error: ")
    assert wrong in lines[0]


def test_every_command_is_listed_and_explained(mode: ExploringMode) -> None:
    listed = told(mode, "help")
    for name, command in COMMANDS.items():
        assert any(line.startswith(command.usage) for line in listed)
        assert told(mode, f"help {name}")[1] == f"example: {command.example}"
    for idea in ("cosine", "norm", "projection"):
        assert any(line.startswith("here: ") for line in told(mode, f"help {idea}"))


@pytest.mark.parametrize("idea", TRYING)
def test_what_help_says_to_try_can_be_typed_here(mode: ExploringMode, idea: str) -> None:
    trying = next(line for line in told(mode, f"help {idea}") if line.startswith("try: "))
    assert trying.split()[1] in COMMANDS


def test_files_are_written_where_it_is_said(mode: ExploringMode, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    assert told(mode, f"out words {path} sea [b]") == [f"written: {path}"]
    assert path.read_text() == "sea\n[b]\n"
    assert told(mode, f"out words {path}")[0].endswith(
        "exists and is left as it is; name another file, or say --force"
    )
    assert told(mode, f"out words {path} king --force") == [f"written: {path}"]
    assert path.read_text() == "king\n"
    picture = tmp_path / "m.txt"
    assert told(mode, f"out map {picture}") == [f"written: {picture}"]
    assert told(mode, f"out map {picture}")[0].startswith("error: ")
    assert told(mode, f"out map {picture} --force") == [f"written: {picture}"]


def test_the_program_reads_lines_and_leaves(tmp_path: Path) -> None:
    path = write_some(tmp_path)
    ran = program(["explore", path, "--plain"], b"near king 1\nquit\nnear sea\n")
    assert ran.returncode == 0
    assert ran.stderr == b""
    assert ran.stdout.decode().splitlines() == [
        "1: explore: help lists the commands, quit leaves",
        "2: open: some.npz, 10 words x 4, table E, cosine; drawn 8 of 10 words: most frequent",
        "> near king 1",
        "3: near king: 1 man cosine 0.7831",
        "> quit",
        "4: bye",
    ]


def test_without_a_terminal_the_map_is_printed(tmp_path: Path) -> None:
    outcome = run_here("explore", write_some(tmp_path))
    assert outcome.status == 0
    assert outcome.out.startswith("some.npz | 8 of 10 words: most frequent | table E | PCA, ")
    assert "queen" in outcome.out
    assert outcome.err.endswith("so the map is printed; --plain reads commands\n")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["none.vec"], "none.vec: there is no such file; check the name"),
        (["{some}", "--beside", "none.vec"], "none.vec: there is no such file"),
        (["{some}", "--groups", "none.tsv"], "none.tsv"),
        (["{plain}", "--table", "Ep"], "there is no output table Ep beside E"),
        (["{empty}"], "it is empty"),
        (["{zeros}"], "none of the 1 words to draw has a direction"),
    ],
)
def test_bad_files_are_one_line(tmp_path: Path, arguments: list[str], wrong: str) -> None:
    names = {"some": write_some(tmp_path)}
    for name, text in (("plain", "1 2\na 1 2\n"), ("empty", ""), ("zeros", "1 2\na 0 0\n")):
        names[name] = str(tmp_path / f"{name}.vec")
        Path(names[name]).write_text(text)
    outcome = run_here("explore", *(argument.format(**names) for argument in arguments))
    assert outcome.status == 2
    assert outcome.out == ""
    assert wrong in outcome.err
    assert outcome.err.count("\n") == 1


def test_how_many_words_are_drawn_is_said_without_those_that_cannot_be(
    mode: ExploringMode,
) -> None:
    assert list(mode.greeting())[1].endswith("drawn 8 of 10 words: most frequent")
    assert told(mode, "draw frequent 9") == ["draw: 8 of 10 words: most frequent"]


def test_lines_name_commands_and_no_keys(mode: ExploringMode) -> None:
    assert "beware: Not drawn: 1 rows of zeros, 1 not finite; apart lists them." in told(
        mode, "map"
    )
    assert "; apart lists them." in told(mode, "help projection")[-1]


def test_ideas_without_an_example_have_none(mode: ExploringMode) -> None:
    assert any(line.startswith("here: ") for line in told(mode, "help norm"))
    for idea in ("axes", "separation"):
        assert not any(line.startswith("here: ") for line in told(mode, f"help {idea}"))


def test_rows_of_words_that_had_one_already_are_said(tmp_path: Path) -> None:
    file = tmp_path / "twice.vec"
    file.write_text("3 2\na 1 0\nb 0 1\na 1 1\n", encoding="utf-8")
    mode = ExploringMode(Exploring(Explored.of_file(str(file))))
    assert told(mode, "apart")[-1] == "rows of words that had one already, left out: 1"
