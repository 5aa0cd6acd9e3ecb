"""What a timeline costs: updates beside the bare loop, going anywhere and back, and memory.

Run with `python -m benchmarks.timeline`, with `--long` for the two long runs as well. Times are
ratios of what was timed in turns in one process.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from functools import partial
from time import perf_counter

import numpy as np

from sgns_core.corpus import Corpus
from sgns_core.draws import uniforms
from sgns_core.noise import NoiseDistribution
from sgns_core.schedule import Block
from sgns_core.settings import Settings
from sgns_core.source import Source, source_from_corpus
from sgns_core.step import sgns_step
from sgns_core.timeline import Timeline
from sgns_core.trace import Floats

MB = 10**6


def zipf_text(words: int, tokens: int, sentence: int = 20) -> Source:
    """Return a text of words drawn by Zipf's law, every word at least once."""
    noise = NoiseDistribution(1.0 / np.arange(1, words + 1), 1.0)
    drawn = noise.draw(uniforms(3, 0, tokens, 1)[:, 0])
    spelt = [f"w{row}" for row in (*range(words), *drawn.tolist())]
    sentences = [spelt[i : i + sentence] for i in range(0, len(spelt), sentence)]
    return source_from_corpus(Corpus.from_sentences(sentences), f"{words} words")


def timed(work: Callable[[], object]) -> float:
    """Return the seconds that something takes."""
    begin = perf_counter()
    work()
    return perf_counter() - begin


def one_by_one(work: Callable[[], object], count: int) -> None:
    """Do something so many times."""
    for _ in range(count):
        work()


def bare_loop(E: Floats, Ep: Floats, block: Block) -> None:
    """Make the updates of a block and nothing else."""
    for center, rows in zip(block.inputs.tolist(), block.rows, strict=True):
        sgns_step(E, Ep, center, int(rows[0]), rows[1:], 0.1)


def stepping(source: Source, repeats: int = 11, count: int = 4_000) -> None:
    """Compare runs of a timeline, draws included, with a bare loop whose draws are given."""
    settings = Settings(dim=2, k=5)
    bare, whole, single = [], [], []
    for _ in range(repeats):
        run = Timeline(source, settings)
        block = run.schedule.block(0, count, run.config())
        tables = source.first_tables(settings)
        bare.append(timed(partial(bare_loop, *tables, block)))
        whole.append(timed(partial(run.step, count)))
        run = Timeline(source, settings)
        run.step()
        single.append(timed(partial(one_by_one, run.step, count)))
    ratios = [a / b for a, b in zip(bare, whole, strict=True)]
    singles = [a / b for a, b in zip(single, bare, strict=True)]
    print(f"updates a second, of the bare loop's: {statistics.median(ratios):.2f} (at least 0.8)")
    print(f"one update at a time, in bare updates: {statistics.median(singles):.2f} (about 3)")


def seeking(source: Source, dim: int, length: int = 100_000) -> None:
    """Compare going anywhere, and on back from there one by one, with 2,000 steps forward."""
    run = Timeline(source, Settings(dim=dim, k=5))
    size = run.E.nbytes + run.Ep.nbytes
    run.step(length)
    places = (uniforms(7, 0, 24, 1)[:, 0] * (length - 400)).astype(int) + 400
    there, back = [], []
    for place in (*places.tolist(), 400, 1_023, length - 1):
        forward = Timeline(source, run.settings)
        unit = timed(partial(forward.step, 2_000))
        run.seek(length if place < length // 2 else 0)
        there.append(timed(partial(run.seek, place)) / unit)
        back.append(timed(partial(one_by_one, run.back, 400)) / unit)
    print(f"{source.name}, d={dim}, tables of {size / MB:.2f} MB, {length:,} updates:")
    print(f"  history {run.nbytes / MB:.0f} MB")
    for name, ratios in (("seek", there), ("400 times back", back)):
        print(
            f"  {name}, in 2,000 steps forward: median {statistics.median(ratios):.2f}, "
            f"worst {max(ratios):.2f} (at most 1)"
        )


def remembering(source: Source, dim: int, length: int) -> None:
    """Print the largest history of a run."""
    run = Timeline(source, Settings(dim=dim, k=5))
    peak = 0
    seconds = 0.0
    while run.position < length:
        seconds += timed(partial(run.step, 512))
        peak = max(peak, run.nbytes)
    print(f"{source.name}, d={dim}, {run.position:,} updates in {seconds:.0f} s:")
    print(f"  history {run.nbytes / MB:.0f} MB, at the peak {peak / MB:.0f} MB (at most 256)")


def main(arguments: list[str]) -> None:
    """Print all measurements."""
    words = zipf_text(5_000, 40_000)
    stepping(words)
    seeking(words, 2)
    seeking(zipf_text(400, 40_000), 150)
    if "--long" in arguments:
        remembering(zipf_text(100_000, 400_000), 300, 20_000)
        remembering(words, 2, 1_000_000)


if __name__ == "__main__":
    main(sys.argv[1:])
