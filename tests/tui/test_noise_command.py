"""`sgns-tui noise` against its formulas in plain Python."""

import json
from collections import Counter
from math import log2
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from tests.tui.models import HOSTILE_WORDS, write_model
from tests.tui.running import Outcome, run_here

TEXT = "the ship sails the sea\nthe king rules the ship\nsea sea sea"
COUNTS = Counter(TEXT.split())


def noise(*arguments: str | Path, stdin: str = TEXT) -> Outcome:
    outcome = run_here("noise", *arguments, stdin=stdin.encode())
    assert (outcome.status, outcome.err) == (0, "")
    return outcome


def noise_json(*arguments: str | Path, stdin: str = TEXT) -> dict[str, Any]:
    out = noise(*arguments, "--format", "json", stdin=stdin).out
    found: dict[str, Any] = json.loads(out, parse_constant=pytest.fail)
    return found


def q(counts: dict[str, int], power: float) -> dict[str, float]:
    weights = {word: count**power for word, count in counts.items()}
    return {word: weight / sum(weights.values()) for word, weight in weights.items()}


def rows(outcome: Outcome) -> dict[str, list[str]]:
    start = next(i for i, line in enumerate(outcome.lines) if line.startswith("word "))
    end = outcome.lines.index("", start) if "" in outcome.lines[start:] else None
    return {line.split()[0]: line.split()[1:] for line in outcome.lines[start + 1 : end]}


@pytest.mark.parametrize("power", [0.0, 0.5, 0.75, 1.0, 3.0])
def test_q_is_the_counts_to_the_power(power: float) -> None:
    found = noise_json("-", "--power", str(power))
    expected = q(COUNTS, power)
    assert dict(zip(found["words"], found["counts"], strict=True)) == COUNTS
    assert dict(zip(found["words"], found["probabilities"], strict=True)) == pytest.approx(expected)
    shown = rows(noise("-", "--power", str(power)))
    for word, probability in expected.items():
        count, share, shown_q, ratio = shown[word]
        assert int(count) == COUNTS[word]
        assert float(share) == round(COUNTS[word] / COUNTS.total(), 4)
        assert float(shown_q) == pytest.approx(probability, abs=5.1e-5)
        assert float(ratio) == pytest.approx(
            probability * COUNTS.total() / COUNTS[word], abs=5.1e-3
        )


def test_a_policy_brings_its_power_and_an_option_overrides_it() -> None:
    assert noise_json("-")["power"] == 0.75
    assert noise_json("-", "--policy", "fasttext")["power"] == 0.5
    assert noise_json("-", "--policy", "fasttext", "--power", "0.6")["power"] == 0.6
    assert "policy fastText, power 0.6" in noise("-", "--policy", "fasttext", "--power", "0.6").out


def test_pairs_can_be_counted_instead_of_words() -> None:
    found = noise_json("-", "--noise-counts", "pairs", "--window", "1", stdin="a b a c")
    assert dict(zip(found["words"], found["counts"], strict=True)) == {"a": 3, "b": 2, "c": 1}


def test_draws_are_counted_and_compared() -> None:
    found = noise_json("-", "--draws", "10000", "--seed", "1")
    assert sum(found["observed"]) == found["draws"] == 10000
    expected = [10000 * p for p in found["probabilities"]]
    chi = sum((o - e) ** 2 / e for o, e in zip(found["observed"], expected, strict=True))
    assert found["chi_square"] == pytest.approx(chi)
    assert found["degrees_of_freedom"] == len(COUNTS) - 1
    assert chi < 25  # the seed is fixed: this is no chance
    outcome = noise("-", "--draws", "10000", "--seed", "1")
    shown = rows(outcome)
    for word, drawn, mean in zip(found["words"], found["observed"], expected, strict=True):
        assert shown[word][-2:] == [f"{mean:.1f}", str(drawn)]
    assert "10000 draws, seed 1" in outcome.lines
    assert noise_json("-", "--draws", "10000", "--seed", "2")["observed"] != found["observed"]
    assert "10000 draws" not in noise("-").out


