"""What tells whether a run goes well: against exact expectations and plain loops."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgns_core.corpus import Corpus
from sgns_core.edits import Choice, SetChoice, SetK, SetPolicy
from sgns_core.errors import InvalidInput
from sgns_core.examples import example
from sgns_core.monitor import (
    DrawCounts,
    LossSample,
    draw_counts,
    group_separation,
    loss_sample,
    sample_loss,
)
from sgns_core.objectives import PairCounts, expected_sgns
from sgns_core.pairs import pair_counts
from sgns_core.policy import ARTICLE, Collision
from sgns_core.separation import mean_silhouette
from sgns_core.settings import Settings
from sgns_core.source import Source, source_from_corpus
from sgns_core.timeline import Timeline

TEXT = "the cat sat on the mat\nthe dog sat on the cat\na dog saw the sea and the mat"


def source() -> Source:
    return source_from_corpus(Corpus.from_text(TEXT, name="text"), "text")


def run(collision: Collision = "keep", **parts: int) -> Timeline:
    policy = ARTICLE.with_parts(collision=collision)
    return Timeline(source(), replace(Settings(window=2, policy=policy), **parts))  # type: ignore[arg-type]


@given(st.integers(0, 2**32 - 1), st.integers(1, 6), st.integers(0, 4), st.integers(1, 5))
def test_the_loss_is_that_of_plain_loops(seed: int, m: int, k: int, d: int) -> None:
    random = np.random.default_rng(seed)
    E, Ep = random.normal(size=(2, 7, d))
    sample = LossSample(
        random.integers(7, size=m),
        random.integers(7, size=(m, k + 1)),
        np.concatenate((np.ones((m, 1), np.bool_), random.random((m, k)) < 0.8), axis=1),
    )
    total = 0.0
    for i, row, used in zip(sample.inputs, sample.rows, sample.used, strict=True):
        for j, (w, counts) in enumerate(zip(row, used, strict=True)):
            if counts:
                z = sum(a * b for a, b in zip(E[i], Ep[w], strict=True))
                total += math.log1p(math.exp(z if j else -z))
    assert sample_loss(E, Ep, sample) == pytest.approx(total / m, rel=1e-12)


def test_scores_of_any_size_have_a_loss() -> None:
    sample = LossSample(np.array([0]), np.array([[0, 1]]), np.ones((1, 2), np.bool_))
    E, Ep = np.array([[1e200], [0.0]]), np.array([[1e100], [-1e100]])
    assert sample_loss(E, Ep, sample) == 0.0
    assert sample_loss(E, -Ep, sample) == pytest.approx(2e300)
    assert sample_loss(E * 1e100, -Ep, sample) == math.inf


def test_a_large_sample_comes_near_the_exact_expectation() -> None:
    timeline = Timeline(example("groups"), Settings(lr=0.1))
    timeline.step(2000)
    sequence = timeline.schedule.sequence(0)
    size = len(timeline.source.vocabulary)
    rows, columns, counts = pair_counts(sequence, size)
    pairs = PairCounts(rows, columns, counts.astype(np.float64), size)
    exact = expected_sgns(timeline.E, timeline.Ep, pairs, timeline.schedule.noise(0.75), 5).loss
    sample = loss_sample(timeline.schedule, timeline.first, 10**9)
    assert len(sample) == len(sequence)
    assert sample_loss(timeline.E, timeline.Ep, sample) == pytest.approx(exact, abs=0.03)


def test_a_sample_is_spread_over_the_text_and_follows_the_direction() -> None:
    timeline = run()
    sequence = timeline.schedule.sequence(0)
    sample = loss_sample(timeline.schedule, timeline.first, 5)
    centers, contexts = sequence.ids(np.arange(5) * len(sequence) // 5)
    assert (sample.inputs == centers).all()
    assert (sample.rows[:, 0] == contexts).all()
    turned = replace(timeline.first, policy=ARTICLE.with_parts(direction="context"))
    other = loss_sample(timeline.schedule, turned, 5)
    assert (other.inputs == contexts).all()
    assert (other.rows[:, 0] == centers).all()


def test_a_sample_is_the_same_each_time_and_not_that_of_the_updates() -> None:
    timeline = run()
    one, other = (loss_sample(timeline.schedule, timeline.first, 30) for _ in range(2))
    assert (one.rows == other.rows).all()
    assert (one.rows[:, 1:] != timeline.block(0, 30).negatives).any()


def test_skipped_negatives_do_not_count() -> None:
    sample = loss_sample(run("skip").schedule, run("skip").first, 40)
    assert (sample.used[:, 1:] == (sample.rows[:, 1:] != sample.rows[:, :1])).all()
    assert not sample.used.all()


def test_a_chosen_pair_is_the_sample() -> None:
    timeline = Timeline(example("pair"), Settings(k=3))
    sample = loss_sample(timeline.schedule, timeline.first)
    block = timeline.block(0, 1)
    assert (sample.inputs == block.inputs).all()
    assert (sample.rows == block.rows).all()
    chosen = replace(timeline.first, choice=Choice(0, 1))
    drawn = loss_sample(timeline.schedule, chosen, 9)
    assert drawn.inputs.tolist() == [0] * 9
    assert drawn.rows[:, 0].tolist() == [1] * 9


def test_without_a_pair_there_is_no_sample() -> None:
    timeline = Timeline(replace(example("pair"), corpus=None), Settings())
    with pytest.raises(InvalidInput, match="no text to take pairs from"):
        loss_sample(timeline.schedule, replace(timeline.first, choice=None))


def plain_counts(timeline: Timeline, stop: int) -> DrawCounts:
    """Count one draw after the other, and reckon each draw's chances word by word."""
    size = len(timeline.source.vocabulary)
    sequence = timeline.source.whole_window_pairs(timeline.settings.window)
    contexts = set(zip(*(ids.tolist() for ids in sequence.ids(np.arange(len(sequence)))),
                       strict=True))  # fmt: skip
    collisions = true = draws = 0
    expected = expected_true = 0.0
    for step in range(stop):
        block, config = timeline.block(step, 1), timeline.config(step)
        q = timeline.schedule.noise(config.policy.power).probabilities
        i, t = int(block.inputs[0]), int(block.positives[0])
        for n, skipped in zip(block.negatives[0].tolist(), block.skipped[0], strict=True):
            draws += 1
            collisions += n == t
            true += (i, n) in contexts and not skipped
            for w in range(size):
                share = q[w]
                if config.policy.collision == "redraw":
                    share = 0.0 if w == t else q[w] / (1 - q[t])
                expected += share if w == t else 0.0
                skips = config.policy.collision == "skip" and w == t
                expected_true += share if (i, w) in contexts and not skips else 0.0
    return DrawCounts(stop, draws, collisions, expected, true, expected_true)


