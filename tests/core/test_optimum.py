"""The optimum per policy against plain loops, against the loss it is the optimum of, and PMI."""

import math
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_core.corpus import Corpus
from sgns_core.errors import InvalidInput
from sgns_core.examples import example
from sgns_core.noise import NoiseDistribution
from sgns_core.objectives import PairCounts, expected_sgns
from sgns_core.optimum import Learned, Optimum, scored_pairs, source_optimum
from sgns_core.policy import ARTICLE, FASTTEXT, GENSIM, PRESETS, WORD2VEC_C, Collision
from sgns_core.settings import Settings
from sgns_core.source import source_from_corpus
from tests.core.cases import close, untimed

RULES: list[Collision] = ["keep", "skip", "redraw"]
TEXT = "the cat sat on the mat\nthe dog sat\na cat and a dog"


def reference_optimum(
    counted: dict[tuple[int, int], float], q: list[float], k: int, rule: str
) -> dict[tuple[int, int], float]:
    """The three formulas, one pair at a time."""
    found = {}
    for i, w in counted:
        row = {t: n for (j, t), n in counted.items() if j == i}
        total = sum(row.values())
        given = {t: n / total for t, n in row.items()}
        if rule == "keep":
            pushed = q[w]
        elif rule == "skip":
            pushed = q[w] * sum(p for t, p in given.items() if t != w)
        else:
            pushed = q[w] * sum(p / (1 - q[t]) for t, p in given.items() if t != w)
        found[i, w] = math.log(given[w] / (k * pushed)) if pushed else math.inf
    return found


@st.composite
def counted_pairs(draw: st.DrawFn) -> Any:
    size = draw(st.integers(2, 6))
    index = st.integers(0, size - 1)
    counted = draw(
        st.dictionaries(st.tuples(index, index), st.floats(0.1, 20), min_size=1, max_size=20)
    )
    counts = draw(st.lists(st.integers(0, 9), min_size=size, max_size=size))
    counts[0] += 1
    counts[1] += 1
    return counted, NoiseDistribution(counts), draw(st.integers(1, 9))


def optimum_of(given: Any, rule: Collision) -> Optimum:
    counted, noise, k = given
    rows, columns = (np.array(side) for side in zip(*counted, strict=True))
    pairs = PairCounts(rows, columns, np.array(list(counted.values())), len(noise))
    return Optimum(pairs, noise, k, ARTICLE.with_parts(collision=rule))


@pytest.mark.parametrize("rule", RULES)
@untimed
@given(given=counted_pairs())
def test_the_formulas_equal_plain_loops(rule: Collision, given: Any) -> None:
    counted, noise, k = given
    optimum = optimum_of(given, rule)
    wanted = reference_optimum(counted, noise.probabilities.tolist(), k, rule)
    for found, want in zip(optimum.scores.tolist(), wanted.values(), strict=True):
        assert found == pytest.approx(want, abs=1e-9) or found > 25 < want


@pytest.mark.parametrize("rule", RULES)
@untimed
@given(given=counted_pairs())
def test_at_the_optimum_the_expected_loss_has_no_slope(rule: Collision, given: Any) -> None:
    """With d = V any table of scores can be set: E the scores, Ep the unit rows."""
    _counted, noise, k = given
    optimum = optimum_of(given, rule)
    size = len(noise)
    scores = np.full((size, size), -40.0)  # pairs that never occur
    scores[optimum.pairs.rows, optimum.pairs.columns] = np.clip(optimum.scores, -40, 40)
    found = expected_sgns(scores, np.eye(size), optimum.pairs, noise, k, rule)
    close(found.grad_E, np.zeros((size, size)), 1e-11)


def test_noise_of_the_pairs_themselves_gives_pmi_minus_log_k() -> None:
    source = source_from_corpus(Corpus.from_text(TEXT), "text")
    settings = Settings(window=2, k=7, policy=ARTICLE.with_parts(power=1.0), noise_counts="pairs")
    optimum = source_optimum(source, settings)
    assert optimum.is_shifted_pmi
    assert optimum.shift == math.log(7)
    close(optimum.scores, optimum.pmi - math.log(7), 1e-13)
    pairs = Counter(zip(optimum.pairs.rows.tolist(), optimum.pairs.columns.tolist(), strict=True))
    assert set(pairs.values()) == {1}
    weights = dict(zip(pairs, optimum.pairs.weights.tolist(), strict=True))
    total = sum(weights.values())
    for (i, w), pmi in zip(weights, optimum.pmi.tolist(), strict=True):
        inputs = sum(n for (j, _), n in weights.items() if j == i)
        scored = sum(n for (_, t), n in weights.items() if t == w)
        assert pmi == pytest.approx(math.log(weights[i, w] * total / (inputs * scored)))


