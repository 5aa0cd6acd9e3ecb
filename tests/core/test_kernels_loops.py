"""The pieces of the compiled loop, one by one, against NumPy and the plain-Python reference."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgns_core.kernels import compiling, stepper
from sgns_core.noise import NoiseDistribution
from sgns_core.trace import Floats
from tests.core.reference import reference_philox

numba: Any = pytest.importorskip("numba", reason="numba, the extra `fast`, is not installed")
loops: Any = pytest.importorskip("sgns_core.kernels.loops")

untimed = settings(deadline=None)
WORD = st.integers(0, 2**64 - 1)
LAST = float(np.nextafter(1.0, 0.0))


@untimed
@given(step=WORD, seed=WORD, group=st.integers(0, 2**32 - 1))
def test_philox_is_the_published_one_word_for_word(step: int, seed: int, group: int) -> None:
    words = loops.philox(np.uint64(step), np.uint64(seed), np.uint64(group))
    assert tuple(map(int, words)) == reference_philox((step, 0, 0, 0), (seed, group))


@untimed
@given(WORD)
def test_a_word_becomes_the_number_that_the_engine_makes_of_it(word: int) -> None:
    assert loops.unit(np.uint64(word)) == (word >> 11) * 2.0**-53


def noises() -> list[NoiseDistribution]:
    rng = np.random.default_rng(1)
    tail = 1.0 / np.arange(1, 300) ** 3  # many words share a bucket of the guide
    holes = np.where(rng.random(200) < 0.7, 0.0, rng.random(200))
    return [
        NoiseDistribution([1.0]),
        NoiseDistribution([0.0, 3.0, 0.0]),
        NoiseDistribution([5.0, 0.0, 40.0, 1.0, 7.0, 0.0]),
        NoiseDistribution(np.ones(64), 0.0),
        NoiseDistribution([3e-16, 1.0], 1.0),  # without word 1 the rest rounds to above its edge
        NoiseDistribution(tail, 1.0),
        NoiseDistribution(tail[::-1], 1.5),
        NoiseDistribution(np.append(np.zeros(3), tail), 4.0),
        NoiseDistribution(holes),
    ]


def edge_numbers(noise: NoiseDistribution) -> Floats:
    """Numbers of [0, 1) at, just below and just above every edge of q and of the guide."""
    edges = np.concatenate((noise.cumulative, np.arange(1025) / 1024, [1e-300]))
    numbers = np.concatenate((edges, np.nextafter(edges, 0.0), np.nextafter(edges, 1.0)))
    numbers = np.append(numbers, np.random.default_rng(2).random(2000))
    return np.unique(numbers[numbers < 1.0])


@pytest.mark.parametrize("noise", noises(), ids=lambda noise: str(len(noise)))
def test_draws_are_those_of_the_engine_at_every_edge(noise: NoiseDistribution) -> None:
    guide = stepper._guide_of(noise.cumulative, len(noise))
    numbers = edge_numbers(noise)
    assert 0.0 in numbers
    assert LAST in numbers
    drawn = [loops.word_at(u, guide.cumulative, guide.start) for u in numbers.tolist()]
    assert drawn == noise.draw(numbers).tolist()


@pytest.mark.parametrize("noise", noises()[2:], ids=lambda noise: str(len(noise)))
def test_redraws_are_those_of_the_engine_at_every_edge(noise: NoiseDistribution) -> None:
    guide = stepper._guide_of(noise.cumulative, len(noise))
    last = len(noise) - 1
    numbers = edge_numbers(noise)
    for target in sorted({0, 1, min(2, last), last // 2, last - 1, last}):
        drawn = [
            loops.other_word_at(u, target, guide.cumulative, guide.start) for u in numbers.tolist()
        ]
        assert drawn == noise.draw_other(numbers, target).tolist()
        assert target not in drawn


@untimed
@given(st.floats(-800, 800) | st.floats(allow_nan=False))
def test_the_exponential_is_exact_to_the_last_digits(z: float) -> None:
    expected = np.exp(-abs(z))
    assert abs(loops.decay_at(z) - expected) <= 4 * np.spacing(expected)


def test_an_import_does_not_import_numba() -> None:
    code = (
        "import sys; from sgns_core.kernels import stepper; assert stepper.available(); "
        "assert not {'numba', 'llvmlite'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# --- The cache ------------------------------------------------------------------------------------


def twice(x: float) -> float:
    return x + x


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "_folder", None)
    monkeypatch.setattr(compiling, "_compiled_any", False)


def files_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


@pytest.mark.usefixtures("fresh")
def test_compiled_code_is_kept_in_the_folder_and_read_from_there(tmp_path: Path) -> None:
    before = numba.config.CACHE_DIR
    compiling.use_cache(tmp_path / "cache")
    first: Any = compiling.compiled(twice, (1.0,))
    assert first(2.0) == 4.0
    assert {path.suffix for path in files_in(tmp_path)} == {".nbi", ".nbc"}
    second: Any = compiling.compiled(twice, (1.0,))
    assert sum(first.stats.cache_hits.values()) == 0
    assert sum(second.stats.cache_hits.values()) == 1
    assert before == numba.config.CACHE_DIR


@pytest.mark.usefixtures("fresh")
def test_a_damaged_cache_is_done_without(tmp_path: Path) -> None:
    compiling.use_cache(tmp_path)
    compiling.compiled(twice, (1.0,))
    for path in files_in(tmp_path):
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert compiling.compiled(twice, (1.0,))(2.0) == 4.0


@pytest.mark.usefixtures("fresh")
def test_a_folder_that_cannot_be_made_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    compiling.use_cache(tmp_path / "file" / "cache")
    assert compiling.compiled(twice, (1.0,))(2.0) == 4.0


@pytest.mark.usefixtures("fresh")
def test_the_folder_is_set_before_anything_is_compiled(tmp_path: Path) -> None:
    compiling.use_cache(tmp_path)
    compiling.compiled(twice, (1.0,))
    compiling.use_cache(tmp_path)
    with pytest.raises(RuntimeError, match="after code was compiled"):
        compiling.use_cache(tmp_path / "other")


def test_a_numba_that_does_not_import_counts_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiling.available()
    monkeypatch.setattr(compiling, "_broken", False)
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(ImportError):
        compiling.numba_module()
    assert not compiling.available()
