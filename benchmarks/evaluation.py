"""Rated pairs and analogies, answered by vectors of the training engines and of gensim.

    CORPUS=text.txt python -m benchmarks.evaluation [--dims 100,300] [--seeds 1] [--epochs 5]
                                [--only NAME,...] [--pairs FILE]... [--analogies FILE]...

CORPUS: a text with one sentence a line; all train on the whole of it with the same settings, and
all are scored by the code behind `sgns-tui evaluate --fold-case`, on the input vectors. Without
--pairs and --analogies: the files of WordSim-353, SimLex-999 and the Google analogies that gensim
has beside its tests. Spearman's correlation is over the pairs whose words both have vectors;
an analogy is asked where all four words have. Means over the seeds, with the least and the largest.
"""

from __future__ import annotations

import argparse
import importlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean

from benchmarks.training import OURS, Text, gensim_model, gensim_tables, run_ours, train_gensim
from sgns_core.analogy_questions import answer_questions, parse_questions
from sgns_core.rated_pairs import compare_pairs, parse_rated_pairs
from sgns_core.training.engine import Vectors
from sgns_core.training.settings import TrainingSettings

PAIRS = ("wordsim353.tsv", "simlex999.txt")
ANALOGIES = ("questions-words.txt",)
NAMES = "band,numpy,word2vec-c"


@dataclass(frozen=True)
class Measure:
    """A file of questions; of: its score of input vectors (V, d); covers: what can be scored."""

    title: str
    covers: str
    of: Callable[[Vectors], float]


def main() -> None:
    """Print a table for each number of dimensions."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--dims", default="100,300")
    parser.add_argument("--seeds", default="1")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--only", default=NAMES, help="which ways, beside gensim's")
    parser.add_argument("--pairs", action="append", type=Path)
    parser.add_argument("--analogies", action="append", type=Path)
    given = parser.parse_args()
    corpus = os.environ.get("CORPUS")
    if not corpus:
        parser.error("CORPUS names no text to train on")
    with Path(corpus).open(encoding="utf-8", errors="replace") as file:
        text = Text.of([line.split() for line in file], 5)
    measures = [
        *(pairs_measure(path, text.words) for path in given.pairs or beside_gensim(PAIRS)),
        *(
            analogies_measure(path, text.words)
            for path in given.analogies or beside_gensim(ANALOGIES)
        ),
    ]
    seeds = [int(seed) for seed in given.seeds.split(",")]
    for dim in map(int, given.dims.split(",")):
        print(f"\n{Path(corpus).name}: d = {dim}, {given.epochs} epochs, seeds {given.seeds}")
        for heading in ([one.title for one in measures], [one.covers for one in measures]):
            print(" " * 20 + "".join(f"{part:>24}" for part in heading))
        settings = TrainingSettings(dim=dim, epochs=given.epochs)
        for name in ("gensim, 1 worker", *given.only.split(",")):
            tables = [trained(text, name, replace(settings, seed=seed)) for seed in seeds]
            scores = "".join(f"{spread([one.of(E) for E in tables]):>24}" for one in measures)
            print(f"{name:<20}{scores}", flush=True)


def beside_gensim(names: Sequence[str]) -> list[Path]:
    """Return where gensim keeps files for its tests."""
    datapath = importlib.import_module("gensim.test.utils").datapath
    return [Path(datapath(name)) for name in names]


def pairs_measure(path: Path, words: Sequence[str]) -> Measure:
    """Return Spearman's correlation with a file of rated pairs."""
    pairs = parse_rated_pairs(path.read_text(encoding="utf-8"))
    lookup = folded(words)
    known = sum(min(lookup(pair.first), lookup(pair.second)) >= 0 for pair in pairs)
    return Measure(
        path.stem,
        f"{known:,} of {len(pairs):,} pairs",
        lambda E: compare_pairs(E, lookup, pairs).spearman,
    )


def analogies_measure(path: Path, words: Sequence[str]) -> Measure:
    """Return the share of a file's questions that are answered rightly."""
    sections = parse_questions(path.read_text(encoding="utf-8"))
    lookup = folded(words)
    questions = [question for section in sections for question in section.questions]
    known = sum(min(map(lookup, question)) >= 0 for question in questions)

    def of(E: Vectors) -> float:
        found = answer_questions(E, lookup, sections)
        return sum(section.correct for section in found) / max(known, 1)

    return Measure(path.stem, f"{known:,} of {len(questions):,} asked", of)


def folded(words: Sequence[str]) -> Callable[[str], int]:
    """Return the look-up of a word's row for which case is no difference."""
    rows: dict[str, int] = {}
    for row, word in enumerate(words):
        rows.setdefault(word.casefold(), row)
    return lambda word: rows.get(word.casefold(), -1)


def trained(text: Text, name: str, settings: TrainingSettings) -> Vectors:
    """Return the input vectors of a run, in the order of the text's words."""
    if name in OURS:
        engine = run_ours(
            text,
            replace(OURS[name], dim=settings.dim, epochs=settings.epochs, seed=settings.seed),
            settings.epochs,
        )
        vectors: Vectors = engine.E
        return vectors
    model = gensim_model(text, settings)
    train_gensim(model, text, settings.epochs)
    return gensim_tables(model, text)[0]


def spread(scores: Sequence[float]) -> str:
    """Return the mean of scores, and their range where there are several."""
    if len(scores) == 1:
        return f"{scores[0]:.3f}"
    return f"{mean(scores):.3f} ({min(scores):.3f}-{max(scores):.3f})"


if __name__ == "__main__":
    main()
