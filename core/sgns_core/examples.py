"""The built-in sources: small models and choices on them, each for one lesson, as data."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TypedDict

from sgns_core import groups
from sgns_core.errors import InvalidInput, shown
from sgns_core.model_file import parse_model
from sgns_core.source import Source, Wanted, source_from_model
from sgns_core.suggestions import nearest_spellings

WINDOW = 2
"""The window on the examples' sentence: wide enough to meet a word twice, with words left out."""


class _Lesson(TypedDict):
    """One entry of lessons.json: a model, and what is chosen on it."""

    model: str
    center: str
    target: str
    negatives: list[str]
    lr: float
    reconstructed: bool


@cache
def _lessons() -> dict[str, _Lesson]:
    lessons: dict[str, _Lesson] = json.loads(_data("lessons.json"))
    return lessons


def example_names() -> tuple[str, ...]:
    """Return the names of the built-in sources, the worked example first."""
    return (*_lessons(), groups.NAME)


def example(name: str) -> Source:
    """Return a built-in source; an unknown name raises InvalidInput with the nearest known ones."""
    if name == groups.NAME:
        return groups.groups_source()
    lesson = _lessons().get(name)
    if lesson is None:
        rows = {known: row for row, known in enumerate(example_names())}
        near = nearest_spellings(name, rows) or list(rows)
        raise InvalidInput(
            "there is no example {name}; try {nearest}", name=shown(name), nearest=", ".join(near)
        )
    model = parse_model(_data(lesson["model"]), name)
    index = model.vocabulary.index
    wanted = Wanted(
        index(lesson["center"]),
        index(lesson["target"]),
        tuple(index(word) for word in lesson["negatives"]),
    )
    return replace(
        source_from_model(model, name, WINDOW),
        wanted=wanted,
        lr=lesson["lr"],
        built_in=True,
        reconstructed=lesson["reconstructed"],
    )


def _data(file: str) -> str:
    return Path(__file__).with_name("example_data").joinpath(file).read_text(encoding="utf-8")
