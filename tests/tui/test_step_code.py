"""`sgns-tui step --code`: the program that is printed makes the same update."""

import contextlib
import io
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgns_core.policy import ARTICLE, PRESETS, Policy
from sgns_core.step import trace_step
from sgns_core.trace import StepTrace
from sgns_tui.render.numpy_code import numpy_code
from tests.tui.models import EXAMPLES, HOSTILE_WORDS, write_model
from tests.tui.models import PRESETS as NAMES
from tests.tui.running import run_here


def executed(program: str) -> dict[str, Any]:
    """Run a program; return what it leaves, having seen that it prints that."""
    names: dict[str, Any] = {}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(program, "printed", "exec"), names)
    assert printed.getvalue().startswith(str(names["loss"]))
    return names


def agrees(program: str, trace: StepTrace) -> None:
    left = executed(program)
    assert left["loss"] == pytest.approx(trace.loss, rel=1e-12, abs=1e-12)
    np.testing.assert_allclose(left["v_c"], trace.center_after, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(left["rows"], trace.touched_after, rtol=1e-12, atol=1e-12)


def words(size: int) -> tuple[str, ...]:
    return tuple(f"word{n}" for n in range(size))


PARTS: list[Policy] = [
    *PRESETS.values(),
    *(ARTICLE.with_parts(order=order) for order in ("simultaneous", "sequential")),
    *(ARTICLE.with_parts(collision=rule) for rule in ("keep", "skip", "redraw")),
    *(
        ARTICLE.with_parts(range_rule=rule, bound=bound)
        for rule in ("saturate", "stop")
        for bound in (0.2, 1.0, 6.0, 50.0)
    ),
    *(
        ARTICLE.with_parts(sigmoid=rule, range_rule=bounds)
        for rule in ("word2vec-table", "fasttext-table")
        for bounds in ("exact", "saturate", "stop")
    ),
    ARTICLE.with_parts(direction="context", power=0.0),
    PRESETS["gensim"].with_parts(collision="keep", bound=0.3),
    PRESETS["fasttext"].with_parts(collision="keep", order="simultaneous", bound=20.0),
]


@given(data=st.data(), policy=st.sampled_from(PARTS), scale=st.sampled_from([0.3, 1.0, 3.0]))
@settings(max_examples=100)
def test_the_program_makes_the_update(data: st.DataObject, policy: Policy, scale: float) -> None:
    d, size = data.draw(st.integers(1, 5)), data.draw(st.integers(2, 5))
    chance = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    E, Ep = chance.normal(0, scale, (2, size, d))
    target = data.draw(st.integers(0, size - 1))
    rows = st.integers(0, size - 1)
    if policy.collision == "redraw":
        rows = rows.filter(lambda row: row != target)
    negatives = data.draw(st.lists(rows, max_size=6))
    trace = trace_step(E, Ep, data.draw(st.integers(0, size - 1)), target, negatives, 0.37, policy)
    agrees(numpy_code(trace, words(size)), trace)


@pytest.mark.parametrize("z", [-800.0, -40.0, 40.0, 800.0])
@pytest.mark.parametrize("policy", list(PRESETS.values()), ids=NAMES)
def test_the_program_is_right_where_sigma_is_near_0_or_1(policy: Policy, z: float) -> None:
    E, Ep = np.array([[z], [0.0], [0.0]]), np.array([[0.0], [1.0], [-1.0]])
    trace = trace_step(E, Ep, 0, 1, [2], 0.1, policy)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        agrees(numpy_code(trace, words(3)), trace)


@pytest.mark.parametrize("policy", NAMES)
@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_s_program_runs(example: str, policy: str) -> None:
    keep = ["--collision", "keep"] if policy == "fasttext" else []
    outcome = run_here("step", "--code", "--example", example, "--policy", policy, *keep)
    assert (outcome.status, outcome.err) == (0, "")
    assert executed(outcome.out)["v_c"].shape in [(3,), (2,)]


def test_words_stay_in_their_comments(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.json", HOSTILE_WORDS)
    plain = write_model(tmp_path / "n.json", [f"w{n}" for n in range(len(HOSTILE_WORDS))])
    program, expected = (run_here("step", "--code", "--model", path).out for path in (model, plain))
    assert program.isascii()
    assert len(program.splitlines()) == len(expected.splitlines())
    assert executed(program)["loss"] == executed(expected)["loss"]


any_word = st.text(st.characters(exclude_categories=()), min_size=1)


@given(st.lists(any_word, min_size=2, max_size=4, unique=True))
def test_no_word_can_end_its_comment(hostile: list[str]) -> None:
    table = np.full((len(hostile), 2), 0.5)
    trace = trace_step(table, table.copy(), 0, 1, range(len(hostile)))
    program = numpy_code(trace, tuple(hostile))
    assert program.isascii()
    assert len(program.split("\n")) == len(numpy_code(trace, words(len(hostile))).split("\n"))
    agrees(program, trace)


def test_the_worked_example_s_program_gives_the_published_figures() -> None:
    left = executed(run_here("step", "--code").out)
    assert round(left["loss"], 4) == 1.9512
    assert left["v_c"].round(4).tolist() == [0.3344, -0.3227, 0.8328]