def test_expected_and_drawn_can_be_compared_however_many() -> None:
    count, _, _, _, expected, drawn = rows(noise("-", "--draws", "20000000"))["the"]
    assert (count, len(expected)) == ("4", len(drawn))
    assert float(expected) == pytest.approx(float(drawn), rel=0.01)


def test_more_draws_begin_with_the_fewer_ones() -> None:
    few, many = (noise_json("-", "--draws", n)["observed"] for n in ("100", "101"))
    assert sum(many) - sum(few) == 1
    assert all(b >= a for a, b in zip(few, many, strict=True))


def test_draws_that_are_true_contexts_of_a_center() -> None:
    found = noise_json("-", "--center", "king", "--window", "1", "--draws", "1000")
    contexts = ["the", "rules"]
    assert sorted(found["true_contexts"]) == sorted(contexts)
    share = q(COUNTS, 0.75)
    # One occurrence, two contexts: each is the target half of the time.
    expected = {
        "keep": share["the"] + share["rules"],
        "skip": share["the"] / 2 + share["rules"] / 2,
        "redraw": share["rules"] / (1 - share["the"]) / 2 + share["the"] / (1 - share["rules"]) / 2,
    }
    assert found["expected_true_context_share"] == pytest.approx(expected)
    drawn = dict(zip(found["words"], found["observed"], strict=True))
    assert found["observed_true_contexts"] == drawn["the"] + drawn["rules"]
    outcome = noise(
        "-", "--center", "king", "--window", "1", "--draws", "1000", "--policy", "gensim"
    )
    assert {word for word in rows(outcome) if word.endswith("~")} == {"the~", "rules~"}
    assert any(line.startswith("skip *") for line in outcome.lines)


def test_top_adds_up_the_rest() -> None:
    outcome = noise("-", "--top", "2", "--draws", "1000")
    lines = outcome.lines
    rest = next(line for line in lines if line.startswith("(4 more)")).split()
    whole = rows(noise("-", "--draws", "1000"))
    top = [line.split()[0] for line in lines if line.split()[:1] and line.split()[0] in COUNTS]
    others = [values for word, values in whole.items() if word not in top]
    assert int(rest[2]) == sum(int(values[0]) for values in others)
    assert float(rest[4]) == pytest.approx(sum(float(v[2]) for v in others), abs=3e-4)
    assert int(rest[-1]) == sum(int(values[-1]) for values in others)


def test_without_a_text_the_worked_example_is_shown() -> None:
    assert noise().lines[0] == "worked | policy article"
    assert noise("--example", "pair").lines[0] == "pair | policy article"


