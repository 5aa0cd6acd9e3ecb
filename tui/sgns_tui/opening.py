"""From options to a source and settings: what every command and the app begin with."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from sgns_core.corpus import Corpus, TextSettings
from sgns_core.errors import InvalidInput
from sgns_core.examples import example
from sgns_core.model_file import read_model
from sgns_core.policy import PRESETS, Policy
from sgns_core.settings import Settings
from sgns_core.source import Source, Wanted, source_from_corpus, source_from_model
from sgns_core.tokens import tokenize

T = TypeVar("T")

POLICY_PARTS = ("power", "collision", "order", "range_rule", "bound", "sigmoid", "direction")


@dataclass(frozen=True, kw_only=True)
class SourceOptions:
    """What a person may say about the source and the settings, as the command line holds it."""

    example: str | None = None
    model: str | None = None
    text: str | None = None
    tokens: str = "words"
    sentences: str = "lines"
    min_count: int = 1
    window: int | None = None
    shrink: bool = False
    subsample: float = 0.0
    subsample_formula: str = "paper"
    seed: int = 1
    lr: float | None = None
    k: int | None = None
    dim: int = 2
    policy: str = "article"
    power: float | None = None
    collision: str | None = None
    order: str | None = None
    range_rule: str | None = None
    bound: float | None = None
    sigmoid: str | None = None
    direction: str | None = None
    noise_counts: str = "unigram"


def open_source(options: SourceOptions) -> tuple[Source, Settings]:
    """Return the source that the options name and the settings of a run on it."""
    text_settings = TextSettings(options.tokens, options.sentences, options.min_count)  # type: ignore[arg-type]
    source = _source(options, text_settings)
    settings = Settings(
        seed=options.seed,
        lr=_first(options.lr, source.lr, 0.1),
        k=5 if options.k is None else options.k,
        dim=options.dim,
        policy=open_policy(options),
        window=_first(options.window, source.window, 5),
        shrink=options.shrink,
        subsample=options.subsample,
        subsample_formula=options.subsample_formula,  # type: ignore[arg-type]
        noise_counts=options.noise_counts,  # type: ignore[arg-type]
    )
    if source.tables:
        settings = replace(settings, dim=source.tables[0].shape[1])
    return source, settings


def open_policy(options: SourceOptions) -> Policy:
    """Return the preset with the parts that were set by themselves."""
    parts = {part: getattr(options, part) for part in POLICY_PARTS}
    return PRESETS[options.policy].with_parts(
        **{part: value for part, value in parts.items() if value is not None}
    )


def open_corpus(path: str, settings: TextSettings) -> Corpus:
    """Return the text of a file, or that of standard input for -."""
    if path != "-":
        return Corpus.from_file(path, settings)
    if sys.stdin is None:
        raise InvalidInput("standard input is closed; name a file, or send a text through a pipe")
    return Corpus.from_file(sys.stdin.buffer, settings, "standard input")


def open_wanted(
    source: Source, center: str | None, target: str | None, negatives: Sequence[str]
) -> Wanted:
    """Return the pair asked for by hand, on top of the one the source begins with.

    The source's own negatives go with its own pair; for another pair they are drawn.
    """
    own = source.wanted
    wanted = Wanted(
        own.center if center is None else word_row(source, center),
        own.target if target is None else word_row(source, target),
        tuple(word_row(source, word) for word in negatives) or None,
    )
    same_pair = (wanted.center, wanted.target) == (own.center, own.target)
    if wanted.negatives is None and same_pair:
        return replace(wanted, negatives=own.negatives)
    return wanted


def word_row(source: Source, word: str) -> int:
    """Return the row of a word as a person types it: as it stands, or as the text's rule makes it.

    Raises InvalidInput with the nearest known words.
    """
    vocabulary = source.vocabulary
    if word not in vocabulary and source.corpus is not None:
        made = tokenize(word, source.corpus.settings.tokens)
        if len(made) == 1 and made[0] in vocabulary:
            word = made[0]
    return vocabulary.index(word)


def _source(options: SourceOptions, text_settings: TextSettings) -> Source:
    named = [
        f"--{name}" for name in ("example", "model", "text") if getattr(options, name) is not None
    ]
    if len(named) > 1:
        raise InvalidInput(
            "{options} name two sources; give one of them", options=" and ".join(named)
        )
    if "" in (options.text, options.model):
        raise InvalidInput("the name of the file is empty; name a file")
    if options.text is not None:
        name = "standard input" if options.text == "-" else options.text
        return source_from_corpus(open_corpus(options.text, text_settings), name)
    if options.model is not None:
        return source_from_model(read_model(options.model), options.model)
    return example("worked" if options.example is None else options.example)


def _first(*values: T | None) -> T:
    """Return the first value that was given."""
    return next(value for value in values if value is not None)
