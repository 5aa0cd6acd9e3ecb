"""Batches of pairs: where they come from, which cells are in doubt, what they cost."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sgns_core.batch import Batch, BatchCost, doubts, hardest, in_doubt, pairs_batch
from sgns_core.batch_objectives import batch_objective, score_objective
from sgns_core.corpus import Corpus
from sgns_core.errors import InvalidInput
from sgns_core.examples import example
from sgns_core.groups import groups_source
from sgns_core.policy import WORD2VEC_C
from sgns_core.settings import Settings
from sgns_core.source import source_from_corpus
from sgns_core.toy_clip import (
    CLASSES,
    ToyClip,
    ToySettings,
    stands_out,
)
from tests.core.cases import close

WORKED = Settings(window=2, dim=3)


def test_a_batch_holds_pairs_of_the_text_none_twice() -> None:
    source = example("worked")
    E, Ep = source.first_tables(WORKED)
    batch = pairs_batch(source, WORKED, 16)
    sequence = source.pairs(WORKED)
    all_pairs = list(zip(*(ids.tolist() for ids in sequence.ids(np.arange(18))), strict=True))
    words = source.vocabulary.index
    found = [(words(q), words(p)) for q, p in zip(batch.queries, batch.positives, strict=True)]
    left = list(all_pairs)
    for pair in found:
        left.remove(pair)  # fails for a pair that is there once and came twice
    assert len(left) == 2
    for i, (center, target) in enumerate(found):
        assert batch.Q is not None
        assert batch.P is not None
        assert batch.Q[i].tolist() == E[center].tolist()
        assert batch.P[i].tolist() == Ep[target].tolist()
        assert batch.scores[i, 3] == pytest.approx(E[center] @ Ep[found[3][1]])


def test_seed_and_direction_decide_the_pairs_and_n_only_how_many() -> None:
    source = groups_source()
    settings = Settings(window=5)
    few, many = (pairs_batch(source, settings, n) for n in (4, 16))
    assert many.queries[:4] == few.queries
    other = pairs_batch(source, replace(settings, seed=2), 16)
    assert (other.queries, other.positives) != (many.queries, many.positives)
    turned = pairs_batch(source, replace(settings, policy=WORD2VEC_C), 16)
    assert (turned.queries, turned.positives) == (many.positives, many.queries)


def test_cells_in_doubt_are_the_same_the_text_s_own_and_the_near_ones() -> None:
    text = "a b\nc d\na d"
    source = source_from_corpus(Corpus.from_text(text), "text")
    # 6 pairs: (a,b) (b,a) (c,d) (d,c) (a,d) (d,a)
    batch = pairs_batch(source, Settings(window=1), 6)
    true = {(q, p) for line in text.splitlines() for q in line.split() for p in line.split()}
    found = doubts(batch, near=1.0)
    for i, (query, positive) in enumerate(zip(batch.queries, batch.positives, strict=True)):
        for j, (other, there) in enumerate(zip(batch.queries, batch.positives, strict=True)):
            wanted = ""
            if i != j and (query == other or positive == there):
                wanted = "same"
            elif i != j and query != there and (query, there) in true:
                wanted = "true"
            assert found[i][j] == wanted
    assert any("true" in row for row in found)


def test_near_duplicates_by_cosine_and_equal_vectors_by_every_component() -> None:
    P = np.array([[1.0, 0.0], [2.0, 0.1], [0.0, 1.0], [0.0, 1.0], [0.0, 0.0]])
    Q = np.eye(5)[:, ::-1].copy()
    names = tuple("abcde")
    batch = Batch(
        queries=names,
        positives=names,
        scores=Q @ np.ones((5, 5)),
        Q=Q,
        P=np.pad(P, ((0, 0), (0, 3))),
    )
    found = doubts(batch, near=0.95)
    marked = {(i, j): found[i][j] for i in range(5) for j in range(5) if found[i][j]}
    assert marked == {(0, 1): "near", (1, 0): "near", (2, 3): "same", (3, 2): "same"}
    assert not any("near" in row for row in doubts(batch, near=1.0))
    zeros = replace(batch, P=np.zeros((5, 5)))  # as where a program's output table begins
    assert not any(any(row) for row in doubts(zeros))
    with pytest.raises(InvalidInput, match="near must be a cosine"):
        doubts(batch, near=1.5)


def test_masking_takes_the_false_negatives_share_out_of_the_loss() -> None:
    names = ("x", "y", "z")
    scores = np.array([[2.0, 0.0, 1.9], [0.0, 1.0, 0.0], [2.0, 0.0, 2.0]])
    batch = Batch(queries=names, positives=("p", "r", "p"), scores=scores)
    out = in_doubt(doubts(batch))
    assert np.flatnonzero(out.ravel()).tolist() == [2, 6]
    for name in ("sgns", "dpr", "clip", "preference"):
        assert score_objective(name, scores, out).loss < score_objective(name, scores).loss
    assert hardest(scores).tolist() == [2, 0, 0]
    assert hardest(scores, out).tolist() == [1, 0, 1]
    assert hardest(scores, ~np.eye(3, dtype=bool)).tolist() == [-1, -1, -1]


def test_what_a_batch_costs() -> None:
    cost = BatchCost(256, 5)
    assert (cost.negatives, cost.passes, cost.own_passes) == (255, 512, 256 * 7)
    assert (cost.comparisons, cost.own_comparisons) == (65536, 256 * 6)
    large = BatchCost(32768, 5)
    assert (large.negatives, large.matrix_bytes) == (32767, 4 * 2**30)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: pairs_batch(example("worked"), WORKED, 1), "2 to 256"),
        (lambda: pairs_batch(groups_source(), Settings(), 257), "2 to 256"),
        (lambda: pairs_batch(example("worked"), WORKED, 19), "worked has 18 pairs"),
        (lambda: pairs_batch(replace(example("worked"), corpus=None), WORKED, 4), "--batch FILE"),
        (lambda: Batch(queries=("a",), positives=("a",), scores=np.ones((1, 1))), "2 to 256"),
        (lambda: Batch(queries=("a", "b"), positives=("a",), scores=np.ones((2, 2))), "2 queries"),
        (lambda: Batch(queries=("a", "b"), positives=("a", "b"), scores=np.ones((2, 3))), "2 x 2"),
        (
            lambda: Batch(queries=("a", "b"), positives=("a", "b"), scores=np.full((2, 2), np.inf)),
            "within",
        ),
    ],
)
def test_no_batch(make: Any, says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        make()


# --- The toy CLIP ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_toy_learns_to_name_images_it_never_saw(seed: int) -> None:
    toy = ToyClip(ToySettings(seed=seed))
    first = toy.look()
    assert not stands_out(first)
    for _ in range(300):
        toy.step()
    last = toy.look()
    assert stands_out(last)
    assert last.loss < 0.01 < 1 < first.loss
    assert toy.zero_shot().accuracy == 1.0
    assert toy.t != pytest.approx(ToyClip().t)  # the scale is learned too


def test_a_step_of_the_toy_goes_down_its_gradient() -> None:
    toy = ToyClip(ToySettings(lr=0.01))
    features = toy.features(0)

    def loss(images: Any, texts: Any, t: float) -> float:
        return batch_objective("clip", features @ images, toy.captions @ texts, None, t).loss

    images, texts, t = toy.images.copy(), toy.texts.copy(), toy.t
    toy.step()
    h = 1e-6
    for table, moved in ((images, toy.images), (texts, toy.texts)):
        for at in ((0, 0), (3, 2)):
            change = np.zeros_like(table)
            change[at] = h
            if table is images:
                slope = (loss(images + change, texts, t) - loss(images - change, texts, t)) / (
                    2 * h
                )
            else:
                slope = (loss(images, texts + change, t) - loss(images, texts - change, t)) / (
                    2 * h
                )
            assert moved[at] == pytest.approx(table[at] - 0.01 * slope, abs=1e-7)
    slope = (loss(images, texts, t + h) - loss(images, texts, t - h)) / (2 * h)
    assert toy.t == pytest.approx(t - 0.01 * slope, abs=1e-7)


def test_the_same_seed_gives_the_same_toy() -> None:
    runs = []
    for seed in (4, 4, 5):
        toy = ToyClip(ToySettings(seed=seed))
        for _ in range(5):
            toy.step()
        runs.append(toy.images.tolist())
    assert runs[0] == runs[1] != runs[2]


def test_zero_shot_takes_the_nearest_class_text() -> None:
    found = ToyClip().zero_shot()
    assert found.names == CLASSES[:6]
    for row, named in zip(found.cosines.tolist(), found.named.tolist(), strict=True):
        assert row[named] == max(row)
    close(found.accuracy, np.mean(found.labels == found.named))
    assert found.accuracy < 0.9  # before any step it is not much better than chance


@pytest.mark.parametrize(
    "wrong", [{"classes": 1}, {"classes": 9}, {"dim": 0}, {"dim": 11}, {"lr": -1.0}, {"lr": np.nan}]
)
def test_toys_that_cannot_be_made(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match=next(iter(wrong))):
        ToySettings(**wrong)
