"""`sgns-tui pairs` against plain loops over the words."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.tui.models import write_text
from tests.tui.running import Outcome, run_here

SENTENCE = "the cat sat on the mat"


def pairs(*arguments: str | Path, stdin: str = "") -> Outcome:
    outcome = run_here("pairs", *arguments, stdin=stdin.encode())
    assert (outcome.status, outcome.err) == (0, "")
    return outcome


def listed(outcome: Outcome) -> list[str]:
    return outcome.lines[outcome.lines.index("") + 1 :]


def expected_pairs(lines: list[list[str]], window: int) -> list[tuple[str, str]]:
    return [
        (words[i], words[j])
        for words in lines
        for i in range(len(words))
        for j in range(len(words))
        if i != j and abs(i - j) <= window
    ]


def test_the_sentence_s_pairs_in_order() -> None:
    outcome = pairs("-", "--window", "2", stdin=SENTENCE)
    found = listed(outcome)
    assert [line for line in found if line.startswith("(sat,")] == [
        "(sat, the)",
        "(sat, cat)",
        "(sat, on)",
        "(sat, the)",
    ]
    assert found == [f"({a}, {b})" for a, b in expected_pairs([SENTENCE.split()], 2)]
    assert "1 sentences, 6 words, 6 kept, 5 different; 18 pairs" in outcome.lines


def test_the_limit_says_how_many_are_left() -> None:
    found = listed(pairs("-", "--window", "2", "--limit", "3", stdin=SENTENCE))
    assert found == [
        "(the, cat)",
        "(the, sat)",
        "(cat, the)",
        "... and 15 more; --all prints every one",
    ]
    long = "\n".join(["a b"] * 200)
    assert len(listed(pairs("-", stdin=long))) == 101
    assert listed(pairs("-", "--all", stdin=long)) == ["(a, b)", "(b, a)"] * 200
    assert listed(pairs("-", "--limit", "0", stdin="a b")) == [
        "... and 2 more; --all prints every one"
    ]


def test_counts_come_with_the_most_frequent_first() -> None:
    found = listed(pairs("-", "--window", "2", "--counts", "--all", stdin=SENTENCE))
    counted = Counter(expected_pairs([SENTENCE.split()], 2))
    assert Counter(found) == Counter(f"({a}, {b})  {n}" for (a, b), n in counted.items())
    numbers = [int(line.rsplit("  ", 1)[1]) for line in found]
    assert numbers == sorted(numbers, reverse=True)


def test_json_holds_the_same() -> None:
    found = json.loads(pairs("-", "--window", "2", "--format", "json", stdin=SENTENCE).out)
    assert [tuple(pair) for pair in found["pairs"]] == expected_pairs([SENTENCE.split()], 2)
    assert (found["total"], found["window"], found["vocabulary"]) == (18, 2, 5)
    counted = json.loads(pairs("-", "--counts", "--format", "json", stdin="a b a").out)
    assert sorted(map(tuple, counted["pairs"])) == [("a", "a", 2), ("a", "b", 2), ("b", "a", 2)]


def test_dropped_words_leave_no_gap() -> None:
    text = "a x b\na b y"
    found = listed(pairs("-", "--window", "1", "--min-count", "2", stdin=text))
    assert found == ["(a, b)", "(b, a)"] * 2


def test_sentences_and_tokens_by_the_other_rules() -> None:
    found = listed(pairs("-", "--sentences", "punctuation", stdin="One two. Three\nfour!"))
    assert found == ["(one, two)", "(two, one)", "(three, four)", "(four, three)"]
    found = listed(pairs("-", "--tokens", "whitespace", stdin="One, two."))
    assert found == ["(One,, two.)", "(two., One,)"]


def test_a_seed_decides_windows_and_subsampling() -> None:
    text = " ".join(["the sea the ship"] * 50)
    options = ["-", "--shrink", "--subsample", "0.1", "--all"]
    first = pairs(*options, stdin=text).out
    assert pairs(*options, stdin=text).out == first
    assert pairs(*options, "--seed", "2", stdin=text).out != first
    whole = set(listed(pairs("-", "--all", stdin=text)))
    assert set(first.splitlines()[first.splitlines().index("") + 1 :]) <= whole


def test_the_lines_above_the_pairs_fit_80_cells(tmp_path: Path) -> None:
    path = write_text(tmp_path / ("海" * 60), "a b")
    outcome = pairs(path, "--subsample", "0.9", "--subsample-formula", "code", "--shrink")
    assert all(cell_len(line) <= 80 for line in outcome.lines)


lines = st.lists(st.lists(st.sampled_from("abcde"), max_size=8), max_size=6)


@pytest.mark.parametrize("command", ["text", "json"])
@given(lines=lines, window=st.integers(1, 4))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_pairs_are_those_of_plain_loops(
    command: str, lines: list[list[str]], window: int
) -> None:
    text = "\n".join(map(" ".join, lines))
    expected = expected_pairs(lines, window)
    outcome = run_here(
        "pairs", "-", "--window", str(window), "--all", "--format", command, stdin=text.encode()
    )
    if not expected:
        assert (outcome.status, outcome.out) == (2, "")
    elif command == "json":
        assert [tuple(pair) for pair in json.loads(outcome.out)["pairs"]] == expected
    else:
        assert listed(outcome) == [f"({a}, {b})" for a, b in expected]
