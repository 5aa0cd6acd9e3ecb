"""The words of a command line, and what they mean as numbers and events."""

from __future__ import annotations

import re

from sgns_core.errors import InvalidInput
from sgns_core.search import (
    Collision,
    EpochEnd,
    Event,
    FalseNegative,
    LossAbove,
    LossBelow,
    NeighborChanged,
    Touched,
)
from sgns_core.source import Source
from sgns_tui.opening import word_row

_PART = re.compile(r'"([^"]*)"(?!\S)|(\S+)')
_WHOLE = re.compile(r"[+-]?[0-9]{1,30}")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,5})?")
_COMPARISON = re.compile(r"([<>])\s*(\S+)")

EVENTS = ("collision", "false-negative", "loss", "word", "neighbor", "epoch")


class WrongArguments(InvalidInput):
    """A command with words after it that it cannot use; its example is shown."""


def split(line: str) -> list[str]:
    """Return the words of a line; double quotes hold a word with blanks together."""
    return [quoted or plain for quoted, plain in _PART.findall(line)]


def whole(text: str, low: int, high: int) -> int:
    """Return a whole number from `low` to `high`."""
    if not _WHOLE.fullmatch(text):
        raise WrongArguments("{text} is no whole number", text=cut(text))
    value = int(text)
    if not low <= value <= high:
        raise WrongArguments(
            "{value} is not in {low} to {high}", value=cut(text), low=low, high=high
        )
    return value


def number(text: str) -> float:
    """Return a finite number."""
    if not _NUMBER.fullmatch(text):
        raise WrongArguments("{text} is no number", text=cut(text))
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise WrongArguments("{text} is too large", text=cut(text))
    return value


def count(arguments: list[str], default: int, high: int, low: int = 1) -> int:
    """Return the one number that may follow a command."""
    if len(arguments) > 1:
        raise WrongArguments("it takes one number at most")
    return whole(arguments[0], low, high) if arguments else default


def one(arguments: list[str], what: str) -> str:
    """Return the one word that follows a command."""
    if len(arguments) != 1 or not arguments[0]:
        raise WrongArguments("it takes {what}", what=what)
    return arguments[0]


def event(arguments: list[str], source: Source) -> Event | int:
    """Return what a run is to stop at: an event, or the number of an update from 1."""
    match arguments:
        case ["collision"]:
            return Collision()
        case ["false-negative"]:
            return FalseNegative()
        case ["epoch"]:
            return EpochEnd()
        case ["word", word]:
            return Touched(word_row(source, word))
        case ["neighbor", word]:
            return NeighborChanged(word_row(source, word))
        case [first, *rest] if first.startswith("loss"):
            found = _COMPARISON.fullmatch(" ".join([first[4:], *rest]).strip())
            if found:
                value = number(found[2])
                return LossAbove(value) if found[1] == ">" else LossBelow(value)
        case [first] if _WHOLE.fullmatch(first):
            return whole(first, 1, 10**9)
    raise WrongArguments(
        "it takes an event: collision, loss > 2, word cat, neighbor cat, epoch, 500"
    )


def cut(text: str) -> str:
    """Return what was typed, no longer than a line of an error can show."""
    return text if len(text) <= 40 else text[:40] + "..."
