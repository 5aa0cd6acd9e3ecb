"""`sgns-tui pmi` against its formulas in plain Python, and what it refuses."""

import io
import json
import math
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from sgns_tui.long_run import LongRun
from sgns_tui.render.number import number
from tests.tui.models import HOSTILE_WORDS, PRESETS, write_model
from tests.tui.running import Outcome, run_here

TEXT = "the ship sails the sea\nthe king rules the ship\nsea sea sea"


def pmi(*arguments: str | Path, stdin: str = TEXT) -> Outcome:
    outcome = run_here("pmi", *arguments, stdin=stdin.encode())
    assert (outcome.status, outcome.err) == (0, "")
    return outcome


def pmi_json(*arguments: str | Path, stdin: str = TEXT) -> dict[str, Any]:
    out = pmi(*arguments, "--format", "json", stdin=stdin).out
    found: dict[str, Any] = json.loads(out, parse_constant=pytest.fail)
    return found


def counted(text: str, window: int) -> Counter[tuple[str, str]]:
    pairs: Counter[tuple[str, str]] = Counter()
    for line in text.splitlines():
        words = line.split()
        for i, center in enumerate(words):
            for j, context in enumerate(words):
                if i != j and abs(i - j) <= window:
                    pairs[center, context] += 1
    return pairs


@pytest.mark.parametrize("counts", ["unigram", "pairs"])
@pytest.mark.parametrize("power", [0.75, 1.0])
def test_every_number_of_a_pair(counts: str, power: float) -> None:
    options = ["--window", "2", "--steps", "0", "--noise-counts", counts, "--power", str(power)]
    found = pmi_json("-", *options, "--k", "3")
    pairs = counted(TEXT, 2)
    total = pairs.total()
    inputs: Counter[str] = Counter()
    scored: Counter[str] = Counter()
    for (i, w), n in pairs.items():
        inputs[i] += n
        scored[w] += n
    base = Counter(TEXT.split()) if counts == "unigram" else scored
    weights = {w: n**power for w, n in base.items()}
    q = {w: weight / sum(weights.values()) for w, weight in weights.items()}
    assert len(found["pairs"]) == len(pairs)
    for row in found["pairs"]:
        i, w = row["input"], row["scored"]
        assert row["count"] == pairs[i, w]
        assert row["given"] == pytest.approx(pairs[i, w] / inputs[i])
        best = math.log(pairs[i, w] / inputs[i] / (3 * q[w]))
        assert row["optimum"] == pytest.approx(best)
        assert row["pmi"] == pytest.approx(math.log(pairs[i, w] * total / (inputs[i] * scored[w])))
        if (counts, power) == ("pairs", 1.0):
            assert row["optimum"] == pytest.approx(row["pmi"] - math.log(3))
    assert found["is_shifted_pmi"] == ((counts, power) == ("pairs", 1.0))
    gaps = [abs(row["learned"] - row["optimum"]) for row in found["pairs"]]
    assert found["mean_gap"] == pytest.approx(sum(gaps) / len(gaps))
    seen = set(pairs)
    words = set(TEXT.split())
    assert found["unseen_count"] == len(words) ** 2 - len(seen)


def test_a_program_s_bound_cuts_what_has_no_bound_of_its_own() -> None:
    found = pmi_json("-", "--policy", "gensim", "--steps", "0", "--window", "1", stdin="a b\nc d")
    assert found["bound"] == 6
    assert [row["optimum"] for row in found["pairs"]] == [6] * 4
    assert [row["optimum_uncut"] for row in found["pairs"]] == [None] * 4
    text = pmi("-", "--policy", "gensim", "--window", "1", "--steps", "0", stdin="a b\nc d").out
    assert "The range rule cuts it at +-6: 4 of 4 pairs" in text
    assert "Unseen pairs  their optimum is -6" in text
    exact = pmi_json("-", "--collision", "skip", "--window", "1", "--steps", "0", stdin="a b\nc d")
    assert [row["optimum"] for row in exact["pairs"]] == [None] * 4
    assert exact["mean_gap"] is None


def test_training_comes_nearer_and_the_exact_loss_nearer_still() -> None:
    none, some = (pmi_json("--dim", "5", "--steps", n)["mean_gap"] for n in ("0", "3000"))
    assert some < none
    fits = pmi_json("--steps", "3000", "--dims", "1,5", "--starts", "2")["fits"]
    assert [fit["dim"] for fit in fits] == [1, 5]
    assert fits[0]["gap"] > 0.1 > 0.01 > fits[1]["gap"]
    assert fits[1]["converged"]
    assert fits[1]["sampled_gap"] > 10 * fits[1]["gap"]  # the draws keep shaking the scores


def test_the_page_says_how_the_optimum_differs_from_pmi() -> None:
    text = pmi("--steps", "100", "--power", "1").out
    assert "it differs from PMI - log k by up to 0.4055" in " ".join(text.split())
    assert "shift log k = 1.6094" in text
    assert "not reckoned yet: --fit" in text
    same = pmi("--steps", "100", "--power", "1", "--noise-counts", "pairs").out
    assert "here it is PMI - log k exactly" in same
    fitted = pmi("--steps", "100", "--dims", "1,2,5", "--starts", "1", "--iterations", "200").out
    assert "it sets 16 of 16 pairs and all unseen ones to 0" in " ".join(fitted.split())


