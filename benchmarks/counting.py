"""Counting and encoding a text, next to gensim's build_vocab over LineSentence.

    CORPUS=text.txt python -m benchmarks.counting [--zipf TOKENS] [--repeats 7]

CORPUS: a text, one sentence a line. --zipf: a text of so many words of 70,000 types is made up.
What is compared takes turns; the ratio is the median of the time of ours over gensim's, with its
quartiles: 0.5 is twice as fast. `count` is the pass before training, from the file to the sorted
vocabulary; `encode` a later pass, from the file to rows of the vocabulary in sentences. Tokens as
gensim's LineSentence has them (whitespace), and by our own rule (words).
"""

from __future__ import annotations

import argparse
import importlib
import os
import tempfile
from pathlib import Path

from benchmarks.paired import Ratio, compare, table
from benchmarks.zipf_file import write_zipf
from sgns_core.corpus import TextSettings
from sgns_core.kernels.compiling import available
from sgns_core.streams.counting import CountedText, count_words
from sgns_core.streams.encoding import EncodedText
from sgns_core.streams.parts import TextPart
from sgns_core.streams.pieces import make_pieces
from sgns_core.tokens import TokenRule

MIN_COUNT = 5
PLAIN, COMPILED = 1 / 1.9, 1 / 5


def gensim_vocabulary(path: Path) -> object:
    """Return gensim's model with its vocabulary built."""
    word2vec = importlib.import_module("gensim.models.word2vec")
    model = word2vec.Word2Vec(vector_size=1, min_count=MIN_COUNT)
    model.build_vocab(word2vec.LineSentence(str(path)))
    return model


def count(path: Path, tokens: TokenRule, compiled: bool) -> CountedText:
    """Count, and order the vocabulary."""
    text = count_words([TextPart.file(path)], TextSettings(tokens), make_pieces(compiled))
    text.vocabulary(MIN_COUNT)
    return text


def encode(text: EncodedText) -> None:
    """Go over the text once, as in an epoch."""
    for _ in text.pass_over():
        pass


def measure(path: Path, repeats: int) -> list[Ratio]:
    """Compare every way with gensim's."""
    ratios = []
    rules: tuple[TokenRule, ...] = ("whitespace", "words")
    for compiled in (False, True) if available() else (False,):
        way, target = ("compiled", COMPILED) if compiled else ("plain", PLAIN)
        for tokens in rules:
            counted = count(path, tokens, compiled)
            encoded = EncodedText(counted, counted.vocabulary(MIN_COUNT), make_pieces(compiled))

            def count_it(tokens: TokenRule = tokens, compiled: bool = compiled) -> None:
                count(path, tokens, compiled)

            def encode_it(encoded: EncodedText = encoded) -> None:
                encode(encoded)

            for name, call in (("count", count_it), ("encode", encode_it)):
                ratios.append(
                    compare(
                        f"{name}, {way}, {tokens}",
                        call,
                        lambda: gensim_vocabulary(path),
                        repeats=repeats,
                        target=target,
                    )
                )
    return ratios


def main() -> None:
    """Print a table for each text."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--zipf", type=int, default=2_000_000)
    parser.add_argument("--repeats", type=int, default=7)
    given = parser.parse_args()
    corpus = os.environ.get("CORPUS")
    if corpus:
        print(table(measure(Path(corpus), given.repeats)))
    if given.zipf:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "zipf.txt"
            write_zipf(path, given.zipf)
            print(f"\n{given.zipf:,} words of 70,000 types")
            print(table(measure(path, given.repeats)))


if __name__ == "__main__":
    main()
