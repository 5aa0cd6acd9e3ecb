"""From a text file to a vectors file: `sgns-tui train` next to gensim, each a process of its own.

    CORPUS=text.txt python -m benchmarks.train_command [--dim 100] [--epochs 5] [--repeats 3]
                                                       [--engine auto] [--threads 1]

CORPUS: a text, one sentence a line. Both count, train with the same settings in one thread and
write word2vec's text format; what is measured is the whole, start-up and all, in turn.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.paired import compare, table

GENSIM = """
import sys
from gensim.models.word2vec import LineSentence, Word2Vec
text, output, dim, epochs = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
model = Word2Vec(LineSentence(text), vector_size=dim, epochs=epochs, window=5, negative=5, sg=1,
                 sample=1e-3, alpha=0.025, min_alpha=2.5e-6, min_count=5, workers=1, seed=1)
model.wv.save_word2vec_format(output)
"""


def run(*command: str) -> None:
    """Run Python with these arguments, and see that it succeeds."""
    subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    """Print the ratio."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--dim", default="100")
    parser.add_argument("--epochs", default="5")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--threads", default="1")
    given = parser.parse_args()
    corpus = str(Path(os.environ["CORPUS"]).absolute())
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = str(Path(folder) / "ours.txt"), str(Path(folder) / "theirs.txt")
        options = ["--dim", given.dim, "--epochs", given.epochs, "--engine", given.engine]
        options += ["--threads", given.threads, "--tokens", "whitespace", "--force"]
        ratio = compare(
            f"file to file, {given.engine}, d={given.dim}, {given.epochs} epochs",
            lambda: run("-m", "sgns_tui", "train", corpus, "--output", ours, *options),
            lambda: run("-c", GENSIM, corpus, theirs, given.dim, given.epochs),
            repeats=given.repeats,
            target=1 / 4 if given.engine != "numpy" else 1.0,
        )
    print(table([ratio]))


if __name__ == "__main__":
    main()
