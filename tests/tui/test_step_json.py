"""`sgns-tui step --format json`: the trace itself, unrounded, in the shape that is documented."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sgns_core.differences import check_gradient
from sgns_core.examples import example
from sgns_core.policy import PRESETS
from sgns_core.step import trace_step
from sgns_core.trace import StepTrace
from tests.tui.models import EXAMPLES, HOSTILE_WORDS, write_model, write_text
from tests.tui.running import run_here


def step_json(*arguments: str | Path) -> dict[str, Any]:
    outcome = run_here("step", "--format", "json", *arguments)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.isascii()
    parsed: dict[str, Any] = json.loads(outcome.out, parse_constant=pytest.fail)
    return parsed


def trace_of(name: str, policy: str) -> StepTrace:
    """Return what the engine says of an example, asked without the command line."""
    source = example(name)
    assert source.tables is not None
    assert source.wanted.center is not None
    assert source.wanted.target is not None
    assert source.wanted.negatives is not None
    parts = {"collision": "keep"} if policy == "fasttext" else {}
    return trace_step(
        *source.tables,
        source.wanted.center,
        source.wanted.target,
        source.wanted.negatives,
        source.lr or 0.1,
        PRESETS[policy].with_parts(**parts),
    )


@pytest.mark.parametrize("policy", list(PRESETS))
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_number_is_the_trace_s_own(name: str, policy: str) -> None:
    keep = ["--collision", "keep"] if policy == "fasttext" else []
    found = step_json("--example", name, "--policy", policy, *keep)
    trace, words = trace_of(name, policy), example(name).vocabulary.words
    assert (found["center"], found["target"]) == (words[trace.center], words[trace.target])
    assert found["negatives"] == [words[row] for row in trace.negatives]
    assert found["lr"] == trace.lr
    assert found["policy"]["name"] == policy
    own: dict[str, Any] = {
        "v_center": trace.v_center,
        "loss": trace.loss,
        "grad_center": trace.grad_center,
        "center_after": trace.center_after,
        "loss_after_center_only": trace.loss_after_center_only,
        "loss_after_simultaneous": trace.loss_after_simultaneous,
    }
    for key, value in own.items():
        assert np.array_equal(found[key], value), key
    rows = found["rows"]
    assert [row["word"] for row in rows] == [words[row] for row in trace.rows]
    for key, values in {
        "label": trace.labels,
        "vector": trace.vectors,
        "products": trace.products,
        "score": trace.scores,
        "probability": trace.probabilities,
        "probability_exact": trace.probabilities_exact,
        "loss": trace.loss_terms,
        "error": trace.errors,
        "gradient": trace.grad_outputs,
        "after": trace.touched_after[trace.occurrences],
        "skipped": trace.skipped,
        "clipped": trace.clipped,
    }.items():
        assert np.array_equal([row[key] for row in rows], values), key
    assert all(isinstance(row["skipped"], bool) and isinstance(row["label"], int) for row in rows)


def test_the_published_figures() -> None:
    found = step_json()
    assert round(found["loss"], 4) == 1.9512
    assert round(found["rows"][2]["probability"], 4) == 0.5641
    assert [round(x, 4) for x in found["grad_center"]] == [-0.0435, 0.5269, 0.0717]
    assert [round(x, 4) for x in found["center_after"]] == [0.3344, -0.3227, 0.8328]
    assert round(found["loss_after_center_only"], 4) == 1.9229
    assert round(found["loss_after_simultaneous"], 4) == 1.8626


def test_finite_differences_come_with_check_alone() -> None:
    assert "finite_difference" not in step_json()
    found = step_json("--check")["finite_difference"]
    check = check_gradient(trace_of("worked", "article"))
    assert found["largest_absolute_error"] == check.largest_absolute < 1e-9
    assert found["largest_relative_error"] == check.largest_relative < 1e-7
    assert np.array_equal(found["grad_center"], check.grad_center)
    assert np.array_equal(found["grad_touched"], check.grad_touched)
    assert found["differing_parts"] == []
    other = step_json("--check", "--policy", "gensim", "--example", "repeat")["finite_difference"]
    assert other["differing_parts"] == ["order", "sigmoid"]
    assert other["largest_absolute_error"] > 1e-4


def test_what_does_not_exist_is_null(tmp_path: Path) -> None:
    zero = write_model(tmp_path / "m.json", ["a", "b"], E=[[0, 0]] * 2, Ep=[[0, 0]] * 2)
    [row] = step_json("--model", zero)["touched"]
    assert row["cosine"] == {"before": None, "after": None}
    text = write_text(tmp_path / "t.txt", "a b")
    assert step_json("--text", text, "--policy", "gensim")["touched"][0]["cosine"]["before"] is None
    huge = step_json("--lr", "1e308")
    assert huge["loss_after_simultaneous"] is None


def test_words_come_back_as_they_were(tmp_path: Path) -> None:
    found = step_json("--model", write_model(tmp_path / "m.json", HOSTILE_WORDS))
    assert [found["center"], found["target"], *found["negatives"]] == HOSTILE_WORDS


def test_the_policy_s_parts_are_told() -> None:
    found = step_json("--policy", "fasttext", "--power", "0.6", "--range", "stop", "--bound", "4")
    assert found["policy"] == {
        "name": "fasttext",
        "power": 0.6,
        "collision": "redraw",
        "order": "sequential",
        "range": "stop",
        "bound": 4.0,
        "sigmoid": "fasttext-table",
        "direction": "center",
    }
    assert step_json()["policy"]["bound"] is None
