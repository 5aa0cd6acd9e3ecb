"""Peak memory and speed of `sgns-tui train` on texts of growing size.

    python -m benchmarks.train_memory [--words 1000000,50000000] [--dim 100] [--engine auto]

Texts of 70,000 types are made up; each is trained on for one epoch by a process of its own, from
the file to the vectors. The speed is that of training alone, as the command reports it.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.zipf_file import write_zipf
from sgns_core.formats.loading import load_vectors


def peak(arguments: list[str]) -> tuple[float, str]:
    """Return the most memory, in MB, that `sgns-tui` took, and what it said."""
    command = [sys.executable, "-m", "sgns_tui", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"train ended with {process.returncode}")
    scale = 1 if sys.platform == "darwin" else 1024
    return usage.ru_maxrss * scale / 1e6, said


def main() -> None:
    """Print a line for each size."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--words", default="1000000,10000000,50000000")
    parser.add_argument("--dim", default="100")
    parser.add_argument("--engine", default="auto")
    given = parser.parse_args()
    print(f"{'words':>12}{'text MB':>9}{'types':>9}{'tables MB':>11}{'peak MB':>9}  speed")
    with tempfile.TemporaryDirectory() as folder:
        text, out = Path(folder) / "text.txt", Path(folder) / "vectors.npz"
        for words in map(int, given.words.split(",")):
            write_zipf(text, words)
            options = ["--epochs", "1", "--dim", given.dim, "--engine", given.engine, "--force"]
            most, said = peak(["train", str(text), "--output", str(out), *options])
            vectors = load_vectors(str(out)).vectors
            speed = re.search(r"[0-9.]+[kMG]? words/s", said)
            print(
                f"{words:>12,}{text.stat().st_size / 1e6:>9.0f}{len(vectors):>9,}"
                f"{2 * vectors.E.nbytes / 1e6:>11.0f}{most:>9.0f}  {speed[0] if speed else said}",
                flush=True,
            )
            del vectors


if __name__ == "__main__":
    main()
