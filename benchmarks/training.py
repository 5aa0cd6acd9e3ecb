"""Words per second and quality of the training engines, next to gensim with one worker.

    CORPUS=text.txt python -m benchmarks.training [--zipf TOKENS] [--dims 100,300] [--repeats 3]
                                                  [--seeds 1,2,3] [--epochs 5] [--only NAME,...]

CORPUS: a text with one sentence a line; speed and quality are measured on it: vectors from 95 % of
the sentences, chosen at random, scored on the other 5 % by the same code for all. --zipf: a text of
so many words of 70,000 types is made up, and the speed on it measured; 20000000 is the full size.
WORD2VEC_C: the program built from word2vec.c with -Ofast, if it is to be measured too; its rate is
the one it prints, of processor time in one epoch (-iter 1).

Speed: raw words of the text per second in one epoch, without counting and encoding; all take
turns, `repeats` times, and medians are reported. "band x 2" is the band in two threads; beside it
stand two runs of the band at once that share no table, which is as much as the machine's cores
give at that time. gensim's sentences lie in memory as lists of words. Where BLAS is set up through
OPENBLAS_CORETYPE and OPENBLAS_L2_SIZE, unset both.
"""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from statistics import mean, median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgns_core.noise import NoiseDistribution
from sgns_core.training.choosing import make_engine
from sgns_core.training.chunk import Chunk
from sgns_core.training.engine import Engine, Vectors
from sgns_core.training.heldout import PairSample, evaluate, sample_pairs
from sgns_core.training.settings import TrainingSettings

CHUNK = 200_000
ZIPF_TYPES, ZIPF_SENTENCE = 70_000, 20
TWO_RUNS = "two runs at once"
OURS = {
    "band": TrainingSettings(),
    "band x 2": TrainingSettings(threads=2),
    "numpy": TrainingSettings(engine="numpy"),
    "word2vec-c": TrainingSettings(policy="word2vec-c"),
    "gensim's rules": TrainingSettings(policy="gensim"),
    "fasttext": TrainingSettings(policy="fasttext"),
}


@dataclass(frozen=True, eq=False)
class Text:
    """A text in both forms: as words for gensim, as rows for the engines."""

    sentences: list[list[str]]
    words: list[str]
    counts: NDArray[np.int64]
    ids: NDArray[np.int32]
    offsets: NDArray[np.int64]
    raw: int

    @classmethod
    def of(cls, sentences: list[list[str]], min_count: int) -> Text:
        """Return a text with its vocabulary, by falling count."""
        counter = Counter(word for sentence in sentences for word in sentence)
        words = [word for word, n in counter.most_common() if n >= min_count]
        counts = np.array([counter[word] for word in words])
        ids, offsets = encoded(sentences, words)
        return cls(sentences, words, counts, ids, offsets, counter.total())

    def chunks(self, epoch: int, epochs: int) -> list[Chunk]:
        """Return the chunks of one epoch."""
        cuts = np.unique(
            np.searchsorted(self.offsets, np.arange(0, len(self.ids) + CHUNK, CHUNK)).clip(
                0, len(self.offsets) - 1
            )
        )
        shares = (epoch + self.offsets[cuts] / len(self.ids)) / epochs
        return [
            Chunk(
                self.ids[self.offsets[a] : self.offsets[b]],
                self.offsets[a : b + 1] - self.offsets[a],
                epoch,
                number,
                float(shares[number]),
                float(shares[number + 1]),
            )
            for number, (a, b) in enumerate(pairwise(cuts))
        ]


