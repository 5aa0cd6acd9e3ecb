"""The training engines against the plain-Python reference, draw by draw."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from sgns_core.errors import InvalidInput
from sgns_core.training.chance import keep_limits, noise_table
from sgns_core.training.choosing import make_engine
from sgns_core.training.chunk import Chunk
from sgns_core.training.engine import Engine
from sgns_core.training.numpy_engine import NumpyEngine
from sgns_core.training.settings import TrainingSettings
from tests.core.reference import Table
from tests.core.training_reference import Case, train_blocks, train_ordered

has_numba = importlib.util.find_spec("numba") is not None
needs_numba = pytest.mark.skipif(not has_numba, reason="numba, the extra `fast`, is not installed")
untimed = settings(deadline=None, max_examples=25)
ENGINES = ["numpy", *(["numba", "word2vec-c", "gensim", "fasttext"] if has_numba else [])]


def engine_of(name: str, given: TrainingSettings, counts: NDArray[np.int64]) -> Engine:
    if name == "numpy":
        return NumpyEngine(given, counts, blocks=1)
    policy = None if name == "numba" else name
    return make_engine(replace(given, policy=policy, engine="numba"), counts)


def chunk_of(sentences: list[list[int]], **parts: Any) -> Chunk:
    ids = np.array([i for sentence in sentences for i in sentence], np.int32)
    offsets = np.concatenate(([0], np.cumsum([len(s) for s in sentences]))).astype(np.int64)
    shares = {"epoch": 0, "number": 0, "begin": 0.0, "end": 1.0} | parts
    return Chunk(ids, offsets, **shares)


def reference(
    name: str, E: Table, Ep: Table, chunk: Chunk, given: TrainingSettings, counts: Any
) -> tuple[float, int]:
    limits, others = noise_table(counts, given)
    cuts = chunk.offsets.tolist()
    case = Case(
        sentences=[chunk.ids[a:b].tolist() for a, b in pairwise(cuts)],
        keep=keep_limits(counts, given).tolist(),
        limits=limits.tolist(),
        others=others.tolist(),
        window=given.window,
        k=given.k,
        seed=given.seed,
        epoch=chunk.epoch,
        number=chunk.number,
        lr_begin=given.lr_at(chunk.begin),
        lr_end=given.lr_at(chunk.end),
    )
    if name in ("numpy", "numba"):
        return train_blocks(E, Ep, case)
    return train_ordered(E, Ep, case, name)


@pytest.mark.parametrize("name", ENGINES)
@untimed
@given(data=st.data())
def test_a_chunk_is_trained_as_the_reference_does(name: str, data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 10), "V")
    words = st.lists(st.integers(0, size - 1), max_size=30)
    sentences = data.draw(st.lists(words, max_size=4), "sentences")
    counts = np.array(data.draw(st.lists(st.integers(1, 900), min_size=size, max_size=size)))
    k = data.draw(st.sampled_from([0, 5, 16, 40]), "k")
    window = data.draw(st.integers(1, 20), "window")
    given = TrainingSettings(
        dim=data.draw(st.sampled_from([1, 2, 5, 16, 17, 40]), "dim"),
        window=window,
        k=k,
        # Larger steps would make rounding grow from one to the next.
        lr=data.draw(st.sampled_from([0.02, 0.1]), "lr") / (1 + k / 5) / max(1, window / 6),
        subsample=data.draw(st.sampled_from([0.0, 0.05]), "subsample"),
        seed=data.draw(st.integers(0, 2**64 - 1), "seed"),
    )
    engine = engine_of(name, given, counts)
    rng = np.random.default_rng(0)
    engine.restore(
        rng.normal(0, 0.5, (size, given.dim)).astype(np.float32),
        rng.normal(0, 0.5, (size, given.dim)).astype(np.float32),
    )
    E, Ep = engine.E.astype(float).tolist(), engine.Ep.astype(float).tolist()
    for number in range(2):
        chunk = chunk_of(sentences, epoch=3, number=number, begin=0.2, end=0.7)
        done = engine.train(chunk)
        loss, pairs = reference(name, E, Ep, chunk, given, counts)
        assert done.pairs == pairs
        assert done.total == pytest.approx(loss, rel=2e-4, abs=1e-4)
    # A score in float32 may fall in the next entry of a program's table of sigma.
    near = 1e-4 if name in ("numpy", "numba") else 1e-3
    np.testing.assert_allclose(engine.E, np.array(E), rtol=near, atol=near)
    np.testing.assert_allclose(engine.Ep, np.array(Ep), rtol=near, atol=near)


@pytest.mark.parametrize("name", [name for name in ENGINES if name in ("numpy", "numba")])
@pytest.mark.parametrize("size", [3.0, 20.0, 1e3, 1e6])
def test_scores_beyond_what_a_power_of_e_can_be(name: str, size: float) -> None:
    """The loss of a score of -100 is 100, and its error 1."""
    sentences = [[0, 1, 2, 3] * 6]
    given = TrainingSettings(dim=5, lr=1e-12, subsample=0.0)
    counts = np.array([9, 7, 5, 3])
    engine = engine_of(name, given, counts)
    rng = np.random.default_rng(1)
    engine.restore(*(rng.normal(0, size, (4, 5)).astype(np.float32) for _ in range(2)))
    E, Ep = engine.E.astype(float).tolist(), engine.Ep.astype(float).tolist()
    done = engine.train(chunk_of(sentences))
    loss, pairs = reference(name, E, Ep, chunk_of(sentences), given, counts)
    assert done.pairs == pairs
    assert done.total == pytest.approx(loss, rel=1e-5)
    assert loss > size


@untimed
@given(data=st.data())
def test_many_blocks_a_step_change_what_one_after_another_does(data: st.DataObject) -> None:
    """At a small learning rate the order of the blocks makes no difference."""
    size = data.draw(st.integers(2, 12), "V")
    words = st.lists(st.integers(0, size - 1), max_size=90)
    sentences = data.draw(st.lists(words, max_size=6), "sentences")
    window = data.draw(st.integers(1, 30), "window")
    given = TrainingSettings(dim=20, window=window, lr=1e-5, lr_end_share=1.0, subsample=0.0)
    counts = np.full(size, 10)
    rng = np.random.default_rng(0)
    E, Ep = (rng.normal(0, 0.5, (size, 20)).astype(np.float32) for _ in range(2))
    changes = []
    for blocks in (1, data.draw(st.integers(2, 12), "blocks")):
        engine = NumpyEngine(given, counts, blocks)
        engine.train(chunk_of([[0, 1] * 120]))  # leaves its room full
        engine.restore(E, Ep)
        done = engine.train(chunk_of(sentences))
        changes.append((engine.E - E, engine.Ep - Ep, done.pairs, done.total))
    (to_E, to_Ep, pairs, loss), (of_E, of_Ep, many, total) = changes
    assert many == pairs
    assert total == pytest.approx(loss, rel=1e-2)
    most = max(np.abs(to_E).max(), np.abs(to_Ep).max())
    np.testing.assert_allclose(of_E, to_E, atol=2e-2 * most + 2e-6)
    np.testing.assert_allclose(of_Ep, to_Ep, atol=2e-2 * most + 2e-6)


def test_what_a_word_gets_in_a_step_is_held_back_as_it_repeats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sentences = [[0] * 30 + [1] * 9 + [2] * 3, [3, 0, 4] * 5]
    given = TrainingSettings(dim=8, subsample=0.0)
    counts = np.array([40, 30, 20, 10, 5])
    rng = np.random.default_rng(0)
    E, Ep = (rng.normal(0, 0.5, (5, 8)).astype(np.float32) for _ in range(2))
    chunk = chunk_of(sentences, begin=0.0, end=0.0)

    def change() -> tuple[Any, Any, Any]:
        engine = NumpyEngine(given, counts, blocks=8)
        engine.restore(E, Ep)
        engine.train(chunk)
        return engine.E - E, engine.Ep - Ep, engine._planned(chunk).negatives

    to_E, to_Ep, negatives = change()
    assert len(negatives) == 8  # a single step
    monkeypatch.setattr("sgns_core.training.numpy_engine._MOST_REPEATS", 1e9)
    whole_E, whole_Ep, _ = change()
    inputs = np.bincount(chunk.ids, minlength=5)
    outputs = inputs + np.bincount(negatives.ravel(), minlength=5)
    assert inputs.max() > 8 > inputs.min()
    for held, whole, repeats in ((to_E, whole_E, inputs), (to_Ep, whole_Ep, outputs)):
        expected = whole * np.minimum(1, 8 / repeats)[:, None]
        np.testing.assert_allclose(held, expected, rtol=1e-4, atol=1e-6)


def text(size: int = 40, tokens: int = 3000) -> tuple[list[list[int]], NDArray[np.int64]]:
    """A text in which neighbours belong together: words of one half of the vocabulary."""
    rng = np.random.default_rng(3)
    sentences = [
        (rng.integers(0, size // 2, 12) + size // 2 * (s % 2)).tolist() for s in range(tokens // 12)
    ]
    counts = np.bincount(np.concatenate(sentences), minlength=size)
    return sentences, counts


@pytest.mark.parametrize("name", [*ENGINES, "numpy, 32 blocks"])
def test_training_finds_what_belongs_together(name: str) -> None:
    sentences, counts = text()
    given = TrainingSettings(dim=10, lr=0.05, subsample=0.0)
    many = name == "numpy, 32 blocks"
    engine = NumpyEngine(given, counts) if many else engine_of(name, given, counts)
    losses = [
        engine.train(chunk_of(sentences, epoch=e, begin=e / 20, end=(e + 1) / 20)).mean
        for e in range(20)
    ]
    assert losses[-1] < 0.9 * losses[0]
    scores = engine.E @ engine.Ep.T
    half = len(counts) // 2
    same, other = scores[:half, :half].mean(), scores[:half, half:].mean()
    assert same > other + 1.0


@pytest.mark.parametrize("name", ENGINES)
def test_the_same_run_gives_the_same_bytes_from_any_chunk_on(name: str) -> None:
    sentences, counts = text(tokens=600)
    given = TrainingSettings(dim=12, seed=5, subsample=0.01)
    chunks = [
        chunk_of(sentences[n::2], epoch=e, number=n, begin=e / 2, end=e / 2 + 0.5)
        for e in range(2)
        for n in range(2)
    ]
    whole, again, resumed = (engine_of(name, given, counts) for _ in range(3))
    sums = []
    for position, chunk in enumerate(chunks):
        if position == 2:
            resumed.restore(whole.E.copy(), whole.Ep.copy())
        sums.append(whole.train(chunk))
        assert again.train(chunk) == sums[-1]
        if position >= 2:
            assert resumed.train(chunk) == sums[-1]
    for other in (again, resumed):
        assert other.E.tobytes() == whole.E.tobytes()
        assert other.Ep.tobytes() == whole.Ep.tobytes()
    assert len({s.total for s in sums}) == 4  # no chunk or epoch has the draws of another


@pytest.mark.parametrize("name", ENGINES)
def test_seeds_differ_from_the_first_table_on(name: str) -> None:
    _, counts = text(tokens=600)
    tables = [engine_of(name, TrainingSettings(seed=s), counts).E.copy() for s in (1, 2)]
    assert (tables[0] != tables[1]).any()
    assert abs(tables[0]).max() <= 0.5 / 100
    assert abs(tables[0]).mean() == pytest.approx(0.25 / 100, rel=0.05)


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize(
    "sentences", [[], [[]], [[0]], [[0], [1], [], [0]], [[0, 1]], [[0] * 5000], [[1, 0] * 4000]]
)
def test_texts_of_hardly_anything_and_of_one_line(name: str, sentences: list[list[int]]) -> None:
    engine = engine_of(name, TrainingSettings(subsample=0.0), np.array([7, 6]))
    done = engine.train(chunk_of(sentences))
    longest = max((len(s) for s in sentences), default=0)
    assert (done.pairs > 0) == (longest > 1)
    assert np.isfinite(engine.E).all()
    assert np.isfinite(done.total)


@pytest.mark.parametrize("name", ["numpy, 32 blocks", *ENGINES])
@pytest.mark.parametrize("lr", [1.0, 30.0, 1e6, 1e30])
def test_a_learning_rate_that_is_too_large_is_said_not_hidden(name: str, lr: float) -> None:
    sentences, counts = text(size=6, tokens=600)
    given = TrainingSettings(dim=8, lr=lr, subsample=0.0)
    many = name == "numpy, 32 blocks"
    engine = NumpyEngine(given, counts) if many else engine_of(name, given, counts)
    said = None
    for epoch in range(3):
        try:
            assert np.isfinite(engine.train(chunk_of(sentences, epoch=epoch, end=0.0)).total)
        except InvalidInput as error:
            said = str(error)
            break
    assert said is None or "smaller --lr" in said
    assert said or np.isfinite(engine.E).all()


def test_scaling_sums_down_does_not_hide_a_learning_rate_that_is_too_large() -> None:
    sentences, counts = text(size=6, tokens=600)
    given = TrainingSettings(dim=8, lr=1e30, lr_end_share=0.0, subsample=0.0)
    engine = NumpyEngine(given, counts)
    chunks = [chunk_of(sentences, epoch=epoch, end=0.0) for epoch in range(30)]
    with pytest.raises(InvalidInput, match="smaller --lr"):
        list(map(engine.train, chunks))


@pytest.mark.parametrize("name", ["numpy", "numba"] if has_numba else ["numpy"])
def test_blocks_that_diverge_are_stopped(name: str) -> None:
    sentences, counts = text(size=6, tokens=600)
    engine = engine_of(
        name, TrainingSettings(dim=8, lr=1e12, lr_end_share=0.0, subsample=0.0), counts
    )
    start = engine.E.copy(), engine.Ep.copy()
    chunks = [chunk_of(sentences, epoch=epoch, end=0.0) for epoch in range(30)]
    with pytest.raises(InvalidInput, match="smaller --lr"):
        list(map(engine.train, chunks))
    # From finite tables on the engine works again: nothing of what grew is left in it.
    engine.restore(*start)
    calm = chunk_of([[0, 1, 2], [3, 4]], begin=1.0)
    assert np.isfinite(engine.train(calm).total)


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("bad", [-1, 2, 2**31 - 1])
def test_an_index_that_is_no_row_is_refused_before_anything_changes(name: str, bad: int) -> None:
    engine = engine_of(name, TrainingSettings(), np.array([7, 6]))
    before = engine.E.copy()
    with pytest.raises(InvalidInput, match=r"ids must lie in 0\.\.1 for tables of 2 rows, got"):
        engine.train(chunk_of([[0, 1, bad]]))
    np.testing.assert_array_equal(engine.E, before)
    assert not engine.Ep.any()


@pytest.mark.parametrize("name", ENGINES)
def test_tables_of_another_shape_are_not_taken_over(name: str) -> None:
    engine = engine_of(name, TrainingSettings(dim=8), np.array([7, 6]))
    with pytest.raises(ValueError, match="Ep is"):
        engine.restore(np.ones((2, 8), np.float32), np.ones((1, 8), np.float32))
    assert (engine.E != 1.0).all()


@needs_numba
@pytest.mark.parametrize("policy", [None, "word2vec-c"])
def test_two_threads_see_each_pair_once(policy: str | None) -> None:
    sentences, counts = text()
    one, two = (
        make_engine(TrainingSettings(dim=10, threads=threads, policy=policy), counts)
        for threads in (1, 2)
    )
    for epoch in range(4):
        chunk = chunk_of(sentences, epoch=epoch)
        alone, together = one.train(chunk), two.train(chunk)
        assert together.pairs == alone.pairs
        assert together.total == pytest.approx(alone.total, rel=0.05)


@needs_numba
def test_of_common_words_each_thread_adds_its_part(monkeypatch: pytest.MonkeyPatch) -> None:
    from sgns_core.training import compiled_parts, numba_engine

    for module in (compiled_parts, numba_engine):  # one share: nothing depends on who comes first
        monkeypatch.setattr(module, "shares", lambda _settings: 1)
    monkeypatch.setattr(numba_engine, "COMMON", 3)
    tokens = np.random.default_rng(1).integers(0, 6, 8 * numba_engine.WORTH_A_COPY)
    counts = np.bincount(tokens, minlength=6)
    given = TrainingSettings(dim=10, subsample=0.0, policy=None, engine="numba")
    one, half = (make_engine(replace(given, threads=threads), counts) for threads in (1, 4))
    begin = one.E[:3].copy()
    chunk = chunk_of(tokens.reshape(-1, 8).tolist())
    assert half.train(chunk).pairs == one.train(chunk).pairs
    np.testing.assert_allclose(half.E[:3], (begin + one.E[:3]) / 2, rtol=1e-5, atol=1e-7)
    np.testing.assert_allclose(half.Ep[:3], one.Ep[:3] / 2, rtol=1e-5, atol=1e-7)
    np.testing.assert_array_equal(half.E[3:], one.E[3:])
    np.testing.assert_array_equal(half.Ep[3:], one.Ep[3:])
    short = chunk_of(tokens[:80].reshape(-1, 8).tolist(), number=1)
    for engine in (half, one):
        engine.restore(one.E.copy(), one.Ep.copy())
        engine.train(short)
    np.testing.assert_array_equal(half.E, one.E)


@needs_numba
def test_redraw_needs_a_second_word() -> None:
    with pytest.raises(InvalidInput, match="second word"):
        engine_of("fasttext", TrainingSettings(), np.array([7]))


@needs_numba
@pytest.mark.parametrize("power", [900.0, 60.0])
def test_a_word_that_is_drawn_hardly_ever_is_no_second_word(power: float) -> None:
    counts = np.array([6779, 5500])
    with pytest.raises(InvalidInput, match=r"one word is (100\.0000|99\.99\d\d) %"):
        engine_of("fasttext", TrainingSettings(power=power), counts)
    engine_of("fasttext", TrainingSettings(power=power, k=0), counts)
    engine_of("gensim", TrainingSettings(power=power), counts)


@pytest.mark.parametrize("name", ENGINES)
def test_a_vocabulary_of_one_word(name: str) -> None:
    if name == "fasttext":
        pytest.skip("redraw needs a second word")
    engine = engine_of(name, TrainingSettings(subsample=0.0), np.array([7]))
    done = engine.train(chunk_of([[0, 0, 0]]))
    assert done.mean == pytest.approx(np.log(2.0), rel=1e-4)  # negatives are skipped
