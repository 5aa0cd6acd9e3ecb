from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from sgns_core.corpus import Corpus
from sgns_core.edits import Choice, Config
from sgns_core.errors import InvalidInput
from sgns_core.examples import example
from sgns_core.policy import ARTICLE, FASTTEXT, PRESETS, WORD2VEC_C, Policy
from sgns_core.schedule import Block, Schedule
from sgns_core.settings import Settings
from sgns_core.source import source_from_corpus
from tests.core.runs import plain_pairs, zipf_text

TEXT = zipf_text(6, 18, 5)
TINY = source_from_corpus(Corpus.from_text("a b\nb c a\n"), "tiny")


@hypothesis_settings(deadline=None)
@given(
    st.sampled_from([TEXT, TINY]),
    st.booleans(),
    st.sampled_from([0.0, 0.1]),
    st.integers(0, 90),
    st.integers(1, 70),
    st.sampled_from(list(PRESETS.values())),
    st.integers(0, 2**64 - 1),
)
def test_a_block_is_the_pairs_and_draws_that_come_one_by_one(
    source: object,
    shrink: bool,
    subsample: float,
    start: int,
    count: int,
    policy: Policy,
    seed: int,
) -> None:
    assert source in (TEXT, TINY)
    text = TEXT if source is TEXT else TINY
    chosen = Settings(seed=seed, window=2, shrink=shrink, subsample=subsample, policy=policy)
    schedule = Schedule(text, chosen)
    config = Config(0.1, 3, policy, None)
    block = schedule.block(start, count, config)
    pairs = list(islice(plain_pairs(text, chosen), start, start + count))
    turned = [pair[::-1] if policy.direction == "context" else pair for pair in pairs]
    assert list(zip(block.inputs.tolist(), block.positives.tolist(), strict=True)) == turned
    for i in (0, count // 2, count - 1):
        one = Schedule(text, chosen).block(start + i, 1, config)
        part = block.part(start + i, 1)
        assert one.start == part.start == start + i
        for name in ("inputs", "rows", "skipped"):
            assert np.array_equal(getattr(one, name), getattr(part, name))
            assert np.array_equal(getattr(one, name), getattr(block, name)[i : i + 1])
    used = block.skipped == (block.collisions & (policy.collision == "skip"))
    assert used.all()


@pytest.mark.parametrize("chosen", [{}, {"shrink": True}, {"subsample": 0.1}], ids=str)
@pytest.mark.parametrize("source", [TEXT, TINY], ids=lambda source: source.name)
def test_places_count_the_epochs(source: object, chosen: dict[str, float]) -> None:
    text = TEXT if source is TEXT else TINY
    settings = Settings(window=2, **chosen)  # type: ignore[arg-type]
    schedule = Schedule(text, settings)
    expected = [
        (epoch, number)
        for epoch in range(40)
        for number in range(len(text.epoch_pairs(settings, epoch)))
    ]
    assert [schedule.place(step) for step in range(len(expected))] == expected
    assert Schedule(text, settings).place(len(expected) - 1) == expected[-1]
    starts = [sum(place[0] < epoch for place in expected) for epoch in range(40)]
    assert [Schedule(text, settings).epoch_start(epoch) for epoch in range(40)] == starts


def test_a_chosen_pair_leaves_the_draws_where_they_are() -> None:
    schedule = Schedule(TEXT, Settings())
    drawn = schedule.block(7, 20, Config(0.1, 4, ARTICLE, None))
    chosen = schedule.block(7, 20, Config(0.1, 4, ARTICLE, Choice(2, 3)))
    assert np.array_equal(chosen.negatives, drawn.negatives)
    assert set(chosen.inputs.tolist()) == {2}
    assert set(chosen.positives.tolist()) == {3}
    fixed = schedule.block(7, 2, Config(0.1, 4, WORD2VEC_C, Choice(2, 3, (3, 1))))
    assert fixed.rows.tolist() == [[3, 3, 1], [3, 3, 1]]
    assert fixed.skipped.tolist() == [[True, False], [True, False]]
    assert fixed.collisions.tolist() == [[True, False], [True, False]]
    kept = schedule.block(7, 1, Config(0.1, 4, ARTICLE, Choice(2, 3, (3, 1))))
    assert not kept.skipped.any()
    assert schedule.block(7, 3, Config(0.1, 4, ARTICLE, Choice(2, 3, ()))).rows.shape == (3, 1)


def test_a_word_is_touched_where_it_counts() -> None:
    block = Block(
        5,
        np.array([0, 1, 2, 2]),
        np.array([[1, 2], [2, 2], [3, 3], [3, 0]]),
        np.array([[False], [True], [False], [True]]),
    )
    assert len(block) == 4
    assert block.touches(0).tolist() == [True, False, False, False]
    assert block.touches(2).tolist() == [True, True, True, True]
    assert block.touches(3).tolist() == [False, False, True, True]
    assert block.collisions.tolist() == [[False], [True], [True], [False]]
    assert block.part(6, 2).rows.tolist() == [[2, 2], [3, 3]]


def test_what_has_no_pair_or_no_draw_is_refused() -> None:
    worked = example("worked")
    bare = Schedule(
        type(worked)(name="bare", vocabulary=worked.vocabulary, tables=worked.tables), Settings()
    )
    with pytest.raises(InvalidInput, match="no text"):
        bare.block(0, 1, Config(0.1, 1, ARTICLE, None))
    lonely = Schedule(source_from_corpus(Corpus.from_text("a a a"), "lonely"), Settings())
    with pytest.raises(InvalidInput, match="second word"):
        lonely.block(0, 1, Config(0.1, 1, FASTTEXT, None))
    assert not bare.true_contexts(bare.block(0, 2, Config(0.1, 3, ARTICLE, Choice(0, 1)))).any()
