"""`neighbors`, `analogy`, `evaluate`, `info` and `convert` on the command line."""

import gzip
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.cells import cell_len

from sgns_core.formats.loading import load_vectors
from sgns_core.vectors import WordVectors
from sgns_tui import vectors_loading
from sgns_tui.vectors_file import save_vectors
from tests.tui.running import Outcome, run_here, run_program
from tests.tui.test_bad_input import refused

WORDS = ["man", "king", "woman", "queen", "apple", "кіт", "漢字", "zero", "bad"]
E = np.array(
    [[0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1], [-1, -1, 1], [2, 0, 1], [0, 2, 1], [0, 0, 0],
     [np.nan, 1, 1]],
    np.float32,
)  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> str:
    vectors = WordVectors(
        words=WORDS,
        E=E,
        Ep=E[::-1] * 2,
        counts=np.arange(9, 0, -1),
        settings={"dim": 3, "policy": "gensim"},
    )
    path = str(tmp_path / "v.npz")
    save_vectors(path, vectors)
    return path


def done(*arguments: str | Path) -> Outcome:
    outcome = run_here(*arguments)
    assert (outcome.status, outcome.err) == (0, "")
    assert "json" in arguments or all(cell_len(line) <= 80 for line in outcome.lines)
    return outcome


def parsed(*arguments: str | Path) -> Any:
    return json.loads(done(*arguments, "--format", "json").out)


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_large_file_is_said_to_be_read_and_the_line_is_gone_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "v\x1b.vec"
    path.write_text("1 2\na 1 2\n")
    for large, term, wanted in (
        (1, "xterm", _progress(f"{tmp_path}/v\\u001b.vec")),
        (1, "dumb", ""),
        (10**6, "xterm", ""),
    ):
        terminal = Terminal()
        monkeypatch.setattr(vectors_loading, "LARGE", large)
        monkeypatch.setattr("sys.stderr", terminal)
        monkeypatch.setenv("TERM", term)
        monkeypatch.setattr(vectors_loading, "shortened", lambda text, _cells, ascii_only: text)
        assert vectors_loading.load_shown(str(path), None).vectors.words == ("a",)
        assert terminal.getvalue() == wanted


def _progress(path: str) -> str:
    """Return what a file of a few bytes writes: its begin, its end, and the line gone again."""
    lines = [f"\rreading {path}, 0 MB, {share}% ... ctrl+c stops\x1b[K" for share in (0, 100)]
    return "".join([*lines, "\r\x1b[K"])


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


# ---- neighbors


def test_neighbors(file: str) -> None:
    title = f"{file} | npz | 9 words x 3 | table E"
    lines = done("neighbors", file, "king", "漢字", "--top", "3").lines
    assert " ".join(lines).startswith(title)
    assert lines[-13:] == [
        "rows of zeros, which have no direction: 1",
        "rows with a value that is not finite, left out: 1",
        "cosine, from -1 to 1; the word itself is left out",
        "",
        "king",
        "1  кіт    0.9487",
        "2  queen  0.8165",
        "3  man    0.7071",
        "",
        "漢字",
        "1  woman  0.9487",
        "2  queen  0.7746",
        "3  man    0.4472",
    ]


@pytest.mark.parametrize(
    ("measure", "wanted"),
    [("cosine", ["кіт", "queen"]), ("dot", ["кіт", "queen"]), ("distance", ["man", "queen"])],
)
def test_measures(measure: str, wanted: list[str], file: str) -> None:
    found = parsed("neighbors", file, "king", "--top", "2", "--measure", measure)
    assert found["measure"] == measure
    (ranking,) = found["neighbors"]
    assert ranking["word"] == "king"
    assert [entry["word"] for entry in ranking["nearest"]] == wanted
    for entry in ranking["nearest"]:
        a, b = E[WORDS.index("king")].astype(float), E[WORDS.index(entry["word"])].astype(float)
        value = {
            "cosine": a @ b / np.sqrt((a @ a) * (b @ b)),
            "dot": a @ b,
            "distance": np.sqrt((a - b) @ (a - b)),
        }[measure]
        assert entry[measure] == pytest.approx(float(value), abs=1e-15)


def test_tables(file: str) -> None:
    for table, wanted in (("E", E), ("Ep", E[::-1] * 2), ("sum", E + E[::-1] * 2)):
        found = parsed("neighbors", file, "king", "--table", table, "--measure", "dot")
        assert found["table"] == table
        for entry in found["neighbors"][0]["nearest"]:
            row = wanted[WORDS.index(entry["word"])]
            assert entry["dot"] == pytest.approx(float(row @ wanted[1]))
    assert "table E + Ep" in " ".join(done("neighbors", file, "king", "--table", "sum").lines)


