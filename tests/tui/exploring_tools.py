"""Small vectors whose places, neighbours and analogies are known, to look around in."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from sgns_core.vectors import WordVectors
from sgns_tui.explored import Explored
from sgns_tui.exploring import Exploring
from sgns_tui.vectors_file import save_vectors

# Royal, female, wet, large; no two words have the same row.
ROWS: dict[str, list[float]] = {
    "man": [0.1, -1.0, 0.0, 0.2],
    "woman": [0.1, 1.0, 0.0, 0.2],
    "king": [1.0, -1.0, 0.0, 0.3],
    "queen": [1.0, 1.0, 0.0, 0.3],
    "sea": [0.0, 0.1, 2.0, 1.5],
    "ship": [0.1, 0.3, 1.0, 0.6],
    "[b]": [0.0, 0.0, 1.0, -0.5],
    "море": [0.0, 0.1, 1.8, 1.6],
    "nil": [0.0, 0.0, 0.0, 0.0],
    "bad": [np.nan, 0.0, 0.0, 1.0],
}
COUNTS = [90, 80, 70, 60, 50, 40, 30, 20, 10, 5]


def some_vectors(counted: bool = True, outputs: bool = True) -> WordVectors:
    E = np.array(list(ROWS.values()))
    Ep = np.roll(E, 1, axis=1)
    return WordVectors(
        words=list(ROWS),
        E=E,
        Ep=Ep if outputs else None,
        counts=np.array(COUNTS) if counted else None,
    )


def exploring(counted: bool = True, outputs: bool = True, **options: object) -> Exploring:
    vectors = some_vectors(counted, outputs)
    return Exploring(Explored(vectors, "some.npz", "some.npz"), **options)  # type: ignore[arg-type]


def other_vectors() -> Explored:
    """Return vectors of the same words but one, where ship is near man."""
    rows = {word: row for word, row in ROWS.items() if word != "queen"} | {"ship": ROWS["man"]}
    vectors = WordVectors(words=list(rows), E=np.array(list(rows.values())))
    return Explored(vectors, "other.vec", "other.vec")


def many_vectors(words: int, dim: int) -> WordVectors:
    """Return vectors of many words, by chance."""
    E = np.random.default_rng(1).normal(size=(words, dim)).astype(np.float32)
    return WordVectors(words=[f"w{n}" for n in range(words)], E=E)


def write_some(folder: Path) -> str:
    path = str(folder / "some.npz")
    save_vectors(path, some_vectors())
    return path
