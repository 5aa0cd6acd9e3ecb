from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from hashlib import sha256

import numpy as np
import pytest

from sgns_core.corpus import Corpus
from sgns_core.draws import draw_negatives, uniforms
from sgns_core.groups import (
    COMMON,
    CONTEXTS,
    GROUPS,
    _choose,
    groups_corpus,
    groups_source,
    word_groups,
)
from sgns_core.policy import ARTICLE
from sgns_core.separation import mean_silhouette
from sgns_core.settings import Settings
from sgns_core.source import Source
from sgns_core.step import sgns_step
from sgns_core.tokens import tokenize
from sgns_core.trace import Floats, Indices

UPDATES = 30_000


def sentences(corpus: Corpus) -> list[list[str]]:
    return [corpus.words_text(s) for s in range(corpus.sentence_count)]


def own_words(group: str) -> set[str]:
    return set(GROUPS[group]).union(*CONTEXTS[group].values())


def group_of(sentence: list[str]) -> str:
    """Return the one group whose words fill a sentence beside common words."""
    (group,) = (g for g in GROUPS if set(sentence) <= own_words(g) | set(COMMON))
    return group


def silhouette(E: Floats, source: Source) -> float:
    groups = word_groups()
    return mean_silhouette(
        E[[source.vocabulary.index(word) for word in groups]], list(groups.values())
    )


# --- the words


def test_groups_are_four_or_five_of_six_to_eight_words_and_share_none() -> None:
    assert len(GROUPS) in (4, 5)
    assert all(6 <= len(words) <= 8 for words in GROUPS.values())
    assert CONTEXTS.keys() == GROUPS.keys()
    written = [word for words in GROUPS.values() for word in words] + list(COMMON)
    written += [word for slots in CONTEXTS.values() for words in slots.values() for word in words]
    assert len(set(written)) == len(written)
    assert tokenize(" ".join(written)) == written  # lower-case, one token each
    assert set(groups_corpus().types) == set(written)


def test_only_group_words_have_a_group() -> None:
    assert word_groups() == {word: group for group in GROUPS for word in GROUPS[group]}


# --- the structure


@pytest.mark.parametrize("seed", [2013, 0, 7])
def test_sentences_are_of_one_group_and_groups_alternate(seed: int) -> None:
    lines = sentences(groups_corpus(seed))
    names = [group_of(line) for line in lines]
    rounds = [tuple(names[i : i + len(GROUPS)]) for i in range(0, len(names), len(GROUPS))]
    assert all(set(found) == set(GROUPS) for found in rounds)
    assert len(set(rounds)) > 12  # of 24 orders
    for line, name in zip(lines, names, strict=True):
        assert len(set(line)) == len(line)
        assert len(set(line) & set(GROUPS[name])) in (1, 2)
        assert 2 <= len(set(line) & own_words(name) - set(GROUPS[name])) <= 4
        assert len(set(line) & set(COMMON)) <= 1
    for common in COMMON:
        assert {name for line, name in zip(lines, names, strict=True) if common in line} == set(
            GROUPS
        )


def test_common_words_are_one_in_seven() -> None:
    counts = Counter(word for line in sentences(groups_corpus()) for word in line)
    share = sum(counts[word] for word in COMMON) / counts.total()
    assert 1 / 8 < share < 1 / 6


def test_counts_fall_as_the_docstring_says() -> None:
    source = groups_source()
    counts = source.vocabulary.counts
    slope = np.polyfit(np.log(np.arange(1, len(counts) + 1)), np.log(counts), 1)[0]
    assert slope == pytest.approx(-0.65, abs=0.03)
    for words in GROUPS.values():
        of_group = [counts[source.vocabulary.index(word)] for word in words]
        assert max(of_group) == of_group[0] > 4 * min(of_group)


def test_the_rth_word_is_taken_in_proportion_to_1_over_r() -> None:
    grid = (np.arange(1100) + 0.5) / 1100
    found = Counter(_choose(("a", "b", "c"), (), u) for u in grid.tolist())
    assert found == {"a": 600, "b": 300, "c": 200}
    found = Counter(_choose(("a", "b", "c"), ("a",), u) for u in grid.tolist())
    assert found == {"b": 660, "c": 440}  # 1/2 to 1/3
    words = tuple("abcdefghij")
    assert _choose(words, (), 0.0) == "a"
    assert _choose(words, (), float(np.nextafter(1.0, 0.0))) == "j"


