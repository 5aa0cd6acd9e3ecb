"""Model files and texts for the tests of the command line."""

from __future__ import annotations

import json
import random
from pathlib import Path

PRESETS = ["article", "word2vec-c", "gensim", "fasttext"]
EXAMPLES = ["worked", "pair", "overshoot", "apart", "repeat", "collision", "conflict"]

# They try to end a comment, a string, a line, a table cell, or a style.
HOSTILE_WORDS = [
    "'''\"\"\"\n1/0",
    "a\\",
    "x\r\nraise SystemExit(3)\n#",
    "\u2028import os",
    "{0}{center}%s",
    "[bold red]b[/]",
    "\x1b]0;title\x07\x1b[2J",
    "\u202eevil",
    "\ud800",
]


def write_model(
    path: Path,
    words: list[str],
    *,
    d: int = 3,
    scale: float = 1.0,
    negatives: list[str] | None = None,
    **keys: object,
) -> Path:
    """Write a model of these words with rows drawn in +-scale; its pair is the first two words."""
    chance = random.Random(len(words) * 1000 + d)

    def table() -> list[list[float]]:
        return [[chance.uniform(-scale, scale) for _ in range(d)] for _ in words]

    model: dict[str, object] = {"words": words, "E": table(), "Ep": table()}
    model |= {"center": words[0], "target": words[1]}
    model["negatives"] = words[2:] if negatives is None else negatives
    path.write_text(json.dumps(model | keys), encoding="utf-8")
    return path


def write_text(path: Path, text: str) -> Path:
    """Write a text as it stands, whatever its line ends."""
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return path
