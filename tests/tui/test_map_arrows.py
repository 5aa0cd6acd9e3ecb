"""One update as arrows, against the changes that the engine records."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from sgns_core.policy import ARTICLE
from sgns_core.step import trace_step
from sgns_core.trace import StepTrace
from sgns_tui.render.map.arrows import update_arrows
from sgns_tui.render.map.marks import LOOKS, mark_of, role_of
from sgns_tui.render.map.scene import Arrow

Array = NDArray[np.float64]


def same(rows: Array) -> Array:
    return rows


def trace_of(seed: int, collision: str = "keep") -> StepTrace:
    E, Ep = np.random.default_rng(seed).normal(size=(2, 6, 2))
    policy = ARTICLE.with_parts(collision=collision)
    return trace_step(E, Ep, 0, 1, np.array([2, 1, 3]), 0.1, policy)


def way(arrow: Arrow) -> Array:
    return np.subtract(arrow.end, arrow.start)


@given(st.integers(0, 2**32 - 1))
def test_the_arrows_at_the_center_add_up_to_its_move(seed: int) -> None:
    trace = trace_of(seed)
    arrows = update_arrows(trace, same, 2.0, False)
    assert all(arrow.start == tuple(trace.v_center) for arrow in arrows)
    total = sum((way(arrow) for arrow in arrows), np.zeros(2))
    move = trace.center_after - trace.v_center
    left_out = 4 * 1e-3 * 2.0  # what is too short to be seen
    scale = 2.0 / max(
        np.linalg.norm(trace.lr * e * v) for e, v in zip(trace.errors, trace.vectors, strict=True)
    )
    assert total == pytest.approx(move * scale, abs=left_out)
    assert max(np.linalg.norm(way(arrow)) for arrow in arrows) == pytest.approx(2.0)


@given(st.integers(0, 2**32 - 1))
def test_the_target_pulls_along_its_row_and_negatives_push_against_theirs(seed: int) -> None:
    trace = trace_of(seed)
    for arrow in update_arrows(trace, same, 1.0, False):
        rows = trace.vectors[:1] if arrow.pull else trace.vectors[1:]
        cosines = rows @ way(arrow) / np.linalg.norm(rows, axis=1) / np.linalg.norm(way(arrow))
        assert np.isclose(cosines, 1 if arrow.pull else -1).any()


def test_rows_of_ep_have_arrows_toward_and_from_the_center() -> None:
    trace = trace_of(1)
    arrows = update_arrows(trace, same, 1.0, True)
    starts = {tuple(row) for row in trace.vectors}
    outputs = [arrow for arrow in arrows if arrow.start in starts]
    assert len(outputs) == 4
    for arrow in outputs:
        assert (way(arrow) @ trace.v_center > 0) == arrow.pull


def test_a_skipped_negative_has_no_arrow() -> None:
    kept, skipped = (
        update_arrows(trace_of(2, rule), same, 1.0, False) for rule in ("keep", "skip")
    )
    assert len(kept) == len(skipped) + 1


def test_rows_of_zeros_have_no_arrows() -> None:
    E, Ep = np.zeros((2, 3, 2))
    trace = trace_step(E, Ep, 0, 1, np.array([2]), 0.1, ARTICLE)
    assert update_arrows(trace, same, 1.0, True) == ()


def test_every_look_is_another_and_ep_has_marks_of_its_own() -> None:
    for ascii_only in (False, True):
        looks = {
            (mark_of(n, output, ascii_only), role_of(n))
            for n in range(LOOKS + 1)
            for output in (False, True)
        }
        assert len(looks) == 2 * (LOOKS + 1)
        marks = {mark_of(n, output, ascii_only) for n in range(9) for output in (False, True)}
        assert len(marks) == 18
        assert not ascii_only or all(mark.isascii() and not mark.isalpha() for mark in marks)
