"""Whatever is typed: one safe answer after another, the same each time."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgns_core.examples import example_names
from sgns_tui.help_text import CONCEPTS
from sgns_tui.plain.answering import MAX_LINE
from sgns_tui.plain.table import ALIASES, COMMANDS

from .plain_tools import line_mode, program, transcript

WORDS = ["the", "cat", "sat", "on", "mat", "dog", '"cat"', '"', "SAT"]
NUMBERS = [
    *("0", "1", "2", "3", "17", "-1", "-2", "0.5", "1e-3", "5", "1e6", "1e155", "-1e200", "1e308"),
    *("1e999", "nan", "inf", "1_0", "\u0663", "9" * 30, "9" * 400, "18446744073709551615", "0x1"),
]
OTHERS = ["until", "loss", ">", "<", "loss>2", "word", "neighbor", "collision", "epoch", "drawn"]
OTHERS += ["none", "E", "Ep", "all", "keep", "skip", "redraw", "stop", "saturate", "sequential"]
OTHERS += ["fasttext", "gensim", "article", "pair", "stage", "step", "tables", "settings", "edits"]

_words = st.one_of(
    st.sampled_from(WORDS),
    st.sampled_from(NUMBERS),
    st.sampled_from(OTHERS),
    st.sampled_from([*COMMANDS, *ALIASES, *CONCEPTS]),
    st.text(max_size=8),
)
# Files are another test's: these scripts neither read nor write any.
_names = st.sampled_from([*(set(COMMANDS) - {"save", "load", "open", "quit"})])
_lines = st.one_of(
    st.builds(lambda name, rest: " ".join([name, *rest]), _names, st.lists(_words, max_size=5)),
    st.sampled_from(["next 9", "back 4", "update", "step 30", "play 40", "go 1", "undo", "redo"]),
    st.builds("open {}".format, st.sampled_from(example_names())),
    st.text(max_size=60).filter(
        lambda line: not line.split()[:1] or line.split()[0] not in COMMANDS
    ),
    st.just("\0" * 50),
    st.just("\x1b[2J\x1b]0;title\x07\u202e\ud800"),
    st.integers(MAX_LINE - 1, MAX_LINE + 3).map("z".__mul__),
)


@settings(max_examples=120, deadline=None)
@given(lines=st.lists(_lines, max_size=14), name=st.sampled_from(example_names()))
def test_any_script_is_answered_in_safe_numbered_lines(lines: list[str], name: str) -> None:
    script = "\n".join(line.replace("\n", " ") for line in lines)
    out = transcript(line_mode(example=name, limit=120), script)
    assert all(c == "\n" or c.isprintable() for c in out)
    assert "should not happen" not in out
    numbers = [line.split(":")[0] for line in out.splitlines() if not line.startswith("> ")]
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]
    assert out == transcript(line_mode(example=name, limit=120), script)


@settings(max_examples=40, deadline=None)
@given(lines=st.lists(_lines, max_size=8))
def test_ascii_output_is_ascii(lines: list[str]) -> None:
    script = "\n".join(line.replace("\n", " ") for line in lines)
    assert transcript(line_mode(limit=50, ascii_only=True), script).isascii()


@settings(max_examples=25, deadline=None)
@given(line=_lines, size=st.sampled_from([1, 2, 40]))
def test_a_text_without_luck_is_answered_too(
    tmp_path_factory: object, line: str, size: int
) -> None:
    """Words that fall together, sentences without a pair, vectors with one component."""
    folder = Path(str(tmp_path_factory.getbasetemp()))  # type: ignore[attr-defined]
    text = folder / f"text{size}"
    text.write_text("a a b\n" * size)
    mode = line_mode(text=str(text), dim=1, k=3, limit=60, collision="keep")
    out = transcript(mode, "\n".join([line.replace("\n", " "), "update", "show step", "drawn"]))
    assert "should not happen" not in out


SCRIPT = """\
# A demo that is the same each time.
update
play 300
drawn
until collision
lr 0.5
policy fasttext
step 40
back until loss > 1
undo
neighbors cat
digits all
show tables
show edits
save demo.json --force
load demo.json
seed 7
next 5
no such command
\ud83d\ude00
"""


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_a_script_is_the_same_in_other_processes(tmp_path: Path, hash_seed: str) -> None:
    import os

    script = SCRIPT.encode("utf-8", "surrogatepass")
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    first = program(["--plain"], script, tmp_path, environment)
    second = program(["--plain"], script, tmp_path, {**os.environ, "PYTHONHASHSEED": "77"})
    assert first.returncode == second.returncode == 0
    assert first.stderr == second.stderr == b""
    assert first.stdout == second.stdout
    assert len(first.stdout.splitlines()) > 60
