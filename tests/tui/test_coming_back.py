"""The line that says how to come back: it opens the same source at the same update."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from sgns_tui.coming_back import command_line
from sgns_tui.command_group import cli
from sgns_tui.comparing import open_compared
from sgns_tui.opening import SourceOptions
from sgns_tui.preferences import ScreenOptions
from sgns_tui.session_file import save_session
from sgns_tui.session_opening import open_session


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (SourceOptions(), "sgns-tui"),
        (SourceOptions(example="pair"), "sgns-tui --example pair"),
        (SourceOptions(sentence="a b's c", k=3), "sgns-tui --sentence 'a b'\"'\"'s c' --k 3"),
        (
            SourceOptions(sentence="a b c", shrink=True, range_rule="stop", policy="gensim"),
            "sgns-tui --shrink --sentence 'a b c' --policy gensim --range stop",
        ),
        (SourceOptions(seed=7), "sgns-tui --seed 7"),
    ],
)
def test_the_options_that_were_given(options: SourceOptions, line: str) -> None:
    assert command_line(options, open_session(options)) == line


def test_the_update_and_the_seed_of_the_session() -> None:
    options = SourceOptions(example="pair")
    session = open_session(options).with_seed(9)
    session.forward(4)
    assert command_line(options, session) == "sgns-tui --example pair --seed 9 --update 5"


def test_the_pair_that_was_asked_for_but_no_change_made_since() -> None:
    options = SourceOptions()
    session = open_session(options, center="cat", target="mat", negatives=("on", "on"))
    session.set_lr(2.0)
    session.choose(center=0)
    line = "sgns-tui --center cat --target mat --negative on --negative on"
    assert command_line(options, session) == line


def test_the_line_prints_the_same_update() -> None:
    options = SourceOptions(sentence="a b c d e a c", k=2, dim=3, seed=5)
    session = open_session(options, center="a", target="c")
    words = shlex.split(command_line(options, session))[1:]
    printed = CliRunner().invoke(cli, ["step", *words], catch_exceptions=False)
    assert printed.exit_code == 0
    assert f"{session.trace.loss:.4f}" in printed.output


def test_a_saved_session_is_replayed_where_it_stands(tmp_path: Path) -> None:
    options = SourceOptions()
    session = open_session(options)
    file = tmp_path / "my session.json"
    session.set_lr(0.5)
    save_session(session, file)
    session.file = str(file)
    session.forward(2)
    line = command_line(options, session)
    assert line == f"sgns-tui replay --screen '{file}' --to 3"
    session.set_lr(0.7)  # not saved: what was saved is there still
    assert command_line(options, session) == line


@pytest.mark.parametrize("text", ["a \x1b]0;x\x07 b\u202e c", "it's \\ a\nb c"])
def test_what_a_terminal_would_obey_does_not_get_out_and_comes_back_as_it_was(text: str) -> None:
    options = SourceOptions(sentence=text)
    line = command_line(options, open_session(options))
    assert line.isprintable()
    printed = subprocess.run(
        ["bash", "-c", f"printf %s {line.partition('--sentence ')[2]}"],
        capture_output=True,
        check=True,
    )
    assert printed.stdout == text.encode("utf-8", "surrogateescape")


def test_the_train_screen_comes_back_as_it_was_opened() -> None:
    options = SourceOptions(example="groups", lr=0.5)
    session = open_compared(options, "power=0")
    session.forward(9)
    screens = ScreenOptions(first="train", fps=5, groups="my groups.tsv")
    line = command_line(options, session, screens)
    assert line == (
        "sgns-tui watch --groups 'my groups.tsv' --fps 5 --compare power=0 --example groups "
        "--lr 0.5 --update 10"
    )
    alone = command_line(options, open_session(options), ScreenOptions(first="train"))
    assert alone == "sgns-tui watch --example groups --lr 0.5"