def test_the_text_stays_as_it_is() -> None:
    # Saved sessions name this source instead of holding its text.
    text = "\n".join(map(" ".join, sentences(groups_corpus())))
    assert sha256(text.encode()).hexdigest() == (
        "9c8239680a46e365cefdde7a8a6b19f5f3ffec5aad705ae29a48cb37a7053659"
    )
    assert text != "\n".join(map(" ".join, sentences(groups_corpus(1))))


# --- the source


def test_the_source_brings_a_text_and_no_tables_and_no_groups() -> None:
    source = groups_source()
    assert (source.name, source.built_in, source.lr, source.window) == ("groups", True, 0.1, 5)
    assert source.tables is None
    assert source.corpus is not None
    assert sentences(source.corpus) == sentences(groups_corpus())
    told = " ".join(str(getattr(source, field.name)) for field in fields(Source))
    assert not any(group in told for group in ("animals", "foods", "weather", "music"))


# --- what training finds


def runs(source: Source, seeds: Sequence[int]) -> tuple[Floats, Floats, Indices, Indices]:
    """Return E and Ep (seeds, V, d) to begin with, centers (n,), and rows (n, seeds, k+1).

    Windows neither shrink nor is the text subsampled, so that all seeds have the same pairs.
    """
    each = [Settings(seed=s, lr=source.lr or 0.0, window=source.window or 0) for s in seeds]
    settings = each[0]
    assert (settings.dim, settings.k, settings.lr, settings.policy) == (2, 5, 0.1, ARTICLE)
    sequence = source.pairs(settings)
    centers, contexts = sequence.ids(np.arange(UPDATES) % len(sequence))
    targets = contexts.astype(np.intp)
    rows = np.empty((UPDATES, len(each), 1 + settings.k), np.intp)
    for place, own in enumerate(each):
        chance = uniforms(own.seed, 0, UPDATES, own.k)
        rows[:, place, 0] = targets
        rows[:, place, 1:], _ = draw_negatives(chance, targets, ARTICLE, source.noise(own))
    tables = [source.first_tables(own) for own in each]
    E, Ep = (np.array([pair[table] for pair in tables]) for table in (0, 1))
    return E, Ep, centers.astype(np.intp), rows


def train_together(E: Floats, Ep: Floats, centers: Indices, rows: Indices) -> None:
    """Train the runs of several seeds side by side: what `sgns_step` does, in a tenth of the time.

    E, Ep: (seeds, V, d), in place. centers: (n,). rows: (n, seeds, k+1), the target first.
    """
    run = np.arange(len(E))[:, None]
    for center, scored in zip(centers.tolist(), rows, strict=True):
        v = E[:, center]  # (seeds, d)
        vectors = Ep[run, scored]  # (seeds, k+1, d)
        errors = 1 / (1 + np.exp(-np.einsum("skd,sd->sk", vectors, v)))
        errors[:, 0] -= 1
        np.subtract.at(Ep, (run, scored), 0.1 * errors[:, :, None] * v[:, None])
        v -= 0.1 * np.einsum("sk,skd->sd", errors, vectors)


def test_runs_side_by_side_are_those_of_the_engine() -> None:
    E, Ep, centers, rows = runs(groups_source(), (1, 2))
    alone = [(E[place].copy(), Ep[place].copy()) for place in (0, 1)]
    train_together(E, Ep, centers[:500], rows[:500])
    for place, (own_E, own_Ep) in enumerate(alone):
        for center, scored in zip(centers[:500].tolist(), rows[:500, place], strict=True):
            sgns_step(own_E, own_Ep, center, int(scored[0]), scored[1:])
        np.testing.assert_allclose(E[place], own_E, rtol=0, atol=1e-12)
        np.testing.assert_allclose(Ep[place], own_Ep, rtol=0, atol=1e-12)


def test_training_parts_the_groups_for_most_seeds() -> None:
    source = groups_source()
    E, Ep, centers, rows = runs(source, range(1, 11))
    assert max(silhouette(table, source) for table in E) < 0.1
    train_together(E, Ep, centers, rows)
    found = [silhouette(table, source) for table in E]
    assert sum(value >= 0.4 for value in found) >= 8, found