@pytest.mark.parametrize(("collision", "k"), list(product(("keep", "skip", "redraw"), (0, 1, 4))))
def test_draws_are_counted_as_plain_loops_count_them(collision: Collision, k: int) -> None:
    timeline = run(collision, k=k)
    found, plain = draw_counts(timeline, 0, 150), plain_counts(timeline, 150)
    assert (found.updates, found.draws) == (150, 150 * k)
    assert (found.collisions, found.true_contexts) == (plain.collisions, plain.true_contexts)
    assert found.expected_collisions == pytest.approx(plain.expected_collisions)
    assert found.expected_true_contexts == pytest.approx(plain.expected_true_contexts)


@pytest.mark.parametrize("collision", ["keep", "skip", "redraw"])
def test_what_is_expected_comes_about(collision: Collision) -> None:
    found = draw_counts(run(collision), 0, 20_000)
    spread = 5 * math.sqrt(found.draws / 4)
    assert abs(found.collisions - found.expected_collisions) < spread
    assert abs(found.true_contexts - found.expected_true_contexts) < spread


@settings(max_examples=20)
@given(st.integers(0, 60), st.integers(0, 60))
def test_counts_add_up_over_edits(one: int, other: int) -> None:
    timeline = run()
    timeline.step(20)
    timeline.edit(SetK(2))
    timeline.step(15)
    timeline.edit(SetPolicy(ARTICLE.with_parts(power=0.0, collision="skip")))
    low, high = min(one, other), max(one, other)
    parts = draw_counts(timeline, 0, low) + draw_counts(timeline, low, high)
    whole = draw_counts(timeline, 0, high)
    assert parts.draws == whole.draws
    assert parts.collisions == whole.collisions
    assert parts.true_contexts == whole.true_contexts
    assert parts.expected_collisions == pytest.approx(whole.expected_collisions)
    assert parts.expected_true_contexts == pytest.approx(whole.expected_true_contexts)


def test_chosen_negatives_are_no_draws() -> None:
    timeline = run()
    timeline.edit(SetChoice(Choice(0, 1, (1, 2))))
    assert draw_counts(timeline, 0, 10) == DrawCounts(updates=10)


def test_separation_leaves_out_words_without_a_group() -> None:
    table = np.array([[0.0, 0], [1, 0], [50, 50], [9, 9], [9, 8], [np.nan, 0]])
    groups = np.array([0, 0, -1, 1, 1, 1])
    kept = [0, 1, 3, 4]
    assert group_separation(table, groups) == mean_silhouette(table[kept], groups[kept])
    assert group_separation(table, groups, limit=2) is None
    assert group_separation(table, np.full(6, -1)) is None
    assert group_separation(np.full((4, 2), np.nan), np.array([0, 1, 0, 1])) is None
