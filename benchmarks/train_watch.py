"""`train --watch` next to `train`: how many words per second are left with the screen.

    CORPUS=text.txt python -m benchmarks.train_watch [--repeats 3] [--epochs 40] [--dim 100]
                                                     [--engine auto]

Both run in a terminal of 120x36, one after the other in turns; a rate is what the command says
when it is over: from the first word to the last, without reading the text and writing vectors.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import sys
import tempfile
from pathlib import Path

from tests.tui.terminal.harness import Terminal

SIZE = (120, 36)
LEAST = 0.85
LIMIT = 300.0  # seconds for a run


def rate(corpus: str, output: str, options: list[str], watched: bool) -> float:
    """Train once; return words per second."""
    command = [sys.executable, "-m", "sgns_tui", "train", corpus, "--output", output, "--force"]
    with Terminal([*command, *options, *(["--watch"] if watched else [])], size=SIZE) as terminal:
        if watched:
            terminal.wait_for("q leaves", LIMIT)
            terminal.press("q")
        if terminal.exit_status(LIMIT):
            raise RuntimeError(terminal.screen_text())
        shown = " ".join(terminal.screen_text().split())
    found = re.search(r" s, ([\d.]+)([MkG]?) words/s", shown) or re.search(
        r" min, ([\d.]+)([MkG]?) words/s", shown
    )
    if found is None:
        raise RuntimeError(shown)
    return float(found[1]) * {"": 1, "k": 1e3, "M": 1e6, "G": 1e9}[found[2]]


def main() -> int:
    """Print the rates and their ratio; 1 where it is below the target."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--epochs", default="40")
    parser.add_argument("--dim", default="100")
    parser.add_argument("--engine", default="auto")
    given = parser.parse_args()
    corpus = str(Path(os.environ["CORPUS"]).absolute())
    options = ["--epochs", given.epochs, "--dim", given.dim, "--engine", given.engine]
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        output = str(Path(folder) / "vectors.npz")
        for turn in range(given.repeats):
            both = {}
            for watched in (False, True) if turn % 2 else (True, False):
                both[watched] = rate(corpus, output, options, watched)
            ratios.append(both[True] / both[False])
            print(f"{both[True]:12,.0f} of {both[False]:12,.0f} words/s  {ratios[-1]:.3f}")
    middle = statistics.median(ratios)
    print(f"with the screen, d={given.dim}, median: {middle:.3f} (target {LEAST})")
    return int(middle < LEAST)


if __name__ == "__main__":
    sys.exit(main())