def test_a_word_that_was_never_counted_is_never_drawn(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.json", ["a", "b", "c"], counts=[3, 0, 1])
    found = noise_json("--model", model, "--power", "0", "--draws", "1000")
    assert found["probabilities"] == [0.5, 0, 0.5]
    assert found["observed"][1] == 0
    assert rows(noise("--model", model))["b"] == ["0", "0.0000", "0.0000", "-"]


def test_lines_fit_80_cells_and_hold_no_control(tmp_path: Path) -> None:
    words = [*HOSTILE_WORDS, "海" * 50, "x" * 200, "sea"]
    model = write_model(
        tmp_path / ("m" * 100), words, counts=[10**15] * len(words), text="x" * 200 + " sea"
    )
    more = ["--draws", "3000000", "--policy", "fasttext", "--power", "0.123456789"]
    for options in (more, ["--center", "x" * 200]):
        outcome = noise("--model", model, *options)
        assert [line for line in outcome.lines if cell_len(line) > 80] == []
        assert all(line.isprintable() for line in outcome.lines)


def test_the_named_powers_stand_beside_the_one_in_force() -> None:
    found = noise_json("-", "--power", "0.6")["stops"]
    assert [stop["power"] for stop in found] == [0, 0.5, 0.6, 0.75, 1]
    for stop in found:
        share = q(COUNTS, stop["power"])
        assert stop["top_ten_share"] == pytest.approx(1)
        assert stop["entropy_bits"] == pytest.approx(-sum(p * log2(p) for p in share.values()))
        assert stop["most_to_least"] == pytest.approx(max(share.values()) / min(share.values()))
    lines = noise("-", "--power", "0.6").lines
    start = next(i for i, line in enumerate(lines) if line.startswith("Power "))
    powers = [line.split()[0] for line in lines[start + 2 : start + 7]]
    assert powers == ["0", "0.5", "0.6", "0.75", "1"]
    assert lines[start + 4].split()[1] == "*"


def test_the_ten_likeliest_words_share_what_the_text_says(tmp_path: Path) -> None:
    counts = [40, 30, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    words = [f"w{i}" for i in range(13)]
    model = write_model(tmp_path / "m.json", words, counts=counts)
    stops = noise_json("--model", model)["stops"]
    assert stops[-1]["top_ten_share"] == pytest.approx(sum(counts[:10]) / sum(counts))


def test_a_draw_by_hand_ends_at_the_word_whose_interval_holds_it() -> None:
    share = q(COUNTS, 0.75)
    for u in ("0", "0.3", "0.999999"):
        found = noise_json("-", "--u", u)["hand"]
        words = list(COUNTS)
        at = noise_json("-")["words"].index(found["word"])
        order = noise_json("-")["words"]
        below = sum(share[word] for word in order[:at])
        assert found["below"] == pytest.approx(below)
        assert found["above"] == pytest.approx(below + share[found["word"]])
        assert found["below"] <= float(u) < found["above"]
        assert {step["word"] for step in found["path"]} <= set(words)
    first = noise_json("-", "--seed", "3", "--draws", "1")
    drawn = first["words"][first["observed"].index(1)]
    assert first["hand"]["word"] == drawn  # the run's first number


def test_draws_are_followed_through_every_rule() -> None:
    options = ("-", "--center", "king", "--window", "1", "--draws", "20000", "--k", "4")
    found = noise_json(*options)
    share = q(COUNTS, 0.75)
    assert found["collision_share"] == pytest.approx((share["the"] + share["rules"]) / 2)
    for rule, one in found["followed"].items():
        assert one["draws"] == 20000
        # A share of 20,000 draws is right to 0.0035 or so; the seed is fixed, this is no chance.
        assert one["collisions"] / 20000 == pytest.approx(found["collision_share"], abs=0.012)
        wanted = found["expected_true_context_share"][rule]
        assert one["true"] / 20000 == pytest.approx(wanted, abs=0.012)
    text = noise(*options).out
    assert "is left out as a negative" in text
    assert "becomes" in text


def test_the_fit_is_looked_at_on_the_way() -> None:
    found = noise_json("-", "--draws", "5000")
    on_the_way = {one["draws"]: one["chi_square"] for one in found["on_the_way"]}
    assert list(on_the_way) == [10, 1000]
    alone = noise_json("-", "--draws", "1000")
    assert on_the_way[1000] == alone["chi_square"]
    assert any(
        line.startswith("after 1000 draws: ") for line in noise("-", "--draws", "5000").lines
    )


def test_bars_stand_for_counts_noise_and_draws() -> None:
    lines = noise("--draws", "100").lines
    start = next(i for i, line in enumerate(lines) if line.startswith("Bars "))
    assert lines[start + 1].split() == ["count", "q(w)", "drawn"]
    the, cat = (lines[start + 2 + i].split() for i in range(2))
    assert (the[0], cat[0]) == ("the", "cat")
    assert abs(the[1].count("█") - 2 * cat[1].count("█")) <= 1  # counted twice, and once


@pytest.mark.parametrize("u", ["1", "-0.1", "nan", "inf", "x"])
def test_a_number_that_is_no_share_is_refused(u: str) -> None:
    outcome = run_here("noise", "--u", u)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1