def test_more_neighbors_than_words(file: str) -> None:
    found = parsed("neighbors", file, "king", "--top", "1000")["neighbors"][0]["nearest"]
    assert len(found) == 6  # neither itself, nor zeros, nor what is not finite


def test_zeros_by_distance(file: str) -> None:
    found = parsed("neighbors", file, "zero", "--measure", "distance", "--top", "2")
    assert [entry["word"] for entry in found["neighbors"][0]["nearest"]] == ["man", "king"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["kingg"], "'kingg' is not among the 9 words; the nearest are: king"),
        (["king", "nobody"], "'nobody' is not among the 9 words"),
        (["zero"], "the row of 'zero' holds zeros alone"),
        (["bad"], "the row of 'bad' holds a value that is not finite"),
        (["bad", "--measure", "distance"], "not finite"),
        (["king", "--top", "0"], "--top must be at least 1, got 0"),
        (["king", "--measure", "angle"], "'angle' is not one of"),
        (["king", "--from", "glove"], "line 1"),
        ([], "Missing argument"),
    ],
)
def test_what_neighbors_refuses(arguments: list[str], said: str, file: str) -> None:
    refused(run_here("neighbors", file, *arguments), said)


def test_there_may_be_no_output_table(tmp_path: Path) -> None:
    path = tmp_path / "v.vec"
    path.write_text("2 2\na 1 2\nb 3 4\n")
    for table in ("Ep", "sum"):
        refused(run_here("neighbors", path, "a", "--table", table), "no output table Ep", str(path))


def test_words_are_shown_literally(tmp_path: Path) -> None:
    path = tmp_path / "v.npz"
    words = ["a", "\x1b[2J", "[bold]", "caf\udce9", "e\u0301"]
    save_vectors(str(path), WordVectors(words=words, E=np.eye(5)))
    outcome = done("neighbors", path, "a")
    assert all(line.isprintable() for line in outcome.lines)
    assert [line.split()[1] for line in outcome.lines[-4:]] == [
        "␛[2J",
        "[bold]",
        "caf\\udce9",
        "e\u0301",
    ]
    assert parsed("neighbors", path, "caf\udce9")["neighbors"][0]["word"] == "caf\udce9"
    ascii_only = run_here("neighbors", path, "a", encoding="ascii")
    assert ascii_only.out.isascii()


def test_a_word_of_bytes_can_be_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "v.vec"
    path.write_bytes(b"3 2\nsea 1 2\ncaf\xe9 3 4\nlake 2 1\n")
    found = run_program("neighbors", path, b"caf\xe9", environment={"LC_ALL": "C.UTF-8"})
    assert found.returncode == 0, found.stderr
    assert b"caf\\udce9" in found.stdout


# ---- analogy


def test_analogy(file: str) -> None:
    lines = done("analogy", file, "man", "king", "woman").lines
    assert "3CosAdd: cosine with b - a + c of unit vectors; a, b and c are left out" in lines
    at = lines.index("man is to king as woman is to ...")
    assert [line.split()[:2] for line in lines[at + 1 : at + 2]] == [["1", "queen"]]
    assert len(lines[at + 1 :]) == 4


@pytest.mark.parametrize("method", ["add", "mul"])
def test_analogy_as_json(method: str, file: str) -> None:
    found = parsed("analogy", file, "man", "king", "woman", "--method", method, "--top", "2")
    assert (found["a"], found["b"], found["c"], found["method"]) == ("man", "king", "woman", method)
    assert found["answers"][0]["word"] == "queen"
    rows = E.astype(float)
    units = {w: rows[n] / np.linalg.norm(rows[n]) for n, w in enumerate(WORDS[:7])}
    man, king, woman, queen = (units[word] for word in WORDS[:4])
    if method == "add":
        query = king - man + woman
        value = queen @ query / np.linalg.norm(query)
    else:
        a, b, c = ((queen @ other + 1) / 2 for other in (man, king, woman))
        value = b * c / (a + 0.001)
    assert found["answers"][0]["value"] == pytest.approx(float(value), abs=1e-14)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["man", "king"], "Missing argument"),
        (["man", "king", "wuman"], "the nearest are: woman"),
        (["man", "zero", "woman"], "holds zeros alone"),
        (["man", "king", "bad"], "not finite"),
    ],
)
def test_what_analogy_refuses(words: list[str], said: str, file: str) -> None:
    refused(run_here("analogy", file, *words), said)


# ---- evaluate