def test_pairs_come_in_the_order_that_is_asked_for() -> None:
    for order in ("optimum", "learned", "pmi"):
        lines = pmi("--steps", "200", "--sort", order, "--top", "5").lines
        start = lines.index(f"Pairs of the text, by {order}")
        column = {"pmi": 4, "optimum": 5, "learned": 6}[order]
        values = [float(line.split()[column]) for line in lines[start + 2 : start + 7]]
        assert values == sorted(values, reverse=True)
        assert "and 11 more" in lines[start + 7]


def test_no_unseen_pair_is_hidden() -> None:
    page = pmi("--example", "worked", "--steps", "0").out
    found = pmi_json("--example", "worked", "--steps", "0")
    assert len(found["unseen"]) == found["unseen_count"] == 9
    listed = " ".join(page.split("Unseen pairs")[1].split("Gap by d")[0].split())
    for one in found["unseen"]:
        assert f"{one['input']} > {one['scored']} {number(one['learned'], 3)}" in listed
    assert "more" not in listed
    short = pmi("--example", "worked", "--steps", "0", "--top", "4").out.split("Unseen pairs")[1]
    assert short.count(">") == 4
    assert "and 5 more; --top shows them" in short


@pytest.mark.parametrize("policy", PRESETS)
def test_every_page_fits_80_cells_and_holds_no_control(policy: str, tmp_path: Path) -> None:
    words = [*HOSTILE_WORDS, "海" * 50, "sea"]
    text = " ".join(["sea"] * 3) + "\n" + "海" * 50 + " sea"
    model = write_model(tmp_path / "m.json", words, text=text)
    for source in (["--model", model], ["--example", "groups"]):
        options = ["--steps", "50", "--policy", policy, "--dims", "1", "--iterations", "5"]
        outcome = pmi(*source, *options)
        assert [line for line in outcome.lines if cell_len(line) > 80] == []
        assert all(line.isprintable() for line in outcome.lines)


def test_the_page_in_ascii() -> None:
    outcome = run_here(
        "pmi", "--steps", "50", "--dims", "1,2", "--iterations", "5", encoding="ascii"
    )
    assert outcome.status == 0
    assert outcome.out.isascii()
    assert "\\u" not in outcome.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--k", "0"], "set k to 1 or more"),
        (["--steps", "-1"], "--steps must lie in"),
        (["--top", "0"], "--top must be at least 1"),
        (["--fit", "--starts", "0"], "--starts must be at least 1"),
        (["--fit", "--iterations", "0"], "--iterations must be at least 1"),
        (["--dims", "0"], "d must be 1 to"),
        (["--dims", "6"], "d must be 1 to"),
        (["--dims", "1,x"], "--dims must be whole numbers"),
        (["--dims", ""], "--dims must be whole numbers"),
        (["--dims", "9" * 50], "--dims must be whole numbers"),
        (["--sort", "other"], "other"),
        (["--text", "none.txt"], "none.txt"),
        (["--lr", "1e300", "--steps", "100"], "overflow"),
    ],
)
def test_wrong_use(arguments: list[str], says: str) -> None:
    outcome = run_here("pmi", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert says in outcome.err
    assert outcome.err.count("\n") == 1


def test_no_text_no_pairs(tmp_path: Path) -> None:
    outcome = run_here("pmi", "--model", write_model(tmp_path / "m.json", ["a", "b", "c"]))
    assert outcome.status == 2
    assert "no text" in outcome.err


def test_ctrl_c_ends_the_fits_and_keeps_those_that_are_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = LongRun.go_on

    def interrupted(run: LongRun, progress: str = "") -> bool:
        if progress.startswith("d 2 "):
            signal.raise_signal(signal.SIGINT)
        return whole(run, progress)

    monkeypatch.setattr(LongRun, "go_on", interrupted)
    found = pmi_json("--steps", "10", "--dims", "1,2,5", "--starts", "1")
    assert [fit["dim"] for fit in found["fits"]] == [1]


def test_a_long_run_gives_ctrl_c_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    with LongRun() as run:
        assert run.go_on("on")
        signal.raise_signal(signal.SIGINT)
        assert not run.go_on("on")
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_long_run_that_is_to_end_ends() -> None:
    class EndedError(Exception):
        pass

    def end(*_: object) -> None:
        raise EndedError

    before = signal.signal(signal.SIGTERM, end)
    try:
        with pytest.raises(EndedError), LongRun():
            signal.raise_signal(signal.SIGTERM)  # is noted; the end comes behind the context
    finally:
        signal.signal(signal.SIGTERM, before)


def test_progress_is_shown_on_a_terminal_and_wiped_off(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for stream, wanted in ((Terminal(), "\rhalf\x1b[K\r\x1b[K"), (io.StringIO(), "")):
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setattr(sys, "stderr", stream)
        with LongRun() as run:
            run.go_on("half")
            run.go_on("at once after it: not shown")
        assert stream.getvalue() == wanted
