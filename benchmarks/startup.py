"""`sgns-tui --help` against an interpreter that only imports click, as whole processes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.paired import Ratio, compare


def run() -> list[Ratio]:
    """Measure the console script that is installed beside this interpreter."""
    script = str(Path(sys.executable).with_name("sgns-tui"))
    helping = compare(
        "sgns-tui --help, over importing click",
        lambda: _run(script, "--help"),
        lambda: _run(sys.executable, "-c", "import click"),
        repeats=21,
        target=2.0,
    )
    return [helping]


def _run(*command: str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
