"""Unusable input ends in one line on standard error, status 2, and nothing on standard output."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.tui.models import write_model, write_text
from tests.tui.running import Outcome, run_here, run_program, shell

GOOD: dict[str, Any] = {
    "words": ["a", "b", "c"],
    "counts": [3, 2, 1],
    "E": [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]],
    "Ep": [[0.6, 0.5], [0.4, 0.3], [0.2, 0.1]],
    "center": "a",
    "target": "b",
    "negatives": ["c"],
    "lr": 0.1,
    "text": "a b c",
}


def refused(outcome: Outcome, *said: str) -> None:
    """Check that a command was refused in one safe line that says what it must."""
    assert outcome.out == ""
    assert outcome.status == 2
    assert outcome.err.startswith("sgns-tui: ")
    assert outcome.err.endswith("\n")
    assert outcome.err[:-1].isprintable()
    assert "should not happen" not in outcome.err
    for part in said:
        assert part in outcome.err


@pytest.fixture
def text(tmp_path: Path) -> Path:
    return write_text(tmp_path / "my.txt", "the ship sails the sea\nthe king rules the ship\n")


# ---- options


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["step", "--lr", "nan"], "lr must be a finite number of at least 0, got nan"),
        (["step", "--lr", "inf"], "lr must be"),
        (["step", "--lr", "-0.1"], "lr must be"),
        (["step", "--lr", "much"], "'much' is not a number"),
        (["step", "--lr", "\x1b[2J"], "is not a number"),
        (["step", "--k", "-1"], "k must be a whole number from 0"),
        (["step", "--k", "100001"], "100000"),
        (["step", "--k", "9" * 30], "k must be"),
        (["step", "--k", "1.5"], "'1.5' is not a valid integer"),
        (["step", "--k", "2", "--negative", "mat"], "give one of the two"),
        (["step", "--dim", "0"], "dim must be a whole number from 1"),
        (["step", "--dim", "-3"], "dim must be"),
        (["step", "--dim", "9" * 20], "dim must be"),
        (["step", "--seed", "-1"], "seed must be a whole number from 0 to 18446744073709551615"),
        (["step", "--seed", str(2**64)], "seed must be"),
        (["step", "--window", "0"], "window is 0; give a whole number from 1"),
        (["step", "--window", "-2"], "window is -2"),
        (["step", "--min-count", "0"], "give a whole number from 1"),
        (["step", "--subsample", "nan"], "subsample must be"),
        (["step", "--subsample", "-1"], "subsample must be"),
        (["step", "--subsample", "inf"], "subsample must be"),
        (["step", "--bound", "0"], "bound must be a finite number above 0"),
        (["step", "--bound", "nan"], "bound must be"),
        (["step", "--bound", "inf"], "bound must be"),
        (["step", "--power", "nan"], "power must be"),
        (["step", "--power", "-1"], "power must be"),
        (["step", "--power", "inf"], "power must be"),
        (["step", "--policy", "glove"], "'glove' is not one of"),
        (["step", "--collision", "ignore"], "is not one of"),
        (["step", "--format", "xml"], "is not one of"),
        (["step", "--format", "json", "--code"], "leave out --format json"),
        (["step", "--example", "wroked"], "worked"),
        (["step", "--example", "\x1b"], "there is no example"),
        (["step", "--center", "sta"], "'sta' is not among the 5 words; the nearest are: sat"),
        (["step", "--target", "qqqqqq"], "for example: the"),
        (["step", "--negative", "Satt"], "the nearest are: sat"),
        (["step", "--center", "\x1b[31m"], "is not among the 5 words"),
        (["step", "--center", "x" * 100_000], "is not among the 5 words"),
        (["step", "--center", ""], "'' is not among the 5 words"),
        (["step", "--center", "\udcff"], "is not among the 5 words"),
        (["step", "--center"], "requires an argument"),
        (["step", "--unknown"], "see sgns-tui step --help"),
        (["step", "sea"], "unexpected extra argument"),
        (["step", "--example", "pair", "--model", "m"], "--example and --model name two sources"),
        (["step", "--text", "a", "--sentence", "b"], "--text and --sentence name two sources"),
        (
            ["step", "--model", "m", "--text", "a", "--sentence", "b"],
            "--model and --text and --sentence name two sources",
        ),
        (["step", "--text", "a", "--model", "b"], "b does not exist"),
        (["stpe"], "No such command 'stpe'"),
        (["\x1b]0;x\x07"], "No such command"),
        (["noise", "--draws", "-1"], "--draws must lie in 0..1000000000, got -1"),
        (["noise", "--draws", "1000000001"], "--draws must lie in"),
        (["noise", "--top", "0"], "--top must be at least 1, got 0"),
        (["noise", "a", "--text", "b"], "name two sources"),
        (["noise", "--center", "sta"], "the nearest are: sat"),
        (["pairs"], "Missing argument 'TEXT'"),
        (["pairs", "a", "b"], "unexpected extra argument"),
        (["pairs", "-", "--limit", "-1"], "--limit must be at least 0, got -1"),
    ],
    ids=lambda value: ascii(" ".join(value))[:60] if isinstance(value, list) else "",
)
def test_an_option_that_cannot_be_used(arguments: list[str], said: str) -> None:
    refused(run_here(*arguments, stdin=b"a b"), said)


# ---- texts


@pytest.mark.parametrize("command", [["step", "--text"], ["pairs"], ["noise"]])
def test_a_file_that_is_no_text(command: list[str], tmp_path: Path) -> None:
    missing = tmp_path / "missing.txt"
    refused(run_here(*command, missing), f"{missing} does not exist")
    refused(run_here(*command, tmp_path), f"{tmp_path} is a folder")
    refused(run_here(*command, ""), "the name of the file is empty")
    refused(run_here(*command, "a\0b"), "a␀b cannot be the name of a file")
    refused(run_here(*command, "x" * 5000), "cannot be read")
    refused(run_here(*command, "\udcff"), "\\udcff does not exist")
    refused(run_here(*command, "\x1b[2J\n\u202e"), "␛[2J␊\\u202e does not exist")
    empty = write_text(tmp_path / "empty.txt", "")
    refused(run_here(*command, empty), f"{empty} is empty")
    blank = write_text(tmp_path / "blank.txt", " \n\t\r\n\u2003")
    refused(run_here(*command, blank), "is empty")
    signs = write_text(tmp_path / "signs.txt", "... !!! ---")
    refused(run_here(*command, signs), "has no word by the rule --tokens words")
    alone = write_text(tmp_path / "alone.txt", "sea\nking\n")
    if command != ["noise"]:
        refused(run_here(*command, alone), "has no pair of words")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("sea\nking\n".encode("utf-16"), "line 1, byte 1: 0xFF is not UTF-8"),
        ("a\nb\nn\xe9e\n".encode("latin-1"), "line 3, byte 2: 0xE9 is not UTF-8"),
        (b"\x7fELF\x02\x01\x01\0\0\n\xc3\x28", "line 2, byte 1: 0xC3 is not UTF-8"),
        (b"a\xed\xa0\x80", "is not UTF-8"),
        (b"\0" * 100, "has no word"),
    ],
)
def test_bytes_that_are_no_text(data: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "data"
    path.write_bytes(data)
    for command in (["step", "--text"], ["pairs"], ["noise"]):
        refused(run_here(*command, path), said)
        refused(run_here(*command, "-", stdin=data), "standard input")


def test_no_word_is_frequent_enough(tmp_path: Path) -> None:
    path = write_text(tmp_path / "t.txt", "ship sea")
    said = "0 of 2 words occur 5 times or more; the largest count is 1; try --min-count 1"
    for command in (["step", "--text"], ["pairs"], ["noise"]):
        refused(run_here(*command, path, "--min-count", "5"), said)


def test_everything_was_dropped(text: Path) -> None:
    refused(run_here("pairs", text, "--subsample", "1e-300"), "has no pair of words")


def test_a_word_that_is_unknown_or_has_no_pair(text: Path, tmp_path: Path) -> None:
    refused(run_here("step", "--text", text, "--center", "seas"), "the nearest are: sea")
    refused(run_here("noise", text, "--center", "seas"), "the nearest are: sea")
    refused(
        run_here("step", "--text", text, "--center", "sea", "--target", "sea", "--min-count", "9"),
        "0 of 6 words occur 9 times or more",
    )
    far = write_text(tmp_path / "far.txt", "a b\nc\n")
    refused(run_here("step", "--text", far, "--center", "c"), "no pair of", "center c")
    refused(run_here("noise", far, "--center", "c"), "c has no context in")


def test_where_no_other_word_can_be_drawn_the_word_is_named() -> None:
    refused(run_here("step", "--text", "-", "--policy", "fasttext", stdin=b"sea sea sea"), "sea")


# ---- models


def model(**changes: object) -> str:
    return json.dumps({key: value for key, value in (GOOD | changes).items() if value != "gone"})


BAD_MODELS = [
    ("", "is empty"),
    ("{", "line 1, column 2: this is not JSON"),
    ('{"words": ["a"],\n"E": [[1,]]}', "line 2"),
    ("[1]", "must hold an object"),
    ('"words"', "must hold an object"),
    ("null", "must hold an object"),
    ("NaN", "every number must be finite"),
    ("{}", "lacks words, E, Ep"),
    ("[" * 100_000, "nested or written too large"),
    ('{"words":' * 100_000, "nested or written too large"),
    (model(lr="gone").replace("0.1", "NaN", 1), "holds NaN; every number must be finite"),
    (model().replace("0.1", "1e999", 1), "E must hold finite numbers, got inf in row 0, column 0"),
    (model().replace("0.1", "-Infinity", 1), "holds -Infinity"),
    (model().replace("0.1", "9" * 10_000, 1), "nested or written too large"),
    (model().replace("0.1", "9" * 400, 1), "E must hold finite numbers"),
    (model(words="gone"), "lacks words"),
    (model(E="gone"), "lacks E"),
    (model(Ep="gone"), "lacks Ep"),
    (model(E="gone", Ep="gone"), "lacks E, Ep"),
    (model(words=[]), "words must be a list of at least one word"),
    (model(words="abc"), "words must be a list"),
    (model(words={"a": 1}), "words must be a list"),
    (model(words=["a", "b", "a"]), "words[0] and words[2] are both 'a'"),
    (model(words=["a", "b", ""]), "words[2] is ''"),
    (model(words=["a", "b", 3]), "words[2] is 3"),
    (model(words=["a", "b", None]), "words[2] is None"),
    (model(words=["a", "b", ["c"]]), "words[2]"),
    (
        model(words=["a", "b"], counts="gone"),
        "E must be a list of 2 rows, one for each word, got 3",
    ),
    (model(E=3), "E must be a list of 3 rows"),
    (model(E=None), "E must be a list of 3 rows"),
    (model(E=[]), "E must be a list of 3 rows"),
    (model(E=[[], [], []]), "E must be a table of numbers"),
    (model(E=[[1, 2], [3], [4, 5]]), "row 1 has 1 columns, row 0 2"),
    (model(E=[[1, 2], 3, [4, 5]]), "row 1 has no columns"),
    (model(E=[[1, True], [3, 4], [4, 5]]), "got True in row 0, column 1"),
    (model(E=[[1, "2"], [3, 4], [4, 5]]), "got '2' in row 0, column 1"),
    (model(E=[[1, None], [3, 4], [4, 5]]), "got None in row 0, column 1"),
    (model(E=[[1, [2]], [3, 4], [4, 5]]), "in row 0, column 1"),
    (model(E=[[1], [2], [3]]), "E has 1 columns and Ep 2"),
    (model(counts=3), "counts must be a list"),
    (model(counts=[1, 2]), "one count for each of the 3 words"),
    (model(counts=[1, 2, -1]), "counts[2] is -1"),
    (model(counts=[1, 2, 0.5]), "counts[2] is 0.5"),
    (model(counts=[1, 2, "3"]), "give whole numbers"),
    (model(counts=[1, 2, None]), "counts"),
    (model(counts=[1, 2, [3]]), "counts"),
    (model(counts=[1, 2, 10**30]), "counts"),
    (model(counts=[True, True, True]), "give whole numbers"),
    (model(counts=[0, 0, 0]), "counts are all 0"),
    (model(center=1), "center must be a word, got 1"),
    (model(center="x"), "'x' is not among the 3 words"),
    (model(target=["b"]), "target must be a word"),
    (model(negatives="c"), "negatives must be a list of words"),
    (model(negatives=[2]), "negatives must be a word, got 2"),
    (model(negatives=["d"]), "'d' is not among the 3 words"),
    (model(lr="fast"), "lr must be a number of at least 0, got 'fast'"),
    (model(lr=True), "lr must be a number"),
    (model(lr=-1), "lr must be a number"),
    (model(lr=10**400), "lr must be a number"),
    (model(text=7), "text must be a string"),
    (model(text="\ud800"), "half a character"),
    (model(text="..."), "has no word"),
    (model(words=["\x1b[2J", "b\n", "b\n"]), "are both"),
]


@pytest.mark.parametrize(("content", "said"), BAD_MODELS, ids=range(len(BAD_MODELS)))
def test_a_model_file_that_cannot_be_used(content: str, said: str, tmp_path: Path) -> None:
    path = write_text(tmp_path / "m.json", content)
    refused(run_here("step", "--model", path), str(path), said)
    refused(run_here("noise", "--model", path), str(path), said)


def test_a_model_file_that_is_no_file(tmp_path: Path) -> None:
    refused(run_here("step", "--model", tmp_path / "no.json"), "does not exist")
    refused(run_here("step", "--model", tmp_path), "is a folder")
    refused(run_here("step", "--model", ""), "the name of the file is empty")
    latin = tmp_path / "latin.json"
    latin.write_bytes(b'{"words": ["\xe9"]}')
    refused(run_here("step", "--model", latin), "line 1, byte 13: 0xE9 is not UTF-8")


def test_scores_that_overflow_are_refused_by_their_words(tmp_path: Path) -> None:
    path = write_text(tmp_path / "m.json", model(E=[[1e300] * 2] * 3, Ep=[[1e300] * 2] * 3))
    refused(run_here("step", "--model", path), "too large")
    path = write_text(tmp_path / "n.json", model(E=[[1e100] * 2] * 3))
    said = "lr 1e+300 makes the row of c in Ep overflow; try a smaller --lr"
    refused(run_here("step", "--model", path, "--lr", "1e300"), said)


def test_a_model_without_a_pair_or_a_text(tmp_path: Path) -> None:
    path = write_model(tmp_path / "m.json", ["a", "b"], target=None)
    refused(run_here("step", "--model", path), "choose a pair with --center and --target")


# ---- the program as it is started


def started(*arguments: str | bytes | Path, **settings: Any) -> Outcome:
    done = run_program(*arguments, **settings)
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_a_program_of_its_own_says_the_same() -> None:
    refused(started("step", "--lr", "nan"), "lr must be")
    refused(started("step", "--text", b"\xff\xfe\x1b"), "\\udcff\\udcfe␛ does not exist")
    refused(started("step", "--center", b"\xff"), "'\\udcff' is not among the 5 words")
    refused(started("step", "--text", "-", stdin=None), "standard input is empty")


def test_a_closed_standard_input_is_refused() -> None:
    done = shell('"$@" <&-', "step", "--text", "-")
    refused(Outcome(done.returncode, done.stdout.decode(), done.stderr.decode()), "closed")
    assert shell('"$@" <&-', "step").returncode == 0


def test_errors_can_be_written_in_ascii() -> None:
    outcome = started("step", "--text", "мо\xe9", environment={"PYTHONIOENCODING": "ascii"})
    refused(outcome, "\\u043c\\u043e\\u00e9 does not exist")


def test_debug_shows_where_an_error_comes_from_wherever_it_stands() -> None:
    for arguments in (["--debug", "step", "--lr", "nan"], ["step", "--lr", "nan", "--debug"]):
        outcome = run_here(*arguments)
        assert (outcome.status, outcome.out) == (2, "")
        assert outcome.err.startswith("Traceback")
        assert outcome.err.splitlines()[-1].startswith("sgns-tui: lr must be")
    assert run_here("step", "--debug").status == 0
