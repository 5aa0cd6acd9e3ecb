"""`sgns-tui batch` against plain loops, on texts, vectors, scores, and what is none of these."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from tests.core.reference_batch import ROWS, batch_loss, clip_scores, dots
from tests.tui.models import HOSTILE_WORDS, write_model
from tests.tui.running import Outcome, run_here

OBJECTIVES = ["sgns", "dpr", "clip", "preference", "softmax"]
FILE = {
    "Q": [[1.0, 2.0], [0.5, -1.0], [1.0, 2.0]],
    "P": [[0.3, 0.4], [2.0, 0.1], [-0.3, 0.9]],
    "queries": ["one", "two", "three"],
    "positives": ["eins", "zwei", "drei"],
    "t": 1.5,
}


def batch(*arguments: str | Path, stdin: str = "") -> Outcome:
    outcome = run_here("batch", *arguments, stdin=stdin.encode())
    assert (outcome.status, outcome.err) == (0, "")
    return outcome


def batch_json(*arguments: str | Path, stdin: str = "") -> dict[str, Any]:
    out = batch(*arguments, "--format", "json", stdin=stdin).out
    found: dict[str, Any] = json.loads(out, parse_constant=pytest.fail)
    return found


def write(path: Path, content: object) -> Path:
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


def nothing(n: int) -> list[list[bool]]:
    return [[False] * n for _ in range(n)]


def test_vectors_from_a_file_give_the_losses_of_plain_loops(tmp_path: Path) -> None:
    path = write(tmp_path / "b.json", FILE)
    found = batch_json("--batch", path)
    for name in ("sgns", "dpr", "clip", "preference"):
        wanted = batch_loss(name, FILE["Q"], FILE["P"], nothing(3), 1.5)  # type: ignore[arg-type]
        assert found["objectives"][name]["loss"] == pytest.approx(wanted, abs=1e-12)
    assert found["objectives"]["clip"]["scale"] == pytest.approx(math.exp(1.5))
    assert "vocabulary" in found["objectives"]["softmax"]["missing"]
    for row, wanted_row in zip(found["scores"], dots(FILE["Q"], FILE["P"]), strict=True):  # type: ignore[arg-type]
        assert row == pytest.approx(wanted_row)
    assert found["doubts"] == [[None, None, "same"], [None] * 3, ["same", None, None]]


def test_the_mask_leaves_cells_in_doubt_out(tmp_path: Path) -> None:
    path = write(tmp_path / "b.json", FILE)
    out = nothing(3)
    out[0][2] = out[2][0] = True
    found = batch_json("--batch", path, "--mask")["objectives"]
    for name in ("sgns", "dpr", "clip", "preference"):
        z = clip_scores(FILE["Q"], FILE["P"], 1.5) if name == "clip" else dots(FILE["Q"], FILE["P"])  # type: ignore[arg-type]
        assert found[name]["losses"] == pytest.approx(ROWS[name](z, out), abs=1e-12)
        assert found[name]["loss"] == found[name]["loss_masked"]
        assert found[name]["slopes"][0][2] == 0
        assert found[name]["probabilities"][0][2] is None


def test_a_matrix_of_scores_is_enough_but_for_clip(tmp_path: Path) -> None:
    path = write(tmp_path / "s.json", {"scores": [[2.0, 0.5], [1.0, -1.0]]})
    found = batch_json("--batch", path)
    assert found["objectives"]["dpr"]["losses"] == pytest.approx(
        [math.log(1 + math.exp(-1.5)), math.log(1 + math.exp(2))]
    )
    assert "scores alone" in found["objectives"]["clip"]["missing"]
    assert found["cosines"] is None
    assert found["queries"] == ["q1", "q2"]
    lines = batch("--batch", path, "--objective", "preference").lines
    assert any("scores alone" in line for line in lines)


def test_the_page_of_the_worked_text() -> None:
    lines = batch("--n", "2", "--seed", "3").lines
    assert lines[0] == "worked | batch of 2 pairs | dpr | near from 0.95"
    start = lines.index("Probabilities  in-batch softmax (DPR): each row sums to 1")
    found = batch_json("--n", "2", "--seed", "3")
    losses = found["objectives"]["dpr"]["losses"]
    for line, loss in zip(lines[start + 2 : start + 4], losses, strict=True):
        assert line.endswith(f"{loss:.4f}")
    assert f"  loss, the mean of the rows: {sum(losses) / 2:.6f}" in lines


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("n", ["2", "6", "16", "40"])
def test_every_page_fits_80_cells(objective: str, n: str) -> None:
    outcome = batch("--example", "groups", "--objective", objective, "--n", n, "--mask")
    assert [line for line in outcome.lines if cell_len(line) > 80] == []


def test_hostile_names_are_shown_harmlessly(tmp_path: Path) -> None:
    names = [*HOSTILE_WORDS, "海" * 50]
    size = len(names)
    content = {"queries": names, "positives": names, "Q": [[1.0, i] for i in range(size)]}
    path = write(tmp_path / "b.json", content | {"P": content["Q"]})
    for options in ([], ["--objective", "clip", "--mask"]):
        outcome = batch("--batch", path, *options)
        assert all(line.isprintable() and cell_len(line) <= 80 for line in outcome.lines)


def test_the_softmax_over_all_words_sums_to_one_with_the_words_outside() -> None:
    found = batch_json("--objective", "softmax", "--n", "4")
    rows = found["objectives"]["softmax"]["probabilities"]
    assert [sum(row) for row in rows] == pytest.approx([1] * 4)
    assert len(rows[0]) == 5


def test_a_batch_of_trained_vectors() -> None:
    before = batch_json("--example", "groups", "--n", "8")
    after = batch_json("--example", "groups", "--n", "8", "--steps", "3000")
    assert before["queries"] == after["queries"]
    for name in ("sgns", "dpr"):
        assert after["objectives"][name]["loss_masked"] < before["objectives"][name]["loss_masked"]
    zero = batch_json("--example", "groups", "--n", "8", "--policy", "gensim")
    assert "all zeros" in zero["objectives"]["clip"]["missing"]  # Ep has not begun yet
    assert zero["scores"] == [[0.0] * 8] * 8


def test_the_cost_of_a_batch() -> None:
    cost = batch_json("--n", "6", "--k", "3")["cost"]
    assert (cost["passes"], cost["own_passes"], cost["comparisons"]) == (12, 30, 36)
    lines = batch().lines
    assert any(line.split()[:1] == ["32,768"] and line.endswith("4 GiB") for line in lines)
    assert any(line.split()[:2] == ["256", "255"] for line in lines)


def test_the_toy_learns() -> None:
    found = batch_json("--toy", "--steps", "100", "--seed", "2")
    first, last = found["moments"][0], found["moments"][-1]
    assert (first["step"], last["step"]) == (0, 100)
    assert first["loss"] > 1 > 0.1 > last["loss"]
    assert last["accuracy"] == found["zero_shot"]["accuracy"] == 1.0
    assert 0 < found["stood_out"] <= 100
    lines = batch("--toy", "--steps", "100", "--seed", "2").lines
    assert f"  the diagonal stands out from step {found['stood_out']} on" in lines
    assert all(cell_len(line) <= 80 for line in lines)
    lines = batch("--toy", "--steps", "0").lines
    assert "  the diagonal does not stand out yet" in lines


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--n", "1"], "a batch holds 2 to 256 pairs, got 1"),
        (["--n", "19"], "worked has 18 pairs"),
        (["--near", "2"], "near must be a cosine"),
        (["--near", "nan"], "near must be a cosine"),
        (["--t", "inf"], "t must be a finite number"),
        (["--k", "-1"], "k must be"),
        (["--steps", "-1"], "--steps must lie in"),
        (["--steps", "100", "--lr", "1e300"], "overflow"),
        (["--toy", "--steps", "-1"], "--steps must lie in"),
        (["--toy", "--classes", "1"], "classes must be 2 to"),
        (["--toy", "--lr", "nan"], "lr must lie in"),
        (["--batch", "none.json"], "none.json"),
        (["--objective", "other"], "other"),
        (["a.txt", "--text", "b.txt"], "name two sources"),
        (["--toy", "--batch", "b.json"], "leave --batch out"),
        (["--toy", "--example", "groups"], "leave the source out"),
        (["--toy", "a.txt"], "leave the source out"),
        (["--classes", "3"], "--classes are those of --toy"),
    ],
)
def test_wrong_use(arguments: list[str], says: str) -> None:
    outcome = run_here("batch", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert says in outcome.err
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("{", "this is not JSON"),
        ("[1]", "must hold an object"),
        ("{}", "either Q and P, or scores"),
        ({"Q": [[1.0]]}, "either Q and P, or scores"),
        ({"Q": [[1.0]], "P": [[1.0]], "scores": [[1.0]]}, "either Q and P, or scores"),
        ({"scores": []}, "scores must be a list of rows"),
        ({"scores": 3}, "scores must be a list of rows"),
        ({"scores": [[1.0]]}, "2 to 256"),
        ({"scores": [[1, 2, 3], [1, 2, 3]]}, "2 x 2 scores"),
        ({"scores": [[1, 2], [1]]}, "row 1 has 1 columns"),
        ({"scores": [[1, "x"], [1, 2]]}, "finite numbers"),
        ('{"scores": [[1, NaN], [1, 2]]}', "must be finite"),
        ({"Q": [[1], [2]], "P": [[1], [2], [3]]}, "P must be a list of 2 rows"),
        ({"Q": [[1], [2]], "P": [[1, 2], [2, 3]]}, "the same number"),
        ({"Q": [[1e200], [2]], "P": [[1e200], [2]]}, "scores of a batch must lie within"),
        ({"Q": [[9e307, 1], [2, 1]], "P": [[0, 1], [0, 2]]}, "Q of a batch must lie within"),
        ({"scores": [[9e307, -9e307], [1e308, -1e308]]}, "must lie within 1e+100 of 0"),
        ({"scores": [[1, 2], [3, 4]], "queries": ["a"]}, "must hold 2 names"),
        ({"scores": [[1, 2], [3, 4]], "queries": "ab"}, "must be a list of names"),
        ({"scores": [[1, 2], [3, 4]], "t": "x"}, "t must be"),
        ({"scores": [[1, 2], [3, 4]], "E": []}, "no key of a batch"),
    ],
)
def test_files_that_hold_no_batch(content: object, says: str, tmp_path: Path) -> None:
    path = write(tmp_path / "b.json", content)
    outcome = run_here("batch", "--batch", path)
    assert (outcome.status, outcome.out) == (2, "")
    assert says in outcome.err
    assert "b.json" in outcome.err


def test_a_row_of_zeros_cannot_be_normalised(tmp_path: Path) -> None:
    path = write(tmp_path / "b.json", {"Q": [[0, 0], [1, 2]], "P": [[1, 0], [0, 1]]})
    outcome = run_here("batch", "--batch", path, "--objective", "clip")
    assert outcome.status == 2
    assert "b.json: row 1 of Q is all zeros" in outcome.err
    lines = batch("--batch", path).lines  # the others have no trouble with it
    assert any("row 1 of Q is all zeros" in line for line in lines)


def test_a_model_without_a_text_has_no_pairs(tmp_path: Path) -> None:
    path = write_model(tmp_path / "m.json", ["a", "b", "c"])
    outcome = run_here("batch", "--model", path)
    assert outcome.status == 2
    assert "--batch FILE" in outcome.err


def test_a_row_too_short_for_clip_is_said(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_text(json.dumps({"Q": [[0, 1], [0, 1]], "P": [[0, 1], [5e-324, 0]]}))
    outcome = run_here("batch", "--batch", path, "--objective", "clip")
    assert (outcome.status, outcome.out) == (2, "")
    assert "row 2 of P is too short to be normalised" in outcome.err
