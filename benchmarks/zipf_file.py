"""A made-up text of any size in a file: words by Zipf's law, twenty to a line."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from sgns_core.noise import NoiseDistribution

TYPES, SENTENCE = 70_000, 20
_BLOCK = 1_000_000


def write_zipf(path: Path, tokens: int, seed: int = 1, types: int = TYPES) -> None:
    """Write `tokens` words of `types` types; frequent ones are short, as in a language."""
    names = np.array([_name(number) for number in range(types)], dtype=object)
    words = NoiseDistribution(1.0 / (np.arange(types) + 2.7), 1.0)
    rng = np.random.default_rng(seed)
    with path.open("w", encoding="ascii") as file:
        for start in range(0, tokens, _BLOCK):
            drawn = names[words.draw(rng.random(min(_BLOCK, tokens - start)))].tolist()
            file.writelines(
                " ".join(drawn[at : at + SENTENCE]) + "\n" for at in range(0, len(drawn), SENTENCE)
            )


def _name(number: int) -> str:
    """Return two letters and more: number + 26 in base 26."""
    letters = ""
    number += 26
    while number:
        number, letter = divmod(number, 26)
        letters = chr(ord("a") + letter) + letters
    return letters
