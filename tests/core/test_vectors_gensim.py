"""Neighbors, analogies and evaluation beside gensim's, where it is installed."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sgns_core.analogy import analogy
from sgns_core.analogy_questions import answer_questions, parse_questions
from sgns_core.neighbors import NeighborSearch
from sgns_core.rated_pairs import compare_pairs, parse_rated_pairs

gensim: Any = pytest.importorskip("gensim.models")
WORDS = [f"w{row}" for row in range(300)]
E = np.random.default_rng(12).normal(size=(300, 6)).astype(np.float32)
ROWS = {word: row for row, word in enumerate(WORDS)}


@pytest.fixture(scope="module")
def keyed() -> Any:
    vectors = gensim.KeyedVectors(6)
    vectors.add_vectors(WORDS, E)
    return vectors


def lookup(word: str) -> int:
    return ROWS.get(word, -1)


def agree(ours: list[tuple[int, float]], theirs: list[tuple[str, float]], within: float) -> None:
    assert [WORDS[row] for row, _ in ours] == [word for word, _ in theirs]
    assert [value for _, value in ours] == pytest.approx([v for _, v in theirs], abs=within)


def test_nearest_words(keyed: Any) -> None:
    search = NeighborSearch(E)
    for row in range(0, 300, 37):
        found = search.nearest(E[row], 12, without=(row,))
        agree(found, keyed.most_similar(WORDS[row], topn=12), 1e-6)


def test_analogies(keyed: Any) -> None:
    search = NeighborSearch(E)
    for a, b, c in np.random.default_rng(13).integers(300, size=(20, 3)).tolist():
        if len({a, b, c}) < 3:
            continue
        theirs = keyed.most_similar(positive=[WORDS[b], WORDS[c]], negative=[WORDS[a]], topn=8)
        agree(analogy(search, a, b, c, 8), theirs, 1e-6)


def test_rated_pairs(keyed: Any, tmp_path: Path) -> None:
    random = np.random.default_rng(14)
    lines = [
        f"w{a}\tw{b}\t{random.integers(9)}" for a, b in random.integers(330, size=(120, 2)).tolist()
    ]
    path = tmp_path / "pairs.tsv"
    path.write_text("\n".join(lines) + "\n")
    found = compare_pairs(E, lookup, parse_rated_pairs(path.read_text()))
    _pearson, theirs, unknown = keyed.evaluate_word_pairs(str(path))
    assert found.spearman == pytest.approx(float(theirs[0]), abs=1e-9)
    assert 100 * found.unknown / found.total == pytest.approx(unknown)


def test_analogy_questions(keyed: Any, tmp_path: Path) -> None:
    random = np.random.default_rng(15)
    lines = []
    for number in range(200):
        if number % 80 == 0:
            lines.append(f": section {number}")
        a, b, c = random.choice(300, size=3, replace=False).tolist()
        likely = keyed.most_similar(positive=[f"w{b}", f"w{c}"], negative=[f"w{a}"], topn=2)
        answer = likely[int(random.integers(2))][0]
        lines.append(f"w{a} w{b} w{c} {answer if number % 7 else 'unknown'}")
    path = tmp_path / "questions.txt"
    path.write_text("\n".join(lines) + "\n")
    _score, sections = keyed.evaluate_word_analogies(str(path))
    found = answer_questions(E, lookup, parse_questions(path.read_text()))
    assert len(found) == 3
    for ours, theirs in zip(found, sections, strict=False):
        assert ours.name == theirs["section"]
        assert ours.correct == len(theirs["correct"])
        assert ours.asked == len(theirs["correct"]) + len(theirs["incorrect"])
    assert 0 < sum(section.correct for section in found) < sum(section.asked for section in found)
