"""Run all benchmarks, or those that are named: `python -m benchmarks step`."""

from __future__ import annotations

import sys

from benchmarks import map as map_benchmark
from benchmarks import neighbors, startup, step
from benchmarks.paired import table

BENCHMARKS = {
    "step": step.run,
    "startup": startup.run,
    "map": map_benchmark.run,
    "neighbors": neighbors.run,
}


def main(names: list[str]) -> int:
    """Print a table of ratios for each; return 2 for a name that no benchmark has."""
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        known = ", ".join(BENCHMARKS)
        print(f"no benchmark is called {', '.join(unknown)}; there are {known}", file=sys.stderr)
        return 2
    for name in names or BENCHMARKS:
        print(table(BENCHMARKS[name]()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
