"""Draws of the training engines: keys, alias tables, subsampling."""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgns_core.training.chance import (
    AliasTable,
    Stream,
    keep_limits,
    key_of,
    mixed,
    mixed_words,
    noise_table,
)
from sgns_core.training.settings import TrainingSettings
from tests.core.training_reference import chunk_key, splitmix

WORD = st.integers(0, 2**64 - 1)


def test_words_are_those_of_splitmix64() -> None:
    # The first words of the generator's reference code, seeded with 1234567.
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [mixed(1234567, n) for n in range(3)] == published
    assert mixed_words(1234567, np.arange(3, dtype=np.uint64)).tolist() == published


@given(WORD, WORD)
def test_words_are_the_same_one_by_one_and_in_arrays(key: int, number: int) -> None:
    assert mixed(key, number) == splitmix(key, number)
    assert mixed_words(key, np.array([number], np.uint64)).tolist() == [mixed(key, number)]


@pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="numba is not installed")
@settings(deadline=None)  # the first call compiles
@given(WORD, WORD, st.integers(1, 2**32))
def test_compiled_words_are_the_same(key: int, number: int, n: int) -> None:
    chance: Any = importlib.import_module("sgns_core.kernels.chance")
    word = mixed(key, number)
    assert int(chance.mixed(np.uint64(key), np.uint64(number))) == word
    assert int(chance.below(np.uint64(word), n)) == (word >> 32) * n >> 32


def test_no_two_chunks_share_a_key() -> None:
    places = [
        (seed, s, e, n) for seed in (0, 1) for s in Stream for e in range(9) for n in range(9)
    ]
    assert len({key_of(*place) for place in places}) == len(places)
    assert key_of(7, Stream.BLOCKS, 3, 4) == chunk_key(7, 1, 3, 4)


@given(st.lists(st.one_of(st.just(0), st.integers(1, 10**9)), min_size=1, max_size=50))
def test_an_alias_table_holds_the_distribution(weights: list[int]) -> None:
    if not any(weights):
        weights[0] = 1
    q = np.array(weights) / sum(weights)
    table = AliasTable.of(q)
    own = table.limits / 2.0**32
    held = own.copy()
    np.add.at(held, table.others, 1.0 - own)
    np.testing.assert_allclose(held / len(q), q, atol=1e-9)
    np.testing.assert_array_equal(table.shares, held / len(q))


def test_draws_follow_the_table() -> None:
    counts = np.array([1000, 300, 50, 5])
    table = noise_table(counts, TrainingSettings(power=0.75))
    drawn = table.draw(mixed_words(1, np.arange(200_000, dtype=np.uint64)))
    expected = counts**0.75 / (counts**0.75).sum()
    np.testing.assert_allclose(np.bincount(drawn) / len(drawn), expected, atol=0.004)


def test_subsampling_keeps_what_word2vec_c_keeps() -> None:
    counts = np.array([900, 90, 10])
    limits = keep_limits(counts, TrainingSettings(subsample=0.02))
    shares = [np.sqrt(0.02 / f) + 0.02 / f for f in (0.9, 0.09)]
    np.testing.assert_allclose(limits / 2.0**32, [*shares, 1.0], atol=1e-9)
    assert (keep_limits(counts, TrainingSettings(subsample=0.0)) == 2**32).all()
