"""Words per second of training on texts of growing size, read from the disk as it goes.

    python -m benchmarks.train_sizes [--sizes 1000000,10000000,100000000] [--types 20000]
                                     [--dim 100] [--engine auto] [--repeats 3] [--folder /tmp]

A text of each size is made up; all have the same words, each of them in the vocabulary, so that the
tables are as large for each. One epoch in one thread is timed, from the first byte to the last
update; counting beforehand is timed apart. Sizes take turns, `repeats` times; a small text is
trained on several times in its turn, for a second at least. The texts are written to a folder of
their own in --folder, about 3.4 bytes a word, and deleted at the end.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks.zipf_file import write_zipf
from sgns_core.corpus import TextSettings
from sgns_core.streams.counting import CountedText, count_words
from sgns_core.streams.encoding import EncodedText
from sgns_core.streams.parts import TextPart
from sgns_core.streams.pieces import make_pieces
from sgns_core.training.choosing import make_engine
from sgns_core.training.run import TrainingRun
from sgns_core.training.settings import TrainingSettings

BYTES_PER_WORD = 5
LEAST_SECONDS = 1.0


def seconds_of_epoch(text: CountedText, settings: TrainingSettings) -> float:
    """Return how long one epoch takes, read from the file."""
    vocabulary = text.vocabulary(settings.min_count)
    engine = make_engine(settings, vocabulary.counts)
    run = TrainingRun(settings, EncodedText(text, vocabulary), engine)
    start = time.perf_counter()
    for _ in run.advance():
        pass
    return time.perf_counter() - start


def rate(text: CountedText, settings: TrainingSettings) -> float:
    """Return words per second, of as many epochs as fill LEAST_SECONDS, each begun anew."""
    seconds = [seconds_of_epoch(text, settings)]
    while sum(seconds) < LEAST_SECONDS:
        seconds.append(seconds_of_epoch(text, settings))
    return text.tokens / median(seconds)


def main() -> None:
    """Print a line for each size, and how far the sizes lie apart."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", default="1000000,10000000,100000000")
    parser.add_argument("--types", type=int, default=20_000)
    parser.add_argument("--dim", type=int, default=100)
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--folder", default=tempfile.gettempdir())
    given = parser.parse_args()
    sizes = [int(size) for size in given.sizes.split(",")]
    needed, free = sum(sizes) * BYTES_PER_WORD, shutil.disk_usage(given.folder).free
    if needed > free:
        parser.error(f"{given.folder} has {free / 1e9:.1f} GB free; {needed / 1e9:.1f} are needed")
    settings = TrainingSettings(dim=given.dim, engine=given.engine, epochs=1, min_count=1)
    texts: list[CountedText] = []
    make_pieces()  # compiles
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        print(f"d = {given.dim}, one epoch, one thread, engine {given.engine}")
        print(f"{'words':>12}{'text MB':>9}{'types':>9}{'counted, words/s':>18}")
        for size in sizes:
            path = Path(folder) / f"{size}.txt"
            write_zipf(path, size, types=given.types)
            start = time.perf_counter()
            texts.append(count_words([TextPart.file(path)], TextSettings("whitespace")))
            took = time.perf_counter() - start
            print(
                f"{size:>12,}{path.stat().st_size / 1e6:>9.0f}{len(texts[-1].types):>9,}"
                f"{size / took:>18,.0f}",
                flush=True,
            )
        seconds_of_epoch(texts[0], settings)  # compiles
        rates: list[list[float]] = [[] for _ in texts]
        for _ in range(given.repeats):
            for text, found in zip(texts, rates, strict=True):
                found.append(rate(text, settings))
    print(f"\n{'words':>12}{'words/s':>13}{'of the first':>14}{'least':>13}{'most':>13}")
    for size, found in zip(sizes, rates, strict=True):
        share = median(a / b for a, b in zip(found, rates[0], strict=True))
        print(
            f"{size:>12,}{median(found):>13,.0f}{share:>14.3f}{min(found):>13,.0f}{max(found):>13,.0f}"
        )
    medians = [median(found) for found in rates]
    print(f"slowest over fastest: {min(medians) / max(medians):.3f} (0.9 or more is asked for)")


if __name__ == "__main__":
    main()
