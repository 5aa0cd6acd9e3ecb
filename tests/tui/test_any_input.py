"""Whatever a file, a word or an option holds: no traceback, and nothing that a terminal obeys."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tui.running import Outcome, run_here

any_character = st.characters(exclude_categories=())
AWKWARD = "\0\a\x1b\r\n\t \x7f\x85\u2028\u202e\ufeff\ufe0f\u200d\u0301\ud800ab.!'-"
HIDDEN = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\ufeff")
awkward = st.sampled_from([*AWKWARD, "ab ba"])
any_text = st.lists(st.one_of(awkward, any_character), max_size=30).map("".join)
contents = st.one_of(st.binary(max_size=60), any_text.map(lambda s: s.encode("utf-8", "replace")))

options = st.lists(
    st.sampled_from(
        [
            ("--tokens", "whitespace"),
            ("--sentences", "punctuation"),
            ("--min-count", "2"),
            ("--window", "1"),
            ("--window", "100"),
            ("--shrink",),
            ("--subsample", "0.1"),
            ("--subsample-formula", "code"),
            ("--seed", "7"),
        ]
    ),
    max_size=3,
).map(lambda given: [word for option in given for word in option])

often = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def survives(outcome: Outcome) -> None:
    assert outcome.status in (0, 2), outcome.err
    assert (outcome.out == "") == (outcome.status == 2)
    assert outcome.err.count("\n") == (outcome.status == 2)
    for written in (outcome.out, outcome.err):
        assert {c for c in written if unicodedata.category(c) in ("Cc", "Zl", "Zp", "Cs")} <= {"\n"}
        assert not HIDDEN & set(written)


@pytest.mark.parametrize(
    "command",
    [
        ["step", "--check", "--text", "-"],
        ["step", "--policy", "fasttext", "--dim", "4", "--text", "-"],
        ["pairs", "-"],
        ["pairs", "-", "--counts"],
        ["noise", "-", "--draws", "50"],
        ["batch", "-", "--n", "3", "--objective", "clip", "--mask"],
        ["pmi", "-", "--steps", "20", "--dims", "1", "--iterations", "3", "--policy", "fasttext"],
        ["cost", "-"],
    ],
    ids=" ".join,
)
@given(data=contents, more=options)
@often
def test_any_file_as_a_text(command: list[str], data: bytes, more: list[str]) -> None:
    for encoding in ("utf-8", "ascii"):
        survives(run_here(*command, *more, stdin=data, encoding=encoding))


@given(any_text, any_text, any_text)
@often
def test_any_words_and_names_as_arguments(one: str, other: str, third: str) -> None:
    survives(run_here("step", "--center", one, "--target", other, "--negative", third))
    survives(run_here("step", "--text", f"./no/{one}"))
    survives(run_here("noise", "--example", one))
    survives(run_here("step", "--lr", other, "--policy", third))


@given(any_text, any_text, any_text)
@often
def test_any_words_asked_of_vectors_with_any_words(
    tmp_path: Path, one: str, other: str, third: str
) -> None:
    file = tmp_path / "v.txt"
    held = ["ab", "ba", "\u202eab", "\x1b[2J"]
    rows = (f"{word} {number} {number * number} 1\n" for number, word in enumerate(held, start=1))
    file.write_text("4 3\n" + "".join(rows), encoding="utf-8")
    for encoding in ("utf-8", "ascii"):
        survives(run_here("neighbors", file, one, *held, encoding=encoding))
        survives(run_here("neighbors", file, *held, encoding=encoding))
        survives(run_here("analogy", file, *held[1:], encoding=encoding))
        survives(run_here("info", file, encoding=encoding))
    survives(run_here("analogy", file, one, other, third))
    survives(run_here("info", f"./no/{one}"))
    survives(run_here("convert", f"./no/{one}", f"{tmp_path}/no/{other}"))
    survives(run_here("convert", file, f"{tmp_path}/no/{other}"))
    survives(run_here("replay", f"./no/{third}"))
    survives(run_here("train", f"./no/{one}", "--output", f"{tmp_path}/no/{other}"))
    survives(run_here("explore", f"./no/{one}", "--plain"))


@given(contents)
@often
def test_any_file_as_questions_about_vectors(tmp_path: Path, data: bytes) -> None:
    file, asked = tmp_path / "v.txt", tmp_path / "asked"
    file.write_text("2 2\nab 1 2\nba 2 1\n", encoding="utf-8")
    asked.write_bytes(data)
    survives(run_here("evaluate", file, "--pairs", asked))
    survives(run_here("evaluate", file, "--analogies", asked))


numbers = st.one_of(
    st.floats(-3, 3),
    st.floats(),
    st.integers(),
    st.sampled_from([1e308, -1e308, 5e-324, 0, -0.0, 10**400]),
)
anything = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, any_text),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=2),
    max_leaves=5,
)


@st.composite
def models(draw: st.DrawFn) -> dict[str, Any]:
    """Return a model that is right in most of its keys."""
    words = draw(st.lists(any_text.filter(bool), min_size=2, max_size=4, unique=True))
    d = draw(st.integers(1, 4))
    row = st.lists(draw(st.sampled_from([st.floats(-3, 3), numbers])), min_size=d, max_size=d)
    table = st.lists(row, min_size=len(words), max_size=len(words))
    model: dict[str, Any] = {
        "words": words,
        "E": draw(table),
        "Ep": draw(table),
        "center": words[0],
        "target": words[1],
        "negatives": draw(st.lists(st.sampled_from(words), max_size=4)),
    }
    if draw(st.booleans()):
        model["text"] = draw(st.lists(st.sampled_from(words), min_size=1).map(" ".join))
    if draw(st.integers(0, 3)) == 0:
        keys = st.sampled_from([*model, "counts", "lr", "text"])
        model |= draw(st.dictionaries(keys, anything, max_size=2))
    return model


@given(models(), st.sampled_from(["article", "word2vec-c", "gensim", "fasttext"]))
@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_model(tmp_path: Path, model: dict[str, Any], policy: str) -> None:
    path = tmp_path / "m.json"
    path.write_text(json.dumps(model), encoding="utf-8")
    command = ["step", "--policy", policy, "--model", str(path)]
    survives(run_here(*command, "--check"))
    survives(run_here(*command, "--check", encoding="ascii"))
    found = run_here(*command, "--check", "--format", "json")
    survives(found)
    if found.out:
        json.loads(found.out, parse_constant=pytest.fail)
    survives(run_here("noise", "--model", path, "--draws", "20"))
    for objective in ("sgns", "clip", "softmax"):
        options = ["--n", "2", "--objective", objective, "--policy", policy]
        survives(run_here("batch", "--model", path, *options))
    survives(run_here("pmi", "--model", path, "--steps", "5", "--policy", policy))
    survives(run_here("cost", "--model", path))


@given(
    st.dictionaries(st.sampled_from(["Q", "P", "scores", "queries", "positives", "t"]), anything)
    | st.builds(
        lambda Q, P: {"Q": Q, "P": P},
        *[st.lists(st.lists(numbers, min_size=2, max_size=2), min_size=2, max_size=3)] * 2,
    )
)
@often
def test_any_batch(tmp_path: Path, batch: dict[str, Any]) -> None:
    path = tmp_path / "b.json"
    path.write_text(json.dumps(batch), encoding="utf-8")
    for objective in ("dpr", "clip"):
        survives(run_here("batch", "--batch", path, "--objective", objective))
    found = run_here("batch", "--batch", path, "--format", "json")
    survives(found)
    if found.out:
        json.loads(found.out, parse_constant=pytest.fail)
