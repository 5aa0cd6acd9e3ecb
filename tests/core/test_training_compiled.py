"""Compiled training in other processes: narrower registers, the cache, the announcement."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba, the extra `fast`, is not installed")

_TRAIN = """
import sys
from pathlib import Path
import numpy as np
from sgns_core.kernels import compiling
from sgns_core.training.choosing import make_engine
from sgns_core.training.chunk import Chunk
from sgns_core.training.numpy_engine import NumpyEngine
from sgns_core.training.settings import TrainingSettings

compiling.use_cache(Path(sys.argv[1]))
counts = np.array([50, 40, 30, 20, 10])
ids = np.random.default_rng(0).integers(0, 5, 200).astype(np.int32)
for policy in (None, "word2vec-c"):
    settings = TrainingSettings(dim=20, policy=policy, subsample=0.0)
    engine = make_engine(settings, counts, lambda: print("compiling", policy))
    engine.train(Chunk(ids, np.array([0, 90, 200]), 0, 0, 0.0, 1.0))
    if policy is None:
        plain = NumpyEngine(settings, counts, blocks=1)
        plain.train(Chunk(ids, np.array([0, 90, 200]), 0, 0, 0.0, 1.0))
        print("equal", np.allclose(engine.E, plain.E, atol=1e-6))
from sgns_core.kernels import vectors
print("lanes", vectors.LANES)
"""


def train(folder: Path, **environment: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", _TRAIN, str(folder)],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | environment,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_only_the_first_process_compiles_and_says_so(tmp_path: Path) -> None:
    first, second = train(tmp_path), train(tmp_path)
    assert [line for line in first if line.startswith("compiling")] == [
        "compiling None",
        "compiling word2vec-c",
    ]
    assert [line for line in first if not line.startswith("compiling")] == second
    assert "equal True" in second


def test_registers_of_eight_floats_do_too(tmp_path: Path) -> None:
    # Without the features of the machine's own processor: no AVX-512, whatever it has.
    said = train(tmp_path, NUMBA_CPU_NAME="x86-64", NUMBA_CPU_FEATURES="+avx2,+fma,+popcnt")
    assert "equal True" in said
    assert said[-1] == "lanes 8"
