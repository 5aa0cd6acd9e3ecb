"""`sgns-tui cost`: counts, a softmax without a word, measuring with a clock of the test's own."""

import itertools
import json
import math
import signal
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

import sgns_core.cost
import sgns_tui.cost_view
from sgns_tui.cost_view import fitting, measured
from tests.core.cases import ON, SAT, worked
from tests.tui.models import HOSTILE_WORDS, write_model, write_text
from tests.tui.running import Outcome, run_here


def cost(*arguments: str | Path, stdin: str = "") -> Outcome:
    outcome = run_here("cost", *arguments, stdin=stdin.encode())
    assert (outcome.status, outcome.err) == (0, "")
    return outcome


def cost_json(*arguments: str | Path, stdin: str = "") -> dict[str, Any]:
    out = cost(*arguments, "--format", "json", stdin=stdin).out
    found: dict[str, Any] = json.loads(out, parse_constant=pytest.fail)
    return found


def test_without_a_source_the_counts_of_a_large_vocabulary() -> None:
    found = cost_json()
    assert (found["words"], found["dim"], found["k"]) == (1_000_000, 300, 5)
    assert found["softmax"]["multiply_adds"] == 300_000_000
    assert found["sgns"]["multiply_adds"] == 1_800
    assert found["mnist"]["multiply_adds"] == [100_352, 1_280]
    lines = cost().lines
    assert lines[0] == "V 1,000,000 | d 300 | k 5"
    row = next(line for line in lines if line.startswith("multiply-adds "))
    assert row.split()[1:3] == ["300,000,000", "1,800"]


def test_counts_by_hand_and_from_a_text(tmp_path: Path) -> None:
    found = cost_json("--words", "50", "--dim", "7", "--k", "2")
    assert (found["softmax"]["multiply_adds"], found["sgns"]["multiply_adds"]) == (350, 21)
    path = write_text(tmp_path / "my.txt", "the ship sails the sea")
    found = cost_json(path, "--dim", "8")
    assert (found["words"], found["dim"]) == (4, 8)
    assert found["table_bytes"] == 2 * 4 * 8 * 4
    assert cost_json(path, "--words", "9")["words"] == 9
    assert cost_json("--example", "worked")["dim"] == 3


def test_a_softmax_without_a_word_no_longer_sums_to_one() -> None:
    found = cost_json()["dropped"]
    E, Ep = worked()
    scores = [float(E[SAT] @ row) for row in Ep]
    total = sum(map(math.exp, scores))
    assert (found["center"], found["word"]) == ("sat", "on")
    assert found["probabilities"] == pytest.approx([math.exp(z) / total for z in scores])
    assert found["sum_left"] == pytest.approx(1 - math.exp(scores[ON]) / total)
    assert found["without"][ON] == 0
    assert sum(found["without"]) == pytest.approx(1)
    assert found["too_large"] == pytest.approx(1 / found["sum_left"])
    text = " ".join(cost().out.split())
    assert f"the other probabilities add up to {found['sum_left']:.4f}, not to 1" in text
    other = cost_json("--center", "cat", "--drop", "the")["dropped"]
    assert (other["center"], other["word"]) == ("cat", "the")


class _Clock:
    """Every look is a thousandth of a second after the one before."""

    def __init__(self) -> None:
        self.ticks = itertools.count()

    def __call__(self) -> float:
        return next(self.ticks) * 1e-3


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = (10, 20, 40)
    monkeypatch.setattr(sgns_tui.cost_view.measured, "__defaults__", (sizes,))
    monkeypatch.setattr("time.perf_counter", _Clock())


@pytest.mark.usefixtures("small")
def test_measuring_prints_times_and_slopes() -> None:
    found = cost_json("--measure", "--dim", "4")
    assert [one["words"] for one in found["measured"]] == [10, 20, 40]
    assert all(one["softmax"] == pytest.approx(1e-3) for one in found["measured"])
    assert found["slopes"] == {"softmax": pytest.approx(0), "sgns": pytest.approx(0)}
    lines = cost("--measure", "--dim", "4").lines
    assert any(line.split() == ["20", "1", "ms", "1", "ms", "1.0"] for line in lines)
    assert any("V^0.00 for the full softmax" in line for line in lines)


@pytest.mark.usefixtures("small")
def test_ctrl_c_keeps_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = sgns_core.cost.measure

    def interrupted(words: int, *rest: Any) -> Any:
        if words == 20:
            signal.raise_signal(signal.SIGINT)
        return whole(words, *rest)

    monkeypatch.setattr(sgns_tui.cost_view, "measure", interrupted)
    assert [one["words"] for one in cost_json("--measure", "--dim", "4")["measured"]] == [10]


def test_what_does_not_fit_into_memory_is_left_out() -> None:
    fits, left_out = fitting((1_000, 200_000), 100, 100 * 2**20)
    assert (fits, left_out) == ((1_000,), (200_000,))
    done, left_out = measured(2, 1, 2**21, _Clock(), lambda progress: True, (10, 10**7))
    assert [one.words for one in done] == [10]
    assert left_out == (10**7,)


def test_lines_fit_80_cells_and_hold_no_control(tmp_path: Path) -> None:
    words = [*HOSTILE_WORDS, "海" * 50, "x" * 200]
    model = write_model(tmp_path / ("m" * 100), words, scale=1000.0)
    for options in (
        ["--model", model],
        ["--words", str(10**9), "--dim", str(10**5), "--k", "100000"],
    ):
        outcome = cost(*options)
        assert [line for line in outcome.lines if cell_len(line) > 80] == []
        assert all(line.isprintable() for line in outcome.lines)


def test_the_page_in_ascii() -> None:
    outcome = run_here("cost", encoding="ascii")
    assert outcome.status == 0
    assert outcome.out.isascii()
    assert "\\u" not in outcome.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--words", "1"], "words must be"),
        (["--words", "-3"], "words must be"),
        (["--dim", "0"], "dim must be"),
        (["--k", "-1"], "k must be"),
        (["--words", "9" * 30], "words must be"),
        (["--max-memory", "0"], "--max-memory must lie in"),
        (["--measure", "--max-memory", "1"], "more than --max-memory 1 MB"),
        (["--center", "ship"], "ship"),
        (["--drop", "ship"], "ship"),
        (["--words", "many"], "many"),
        (["a.txt", "--text", "b.txt"], "name two sources"),
    ],
)
def test_wrong_use(arguments: list[str], says: str) -> None:
    outcome = run_here("cost", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert says in outcome.err
    assert outcome.err.count("\n") == 1
