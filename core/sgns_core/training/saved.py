"""A run's tables as vectors with what they were trained by, and a run taken up from them again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from sgns_core.corpus import TextSettings
from sgns_core.errors import InvalidInput, shown
from sgns_core.record import record
from sgns_core.training.engine import LossSum
from sgns_core.training.run import Position, TrainingRun
from sgns_core.training.settings import TrainingSettings
from sgns_core.vectors import WordVectors

VERSION = 1


@record(eq=False, kw_only=True)
class Checkpoint:
    """A run that was interrupted: its tables, and all that it is made of.

    engine: that which trained, chosen by name. text: the fingerprint of the text.
    """

    vectors: WordVectors
    settings: TrainingSettings
    rules: TextSettings
    engine: str
    text: str
    position: Position


def trained_vectors(run: TrainingRun, checkpoint: bool = False) -> WordVectors:
    """Return the tables as they are now, not copied, with words, counts and settings.

    checkpoint: with what is needed to go on from them.
    """
    counted, at = run.text.text, run.position
    settings: dict[str, Any] = {
        "program": "sgns-tui",
        **_as_json(run.settings, counted.rules),
        "engine": run.engine.name,
        "words_trained": run.words_done,
        "loss": at.loss.mean if at.loss.pairs else None,
    }
    if checkpoint:
        settings["checkpoint"] = {
            "version": VERSION,
            "engine": run.settings.engine,
            "text": counted.fingerprint,
            "epoch": at.epoch,
            "chunks": at.chunks,
            "words": at.words,
            "loss": at.loss.total,
            "pairs": at.loss.pairs,
            "cut": at.cut,
        }
    return WordVectors(
        words=run.text.vocabulary.words,
        counts=run.text.vocabulary.counts,
        E=run.engine.E,
        Ep=run.engine.Ep,
        settings=settings,
    )


def as_checkpoint(vectors: WordVectors) -> Checkpoint:
    """Return the run that vectors were saved from; InvalidInput where they hold none."""
    held = vectors.settings
    state = held.get("checkpoint")
    if not isinstance(state, dict) or vectors.Ep is None or vectors.counts is None:
        raise InvalidInput("it holds vectors, but no run to go on with")
    if state.get("version") != VERSION:
        raise InvalidInput(
            "it is of version {found} and this program reads version {known}; go on with the "
            "version of the program that saved it",
            found=shown(state.get("version")),
            known=VERSION,
        )
    try:
        names = {field.name for field in fields(TrainingSettings)} - {"engine"}
        settings = TrainingSettings(engine=state["engine"], **{name: held[name] for name in names})
        rules = TextSettings(held["tokens"], held["sentences"], settings.min_count)
        whole = {name: _count(state[name]) for name in ("epoch", "chunks", "words", "pairs", "cut")}
        position = Position(
            whole["epoch"],
            whole["chunks"],
            whole["words"],
            LossSum(float(state["loss"]), whole["pairs"]),
            whole["cut"],
        )
        return Checkpoint(
            vectors=vectors,
            settings=settings,
            rules=rules,
            engine=str(held["engine"]),
            text=str(state["text"]),
            position=position,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidInput("it is damaged: {reason}", reason=shown(str(error))) from None


def differing(before: Checkpoint, settings: Mapping[str, Any]) -> list[str]:
    """Return which of some settings, by name, are not those of a run that was saved."""
    held = {
        **asdict(before.settings),
        "tokens": before.rules.tokens,
        "sentences": before.rules.sentences,
    }
    return [name for name, value in settings.items() if held[name] != value]


def _as_json(settings: TrainingSettings, rules: TextSettings) -> dict[str, Any]:
    return {**asdict(settings), "tokens": rules.tokens, "sentences": rules.sentences}


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{value!r} is not a count")
    return value