def test_evaluate(file: str, tmp_path: Path) -> None:
    pairs, questions = tmp_path / "pairs.tsv", tmp_path / "questions.txt"
    pairs.write_text(
        "word1\tword2\tscore\nking\tqueen\t9\nman\tqueen\t5\nking\tapple\t1\nman\tunicorn\t3\n"
        "zero\tman\t2\n"
    )
    questions.write_text(
        ": family\nman king woman queen\nMan king woman queen\n: other\nman king woman apple\n"
    )
    outcome = done("evaluate", file, "--pairs", pairs, "--analogies", questions)
    text = " ".join(outcome.out.split())
    assert "Spearman 1.0000 over 3 of 5 pairs (60.0 %)" in text
    assert "pairs with a word that has no vector: 1 (unicorn)" in text
    assert "pairs with a row of zeros or of values that are not finite: 1" in text
    assert outcome.lines[-4:] == [
        "section  right  asked  in the file  right of asked  asked of all",
        "family       1      1            2         100.0 %        50.0 %",
        "other        0      1            1           0.0 %       100.0 %",
        "all          1      2            3          50.0 %        66.7 %",
    ]
    found = parsed(
        "evaluate", file, "--pairs", pairs, "--analogies", questions, "--fold-case", "--method",
        "mul",
    )  # fmt: skip
    assert found["fold_case"] is True
    assert found["pairs"][0] | {"file": ""} == {
        "file": "",
        "spearman": pytest.approx(1.0),
        "total": 5,
        "compared": 3,
        "unknown": 1,
        "undirected": 1,
        "missing": ["unicorn"],
    }
    assert found["analogies"][0]["sections"][0] == {
        "name": "family",
        "correct": 2,
        "asked": 2,
        "total": 2,
        "accuracy": 1.0,
    }


def test_the_first_words_alone(file: str, tmp_path: Path) -> None:
    questions = tmp_path / "questions.txt"
    questions.write_text("man king woman queen\nman king woman apple\n")
    found = parsed("evaluate", file, "--analogies", questions, "--first", "4")
    assert found["analogies"][0]["all"]["asked"] == 1
    assert "the first 4 words alone" in " ".join(
        done("evaluate", file, "--analogies", questions, "--first", "4").lines
    )


def test_folding_takes_the_first_of_words_that_fold_alike(tmp_path: Path) -> None:
    path, pairs = tmp_path / "v.vec", tmp_path / "pairs"
    path.write_text("4 2\nSea 1 0\nsea 0 1\nship 1 0.1\nSTRASSE 1 0.5\n")
    pairs.write_text("SEA ship 5\nsea straße 4\nship Straße 3\n")
    found = parsed("evaluate", path, "--pairs", pairs, "--fold-case")["pairs"][0]
    assert (found["compared"], found["spearman"]) == (3, pytest.approx(0.5))
    assert parsed("evaluate", path, "--pairs", pairs)["pairs"][0]["compared"] == 0


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("--pairs", "a b\n", "it holds no pair"),
        ("--pairs", "a b 1\nc\n", "line 2 is 'c'"),
        ("--analogies", "a b c\n", "line 1 is 'a b c'; expected four words"),
        ("--analogies", "", "is empty"),
        ("--pairs", None, "does not exist"),
    ],
)
def test_what_evaluate_refuses(
    name: str, content: str | None, said: str, file: str, tmp_path: Path
) -> None:
    path = tmp_path / "given"
    if content is not None:
        path.write_text(content)
    refused(run_here("evaluate", file, name, path), said, str(path))


def test_evaluate_needs_something_to_compare_with(file: str) -> None:
    refused(run_here("evaluate", file), "give --pairs or --analogies")


# ---- info


def test_info(file: str) -> None:
    lines = done("info", file).lines
    text = "\n".join(lines)
    for part in (
        "format       npz, tables read from the file as they are used",
        "words        9",
        "dimensions   3",
        "first words  man, king, woman, queen, apple, ...",
        "counts       45 in all",
        "rows of zeros of E: 1 (zero)",
        "rows with a value that is not finite of E: 1 (bad)",
        "rows of zeros of Ep: 1 (king)",
        "words that are not UTF-8: 0",
        "  policy gensim",
    ):
        assert part in text
    norms = [float(np.sqrt(row @ row)) for row in E[:8].astype(float)]
    wanted = [min(norms), float(np.median(norms)), float(np.mean(norms)), max(norms)]
    row = next(line for line in lines if line.startswith("E "))
    assert row.split() == ["E", "float32", *(f"{value:.4f}" for value in wanted)]


def test_info_as_json(tmp_path: Path) -> None:
    path = tmp_path / "v.txt.gz"
    path.write_bytes(gzip.compress(b"a 3 4\ncaf\xe9 0 0\na 1 1\nnan nan 1\n"))
    found = parsed("info", path)
    assert found == {
        "file": str(path),
        "format": "glove",
        "compressed": True,
        "mapped": False,
        "words": 3,
        "dim": 2,
        "total_count": None,
        "tables": {
            "E": {
                "type": "float32",
                "norms": {"least": 0.0, "median": 2.5, "mean": 2.5, "largest": 5.0},
                "zero_rows": ["caf\udce9"],
                "non_finite_rows": ["nan"],
            }
        },
        "repeated": {"a": 1},
        "not_utf8": ["caf\udce9"],
        "settings": {},
    }
    text = " ".join(done("info", path).out.split())
    assert "glove, compressed with gzip" in text
    assert "rows of words that had one already, left out: 1 (a)" in text
    assert "words that are not UTF-8: 1 (caf\\udce9)" in text


