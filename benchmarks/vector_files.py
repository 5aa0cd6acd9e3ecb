"""Reading and writing word2vec's text format, beside gensim's KeyedVectors.

Run it as `python -m benchmarks.vector_files [WORDS]`; 5,000 words of 300 values unless it is told
otherwise. It needs gensim.
"""

from __future__ import annotations

import logging
import sys
import tempfile
from pathlib import Path

import numpy as np

from benchmarks.paired import Ratio, compare, table
from sgns_core.formats.loading import load_vectors
from sgns_core.vectors import WordVectors
from sgns_tui.vectors_file import save_vectors

DIM = 300


def run(words: int = 5_000, repeats: int = 3) -> list[Ratio]:
    """Return how long loading and saving take, in what gensim takes."""
    from gensim.models import KeyedVectors

    logging.disable(logging.WARNING)
    random = np.random.default_rng(1)
    E = random.standard_normal((words, DIM), np.float32) * np.float32(0.3)
    names = [f"word{row}" for row in range(words)]
    vectors = WordVectors(words=names, E=E)
    keyed = KeyedVectors(DIM)
    keyed.add_vectors(names, E)
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        for ending, binary in ((".vec", False), (".bin", True)):
            ours, theirs = str(Path(folder, f"ours{ending}")), str(Path(folder, f"theirs{ending}"))
            ratios.append(
                compare(
                    f"write {words:,} x {DIM} {ending}",
                    lambda path=ours: save_vectors(path, vectors, force=True),  # type: ignore[misc]
                    lambda path=theirs, b=binary: keyed.save_word2vec_format(path, binary=b),  # type: ignore[misc]
                    repeats=repeats,
                    target=1.0,
                )
            )
            ratios.append(
                compare(
                    f"read {words:,} x {DIM} {ending}",
                    lambda path=ours: load_vectors(path),  # type: ignore[misc]
                    lambda path=ours, b=binary: KeyedVectors.load_word2vec_format(path, binary=b),  # type: ignore[misc]
                    repeats=repeats,
                    target=1.0,
                )
            )
    return ratios


if __name__ == "__main__":
    print(table(run(*map(int, sys.argv[1:]))))