def test_with_counts_of_words_it_is_not_quite_pmi() -> None:
    settings = Settings(window=2, policy=ARTICLE.with_parts(power=1.0))
    optimum = source_optimum(example("worked"), settings)
    assert not optimum.is_shifted_pmi
    assert np.abs(optimum.from_shifted_pmi).max() == pytest.approx(math.log(1.5))  # 0.405
    for policy in (WORD2VEC_C, GENSIM, FASTTEXT):
        other = replace(settings, policy=policy.with_parts(power=1.0), noise_counts="pairs")
        assert not source_optimum(example("worked"), other).is_shifted_pmi


def test_range_rules_cut_the_optimum_and_stop_unseen_pairs() -> None:
    source = source_from_corpus(Corpus.from_text("a b\n" * 5 + "c d\n" * 500), "text")
    for policy in PRESETS.values():
        optimum = source_optimum(source, Settings(window=1, policy=policy, k=1))
        bound = math.inf if policy.range_rule == "exact" else policy.bound
        assert optimum.unseen_score == -bound
        assert np.abs(optimum.scores).max() <= bound
        close(optimum.scores, np.clip(optimum.uncut, -bound, bound))
    # Every word has one context: with skip nothing ever pushes the pair down.
    assert np.isposinf(source_optimum(source, Settings(window=1, policy=WORD2VEC_C)).uncut).all()


def test_unseen_pairs_are_all_the_others() -> None:
    source = source_from_corpus(Corpus.from_text(TEXT), "text")
    optimum = source_optimum(source, Settings(window=1))
    seen = set(zip(optimum.pairs.rows.tolist(), optimum.pairs.columns.tolist(), strict=True))
    size = len(source.vocabulary)
    wanted = [(i, w) for i in range(size) for w in range(size) if (i, w) not in seen]
    assert list(optimum.unseen()) == wanted
    assert optimum.unseen_count == len(wanted)


def test_the_direction_turns_pairs_round() -> None:
    source = source_from_corpus(Corpus.from_text(TEXT), "text")
    settings = Settings(window=2, shrink=True)
    plain = scored_pairs(source, settings)
    turned = scored_pairs(source, replace(settings, policy=ARTICLE.with_parts(direction="context")))
    assert plain.rows.tolist() == turned.columns.tolist()
    assert plain.columns.tolist() == turned.rows.tolist()


def test_shrinking_windows_are_expected_and_subsampled_epochs_counted() -> None:
    source = source_from_corpus(Corpus.from_text("a b c\n" * 40), "text")
    shrunk = scored_pairs(source, Settings(window=2, shrink=True))
    weights = dict(
        zip(
            zip(shrunk.rows.tolist(), shrunk.columns.tolist(), strict=True),
            shrunk.weights,
            strict=True,
        )
    )
    assert weights[0, 1] == 40
    assert weights[0, 2] == 20  # a window of 1 or 2 reaches it half of the time
    thinned = scored_pairs(source, Settings(window=2, subsample=0.1))
    assert 0 < thinned.weights.sum() < 20 * 40 * 6
    assert (thinned.weights == thinned.weights.astype(int)).all()


def test_gaps_are_those_of_the_tables() -> None:
    source = example("worked")
    settings = Settings(window=2, dim=3)
    E, Ep = source.first_tables(settings)
    learned = Learned(source_optimum(source, settings), E, Ep)
    pairs = learned.optimum.pairs
    gaps = [
        E[i] @ Ep[w] - best
        for i, w, best in zip(pairs.rows, pairs.columns, learned.optimum.scores, strict=True)
    ]
    close(learned.gaps, gaps)
    assert learned.mean_gap == pytest.approx(np.abs(gaps).mean())
    assert learned.score(2, 3) == pytest.approx(0.1791, abs=5e-5)


def test_no_optimum() -> None:
    with pytest.raises(InvalidInput, match="set k to 1 or more"):
        source_optimum(example("worked"), Settings(k=0, window=2))
    with pytest.raises(InvalidInput, match="no text"):
        source_optimum(replace(example("worked"), corpus=None), Settings())
    one = source_from_corpus(Corpus.from_text("a a"), "text")
    with pytest.raises(InvalidInput, match="second word"):
        source_optimum(one, Settings(policy=FASTTEXT)).scores  # noqa: B018
