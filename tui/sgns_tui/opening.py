"""From options to a source and settings: what every command and the app begin with."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from sgns_core.corpus import TextSettings
from sgns_core.errors import InvalidInput
from sgns_core.policy import PRESETS, Policy
from sgns_core.reading import read_text
from sgns_core.record import record
from sgns_core.settings import Settings
from sgns_core.source import MAX_TABLE_VALUES, Source, Wanted
from sgns_core.tokens import tokenize
from sgns_tui.i18n import _
from sgns_tui.origin import (
    Origin,
    OriginKind,
    holds_vectors,
    open_content,
    open_example,
    open_vectors,
    with_text,
)

T = TypeVar("T")

_SAME_IN_SETTINGS = ("seed", "shrink", "subsample", "subsample_formula", "noise_counts")
POLICY_PARTS = ("power", "collision", "order", "range_rule", "bound", "sigmoid", "direction")


@record(kw_only=True)
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
    sentence: str | None = None
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
    stepper: str = "numpy"


def open_source(options: SourceOptions) -> tuple[Source, Settings]:
    """Return the source that the options name and the settings of a run on it."""
    source, settings, _origin = open_with_origin(options)
    return source, settings


def open_with_origin(options: SourceOptions) -> tuple[Source, Settings, Origin]:
    """Return what `open_source` does, and where the source came from."""
    source, origin = _source(options)
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
    check_room(len(source.vocabulary), settings.dim)
    return source, settings, origin


def one_text(argument: str | None, option: str | None) -> str | None:
    """Return the text named by a command's argument or by --text; InvalidInput where both are."""
    if argument is not None and option is not None:
        raise InvalidInput("TEXT and --text name two sources; give one of them")
    return option if argument is None else argument


def open_named(argument: str | None, text: str | None, **options: Any) -> tuple[Source, Settings]:
    """Return the source that a command's argument or options name, and the settings."""
    return open_source(SourceOptions(text=one_text(argument, text), **options))


def names_a_source(argument: str | None, text: str | None, options: Mapping[str, Any]) -> bool:
    """Tell whether a command's argument or options name a source, or its own is meant."""
    named = (options[name] for name in ("example", "model", "sentence"))
    return any(value is not None for value in (argument, text, *named))


def check_room(words: int, dim: int) -> None:
    """Raise InvalidInput for tables that would not fit into a computer's memory."""
    if words * dim > MAX_TABLE_VALUES:
        raise InvalidInput(
            "two tables of {words} words x {dim} components take {size} GB; give a smaller --dim",
            words=words,
            dim=dim,
            size=round(16 * words * dim / 1e9, 1),
        )


def open_policy(options: SourceOptions) -> Policy:
    """Return the preset with the parts that were set by themselves."""
    parts = {part: getattr(options, part) for part in POLICY_PARTS}
    return PRESETS[options.policy].with_parts(
        **{part: value for part, value in parts.items() if value is not None}
    )


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


def options_of(source: Source, origin: Origin, settings: Settings, stepper: str) -> SourceOptions:
    """Return the options that open a source with these settings, as few as will do."""
    of_text = origin if origin.text is None else origin.text
    policy = settings.policy
    preset = PRESETS[policy.name]
    unsaid = {"lr": _first(source.lr, 0.1), "k": 5, "window": _first(source.window, 5)}
    values: dict[str, Any] = {
        **_named(origin),
        **_named(of_text),
        **{name: getattr(settings, name) for name in _SAME_IN_SETTINGS},
        **{name: value for name in unsaid if (value := getattr(settings, name)) != unsaid[name]},
        **{
            part: value
            for part in POLICY_PARTS
            if (value := getattr(policy, part)) != getattr(preset, part)
        },
        "policy": policy.name,
        "stepper": stepper,
        "tokens": of_text.rules.tokens,
        "sentences": of_text.rules.sentences,
        "min_count": of_text.rules.min_count,
    }
    if not source.tables:
        values["dim"] = settings.dim
    return SourceOptions(**values)


def _named(origin: Origin) -> dict[str, str | None]:
    """Return the option that names what an origin stands for."""
    kind = "sentence" if origin.kind == "text" and origin.path is None else origin.kind
    return {kind: {"example": origin.name, "sentence": origin.content}.get(kind, origin.path)}


def _source(options: SourceOptions) -> tuple[Source, Origin]:
    named = [
        f"--{name}"
        for name in ("example", "model", "text", "sentence")
        if getattr(options, name) is not None
    ]
    if len(named) > 1 and named not in (["--model", "--text"], ["--model", "--sentence"]):
        raise InvalidInput(
            "{options} name two sources; give one of them", options=" and ".join(named)
        )
    rules = TextSettings(options.tokens, options.sentences, options.min_count)  # type: ignore[arg-type]
    if "" in (options.text, options.model):
        raise InvalidInput("the name of the file is empty; name a file")
    if options.model is not None:
        model = _open_file("model", options.model, rules)
        texts = replace(options, model=None)
        return model if len(named) == 1 else with_text(model, _source(texts))
    if options.text is not None:
        return _open_file("text", options.text, rules)
    if options.sentence is not None:
        return open_content("text", _("a sentence"), options.sentence, None, rules)
    return open_example("worked" if options.example is None else options.example)


def _open_file(kind: OriginKind, path: str, rules: TextSettings) -> tuple[Source, Origin]:
    """Return the source in a file; a text named - is standard input."""
    if kind == "text" and path == "-":
        if sys.stdin is None:
            raise InvalidInput(
                "standard input is closed; name a file, or send a text through a pipe"
            )
        name = "standard input"
        return open_content(kind, name, read_text(sys.stdin.buffer, name), None, rules)
    if kind == "model" and holds_vectors(path):
        return open_vectors(path, path)
    return open_content(kind, path, read_text(path), path, rules)


def _first(*values: T | None) -> T:
    """Return the first value that was given."""
    return next(value for value in values if value is not None)
