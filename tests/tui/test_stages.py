from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgns_core.examples import example, example_names
from sgns_core.settings import Settings
from sgns_core.step import trace_step
from sgns_core.trace import StepTrace
from sgns_tui.stages import TERM_BY_TERM, Kind, Progress, Stage, first_of, stages, stages_of

ORDER = list(Kind)
LESSONS = [name for name in example_names() if example(name).wanted.pair]


def trace_of(name: str) -> StepTrace:
    source = example(name)
    wanted = source.wanted
    assert wanted.center is not None
    assert wanted.target is not None
    return trace_step(
        *source.first_tables(Settings()), wanted.center, wanted.target, wanted.negatives or ()
    )


@settings(deadline=None)
@given(st.integers(1, 7), st.integers(1, 7), st.integers(1, 12))
def test_every_stage_comes_once_and_kinds_in_their_order(
    scored: int, touched: int, dim: int
) -> None:
    found = stages(scored, touched, dim)
    assert len(set(found)) == len(found)
    kinds = [stage.kind for stage in found]
    assert kinds == sorted(kinds, key=ORDER.index)
    count = {kind: kinds.count(kind) for kind in ORDER}
    terms = dim if dim <= TERM_BY_TERM else 1
    assert count == {
        Kind.SELECT: 1,
        Kind.GATHER: 1,
        Kind.DOT: scored * terms,
        Kind.SIGMOID: scored,
        Kind.LOSS: scored + 1,
        Kind.GRADIENT: touched + 2,
        Kind.UPDATE: 1,
        Kind.CHECK: 1,
    }


def test_the_stages_of_two_words_in_two_dimensions() -> None:
    assert stages(2, 2, 2) == (
        Stage(Kind.SELECT),
        Stage(Kind.GATHER),
        Stage(Kind.DOT, 0, 0),
        Stage(Kind.DOT, 0, 1),
        Stage(Kind.DOT, 1, 0),
        Stage(Kind.DOT, 1, 1),
        Stage(Kind.SIGMOID, 0),
        Stage(Kind.SIGMOID, 1),
        Stage(Kind.LOSS, 0),
        Stage(Kind.LOSS, 1),
        Stage(Kind.LOSS),
        Stage(Kind.GRADIENT, row=-1),
        Stage(Kind.GRADIENT, row=0),
        Stage(Kind.GRADIENT, row=1),
        Stage(Kind.GRADIENT),
        Stage(Kind.UPDATE),
        Stage(Kind.CHECK),
    )


@pytest.mark.parametrize("dim", [TERM_BY_TERM, TERM_BY_TERM + 1])
def test_a_long_vector_is_one_stage_a_word(dim: int) -> None:
    dots = [stage for stage in stages(3, 3, dim) if stage.kind is Kind.DOT]
    assert len(dots) == (3 * dim if dim == TERM_BY_TERM else 3)
    assert dots[-1] == Stage(Kind.DOT, 2, dim - 1)


@pytest.mark.parametrize("name", LESSONS)
def test_progress_knows_what_was_reached_and_nothing_else(name: str) -> None:
    trace = trace_of(name)
    walk = stages_of(trace)
    dim = len(trace.v_center)
    assert len(walk) == len(stages(len(trace.rows), len(trace.touched), dim))
    for at, stage in enumerate(walk):
        progress = Progress(trace, at)
        assert progress.stage == stage
        seen = walk[: at + 1]
        for kind in Kind:
            assert progress.reached(kind) == any(one.kind is kind for one in seen)
            assert walk[first_of(kind, trace)].kind is kind
            assert all(one.kind is not kind for one in walk[: first_of(kind, trace)])
        for i in range(len(trace.rows)):
            added = [one for one in seen if one.kind is Kind.DOT and one.occurrence == i]
            assert progress.terms(i) == (0 if not added else (added[-1].term or 0) + 1)
            assert progress.has(Kind.SIGMOID, i) == (Stage(Kind.SIGMOID, i) in seen)
            assert progress.has(Kind.LOSS, i) == (Stage(Kind.LOSS, i) in seen)
        assert progress.has(Kind.LOSS) == (Stage(Kind.LOSS) in seen)
        for row in (-1, *range(len(trace.touched))):
            assert progress.has(Kind.GRADIENT, row=row) == (Stage(Kind.GRADIENT, row=row) in seen)
        assert progress.has(Kind.GRADIENT) == (Stage(Kind.GRADIENT) in seen)
    last = Progress(trace, len(walk) - 1)
    assert all(last.terms(i) == dim for i in range(len(trace.rows)))