def encoded(
    sentences: list[list[str]], words: list[str]
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the rows of the words that have one, and where each sentence begins and ends."""
    row = {word: i for i, word in enumerate(words)}
    rows = [[row[word] for word in sentence if word in row] for sentence in sentences]
    lengths = [len(sentence) for sentence in rows]
    ids = np.fromiter((i for sentence in rows for i in sentence), np.int32, sum(lengths))
    return ids, np.concatenate(([0], np.cumsum(lengths)))


def zipf_text(tokens: int) -> Text:
    """Return a made-up text: words drawn by Zipf's law, without order."""
    rng = np.random.default_rng(1)
    drawn = NoiseDistribution(1.0 / (np.arange(ZIPF_TYPES) + 2.7), 1.0).draw(rng.random(tokens))
    names = [f"w{i}" for i in range(ZIPF_TYPES)]
    listed = drawn.tolist()
    sentences = [
        [names[i] for i in listed[start : start + ZIPF_SENTENCE]]
        for start in range(0, tokens, ZIPF_SENTENCE)
    ]
    return Text.of(sentences, 5)


def run_ours(text: Text, settings: TrainingSettings, epochs: int) -> Any:
    """Train `epochs` epochs; returns the engine."""
    engine = make_engine(settings, text.counts)
    for epoch in range(epochs):
        for chunk in text.chunks(epoch, epochs):
            engine.train(chunk)
    return engine


def gensim_model(text: Text, settings: TrainingSettings) -> Any:
    """Return gensim's model with its vocabulary built, in our order of words."""
    word2vec = importlib.import_module("gensim.models.word2vec")
    model = word2vec.Word2Vec(
        vector_size=settings.dim,
        window=settings.window,
        negative=settings.k,
        sg=1,
        min_count=settings.min_count,
        sample=settings.subsample,
        alpha=settings.lr,
        min_alpha=settings.lr * settings.lr_end_share,
        seed=settings.seed,
        workers=1,
        epochs=settings.epochs,
    )
    model.build_vocab(text.sentences)
    return model


def train_gensim(model: Any, text: Text, epochs: int) -> None:
    """Train `epochs` epochs."""
    model.train(text.sentences, total_examples=len(text.sentences), epochs=epochs)


def word2vec_c(program: str, text: Text, dim: int) -> float:
    """Return the seconds of one epoch of word2vec.c in one thread, by the rate it prints."""
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "text.txt"
        with corpus.open("w", encoding="utf-8") as file:
            file.writelines(" ".join(sentence) + "\n" for sentence in text.sentences)
        files = ["-train", str(corpus), "-output", str(Path(folder) / "vectors.txt")]
        options = (
            f"-size {dim} -window 5 -negative 5 -hs 0 -cbow 0 -sample 1e-3 -min-count 5 "
            "-threads 1 -iter 1"
        )
        done = subprocess.run(
            [program, *files, *options.split()],
            check=True,
            capture_output=True,
            text=True,
        )
    rate = float(done.stdout.rsplit("Words/thread/sec:", 1)[1].split("k", 1)[0]) * 1000
    return text.raw / rate


def gensim_tables(model: Any, text: Text) -> tuple[Vectors, Vectors]:
    """Return E and Ep of a gensim model in the order of the text's words."""
    order = [model.wv.key_to_index[word] for word in text.words]
    return model.wv.vectors[order], model.syn1neg[order]


def speed(text: Text, title: str, dim: int, names: list[str], repeats: int) -> None:
    """Print words per second of each, and its ratio to gensim, taken in the same turn."""
    engines = {name: make_engine(replace(OURS[name], dim=dim), text.counts) for name in names}
    peer = gensim_model(text, TrainingSettings(dim=dim))
    chunks = text.chunks(0, 5)  # the first of five epochs
    for engine in engines.values():
        engine.train(chunks[0])

    def epoch_of(name: str) -> Callable[[], object]:
        return lambda: [engines[name].train(chunk) for chunk in chunks]

    ways: dict[str, Callable[[], object]] = {
        "gensim, 1 worker": lambda: train_gensim(peer, text, 1)
    }
    ways |= {name: epoch_of(name) for name in names}
    if "band x 2" in names:
        pair = [make_engine(TrainingSettings(dim=dim), text.counts) for _ in range(2)]
        ways[TWO_RUNS] = lambda: at_once(pair, chunks)
    taken: dict[str, list[float]] = {name: [] for name in ways}
    program = os.environ.get("WORD2VEC_C")
    for _ in range(repeats):
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            seconds = time.perf_counter() - start
            taken[name].append(seconds / 2 if name == TWO_RUNS else seconds)
        if program:
            taken.setdefault("word2vec.c itself", []).append(word2vec_c(program, text, dim))
    print(f"\n{title}: {text.raw:,} words, {len(text.words):,} types, d = {dim}")
    print(f"{'':<20}{'words/s':>12}{'x gensim':>10}{'best':>12}")
    for name, times in taken.items():
        ratio = median(a / b for a, b in zip(taken["gensim, 1 worker"], times, strict=True))
        rates = text.raw / median(times), text.raw / min(times)
        print(f"{name:<20}{rates[0]:>12,.0f}{ratio:>10.1f}{rates[1]:>12,.0f}", flush=True)


def at_once(engines: list[Engine], chunks: list[Chunk]) -> None:
    """Train engines on the same chunks, each in a thread of its own."""

    def run(engine: Engine) -> None:
        for chunk in chunks:
            engine.train(chunk)

    with ThreadPoolExecutor(len(engines)) as pool:
        list(pool.map(run, engines))


def quality(
    lines: list[list[str]], title: str, dim: int, names: list[str], seeds: list[int], epochs: int
) -> None:
    """Print loss and AUC on held-out sentences, means over the seeds, and their spread."""
    held = np.random.default_rng(0).random(len(lines)) < 0.05
    train = [line for line, out in zip(lines, held, strict=True) if not out]
    text = Text.of(train, 5)
    ids, offsets = encoded([line for line, out in zip(lines, held, strict=True) if out], text.words)
    sample = sample_pairs(ids, offsets, text.counts, TrainingSettings())
    print(f"\n{title}: held-out 5 %, {len(sample):,} pairs, d = {dim}, {epochs} epochs")
    print(f"{'':<20}{'loss':>9}{'+-':>8}{'AUC':>9}{'+-':>8}")

    def scored_gensim(seed: int) -> tuple[Vectors, Vectors]:
        model = gensim_model(text, TrainingSettings(dim=dim, seed=seed, epochs=epochs))
        train_gensim(model, text, epochs)
        return gensim_tables(model, text)

    def scored_ours(name: str) -> Callable[[int], tuple[Vectors, Vectors]]:
        def run(seed: int) -> tuple[Vectors, Vectors]:
            engine = run_ours(text, replace(OURS[name], dim=dim, seed=seed), epochs)
            return engine.E, engine.Ep

        return run

    report("gensim, 1 worker", scored_gensim, sample, seeds)
    for name in names:
        report(name, scored_ours(name), sample, seeds)


def report(
    name: str,
    run: Callable[[int], tuple[Vectors, Vectors]],
    sample: PairSample,
    seeds: list[int],
) -> None:
    """Print one line of the table of quality."""
    scores = [evaluate(*run(seed), sample) for seed in seeds]
    losses, areas = [s.loss for s in scores], [s.auc for s in scores]
    spreads = [max(v) - min(v) for v in (losses, areas)]
    print(
        f"{name:<20}{mean(losses):>9.4f}{spreads[0]:>8.4f}{mean(areas):>9.4f}{spreads[1]:>8.4f}",
        flush=True,
    )


def main() -> None:
    """Print the tables that are asked for."""
    parser = argparse.ArgumentParser(description="Measure the training engines.")
    parser.add_argument("--zipf", type=int, default=1_000_000, help="words of the made-up text")
    parser.add_argument("--dims", default="100,300")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seeds", default="1,2,3", help="of the quality; empty: speed alone")
    parser.add_argument("--epochs", type=int, default=5, help="of the quality")
    parser.add_argument("--only", default=",".join(OURS), help="which ways, of these")
    options = parser.parse_args()
    names = options.only.split(",")
    dims = [int(dim) for dim in options.dims.split(",")]
    seeds = [int(seed) for seed in options.seeds.split(",") if seed]
    corpus = os.environ.get("CORPUS")
    if corpus:
        with Path(corpus).open(encoding="utf-8", errors="replace") as file:
            lines = [line.split() for line in file]
        text = Text.of(lines, 5)
        for dim in dims:
            if options.repeats:
                speed(text, Path(corpus).name, dim, names, options.repeats)
            if seeds:
                quality(lines, Path(corpus).name, dim, names, seeds, options.epochs)
    if options.zipf:
        text = zipf_text(options.zipf)
        for dim in dims:
            speed(text, "made-up text", dim, names, options.repeats)


if __name__ == "__main__":
    main()