def test_info_where_nothing_is_finite(tmp_path: Path) -> None:
    path = tmp_path / "v.vec"
    path.write_text("1 2\na nan inf\n")
    assert parsed("info", path)["tables"]["E"]["norms"] is None
    assert done("info", path).status == 0


# ---- convert


@pytest.mark.parametrize("ending", ["vec", "txt", "bin", "glove", "npz", "npy", "vec.gz", "npz.gz"])
def test_convert(ending: str, file: str, tmp_path: Path) -> None:
    out = tmp_path / f"out.{ending}"
    text = " ".join(done("convert", file, out).out.split())
    found = load_vectors(str(out))
    assert found.vectors.words == tuple(WORDS)
    assert np.array_equal(found.vectors.E, E, equal_nan=True)
    assert str(out) in text.replace(" ", "") or str(out) in text
    assert ("left behind" in text) == (not ending.startswith("npz"))
    refused(run_here("convert", file, out), "exists and is left as it is", "--force")
    again = out.read_bytes()
    done("convert", file, out, "--force")
    assert out.read_bytes() == again
    assert not [name for name in names_in(tmp_path) if ".tmp" in name]


def test_convert_one_table(file: str, tmp_path: Path) -> None:
    out = tmp_path / "sum.npz"
    done("convert", file, out, "--table", "sum")
    found = load_vectors(str(out)).vectors
    assert found.Ep is None
    assert np.array_equal(found.E, E + E[::-1] * 2, equal_nan=True)
    assert found.counts is not None


def test_convert_for_the_projector(file: str, tmp_path: Path) -> None:
    done("convert", file, tmp_path / "p.tsv")
    rows = (tmp_path / "p.tsv").read_text().splitlines()
    assert rows[1] == "1\t0\t1"
    assert rows[8] == "nan\t1\t1"
    names = (tmp_path / "p.metadata.tsv").read_text().splitlines()
    assert names[:3] == ["word\tcount", "man\t9", "king\t8"]
    assert len(names) == len(rows) + 1
    (tmp_path / "p.tsv").unlink()
    refused(run_here("convert", file, tmp_path / "p.tsv"), "p.metadata.tsv exists")
    assert not (tmp_path / "p.tsv").exists()


def test_convert_over_itself(file: str) -> None:
    before = Path(file).read_bytes()
    done("convert", file, file, "--force")
    assert Path(file).read_bytes() == before


def test_float64_is_said_to_be_rounded(tmp_path: Path) -> None:
    path = str(tmp_path / "v.npz")
    save_vectors(path, WordVectors(words=["a"], E=np.array([[0.1, 1e300]])))
    assert "values rounded from float64 to float32" in done("convert", path, f"{path}.vec").out
    assert (tmp_path / "v.npz.vec").read_text() == "1 2\na 0.1 inf\n"
    assert "rounded" not in done("convert", path, f"{path}.npz").out


@pytest.mark.parametrize(
    ("out", "options", "said"),
    [
        ("o", [], "names no format"),
        ("o.json", [], "names no format"),
        ("o", ["--to", "model"], "is not one of"),
        ("no/o.vec", [], "its folder does not exist"),
        ("", [], "the name of the file is empty"),
    ],
)
def test_what_convert_refuses(
    out: str, options: list[str], said: str, file: str, tmp_path: Path
) -> None:
    refused(run_here("convert", file, out and tmp_path / out, *options), said)
    assert names_in(tmp_path) == ["v.npz"]


def test_words_that_a_format_cannot_carry_leave_no_file(tmp_path: Path) -> None:
    path = str(tmp_path / "v.npz")
    save_vectors(path, WordVectors(words=["a", "new york"], E=np.eye(2)))
    for name in ("o.vec", "o.bin", "o.glove", "o.vec.gz"):
        refused(run_here("convert", path, tmp_path / name), "word 2, 'new york'", "npz can")
    assert names_in(tmp_path) == ["v.npz"]


# ---- all


@pytest.mark.parametrize("command", ["neighbors", "analogy", "evaluate", "info", "convert"])
def test_help_has_an_example(command: str) -> None:
    assert f"Example: sgns-tui {command} " in done(command, "--help").out


@pytest.mark.parametrize(
    "arguments",
    [
        ["neighbors", "", "a"],
        ["analogy", "", "a", "b", "c"],
        ["info", ""],
        ["convert", "", "x.npz"],
    ],
)
def test_an_empty_name(arguments: list[str]) -> None:
    refused(run_here(*arguments), "the name of the file is empty")
